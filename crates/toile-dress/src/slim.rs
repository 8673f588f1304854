//! A body with slim, straight arms and a slim head: what long sleeves and collars are sewn around before the body fills them.
//!
//! A sleeve is sewn to the garment beside the shoulder, so it begins farther down the arm than it ends, and its cuff begins around the hand, which
//! is wider than the cuff. So is the head than a collar. Nobody sews a shirt around a hand either: the hand slips through later. Here arms and
//! head are thin while seams close, and grow to their own size after that.

use crate::body::Body;
use crate::place::Frame;
use glam::DVec3;
use toile_body::segments::Part;

/// How thick slim arms are, as a share of their own thickness, and over which length from the armpit on they become slim, in metres.
const ARM: Slimness = Slimness { thickness: 0.4, transition: 0.12 };
/// The same of head and neck, from the trunk on.
const HEAD: Slimness = Slimness { thickness: 0.4, transition: 0.06 };

/// How a part of the body becomes slim.
struct Slimness {
    thickness: f64,
    transition: f64,
}

impl Body {
    /// The body with slim, straight arms and a slim head; `None` if landmarks of them are not known.
    pub fn slim(&self) -> Option<Self> {
        let at = |name: &str| self.landmarks.position(name);
        let mut positions = self.mesh.positions.clone();
        for (part, side) in [(Part::LeftArm, "left"), (Part::RightArm, "right")] {
            let shoulder = at(&format!("{side}_shoulder_center"))?;
            let wrist = at(&format!("{side}_wrist_center"))?;
            self.thin(part, &Frame::new(shoulder, wrist - shoulder, DVec3::Z), &ARM, &mut positions);
        }
        let neck = at("neck_front")?.midpoint(at("neck_back")?);
        self.thin(Part::Neck, &Frame::new(neck, at("head_top")? - neck, DVec3::Z), &HEAD, &mut positions);
        Some(self.with_skin(positions))
    }

    /// Draws a part of the body towards its axis, which points away from the trunk. The map is one to one, so that the part does not come to pass
    /// through itself.
    fn thin(&self, part: Part, axis: &Frame, slimness: &Slimness, positions: &mut [DVec3]) {
        let mut inside = vec![false; positions.len()];
        let mut elsewhere = vec![false; positions.len()];
        for (triangle, own) in self.mesh.triangles.iter().zip(&self.segments.parts) {
            let list = if *own == part { &mut inside } else { &mut elsewhere };
            for v in triangle {
                list[*v as usize] = true;
            }
        }
        // What also belongs to the trunk stays where it is.
        let border = (0..positions.len()).filter(|&v| inside[v] && elsewhere[v]);
        let begin = border.map(|v| axis.height(positions[v])).fold(0.0, f64::max);
        for (position, _) in positions.iter_mut().zip(&inside).filter(|(_, inside)| **inside) {
            let height = axis.height(*position);
            let share = ((height - begin) / slimness.transition).clamp(0.0, 1.0);
            let thickness = 1.0 + (slimness.thickness - 1.0) * share * share * (3.0 - 2.0 * share);
            *position = axis.point(axis.flat(*position) * thickness, height);
        }
    }
}

//! A body with slim, straight arms and a slim head: what long sleeves and collars are sewn around before the body fills them.
//!
//! A sleeve is sewn to the garment beside the shoulder, so it begins farther down the arm than it ends, and its cuff begins around the hand, which
//! is wider than the cuff. So is the head than a collar. Nobody sews a shirt around a hand either: the hand slips through later. Here arms and
//! head are thin while seams close, and grow to their own size after that.

use super::Wearer;
use crate::frame::HullFrame;
use glam::DVec3;
use toile_body::segments::Part;
use toile_geom::TriMesh;

/// How slim arms are, from the armpit on. Hands that hang to the front of the arm's axis and spread their fingers are drawn closer to it, or
/// cuffs would begin around half of a hand.
const ARM: Slimness = Slimness { thickness: 0.4, transition: 0.12, tip: 0.2 };
/// How slim neck and head are, from the trunk on.
const HEAD: Slimness = Slimness { thickness: 0.4, transition: 0.06, tip: 0.4 };

/// How a part of the body becomes slim.
struct Slimness {
    /// The share of its thickness that is left where it has become slim.
    thickness: f64,
    /// The length over which it becomes slim, in metres.
    transition: f64,
    /// The share of its thickness that is left at its far end.
    tip: f64,
}

impl Slimness {
    /// The share of the thickness at a distance from where the part begins; it ends at `length`.
    fn at(&self, distance: f64, length: f64) -> f64 {
        let share = (distance / self.transition).clamp(0.0, 1.0);
        let way = ((distance - self.transition) / (length - self.transition).max(1e-3)).clamp(0.0, 1.0);
        let slim = self.thickness + (self.tip - self.thickness) * way;
        1.0 + (slim - 1.0) * share * share * (3.0 - 2.0 * share)
    }
}

impl Wearer {
    /// The body with slim, straight arms and a slim head; `None` if landmarks of them are not known.
    pub(super) fn made_slim(&self) -> Option<Self> {
        let at = |name: &str| self.landmarks().position(name);
        let mut positions = self.mesh().positions.clone();
        for (part, side) in [(Part::LeftArm, "left"), (Part::RightArm, "right")] {
            let shoulder = at(&format!("{side}_shoulder_center"))?;
            let wrist = at(&format!("{side}_wrist_center"))?;
            let axis = HullFrame::new(shoulder, wrist - shoulder, DVec3::Z);
            self.thin(part, &axis, &ARM, shoulder.distance(wrist), &mut positions);
        }
        let neck = at("neck_front")?.midpoint(at("neck_back")?);
        let top = at("head_top")?;
        let axis = HullFrame::new(neck, top - neck, DVec3::Z);
        self.thin(Part::Neck, &axis, &HEAD, neck.distance(top), &mut positions);
        let mesh = TriMesh { positions, triangles: self.mesh().triangles.clone() };
        Some(self.in_form(mesh, self.segments().clone()))
    }

    /// Draws a part of the body towards its axis, which points away from the trunk and has that length. The map is one to one, so that the part does not come to pass
    /// through itself.
    fn thin(&self, part: Part, axis: &HullFrame, slimness: &Slimness, length: f64, positions: &mut [DVec3]) {
        let mut inside = vec![false; positions.len()];
        let mut elsewhere = vec![false; positions.len()];
        for (triangle, own) in self.mesh().triangles.iter().zip(&self.segments().parts) {
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
            let thickness = slimness.at(height - begin, length - begin);
            *position = axis.point(axis.flat(*position) * thickness, height);
        }
    }
}

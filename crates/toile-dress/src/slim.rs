//! A body with slim, straight arms: what long sleeves are sewn around before the arms fill them.
//!
//! A sleeve is sewn to the garment beside the shoulder, so it begins farther down the arm than it ends, and its cuff begins around the hand, which
//! is wider than the cuff. Nobody sews a shirt around a hand either: the hand slips through later. Here the arms are thin while seams close,
//! and grow to their own size after that.

use crate::body::Body;
use crate::place::Frame;
use glam::DVec3;
use toile_body::segments::Part;

/// How thick slim arms are, as a share of their own thickness.
const THICKNESS: f64 = 0.4;
/// Over this length below the armpit arms become slim, in metres.
const TRANSITION: f64 = 0.12;

impl Body {
    /// The body with slim, straight arms; `None` if it has no arms that are known.
    pub fn with_slim_arms(&self) -> Option<Self> {
        let mut mesh = self.mesh.clone();
        for (part, side) in [(Part::LeftArm, "left"), (Part::RightArm, "right")] {
            let at = |name: &str| self.landmarks.position(&format!("{side}_{name}_center"));
            let (shoulder, wrist) = (at("shoulder")?, at("wrist")?);
            let arm = Frame::new(shoulder, shoulder - wrist, DVec3::Z);
            self.thin(part, &arm, &mut mesh.positions);
        }
        Some(self.with_skin(mesh.positions))
    }

    /// Draws one arm towards its axis. The map is one to one, so that an arm does not come to pass through itself.
    fn thin(&self, part: Part, arm: &Frame, positions: &mut [DVec3]) {
        let mut on_arm = vec![false; positions.len()];
        let mut elsewhere = vec![false; positions.len()];
        for (triangle, own) in self.mesh.triangles.iter().zip(&self.segments.parts) {
            let list = if *own == part { &mut on_arm } else { &mut elsewhere };
            triangle.iter().for_each(|v| list[*v as usize] = true);
        }
        // What also belongs to the trunk stays where it is.
        let border = (0..positions.len()).filter(|&v| on_arm[v] && elsewhere[v]);
        let begin = border.map(|v| arm.height(positions[v])).fold(f64::INFINITY, f64::min).min(0.0);
        for (position, _) in positions.iter_mut().zip(&on_arm).filter(|(_, on_arm)| **on_arm) {
            let height = arm.height(*position);
            let share = ((begin - height) / TRANSITION).clamp(0.0, 1.0);
            let thickness = 1.0 + (THICKNESS - 1.0) * share * share * (3.0 - 2.0 * share);
            *position = arm.point(arm.flat(*position) * thickness, height);
        }
    }
}

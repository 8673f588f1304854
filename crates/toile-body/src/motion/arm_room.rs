//! Arms held clear of trunk and legs.
//!
//! The recorded person had other hips than the body that follows the recording, and no sleeves: hands that swung past the thighs of the one go through those
//! of the other, and cloth between them tears. So upper arms are held out to the side by the least angle that makes room, found frame by frame and evened out
//! over a step, so that nothing jerks. Forearms and hands go along, and nothing else changes.

use super::Motion;
use super::room::{Obstacle, Skin, along, frames_between, hanging_on, least_angle, weight};
use crate::skeleton::{BodySide, Rig, Role, SkeletonPose};
use glam::{DQuat, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;

/// The farthest that an arm is held out, in radians: if that is not enough it stays as it was recorded.
const MAX_ARM_ANGLE: f64 = 1.0;
/// An arm is out as far as needed this long before and after, in seconds, less what evening out takes.
const HOLD: f64 = 0.6;
/// From here on along the upper arm its skin needs room; above that it meets the trunk in the armpit.
const BELOW_ARMPIT: f64 = 0.4;
/// Skin follows the arm, or it does not, above and below these weights.
const ON_ARM: f64 = 0.9;
const OFF_ARM: f64 = 0.02;

/// An arm of a body, and what it must stay clear of.
struct Arm {
    /// The upper arm and all bones that hang on it.
    bones: Vec<usize>,
    /// The bone that tells which way the body faces.
    chest: usize,
    /// Outwards is this way around the direction in which the body faces.
    sign: f64,
    /// Its skin below the armpit: it needs no room at the shoulder, and all of it from the elbow on.
    skin: Vec<Skin>,
}

/// Lets arms keep a distance to trunk and legs, in metres: all of it from the elbow down, less above. Arms that cannot, or that have it already, stay as they are.
pub(super) fn make_arm_room(motion: &mut Motion, mesh: &TriMesh, rig: &Rig, room: f64) {
    let arms: Vec<Arm> =
        [BodySide::Left, BodySide::Right].into_iter().filter_map(|side| Arm::of(mesh, rig, side)).collect();
    let trunk = trunk(mesh, rig);
    let stride = frames_between(motion);
    let looked_at: Vec<usize> = (0..motion.frames.len()).step_by(stride).collect();
    let needed = looked_at.par_iter().map(|&frame| {
        let trunk = Obstacle::at(motion, frame, mesh, rig, &trunk);
        let pose = &motion.frames[frame];
        arms.iter().map(|arm| arm.least_angle(pose, rig, &trunk, room)).collect()
    });
    let needed: Vec<Vec<f64>> = needed.collect();
    let hold = (HOLD / (stride as f64 * motion.frame_seconds).max(1e-9)).round() as usize;
    for (n, arm) in arms.iter().enumerate() {
        let needed: Vec<f64> = needed.iter().map(|of_arms| of_arms[n]).collect();
        let held = evened(&needed, hold);
        for (frame, pose) in motion.frames.iter_mut().enumerate() {
            arm.hold_out(pose, between(&held, frame as f64 / stride as f64));
        }
    }
}

/// The triangles of trunk and legs: all whose corners follow no bone of an arm, nor head and neck.
fn trunk(mesh: &TriMesh, rig: &Rig) -> Vec<[u32; 3]> {
    let roles = [Role::UpperArm(BodySide::Left), Role::UpperArm(BodySide::Right), Role::Neck, Role::Head];
    let apart: Vec<usize> = roles
        .into_iter()
        .filter_map(|role| rig.skeleton.bone_of(role))
        .flat_map(|bone| hanging_on(rig, bone))
        .collect();
    let is_trunk: Vec<bool> = (0..mesh.positions.len()).map(|v| weight(rig, v, &apart) < OFF_ARM).collect();
    mesh.triangles.iter().copied().filter(|t| t.iter().all(|&v| is_trunk[v as usize])).collect()
}

impl Arm {
    fn of(mesh: &TriMesh, rig: &Rig, side: BodySide) -> Option<Self> {
        let upper = rig.skeleton.bone_of(Role::UpperArm(side))?;
        let chest = rig.skeleton.bone_of(Role::Chest).or(rig.skeleton.bones()[upper].parent)?;
        let bones = hanging_on(rig, upper);
        let skin = along(mesh, rig, &bones, ON_ARM).into_iter().filter(|(_, part)| *part > BELOW_ARMPIT);
        let skin = skin.map(|(vertex, share)| Skin { vertex, share }).collect();
        let sign = if side == BodySide::Left { 1.0 } else { -1.0 };
        Some(Self { bones, chest, sign, skin })
    }

    /// The turn that takes the arm outwards by an angle.
    fn outwards(&self, pose: &SkeletonPose, angle: f64) -> DQuat {
        let forwards = pose.rotations[self.chest] * DVec3::Z;
        DQuat::from_axis_angle(forwards.normalize_or(DVec3::Z), self.sign * angle)
    }

    fn least_angle(&self, pose: &SkeletonPose, rig: &Rig, trunk: &Obstacle, room: f64) -> f64 {
        let shoulder = pose.heads(&rig.skeleton)[self.bones[0]];
        least_angle(MAX_ARM_ANGLE, |angle| {
            let turn = self.outwards(pose, angle);
            trunk.is_clear_of(&self.skin, room, |p| shoulder + turn * (p - shoulder))
        })
    }

    /// Holds the arm out by an angle.
    fn hold_out(&self, pose: &mut SkeletonPose, angle: f64) {
        let turn = self.outwards(pose, angle);
        for &bone in &self.bones {
            pose.rotations[bone] = turn * pose.rotations[bone];
        }
    }
}

/// The largest value within reach, evened out twice over half of it: smooth, and nowhere less than the values were.
fn evened(values: &[f64], reach: usize) -> Vec<f64> {
    let half = reach / 2;
    let near = |values: &[f64], i: usize, reach: usize| {
        values[i.saturating_sub(reach)..values.len().min(i + reach + 1)].to_vec()
    };
    let largest: Vec<f64> =
        (0..values.len()).map(|i| near(values, i, 2 * half).into_iter().fold(0.0, f64::max)).collect();
    let mean = |values: &[f64]| -> Vec<f64> {
        let of = |i| {
            let near = near(values, i, half);
            near.iter().sum::<f64>() / near.len() as f64
        };
        (0..values.len()).map(of).collect()
    };
    mean(&mean(&largest))
}

/// The value at a place between two of a list; the last one holds.
fn between(values: &[f64], place: f64) -> f64 {
    let last = values.len().saturating_sub(1);
    let low = (place as usize).min(last);
    let (a, b) = (values[low], values[(low + 1).min(last)]);
    a + (b - a) * (place - low as f64).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn evened_angles_are_enough_everywhere_and_never_jump(
            values in prop::collection::vec(0.0..1.0f64, 1..60), reach in 0usize..20
        ) {
            let held = evened(&values, reach);
            prop_assert!(held.iter().zip(&values).all(|(held, needed)| *held >= needed - 1e-12));
            let most = values.iter().copied().fold(0.0, f64::max);
            prop_assert!(held.iter().all(|held| *held <= most + 1e-12));
            let step = most / (1 + reach / 2).min(values.len()) as f64;
            prop_assert!(held.windows(2).all(|pair| (pair[0] - pair[1]).abs() <= step + 1e-12));
        }
    }
}

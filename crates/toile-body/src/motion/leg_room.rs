//! Legs held clear of each other.
//!
//! The recorded person had slimmer legs, or narrower hips, than the body that follows the recording: feet and shanks that passed each other meet now, and the legs of trousers have no room
//! between them. So thighs are held apart by one angle throughout the motion, the least that makes room: feet that stayed where they were put down still do, somewhat farther apart.

use super::Motion;
use super::room::{Obstacle, Skin, along, frames_between, hanging_on, least_angle};
use crate::skeleton::{BodySide, Rig, Role, SkeletonPose};
use glam::{DQuat, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;

/// The farthest that each thigh is held out, in radians: if that is not enough, as for crossed legs, they stay as they were recorded.
const MAX_THIGH_ANGLE: f64 = 0.25;
/// From here on along the thigh its skin needs room; above that thighs may touch.
const BELOW_CROTCH: f64 = 0.5;
/// Skin follows a leg from this weight on.
const ON_LEG: f64 = 0.5;

/// Both legs of a body, the left one first.
struct Legs {
    /// The bone that tells which way the body faces.
    pelvis: usize,
    /// The thighs.
    thighs: [usize; 2],
    /// The bones that are turned: those of legs without feet, which stay flat on the floor.
    turned: [Vec<usize>; 2],
    /// The skin of the left leg, and the triangles of the right one.
    skin: Vec<Skin>,
    right: Vec<[u32; 3]>,
}

/// Lets legs keep a distance to each other, in metres: all of it from the knees down, less above, and none half way up the thighs.
pub(super) fn make_leg_room(motion: &mut Motion, mesh: &TriMesh, rig: &Rig, room: f64) {
    let Some(legs) = Legs::of(mesh, rig) else { return };
    let looked_at: Vec<usize> = (0..motion.frames.len()).step_by(frames_between(motion)).collect();
    let needed = looked_at.par_iter().map(|&frame| legs.least_angle(motion, frame, mesh, rig, room));
    let angle = needed.reduce(|| 0.0, f64::max);
    if angle > 0.0 {
        motion.frames.iter_mut().for_each(|pose| legs.hold_apart(pose, angle));
    }
}

impl Legs {
    fn of(mesh: &TriMesh, rig: &Rig) -> Option<Self> {
        let skeleton = &rig.skeleton;
        let thighs = [BodySide::Left, BodySide::Right].map(|side| skeleton.bone_of(Role::UpperLeg(side)));
        let thighs = [thighs[0]?, thighs[1]?];
        let feet = [BodySide::Left, BodySide::Right].map(|side| skeleton.bone_of(Role::Foot(side)));
        let legs = thighs.map(|thigh| hanging_on(rig, thigh));
        let turned = [0, 1].map(|n| {
            let foot = feet[n].map_or_else(Vec::new, |foot| hanging_on(rig, foot));
            legs[n].iter().copied().filter(|bone| !foot.contains(bone)).collect()
        });
        let share = |part: f64| (part - BELOW_CROTCH) / (1.0 - BELOW_CROTCH);
        let skin = along(mesh, rig, &legs[0], ON_LEG).into_iter();
        let skin = skin.map(|(vertex, part)| Skin { vertex, share: share(part) });
        let mut is_right = vec![false; mesh.positions.len()];
        for (v, part) in along(mesh, rig, &legs[1], ON_LEG) {
            is_right[v] = part > BELOW_CROTCH;
        }
        let right = mesh.triangles.iter().copied().filter(|t| t.iter().all(|&v| is_right[v as usize]));
        let skin = skin.filter(|skin| skin.share > 0.0).collect();
        let pelvis = skeleton.bone_of(Role::Pelvis).unwrap_or(0);
        Some(Self { pelvis, thighs, turned, skin, right: right.collect() })
    }

    /// The turn that takes the left thigh outwards by an angle; its inverse does so for the right one.
    fn outwards(&self, pose: &SkeletonPose, angle: f64) -> DQuat {
        let forwards = pose.rotations[self.pelvis] * DVec3::Z;
        DQuat::from_axis_angle(forwards.normalize_or(DVec3::Z), angle)
    }

    fn least_angle(&self, motion: &Motion, frame: usize, mesh: &TriMesh, rig: &Rig, room: f64) -> f64 {
        let right = Obstacle::at(motion, frame, mesh, rig, &self.right);
        let pose = &motion.frames[frame];
        let heads = pose.heads(&rig.skeleton);
        let [left_hip, right_hip] = self.thighs.map(|thigh| heads[thigh]);
        least_angle(MAX_THIGH_ANGLE, |angle| {
            let turn = self.outwards(pose, angle);
            // As seen from the right leg, which turns the other way, the left one turns twice.
            right.is_clear_of(&self.skin, room, |p| {
                right_hip + turn * (left_hip + turn * (p - left_hip) - right_hip)
            })
        })
    }

    fn hold_apart(&self, pose: &mut SkeletonPose, angle: f64) {
        let turn = self.outwards(pose, angle);
        for (bones, turn) in self.turned.iter().zip([turn, turn.inverse()]) {
            for &bone in bones {
                pose.rotations[bone] = turn * pose.rotations[bone];
            }
        }
    }
}

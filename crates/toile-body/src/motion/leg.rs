//! A leg of a skeleton, and how it reaches a place with its foot.

use crate::skeleton::{BodySide, Role, Skeleton};
use glam::{DMat3, DQuat, DVec3};

/// A leg: its bones, thigh, shank and foot, and its joints at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) bones: [usize; 3],
    pub(super) hip: DVec3,
    pub(super) knee: DVec3,
    pub(super) ankle: DVec3,
}

impl Leg {
    pub(super) fn of(skeleton: &Skeleton, side: BodySide) -> Option<Self> {
        let bones = [Role::UpperLeg(side), Role::LowerLeg(side), Role::Foot(side)];
        let [upper, lower, foot] = bones.map(|role| skeleton.bone_of(role));
        let bones = [upper?, lower?, foot?];
        let [hip, knee, ankle] = bones.map(|bone| skeleton.bones()[bone].head);
        Some(Self { bones, hip, knee, ankle })
    }

    /// How thigh and shank are turned so that the leg goes from a hip to an ankle, its knee bent to one side. A leg is stretched no farther than a part of
    /// its length.
    pub(super) fn reach(&self, hip: DVec3, ankle: DVec3, knee_side: DVec3, straight: f64) -> [DQuat; 2] {
        let [thigh, shank] = [self.hip.distance(self.knee), self.knee.distance(self.ankle)];
        let way = ankle - hip;
        let down = way.normalize_or(DVec3::NEG_Y);
        let far = way.length().clamp((thigh - shank).abs() + 1e-3, straight * (thigh + shank));
        let along = (thigh * thigh + far * far - shank * shank) / (2.0 * far);
        let aside = (thigh * thigh - along * along).max(0.0).sqrt();
        let bent = (knee_side - down * down.dot(knee_side)).normalize_or(DVec3::Z);
        let knee = hip + down * along + bent * aside;
        let ankle = hip + down * far;
        [turn_of(self.knee - self.hip, knee - hip), turn_of(self.ankle - self.knee, ankle - knee)]
    }
}

/// The turn that takes one direction to another and keeps what is to the side at the side.
fn turn_of(from: DVec3, to: DVec3) -> DQuat {
    let frame = |down: DVec3| {
        let down = down.normalize_or(DVec3::NEG_Y);
        let side = (DVec3::X - down * down.x).normalize_or(DVec3::X);
        DMat3::from_cols(side, down, side.cross(down))
    };
    DQuat::from_mat3(&(frame(to) * frame(from).transpose()))
}

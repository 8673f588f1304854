//! Bones turned with their parents or by themselves.

use crate::skeleton::{Role, Skeleton, SkeletonPose};
use glam::DQuat;

/// How a bone is turned: with its parent and by a little more, or as a whole.
#[derive(Clone, Copy, Debug)]
enum Turn {
    More(DQuat),
    Whole(DQuat),
}

/// How each bone of a skeleton is turned.
#[derive(Clone, Debug)]
pub(super) struct Turns(Vec<Turn>);

impl Turns {
    /// All bones as at rest.
    pub(super) fn none(skeleton: &Skeleton) -> Self {
        Self(vec![Turn::More(DQuat::IDENTITY); skeleton.bones().len()])
    }

    /// Turns the bone that plays a role, if there is one, by more than its parent.
    pub(super) fn more(&mut self, skeleton: &Skeleton, role: Role, turn: DQuat) {
        if let Some(bone) = skeleton.bone_of(role) {
            self.0[bone] = Turn::More(turn);
        }
    }

    /// Turns a bone whatever its parent does.
    pub(super) fn whole(&mut self, bone: usize, turn: DQuat) {
        self.0[bone] = Turn::Whole(turn);
    }

    /// Turns all bones of a pose, parents before their children.
    pub(super) fn apply(&self, skeleton: &Skeleton, pose: &mut SkeletonPose) {
        for (i, bone) in skeleton.bones().iter().enumerate() {
            let parent = bone.parent.map_or(DQuat::IDENTITY, |parent| pose.rotations[parent]);
            pose.rotations[i] = match self.0[i] {
                Turn::More(turn) => parent * turn,
                Turn::Whole(turn) => turn,
            };
        }
    }
}

//! The bones of a body and how they are turned.

use super::Role;
use glam::{DQuat, DVec3};

/// A bone at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// The bone that it hangs on, which comes before it in the list.
    pub parent: Option<usize>,
    /// The joint that it turns about.
    pub head: DVec3,
    /// Its other end.
    pub tail: DVec3,
}

/// Bones, parents first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    bones: Vec<Bone>,
}

/// Why bones are no skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    /// A bone comes before its parent or hangs on itself.
    #[error("bone {name} comes before its parent: list parents first")]
    Order {
        /// The bone.
        name: String,
    },
}

impl Skeleton {
    /// A skeleton of bones, parents first.
    ///
    /// # Errors
    ///
    /// If a bone comes before its parent.
    pub fn new(bones: Vec<Bone>) -> Result<Self, SkeletonError> {
        match bones.iter().enumerate().find(|(i, bone)| bone.parent.is_some_and(|parent| parent >= *i)) {
            Some((_, bone)) => Err(SkeletonError::Order { name: bone.name.clone() }),
            None => Ok(Self { bones }),
        }
    }

    /// The bones.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The number of the first bone that plays a role in the body.
    pub fn bone_of(&self, role: Role) -> Option<usize> {
        self.bones.iter().position(|bone| Role::from_name(&bone.name) == Some(role))
    }
}

/// How a skeleton is held: where its first bone is, and how each bone is turned from its rest, seen from the world.
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonPose {
    /// Where the head of the first bone is.
    pub root: DVec3,
    /// The turn of each bone.
    pub rotations: Vec<DQuat>,
}

/// A turn about the origin, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidTransform {
    /// The turn.
    pub rotation: DQuat,
    /// The shift.
    pub translation: DVec3,
}

impl RigidTransform {
    /// Where a point goes.
    pub fn apply(&self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }
}

impl SkeletonPose {
    /// The pose in which the skeleton was given.
    pub fn rest(skeleton: &Skeleton) -> Self {
        let root = skeleton.bones().first().map_or(DVec3::ZERO, |bone| bone.head);
        Self { root, rotations: vec![DQuat::IDENTITY; skeleton.bones().len()] }
    }

    /// Where the head of each bone is.
    pub fn heads(&self, skeleton: &Skeleton) -> Vec<DVec3> {
        let bones = skeleton.bones();
        let mut heads: Vec<DVec3> = Vec::with_capacity(bones.len());
        for (i, bone) in bones.iter().enumerate() {
            let head = match bone.parent {
                Some(parent) => heads[parent] + self.rotation(parent) * (bone.head - bones[parent].head),
                None if i == 0 => self.root,
                None => bone.head,
            };
            heads.push(head);
        }
        heads
    }

    /// What each bone does to the skin around it.
    pub fn transforms(&self, skeleton: &Skeleton) -> Vec<RigidTransform> {
        let heads = self.heads(skeleton);
        let bones = skeleton.bones().iter().zip(heads).enumerate();
        bones
            .map(|(i, (bone, head))| {
                let rotation = self.rotation(i);
                RigidTransform { rotation, translation: head - rotation * bone.head }
            })
            .collect()
    }

    /// A pose on the way to another one, along the shorter way around.
    #[must_use]
    pub fn lerp(&self, other: &Self, t: f64) -> Self {
        let turned = self.rotations.iter().zip(&other.rotations).map(|(a, b)| a.slerp(*b, t)).collect();
        Self { root: self.root.lerp(other.root, t), rotations: turned }
    }

    fn rotation(&self, bone: usize) -> DQuat {
        self.rotations.get(bone).copied().unwrap_or(DQuat::IDENTITY)
    }
}

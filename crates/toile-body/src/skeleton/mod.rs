//! Bones, poses, and skin that follows them.
//!
//! ```
//! use glam::{DQuat, DVec3};
//! use toile_body::skeleton::{Bone, Skeleton, SkeletonPose, SkinWeights, Skinning};
//!
//! let arm = Skeleton::new(vec![
//!     Bone { name: "upper".into(), parent: None, head: DVec3::ZERO, tail: DVec3::X },
//!     Bone { name: "lower".into(), parent: Some(0), head: DVec3::X, tail: DVec3::X * 2.0 },
//! ])?;
//! let mut pose = SkeletonPose::rest(&arm);
//! pose.rotations[1] = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
//! let skin = SkinWeights::new(vec![vec![(0, 1.0)], vec![(1, 1.0)]]);
//! let moved = skin.apply(&[DVec3::X * 0.5, DVec3::X * 2.0], &pose.transforms(&arm), Skinning::LinearBlend);
//! assert!(moved[1].distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-12);
//! # Ok::<(), toile_body::skeleton::SkeletonError>(())
//! ```

mod automatic;
mod bones;
mod joints;
mod rig;
mod roles;
mod skin;

pub use bones::{Bone, RigidTransform, Skeleton, SkeletonError, SkeletonPose};
pub use rig::{Rig, RigError};
pub use roles::{BodySide, Role};
pub use skin::{SkinWeights, Skinning};

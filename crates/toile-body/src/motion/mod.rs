//! Bodies in motion: recorded and made walks, and what cloth needs of them.
//!
//! A [`Motion`] turns the bones of a skeleton; a [`MeshSequence`] is what it makes of the skin, frame by frame, and what
//! files of moving meshes hold. [`bvh`] reads recordings, [`retarget`] hands them to another skeleton, [`walk`] and
//! [`turn`] are built in.

pub mod bvh;
mod clip;
mod retarget;
mod sequence;
mod steps;

pub use clip::Motion;
pub use retarget::retarget;
pub use sequence::MeshSequence;
pub use steps::{turn, walk};

//! A bounding-volume tree over triangles: the method to start with.

mod block;
mod clusters;
mod compare;
mod forest;
mod method;
mod order;
mod settings;
mod table;
mod traverse;

pub use method::Bvh;
pub(super) use method::by_name;
pub use order::Build;
pub use settings::{BVH_NAMES, BvhSettings, Volume};

//! A bounding-volume tree over triangles: the method to start with.

mod block;
mod clusters;
mod compare;
mod forest;
mod leaf_pairs;
mod method;
mod order;
mod quality;
mod settings;
mod table;
mod traverse;
mod vertices;

pub(crate) use leaf_pairs::LeafPairs;
pub(super) use method::by_name;
pub use method::{Bvh, bvh};
pub use order::Build;
pub use settings::{BVH_NAMES, BvhSettings, Volume};

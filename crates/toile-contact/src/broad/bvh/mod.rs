//! A bounding-volume tree over triangles: the method to start with.
//!
//! Each mesh has a balanced tree, whose leaves are clusters of some thirty triangles. A cluster owns vertices and edges besides
//! its triangles, each feature owned once, so that two features meet in one pair of clusters and no pair is found twice. A query
//! refits the volumes from the vertices up, descends the trees against themselves and each other, and compares the features of
//! clusters that overlap, four boxes at a time.
//!
//! The tree is kept while the [`Features`](crate::features::Features) stay the same. Where folds have opened or moved on, so that
//! volumes have become loose, triangles are sorted anew, in part of a tree or in all of it.
//!
//! | name | differs in | when |
//! |---|---|---|
//! | `bvh` | boxes, four children to a node | the default |
//! | `bvh-2ary`, `bvh-8ary` | arity | to compare |
//! | `bvh-morton` | sorted along a space-filling curve | topology changes in each query |
//! | `bvh-lazy` | volumes with slack | nearly everything is at rest, and little touches |
//! | `bvh-14dop`, `bvh-18dop`, `bvh-26dop` | k-DOPs | exact tests are dear: fewer candidates, though all that are close enough |
//! | `bvh-flat` | skips [flat regions](flat) | asking for intersections only |
//!
//! Words can be combined, as in `bvh-18dop-8ary`, and `leaf8` sets the size of leaves: [`BvhSettings::named`].
//!
//! ```
//! use toile_contact::broad::bvh::{BvhSettings, bvh};
//! use toile_contact::broad::{BroadPhase, Candidates, BroadQuery};
//! use toile_contact::{features::Features, filter::Filter};
//! use toile_geom::shapes::Accordion;
//!
//! let mut mesh = Accordion::default().mesh(64);
//! let mut features = Features::default();
//! features.add(&mesh.triangles, mesh.positions.len());
//! let filter = Filter::new();
//! let mut method = bvh(BvhSettings { arity: 8, ..BvhSettings::default() });
//! let mut found = Candidates::default();
//! for _ in 0..3 {
//!     mesh.positions.iter_mut().for_each(|p| p.z *= 0.9);
//!     method.find(&BroadQuery::discrete(&features, &filter, &mesh.positions, 0.002), &mut found).unwrap();
//!     assert!(!found.is_empty());
//! }
//! ```

mod block;
mod clusters;
mod compare;
pub mod flat;
mod forest;
mod leaf_pairs;
mod method;
mod moving;
mod order;
mod quality;
mod settings;
mod table;
mod traverse;
mod vertices;

pub(crate) use leaf_pairs::LeafPairs;
pub(super) use method::named;
pub use method::{BvhBroadPhase, bvh};
pub(crate) use moving::MovingBvh;
pub use order::Build;
pub use settings::{BVH_NAMES, BvhSettings, Volume};

//! Broad phases: from all features to the few pairs that may touch.
//!
//! A candidate is a vertex and a triangle, or two edges, whose boxes ([`boxes`]) overlap and that the [`Filter`](crate::filter::Filter)
//! lets pass. All methods find the same candidates; they differ in how many boxes they compare to get there.
//!
//! ```
//! use toile_contact::broad::{BroadPhase, Candidates, BroadQuery};
//! use toile_contact::{features::Features, filter::Filter};
//! use toile_geom::shapes;
//!
//! let mut sheet = shapes::sheet(glam::DVec2::ONE, [8, 8]);
//! let lower = sheet.clone();
//! sheet.positions.iter_mut().for_each(|p| p.y += 0.001);
//! let mut features = Features::default();
//! features.add(&lower.triangles, lower.positions.len());
//! features.add(&sheet.triangles, sheet.positions.len());
//! let positions = [lower.positions, sheet.positions].concat();
//!
//! let filter = Filter::new();
//! let mut method = <dyn BroadPhase>::named("brute").unwrap();
//! let mut found = Candidates::default();
//! method.find(&BroadQuery::discrete(&features, &filter, &positions, 0.002), &mut found).unwrap();
//! assert!(found.vertex_triangle.len() >= 2 * 81);
//! ```

pub mod boxes;
mod brute;
pub mod bvh;
mod candidates;
mod grid;
mod hash;
mod items;
mod lanes;
mod method;
mod octree;
mod query;
mod radix;
pub mod stochastic;
mod sweep;
mod units;

pub use brute::Brute;
pub use bvh::{BvhBroadPhase, BvhSettings};
pub use candidates::Candidates;
pub use hash::Hash;
pub use method::{BROAD_PHASES, BroadPhase, BroadReport};
pub use query::{BroadQuery, QueryError};
pub use stochastic::Stochastic;
pub use sweep::Sweep;

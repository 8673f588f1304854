//! Active pairs: some of the contacts, for a fraction of the work (Kimmerle 2005, chapter 3).
//!
//! Pairs of vertices are drawn at random and slide along the meshes to where the distance is least. Contacts that they pass are
//! gathered, and pairs that came to rest in contact are followed on in the next query. During a step the distance is the least that
//! two vertices come to on their ways, and a contact what comes within the distance on the way. The right choice for previews:
//! **some pairs are missed**, new contacts above all. How many is a matter of [`samples`](StochasticSettings::samples), and measured
//! by [`detection_ratio`]: a fifth of all contacts is said to be enough for cloth that looks right, a tenth is not.
//!
//! `stochastic` draws from leaves of a k-DOP tree that overlap, `stochastic-free` from everything, and `stochastic-grow` goes on
//! from each contact to those around it until the whole place is found.
//!
//! Unlike other methods it finds only pairs that are within the distance, not all whose boxes overlap.
//!
//! ```
//! use toile_contact::broad::stochastic::detection_ratio;
//! use toile_contact::broad::{BroadPhase, Candidates, BroadQuery};
//! use toile_contact::{features::Features, filter::Filter};
//! use toile_geom::shapes::Accordion;
//!
//! let mesh = Accordion { spacing: 0.002, ..Accordion::default() }.mesh(64);
//! let mut features = Features::default();
//! features.add(&mesh.triangles, mesh.positions.len());
//! let filter = Filter::new();
//! let query = BroadQuery::discrete(&features, &filter, &mesh.positions, 0.003);
//! let (mut some, mut all) = (Candidates::default(), Candidates::default());
//! <dyn BroadPhase>::named("stochastic-grow-0.1").unwrap().find(&query, &mut some).unwrap();
//! <dyn BroadPhase>::named("bvh").unwrap().find(&query, &mut all).unwrap();
//! assert!(detection_ratio(&query, &some, &all) > 0.2);
//! ```

mod active;
mod method;
mod neighbours;
mod ratio;
mod visited;

pub use method::{STOCHASTIC_NAMES, Sampling, Stochastic, StochasticSettings};
pub use ratio::{detection_ratio, is_near_edge_edge, is_near_vertex_triangle};

//! Neighbours, where the border runs, and whether a mesh is a surface at all.
//!
//! ```
//! use toile_geom::{shapes, topology::Topology};
//!
//! let sleeve = shapes::tube(0.1, 0.6, 24, 30);
//! let topology = Topology::new(&sleeve);
//! assert_eq!(topology.boundary_loops().len(), 2);          // cuff and armhole
//! assert!(topology.surface().is_manifold());
//! assert!(!topology.surface().is_closed_manifold());
//! ```

mod adjacency;
mod boundary;
mod surface;

pub use adjacency::{Rows, Topology};
pub use boundary::BoundaryLoop;
pub use surface::Surface;

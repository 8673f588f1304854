//! Geometry for virtual garments: triangle meshes, exact predicates, distances, bounding volumes, a rasteriser.
//!
//! ```
//! use toile_geom::{TriMesh, shapes, intersect};
//!
//! let ball = shapes::icosphere(0.5, 3);
//! let mut pushed = ball.clone();
//! pushed.positions[0] *= -1.2; // one vertex pulled through the far side
//!
//! assert!(intersect::self_intersections(&ball).is_empty());
//! assert!(!intersect::self_intersections(&pushed).is_empty());
//! ```
//!
//! | module | what it answers |
//! |---|---|
//! | [`TriMesh`], [`shapes`] | what a mesh is; simple ones to start from |
//! | [`sheets`] | flat sheets, meshed regularly and irregularly |
//! | [`join`] | several meshes joined into one at pairs of vertices |
//! | [`topology`] | which are the neighbours, where is the border, is this a surface at all |
//! | [`curvature`] | how much does it bend at each vertex |
//! | [`predicates`] | on which side, exactly |
//! | [`intersect`] | do these two touch, exactly |
//! | [`distance`] | how far apart, at which points, and how that changes |
//! | [`distance_field`] | how far is a point from a closed mesh, in constant time |
//! | [`bounds`], [`bvh`] | which pairs are worth asking about |
//! | [`allowance`] | is there time and memory left |
//! | [`names`] | is there one of this name, or which did you mean |
//! | [`random`], [`outer()`] | numbers that look random and are always the same; the outer product of two vectors |
//! | [`raster`] | what does a camera see: depth, triangle ids, attributes |
//!
//! Vectors are [`glam`]'s `f64` types. Lengths are metres, `y` is up, the system is right-handed, triangles are
//! counter-clockwise seen from the front. The crate knows nothing of files, cloth or bodies.

pub mod allowance;
pub mod bounds;
pub mod bvh;
pub mod curvature;
pub mod distance;
pub mod distance_field;
pub mod intersect;
pub mod join;
pub mod names;
mod outer;
pub mod predicates;
pub mod random;
pub mod raster;
pub mod shapes;
pub mod sheets;
pub mod topology;
mod tri_mesh;

pub use glam;
pub use outer::outer;
pub use tri_mesh::TriMesh;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

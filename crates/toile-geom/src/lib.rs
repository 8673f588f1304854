//! Geometry for virtual garments.
//!
//! Vectors are [`glam`]'s `f64` types (`DVec2`, `DVec3`). Lengths are metres, `y` is up, the system is right-handed.

pub mod raster;
mod tri_mesh;

pub use tri_mesh::TriMesh;

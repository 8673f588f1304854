//! Mesh, animation and image files in and out.

mod error;
mod poly_mesh;

pub use error::{Place, ReadError};
pub use poly_mesh::{CornerAttribute, Group, NO_INDEX, PolyMesh, Stitch};

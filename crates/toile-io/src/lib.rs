//! Mesh, animation and image files in and out.

mod error;
pub mod gltf;
mod poly_mesh;
pub mod scene;
mod weld;

pub use error::{Place, ReadError};
pub use poly_mesh::{CornerAttribute, Group, NO_INDEX, PolyMesh, Stitch};
pub use weld::weld_positions;

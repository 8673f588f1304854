//! Mesh, animation and image files in and out.
//!
//! One module a format, each with pure functions on bytes ([`obj::read`], [`ply::write`] ...), and [`mod@file`] with
//! functions on paths that find the format themselves. Meshes arrive as [`PolyMesh`]: polygons with the attributes of
//! their corners, groups and stitches, in the unit and axes of the file. Nothing is triangulated, merged or dropped
//! without being asked; writers return what a format cannot hold as [`Omission`]s. What glTF has beyond a
//! mesh (nodes, skins, animations) is a [`scene::Scene`].
//!
//! Readers trust nothing. Whatever the bytes, they answer with a valid mesh or a [`ReadError`] that names the place and
//! the remedy, and never reserve more memory than the input can fill.
//!
//! ```no_run
//! use std::path::Path;
//!
//! let dress = toile_io::read_mesh(Path::new("dress.obj"))?;
//! println!("{} vertices, {} faces", dress.positions.len(), dress.face_count());
//! toile_io::write_mesh(Path::new("dress.ply"), &dress)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod avi;
pub mod base64;
mod color;
mod decimal;
mod error;
pub mod file;
mod folder_lock;
mod format;
pub mod gltf;
mod growing_cache;
pub mod jpeg;
pub mod mdd;
mod normals;
mod number;
pub mod obj;
pub mod pc2;
pub mod ply;
pub mod png;
mod poly_mesh;
mod replace;
pub mod scene;
pub mod stl;
mod tangents;
mod text;
mod triangulate;
pub mod usd;
mod validate;
mod weld;
mod welder;
mod write_error;

pub use error::{FilePlace, ReadError};
pub use file::{Format, read_mesh, write_mesh, write_scene};
pub use folder_lock::FolderLock;
pub use growing_cache::GrowingCache;
pub use normals::NormalSplit;
pub use poly_mesh::{CornerAttribute, Group, NO_INDEX, PolyMesh, Stitch};
pub use triangulate::Triangulated;
pub use validate::InvalidMesh;
pub use weld::weld_positions;
pub use write_error::{Omission, WriteError};

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

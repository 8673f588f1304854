//! glTF 2.0: scenes with skins, morph targets and animations, as `.glb` or `.gltf`.
//!
//! The reader takes what matters for bodies and cloth: geometry, colours, groups by material, skins, morph targets,
//! animations, and materials with their textures. Cameras, lights and tangents are skipped. Sparse accessors, quantised
//! meshes (`KHR_mesh_quantization`), interleaved data and all modes of triangles and lines are read; points are
//! skipped. A file that requires an extension which changes the geometry, such as Draco compression, is refused with
//! the extension's name. The texture coordinate `v` points down in glTF and up in [`PolyMesh`](crate::PolyMesh), so
//! it is flipped both ways; what was read from one file is written to the next bit by bit.
//!
//! Of materials there are base colour, metal, roughness, normal maps, occlusion, alpha and sheen (`KHR_materials_sheen`), with wrap modes and changed
//! texture coordinates (`KHR_texture_transform`). Pictures are passed on as the PNG or JPEG bytes that they are; one that is missing or of another
//! format is left out, and [`Scene::left_out`](crate::scene::Scene::left_out) says so. Tangents are written where a normal map needs them.
//!
//! Every offset, count and index is checked against the bytes that are there. glTF duplicates vertices at UV seams;
//! use [`Scene::weld`](crate::scene::Scene::weld) where that matters.
//!
//! ```
//! use glam::DVec3;
//! use toile_geom::TriMesh;
//! use toile_io::{gltf, scene::Scene};
//!
//! let triangle = TriMesh {
//!     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
//!     triangles: vec![[0, 1, 2]],
//! };
//! let scene = Scene::from_mesh("triangle", triangle.into());
//! let mut file = Vec::new();
//! gltf::write_glb(&scene, &mut file)?;
//!
//! let again = gltf::read_glb(&file)?;
//! assert_eq!(again.meshes[0].mesh.positions, scene.meshes[0].mesh.positions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The format is described at <https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html>.

mod accessor;
mod component;
mod document;
mod glb;
mod looks;
mod read;
mod source;
mod uri;
mod write;

pub use read::{read_file, read_glb, read_gltf};
pub use write::{write_file, write_glb, write_glb_animated, write_gltf};

//! USD: stages as text (`.usda`) and as packages with their pictures (`.usdz`), written only.
//!
//! Each mesh of the scene is a `Mesh` prim below the one root, in metres with `y` up, where its node puts it: transforms
//! of nodes, skins and morph targets are worked out, and what moves has its points and normals at each time code.
//! Polygons stay polygons. There are all sets of texture coordinates (`primvars:st`, `primvars:st1` and on), normals,
//! vertex colours, a `GeomSubset` for each group of faces, and `UsdPreviewSurface` materials with their pictures. Names
//! that USD does not allow become ones that it does, and stand in `displayName`. Sheen, stitches and free edges have no
//! place.
//!
//! Frames are asked for one by one and never held together, so that a film needs no more memory than a picture:
//!
//! ```
//! use glam::DVec3;
//! use std::io::Cursor;
//! use toile_geom::TriMesh;
//! use toile_io::{scene::Scene, usd::UsdStage};
//!
//! let sheet = TriMesh { positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y], triangles: vec![[0, 1, 2]] };
//! let scene = Scene::from_mesh("sheet", sheet.clone().into());
//! let raised = |frame: usize| Ok(sheet.positions.iter().map(|p| *p + DVec3::Z * frame as f64).collect());
//! let stage = UsdStage::new(&scene).with_rate(24.0).with_frames(0, 3, &raised);
//!
//! let mut package = Cursor::new(Vec::new());
//! stage.write_usdz(&mut package)?;
//! assert!(package.into_inner().starts_with(b"PK"));
//! # Ok::<(), toile_io::WriteError>(())
//! ```
//!
//! The format is described at <https://openusd.org/release/api/index.html>, packages at
//! <https://openusd.org/release/spec_usdz.html>. What is written passes all validators of `OpenUSD` 26.11
//! (`bench/usd/check.py`). A package holds its stage as text; the oldest readers of packages on phones want the binary
//! form (`.usdc`), which is not written.

mod material;
mod mesh;
mod motion;
mod names;
mod package;
mod stage;
mod text;

pub use stage::{UsdStage, write_file};

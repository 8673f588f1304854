//! Meshes from the command line: files, or names of built-in ones.

use super::error::CommandError;
use glam::Vec2;
use std::path::{Path, PathBuf};
use toile::samples::{SAMPLES, SampleMesh};
use toile_geom::TriMesh;
use toile_io::{Format, NO_INDEX, PolyMesh, Triangulated, read_mesh, weld_positions};

/// Whether vertices at exactly the same place are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Weld {
    /// For glTF only, which splits vertices where texture coordinates differ.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// A mesh that was asked for on the command line.
pub(crate) struct Mesh {
    /// How the user called it.
    pub(crate) name: String,
    /// The mesh as it is in the file.
    pub(crate) polygons: PolyMesh,
    /// The same, cut into triangles.
    pub(crate) triangles: TriMesh,
    /// The texture coordinates of each triangle's corners, if the file has them.
    pub(crate) uvs: Option<Vec<[Vec2; 3]>>,
    /// How many faces have fewer than three corners.
    pub(crate) incomplete_faces: usize,
}

impl Mesh {
    /// Reads a file, or makes a built-in mesh if there is no such file and the name is one of them.
    pub(crate) fn load(name: &str, weld: Weld) -> Result<Self, CommandError> {
        let mut polygons = load_polygons(name)?;
        let is_gltf = matches!(Format::from_path(Path::new(name)), Some(Format::Gltf | Format::Glb));
        if weld == Weld::On || (weld == Weld::Auto && is_gltf) {
            polygons = weld_positions(&polygons);
        }
        let cut = polygons.triangulate();
        let uvs = corner_uvs(&polygons, &cut);
        let incomplete_faces = cut.skipped_faces;
        Ok(Self { name: name.to_owned(), polygons, triangles: cut.mesh, uvs, incomplete_faces })
    }

    /// A note for the user if polygons were cut into triangles.
    pub(crate) fn cut_note(&self) -> String {
        if self.polygons.is_triangulated() {
            return String::new();
        }
        format!(" (cut from {} polygons)", self.polygons.face_count())
    }
}

/// The first set of texture coordinates, corner by corner; a corner that has none is at the origin.
fn corner_uvs(polygons: &PolyMesh, cut: &Triangulated) -> Option<Vec<[Vec2; 3]>> {
    let set = polygons.uv_sets.first()?;
    let uv = |corner: u32| {
        let index = set.indices.get(corner as usize).copied().unwrap_or(NO_INDEX);
        set.values.get(index as usize).map(|uv| uv.as_vec2()).unwrap_or_default()
    };
    Some(cut.source_corners.iter().map(|corners| corners.map(uv)).collect())
}

/// Reads a file or makes a built-in mesh, as polygons.
pub(crate) fn load_polygons(name: &str) -> Result<PolyMesh, CommandError> {
    let path = PathBuf::from(name);
    match SampleMesh::named(name) {
        Ok(sample) if !path.exists() => Ok((sample.build)().into()),
        _ if !path.exists() => Err(CommandError::Input(unknown(name))),
        _ => Ok(read_mesh(&path)?),
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = SAMPLES.iter().map(|sample| sample.name).collect();
    format!("{name}: no such file, and no built-in mesh of that name (there are {})", names.join(", "))
}

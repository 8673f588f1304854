//! Meshes from the command line: files, or names of built-in ones.

use super::error::CommandError;
use glam::{Vec2, Vec3};
use std::path::{Path, PathBuf};
use toile::samples::{SAMPLES, SampleMesh};
use toile_geom::TriMesh;
use toile_io::scene::Material;
use toile_io::{Format, NO_INDEX, PolyMesh, Triangulated, gltf, read_mesh, weld_positions};
use toile_look::Color;

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
    /// The colour of each vertex of the triangles, if the file has colours.
    pub(crate) colors: Option<Vec<Color>>,
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
        let colors =
            if is_gltf { vertex_colors(&materials(Path::new(name))?, &polygons, &cut) } else { None };
        let incomplete_faces = cut.skipped_faces;
        Ok(Self { name: name.to_owned(), polygons, triangles: cut.mesh, uvs, colors, incomplete_faces })
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

/// The materials of a glTF file.
fn materials(path: &Path) -> Result<Vec<Material>, CommandError> {
    // A built-in mesh has none, whatever it is called.
    if path.exists() { Ok(gltf::read_file(path)?.materials) } else { Ok(Vec::new()) }
}

/// The colours of the materials at the vertices; none if all are white, which is what a file says that knows no colours.
fn vertex_colors(materials: &[Material], polygons: &PolyMesh, cut: &Triangulated) -> Option<Vec<Color>> {
    let is_white = |material: &Material| material.base_color[..3].iter().all(|part| *part >= 1.0);
    if materials.iter().all(is_white) {
        return None;
    }
    let mut colors = vec![Color::hex(0xFF_FF_FF); cut.mesh.positions.len()];
    for (corners, face) in cut.mesh.triangles.iter().zip(&cut.source_face) {
        let group = polygons.groups.iter().find(|group| group.faces.contains(face));
        let name = group.and_then(|group| group.material.as_ref());
        let material = name.and_then(|name| materials.iter().find(|material| material.name == *name));
        let Some(Material { base_color: [red, green, blue, _], .. }) = material else { continue };
        for &corner in corners {
            colors[corner as usize] = Color(Vec3::new(*red, *green, *blue));
        }
    }
    Some(colors)
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

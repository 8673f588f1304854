//! A model that carries the colours of a heat map, for any program that shows glTF.

use super::report::ReportEntry;
use super::scale::Scale;
use std::path::Path;
use toile_io::scene::{Material, Scene};
use toile_io::{PolyMesh, WriteError, gltf};

/// The body's colour in the file, linear.
const BODY: [f32; 3] = [0.48, 0.40, 0.34];

/// The garment as it hangs, with a colour for each vertex in linear light.
pub fn colored(entry: &ReportEntry<'_>, scale: &Scale) -> PolyMesh {
    let mut mesh = PolyMesh::from(entry.dressed.cloth.mesh());
    let colors = scale.colors(entry.fit);
    mesh.colors = colors.into_iter().map(|color| color.0.extend(1.0).to_array()).collect();
    mesh
}

/// Writes the garment with the colours of a scale, and the body that wears it.
///
/// # Errors
/// If the file cannot be written.
pub fn write_glb(path: &Path, entry: &ReportEntry<'_>, scale: &Scale) -> Result<(), WriteError> {
    let mut scene = Scene::from_mesh(entry.name.clone(), colored(entry, scale));
    let body = PolyMesh::from(entry.body.mesh().clone()).in_one_group("body", "body");
    scene.materials.push(Material { double_sided: false, ..Material::of_color("body", BODY, 1.0) });
    scene.add(Scene::from_mesh("body", body));
    gltf::write_file(path, &scene)
}

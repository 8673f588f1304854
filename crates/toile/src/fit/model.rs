//! A model that carries the colours of a heat map, for any program that shows glTF.

use super::report::ReportEntry;
use super::scale::Scale;
use std::path::Path;
use toile_io::scene::{Material, Node, Scene, SceneMesh};
use toile_io::{Group, PolyMesh, WriteError, gltf};

/// The body's colour in the file, linear.
const BODY: [f32; 4] = [0.48, 0.40, 0.34, 1.0];

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
    let mut body = PolyMesh::from(entry.body.mesh().clone());
    let faces = 0..entry.body.mesh().triangles.len() as u32;
    body.groups = vec![Group { name: "body".into(), material: Some("body".into()), faces }];
    scene.materials.push(Material {
        name: "body".into(),
        base_color: BODY,
        double_sided: false,
        ..Material::default()
    });
    let mesh = scene.meshes.len();
    scene.meshes.push(SceneMesh { name: "body".into(), mesh: body, ..SceneMesh::default() });
    scene.add_node(Node { name: "body".into(), mesh: Some(mesh), ..Node::default() }, None)?;
    gltf::write_file(path, &scene)
}

//! Objects of the viewer's scene whose positions change.

use crate::scene::ClothPart;
use glam::DVec3;
use std::sync::Arc;
use toile_dress::Dressed;
use toile_geom::TriMesh;
use toile_view::scene::{Kind, Material, Mesh, Object, Print, Weave};

/// Positions as the graphics card takes them.
pub(super) fn positions(places: &[DVec3]) -> Arc<Vec<[f32; 3]>> {
    Arc::new(places.iter().map(|p| p.as_vec3().to_array()).collect())
}

/// A body.
pub(super) fn body_object(mesh: &TriMesh) -> Object {
    let material = Material { color: [0.72, 0.55, 0.45], roughness: 0.6, ..Material::default() };
    Object {
        name: "Body".to_owned(),
        kind: Kind::Body,
        mesh: Arc::new(Mesh { triangles: mesh.triangles.clone(), ..Mesh::default() }),
        positions: positions(&mesh.positions),
        values: None,
        material,
        visible: true,
    }
}

/// A cloth of a scene file.
pub(super) fn cloth_object(number: usize, cloth: &ClothPart) -> Object {
    let places = cloth
        .places
        .as_ref()
        .map_or_else(Vec::new, |places| places.iter().map(|place| place.as_vec2().to_array()).collect());
    let name = if cloth.name.is_empty() { format!("Cloth {}", number + 1) } else { cloth.name.clone() };
    Object {
        name,
        kind: Kind::Cloth,
        mesh: Arc::new(Mesh { triangles: cloth.mesh.triangles.clone(), places, ..Mesh::default() }),
        positions: positions(&cloth.mesh.positions),
        values: None,
        material: cloth_material(number),
        visible: true,
    }
}

/// A garment.
pub(super) fn garment_object(number: usize, dressed: &Dressed) -> Object {
    let cloth = &dressed.cloth;
    let mesh = Mesh {
        triangles: cloth.triangles.clone(),
        stitches: dressed.sewn.seams.iter().filter(|seam| seam.len() > 1).cloned().collect(),
        ..Mesh::default()
    };
    Object {
        name: dressed.meshed.garment.name.clone(),
        kind: Kind::Cloth,
        mesh: Arc::new(mesh),
        positions: positions(&cloth.state.positions),
        values: None,
        material: cloth_material(number),
        visible: true,
    }
}

/// Something solid.
pub(super) fn solid_object(name: &str, mesh: &TriMesh) -> Object {
    Object { kind: Kind::Solid, name: name.to_owned(), material: Material::default(), ..body_object(mesh) }
}

fn cloth_material(number: usize) -> Material {
    const COLORS: [[f32; 3]; 5] =
        [[0.07, 0.12, 0.25], [0.55, 0.27, 0.24], [0.2, 0.27, 0.15], [0.48, 0.32, 0.11], [0.25, 0.16, 0.27]];
    let color = COLORS[number % COLORS.len()];
    Material {
        color,
        inside: color.map(|c| 0.6 * c + 0.1),
        roughness: 0.85,
        sheen: 0.4,
        weave: Weave::Plain,
        thread: 0.0006,
        print: Print::Plain,
    }
}

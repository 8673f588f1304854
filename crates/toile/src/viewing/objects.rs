//! Cloths, bodies and meshes as objects of a view.

use super::fabric_look::material;
use crate::look::Color;
use glam::{DVec2, DVec3};
use std::sync::Arc;
use toile_cloth::cloth::Cloth;
use toile_geom::TriMesh;
use toile_view::scene::{Kind, Material, Mesh, Object};

/// Positions as the viewer wants them.
pub fn positions(points: &[DVec3]) -> Arc<Vec<[f32; 3]>> {
    Arc::new(points.iter().map(|p| p.as_vec3().to_array()).collect())
}

/// A cloth, with stitches along chains of its vertices and a layer for each vertex, if there are any.
pub fn cloth_object(
    name: impl Into<String>,
    cloth: &Cloth,
    stitches: Vec<Vec<u32>>,
    layers: Vec<u16>,
    color: Color,
) -> Object {
    let mesh = Mesh {
        triangles: cloth.triangles.clone(),
        places: Vec::new(),
        corners: corners(cloth),
        stitches,
        layers,
    };
    Object {
        name: name.into(),
        kind: Kind::Cloth,
        mesh: Arc::new(mesh),
        positions: positions(&cloth.state.positions),
        values: None,
        material: cloth.fabrics.first().map(|cut| material(&cut.fabric, color)).unwrap_or_default(),
        visible: true,
    }
}

/// Where the corners of each triangle lie on the fabric: across the warp, and along it.
fn corners(cloth: &Cloth) -> Vec<[[f32; 2]; 3]> {
    let warp = |t: usize| {
        let cut = cloth.fabric_of.get(t).and_then(|&cut| cloth.fabrics.get(usize::from(cut)));
        DVec2::from_angle(cut.map_or(0.0, |cut| cut.grain))
    };
    let corner = |p: DVec2, warp: DVec2| [p.dot(-warp.perp()) as f32, p.dot(warp) as f32];
    let triangles = cloth.rest.corners.iter().enumerate();
    triangles.map(|(t, corners)| corners.map(|p| corner(p, warp(t)))).collect()
}

/// A body, in the colour of skin.
pub fn body_object(mesh: &TriMesh) -> Object {
    let color = Color::hex(0xD9_B0_98).0.to_array();
    let material = Material { color, inside: color, roughness: 0.5, ..Material::default() };
    mesh_object("body", Kind::Body, mesh, material)
}

/// Any mesh.
pub fn mesh_object(name: impl Into<String>, kind: Kind, mesh: &TriMesh, material: Material) -> Object {
    Object {
        name: name.into(),
        kind,
        mesh: Arc::new(Mesh { triangles: mesh.triangles.clone(), ..Mesh::default() }),
        positions: positions(&mesh.positions),
        values: None,
        material,
        visible: true,
    }
}

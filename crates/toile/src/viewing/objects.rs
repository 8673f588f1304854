//! Cloths, bodies and meshes as objects of a view.

use super::fabric_look::material;
use glam::{DVec2, DVec3};
use std::sync::Arc;
use toile_cloth::cloth::Cloth;
use toile_geom::TriMesh;
use toile_look::Color;
use toile_view::scene::{Mesh, Object, ObjectKind, ViewMaterial};

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
        kind: ObjectKind::Cloth,
        mesh: Arc::new(mesh),
        positions: positions(&cloth.state.positions),
        values: None,
        material: cloth.fabrics.first().map(|cut| material(&cut.fabric, color)).unwrap_or_default(),
        visible: true,
    }
}

/// Where the corners of each triangle lie on the fabric: across the warp, and along it.
pub(super) fn corners(cloth: &Cloth) -> Vec<[[f32; 2]; 3]> {
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
    let material = ViewMaterial { color, inside: color, roughness: 0.5, ..ViewMaterial::default() };
    mesh_object("body", ObjectKind::Body, mesh, material)
}

/// Any mesh.
pub fn mesh_object(
    name: impl Into<String>,
    kind: ObjectKind,
    mesh: &TriMesh,
    material: ViewMaterial,
) -> Object {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use toile_cloth::fabric::Fabric;
    use toile_cloth::fabric::FabricCut;
    use toile_cloth::rest::RestShape;
    use toile_geom::shapes;

    #[test]
    fn prints_follow_the_grain_of_each_piece() {
        let mesh = shapes::sheet(DVec2::ONE, [4, 4]);
        let rest = RestShape::of_lying(&mesh);
        let denim = Fabric::named("denim").unwrap();
        let grains = [0.5_f64, 2.0];
        let cuts = grains.map(|grain| FabricCut::new(denim.clone(), grain)).to_vec();
        let cloth = Cloth::of_cuts(&mesh, rest, cuts, |t| u16::from(t > 15)).unwrap();
        for (t, (seen, corners)) in corners(&cloth).iter().zip(&cloth.rest.corners).enumerate() {
            let warp = DVec2::from_angle(grains[usize::from(t > 15)]);
            let way = corners[1] - corners[0];
            let across = way - warp * way.dot(warp);
            let moved = [0, 1].map(|k| f64::from(seen[1][k] - seen[0][k]));
            assert!((moved[1] - way.dot(warp)).abs() < 1e-6, "{t}");
            assert!((moved[0].abs() - across.length()).abs() < 1e-6, "{t}");
        }
    }
}

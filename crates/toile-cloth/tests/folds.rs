//! Folds that are pressed into cloth.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use toile_cloth::bending::Fold;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_geom::{TriMesh, shapes};

const FOLD: f64 = 0.8;

/// A sheet with the vertices of its middle line, folded there towards its normals by an angle.
fn folded(angle: f64) -> (TriMesh, Vec<Fold>, Cloth) {
    let mut mesh = shapes::sheet(DVec2::splat(0.2), [8, 8]);
    let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    let normal = mesh.vertex_normals()[0];
    let mut line: Vec<u32> =
        (0..mesh.positions.len() as u32).filter(|&v| places[v as usize].x.abs() < 1e-9).collect();
    line.sort_by(|a, b| places[*a as usize].y.total_cmp(&places[*b as usize].y));
    let folds = line.windows(2).map(|edge| Fold { edge: [edge[0], edge[1]], angle: FOLD }).collect();
    for p in mesh.positions.iter_mut().filter(|p| p.x > 0.0) {
        let (sin, cos) = angle.sin_cos();
        *p = DVec3::new(0.0, p.y, p.z) + DVec3::X * (p.x * cos) + normal * (p.x * sin);
    }
    let cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("denim").unwrap()).unwrap();
    (mesh, folds, cloth)
}

/// Where it is folded as it was pressed it has no energy; flat or folded to the other side it does.
#[test]
fn cloth_rests_in_its_fold() {
    let energy = |angle: f64| {
        let (mesh, folds, mut cloth) = folded(angle);
        cloth.fold(folds);
        cloth.bending.energy(&mesh.positions)
    };
    let (flat, other) = (energy(0.0), energy(-FOLD));
    assert!(flat > 0.0 && energy(FOLD) < 1e-9 * flat, "{} {flat}", energy(FOLD));
    assert!((other - 4.0 * flat).abs() < 1e-6 * flat, "{other} {flat}");
    let (mesh, _, mut cloth) = folded(FOLD);
    cloth.fold(Vec::new());
    assert!(
        (cloth.bending.energy(&mesh.positions) - flat).abs() < 1e-6 * flat,
        "without folds it is flat at rest"
    );
}

//! Meshes that tests share.

#![allow(dead_code, reason = "each test uses some of them")]

use glam::DVec3;
use std::f64::consts::TAU;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// A tube with further square holes, and just so many edges at borders and triangles: the topology of a shirt (4 holes) or of trousers (3).
pub(crate) fn with_holes(holes: usize, border: usize, triangles: usize) -> TriMesh {
    let around = 14;
    let mut mesh = toile_geom::shapes::tube(0.2, 0.6, around, 9);
    // Squares of the tube are pairs of triangles, row by row; every other hole is on the other side.
    let mut cut: Vec<usize> =
        (0..holes - 2).map(|n| 2 * ((3 + 3 * (n / 2)) * around as usize + 3 + 6 * (n % 2))).collect();
    cut.sort_unstable_by(|a, b| b.cmp(a));
    for square in cut {
        mesh.triangles.drain(square..square + 2);
    }
    while Topology::new(&mesh).boundary_edges().count() < border {
        split_border(&mut mesh);
    }
    let mut n = 0;
    while mesh.triangles.len() < triangles {
        split_triangle(&mut mesh, n);
        n += 1;
    }
    mesh
}

/// Cuts the triangle at the longest edge of the border in two.
fn split_border(mesh: &mut TriMesh) {
    let topology = Topology::new(mesh);
    let length = |e: &u32| {
        let [a, b] = topology.edges[*e as usize].map(|v| mesh.positions[v as usize]);
        a.distance(b)
    };
    let Some(edge) = topology.boundary_edges().max_by(|a, b| length(a).total_cmp(&length(b))) else { return };
    let [a, b] = topology.edges[edge as usize];
    let t = topology.edge_triangles.row(edge as usize)[0] as usize;
    let middle = mesh.positions.len() as u32;
    mesh.positions.push(mesh.positions[a as usize].midpoint(mesh.positions[b as usize]));
    let halves = [a, b].map(|gone| mesh.triangles[t].map(|v| if v == gone { middle } else { v }));
    mesh.triangles[t] = halves[0];
    mesh.triangles.push(halves[1]);
}

/// Puts a vertex in a triangle.
fn split_triangle(mesh: &mut TriMesh, n: usize) {
    let [a, b, c] = mesh.triangles[n];
    let middle = mesh.positions.len() as u32;
    mesh.positions.push(mesh.corners(n).iter().sum::<DVec3>() / 3.0);
    mesh.triangles[n] = [a, b, middle];
    mesh.triangles.extend([[b, c, middle], [c, a, middle]]);
}

/// A tube of cloth around the `y` axis with folds that hang down: a skirt.
pub(crate) fn skirt(around: u32, along: u32, folds: f64, depth: f64) -> TriMesh {
    let mut mesh = toile_geom::shapes::tube(0.25, 0.6, around, along);
    for p in &mut mesh.positions {
        let angle = p.x.atan2(p.z);
        let low = 1.0 - p.y / 0.6;
        let radius = 0.2 + 0.1 * low + depth * low * (folds * angle).cos();
        *p = DVec3::new(radius * angle.sin(), p.y, radius * angle.cos());
    }
    mesh
}

/// A roll of cloth. Every other turn has four times as many vertices, and smoothing draws those that have few onto those that have many.
pub(crate) fn roll(turns: u32, gap: f64) -> TriMesh {
    let steps = |turn: u32| if turn.is_multiple_of(2) { 56 } else { 14 };
    let angles = (0..turns).flat_map(|turn| {
        (0..steps(turn)).map(move |n| TAU * (f64::from(turn) + f64::from(n) / f64::from(steps(turn))))
    });
    let angles: Vec<f64> = angles.collect();
    let columns = angles.len() as u32;
    let mut mesh = toile_geom::shapes::sheet(glam::DVec2::ONE, [columns - 1, 6]);
    for (v, p) in mesh.positions.iter_mut().enumerate() {
        let angle = angles[v % columns as usize];
        let radius = 0.04 + gap * angle / TAU;
        *p = DVec3::new(radius * angle.cos(), 0.1 * p.z, radius * angle.sin());
    }
    mesh
}

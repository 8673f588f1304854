//! Inside or outside: how often the surface winds around each sample.
//!
//! Along a ray each crossing into the body counts one up, each crossing out of it one down; where the count is positive is
//! inside. Unlike the side of the nearest triangle this needs no clean mesh: where fingers pass into each other or a part
//! lies in another one, the count is two, and the field stays continuous.

use super::{DenseGrid, Lattice};
use crate::TriMesh;
use crate::predicates::{Sign, orient2d};
use crate::topology::Topology;
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// Gives all samples their signs: negative inside. Rays along one axis are enough for a closed mesh; if there are holes, rays
/// along all three axes vote, so that the few which pass through a hole are outvoted.
pub fn fill_signs(grid: &mut DenseGrid, mesh: &TriMesh) {
    let closed = Topology::new(mesh).surface().is_closed_manifold();
    let axes = if closed { 0..1 } else { 0..3 };
    let needed = if closed { 1 } else { 2 };
    let mut votes = vec![0_u8; grid.values.len()];
    for axis in axes {
        vote_along(&grid.lattice, mesh, axis, &mut votes);
    }
    grid.values.par_iter_mut().zip(votes).for_each(|(value, votes)| {
        *value = if votes >= needed { -value.abs() } else { value.abs() };
    });
}

/// One crossing of a ray with the surface: where, and whether into the body or out of it.
type Crossing = (f64, i32);

/// Adds one to each sample at which the rays along an axis have gone into the body more often than out of it.
fn vote_along(lattice: &Lattice, mesh: &TriMesh, axis: usize, votes: &mut [u8]) {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let size = lattice.size.to_array();
    let mut rays: Vec<Vec<Crossing>> = vec![Vec::new(); size[u] as usize * size[v] as usize];
    let points: Vec<DVec3> = mesh.positions.par_iter().map(|p| (p - lattice.origin) / lattice.cell).collect();
    for corners in &mesh.triangles {
        let corners = corners.map(|v| points[v as usize]);
        cross(&size, corners, [axis, u, v], &mut rays);
    }
    rays.par_iter_mut().for_each(|ray| ray.sort_by(|a, b| a.0.total_cmp(&b.0)));
    let row = lattice.size.x.max(1) as usize;
    votes.par_chunks_mut(row).enumerate().for_each(|(i, row)| {
        let (y, z) = (i as u32 / lattice.size.z, i as u32 % lattice.size.z);
        for (x, place) in row.iter_mut().enumerate() {
            let at = [x as u32, y, z];
            let ray = &rays[(at[v] * size[u] + at[u]) as usize];
            let along = f64::from(at[axis]);
            let before = ray.iter().take_while(|crossing| crossing.0 < along);
            *place += u8::from(before.map(|crossing| crossing.1).sum::<i32>() > 0);
        }
    });
}

/// Enters the crossings of one triangle, in cells of the lattice, with all rays along an axis that meet it.
fn cross(size: &[u32; 3], corners: [DVec3; 3], [axis, u, v]: [usize; 3], rays: &mut [Vec<Crossing>]) {
    // Rays are moved by a hair off the lattice, so that they meet no vertex or edge of a regular mesh.
    const HAIR: DVec2 = DVec2::new(1.234_567e-4, 2.718_281e-4);
    let flat = corners.map(|p| DVec2::new(p[u], p[v]) - HAIR);
    let [a, b, c] = flat;
    let twice = (b - a).perp_dot(c - a);
    if twice == 0.0 {
        return;
    }
    let low = a.min(b).min(c).ceil().max(DVec2::ZERO);
    let most = DVec2::new(f64::from(size[u]), f64::from(size[v])) - 1.0;
    let high = a.max(b).max(c).floor().min(most);
    if !low.cmple(high).all() {
        return;
    }
    for i in low.x as u32..=high.x as u32 {
        for j in low.y as u32..=high.y as u32 {
            let p = DVec2::new(f64::from(i), f64::from(j));
            let sides = [is_left(b, c, p), is_left(c, a, p), is_left(a, b, p)];
            if sides[0] == sides[1] && sides[1] == sides[2] {
                let weights = [(c - b).perp_dot(p - b), (a - c).perp_dot(p - c), (b - a).perp_dot(p - a)];
                let along: f64 = (0..3).map(|k| weights[k] / twice * corners[k][axis]).sum();
                // A triangle that turns to the left seen along the ray faces the ray's start: the ray goes in.
                let into = if sides[0] { -1 } else { 1 };
                rays[(j * size[u] + i) as usize].push((along, into));
            }
        }
    }
}

/// Whether a point lies to the left of a line, without rounding errors. On the line it is left of one of the two triangles
/// that share the edge and right of the other, so that a ray through an edge crosses one of them.
fn is_left(from: DVec2, to: DVec2, p: DVec2) -> bool {
    match orient2d(from, to, p) {
        Sign::Positive => true,
        Sign::Negative => false,
        Sign::Zero => (from.x, from.y) < (to.x, to.y),
    }
}

//! Folds that are drawn through themselves made smooth.
//!
//! Where a contour runs into a vertex that both its surfaces share, there are no two surfaces to be parted: the same piece of
//! cloth is turned over. Bringing the vertices around towards the middle of their neighbours unfolds it.

use super::contour::Contour;
use super::crossing::State;
use super::surface::Surfaces;
use glam::DVec3;
use std::collections::BTreeSet;

/// The vertices around a contour, within a share of its extent from its middle, that can move.
pub(super) fn around(surfaces: &Surfaces<'_>, state: &State, contour: &Contour) -> BTreeSet<u32> {
    const SHARE: f64 = 0.75;
    let corners = || contour.pairs.as_flattened().iter().flat_map(|&t| surfaces.triangles[t as usize]);
    let count = 6 * contour.pairs.len().max(1);
    let middle = corners().map(|v| state.mesh.positions[v as usize]).sum::<DVec3>() / count as f64;
    let reach = SHARE * contour.extent(state);
    let mut found: BTreeSet<u32> = corners().collect();
    let mut queue: Vec<u32> = found.iter().copied().collect();
    while let Some(vertex) = queue.pop() {
        for &next in surfaces.neighbours.row(vertex as usize) {
            if state.mesh.positions[next as usize].distance(middle) < reach && found.insert(next) {
                queue.push(next);
            }
        }
    }
    found.retain(|&v| surfaces.mobility[v as usize] > 0.0);
    found
}

/// Moves vertices towards the middle of their neighbours; those at a border along the border only.
pub(super) fn fair(
    surfaces: &Surfaces<'_>,
    border: &[bool],
    vertices: &BTreeSet<u32>,
    positions: &mut [DVec3],
) {
    const SWEEPS: usize = 10;
    for _ in 0..SWEEPS {
        let target = |&v: &u32| {
            let on_border = border[v as usize];
            let around =
                surfaces.neighbours.row(v as usize).iter().filter(|&&w| !on_border || border[w as usize]);
            let sum: DVec3 = around.clone().map(|&w| positions[w as usize]).sum();
            let count = around.count();
            if count == 0 {
                positions[v as usize]
            } else {
                positions[v as usize].lerp(sum / count as f64, 0.5)
            }
        };
        let moved: Vec<DVec3> = vertices.iter().map(target).collect();
        for (&v, place) in vertices.iter().zip(moved) {
            positions[v as usize] = place;
        }
    }
}

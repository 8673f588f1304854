//! Pairs of triangles pulled apart where no side is clear.

use super::contour::{Contour, crosses};
use super::crossing::State;
use super::relax::Push;
use super::surface::Surfaces;
use glam::DVec3;

/// Pulls each pair of a contour apart the shortest way: along the normal of a triangle or across two edges, as in the
/// separating-axis test.
pub(super) fn wrench(
    surfaces: &Surfaces<'_>,
    state: &State,
    contour: &Contour,
    thickness: f64,
    pushes: &mut Vec<Push>,
) {
    for &[first, second] in &contour.pairs {
        let triangles = [first, second].map(|t| surfaces.triangles[t as usize]);
        let own = [0, 1].map(|i: usize| {
            triangles[i].into_iter().filter(|v| !triangles[1 - i].contains(v)).collect::<Vec<u32>>()
        });
        if let Some((direction, overlap)) = shortest_way(surfaces, state, [first, second], &own) {
            pushes.push(apart(state, &own, direction, overlap + thickness));
        }
    }
}

/// Moves the means of two sets of vertices, of at most three each, apart by a distance.
fn apart(state: &State, own: &[Vec<u32>; 2], direction: DVec3, distance: f64) -> Push {
    let mut push = Push { vertices: [own[0][0]; 6], weights: [0.0; 6], direction, gap: distance };
    for (set, sign, first) in [(&own[0], 1.0, 0), (&own[1], -1.0, 3)] {
        for (i, &v) in set.iter().enumerate() {
            push.vertices[first + i] = v;
            push.weights[first + i] = sign / set.len() as f64;
        }
    }
    let at = |(&v, weight): (&u32, &f64)| weight * state.mesh.positions[v as usize].dot(direction);
    push.gap += push.vertices.iter().zip(&push.weights).map(at).sum::<f64>();
    push
}

/// The direction in which the first set has to go least to be beyond the second, and how far.
fn shortest_way(
    surfaces: &Surfaces<'_>,
    state: &State,
    pair: [u32; 2],
    own: &[Vec<u32>; 2],
) -> Option<(DVec3, f64)> {
    if own.iter().any(Vec::is_empty) {
        return None;
    }
    let corners = pair.map(|t| surfaces.corners(&state.mesh.positions, t));
    let sides = corners.map(|[a, b, c]| [b - a, c - b, a - c]);
    let mut axes = pair.map(|t| surfaces.normal(&state.mesh.positions, t)).to_vec();
    axes.extend(
        sides[0].iter().flat_map(|one| sides[1].iter().map(|other| one.cross(*other).normalize_or_zero())),
    );
    let range = |set: &[u32], axis: DVec3| {
        let along = set.iter().map(|&v| state.mesh.positions[v as usize].dot(axis));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let mut best: Option<(DVec3, f64)> = None;
    for axis in axes.into_iter().filter(|axis| *axis != DVec3::ZERO) {
        let ([low, high], [other_low, other_high]) = (range(&own[0], axis), range(&own[1], axis));
        for (direction, overlap) in [(axis, other_high - low), (-axis, high - other_low)] {
            if best.is_none_or(|(_, least)| overlap < least) {
                best = Some((direction, overlap));
            }
        }
    }
    best.map(|(direction, overlap)| (direction, overlap.max(0.0)))
}

/// Moves each edge that passes through a triangle so that the contour becomes shorter (Volino and Magnenat-Thalmann 2006).
///
/// If the edge with unit direction `E` is displaced by `D`, its crossing with the plane of normal `N` moves by
/// `D - (D·N)/(E·N) E`. The contour goes on from there in the unit directions `Rᵢ`, one for each triangle at the edge, and is
/// shortened by the sum of the motion along them. So the steepest way is `Σ (Rᵢ - (E·Rᵢ)/(E·N) N)`.
pub(super) fn shorten(surfaces: &Surfaces<'_>, state: &State, contour: &Contour, pushes: &mut Vec<Push>) {
    for pair in &contour.pairs {
        for slot in 0..2 {
            let through = pair[1 - slot];
            for &edge in &surfaces.topology.triangle_edges[pair[slot] as usize] {
                if crosses(surfaces, state, edge, through) {
                    pushes.extend(shorten_at(surfaces, state, edge, through));
                }
            }
        }
    }
}

fn shorten_at(surfaces: &Surfaces<'_>, state: &State, edge: u32, through: u32) -> Option<Push> {
    /// An edge nearly in the plane would be sent along the normal without end.
    const MIN_EDGE_SLOPE: f64 = 0.1;
    let at = |v: u32| state.mesh.positions[v as usize];
    let ends = surfaces.topology.edges[edge as usize];
    let along = (at(ends[1]) - at(ends[0])).try_normalize()?;
    let normal = surfaces.normal(&state.mesh.positions, through);
    let slope = along.dot(normal);
    let slope = slope.abs().max(MIN_EDGE_SLOPE).copysign(slope);
    let mut gradient = DVec3::ZERO;
    for &side in surfaces.topology.edge_triangles.row(edge as usize) {
        let opposite = surfaces.topology.opposite_vertex(side, edge)?;
        let line = surfaces.normal(&state.mesh.positions, side).cross(normal).normalize_or_zero();
        let inward = at(opposite) - at(ends[0]);
        let inward = inward - along * inward.dot(along);
        let line = if line.dot(inward) < 0.0 { -line } else { line };
        gradient += line - normal * (along.dot(line) / slope);
    }
    let (direction, size) = gradient.try_normalize().map(|direction| (direction, gradient.length()))?;
    let step = 0.25 * size.min(1.0) * at(ends[0]).distance(at(ends[1]));
    let corners = surfaces.triangles[through as usize].to_vec();
    Some(apart(state, &[ends.to_vec(), corners], direction, step))
}

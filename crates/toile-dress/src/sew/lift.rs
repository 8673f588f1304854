//! Lifts triangles that begin in the body off its skin.
//!
//! A triangle that a seam draws out is straight, and a body is not: over a shoulder or below an arm it may cut into the skin though all its corners
//! are outside. Since the garment begins without tension wherever it is, corners may simply go where the skin points until nothing is cut.

use super::SewnGarment;
use crate::body::Wearer;
use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::allowance::Deadline;
use toile_geom::intersect::mesh_intersections;

/// How far corners are moved at a time, in metres, and how often.
const LIFT_STEP: f64 = 4e-3;
const MAX_LIFT_ROUNDS: usize = 60;
/// What neighbours of corners that are moved take over of it.
const ALONG: f64 = 0.5;

/// Lifts the garment off the skin, until a deadline. Returns how many pairs of triangles still cross.
pub fn lift(sewn: &mut SewnGarment, body: &Wearer, deadline: &Deadline) -> usize {
    let triangles = sewn.cloth.triangles.clone();
    let mut mesh = TriMesh { positions: sewn.cloth.state.positions.clone(), triangles };
    let before = mesh_intersections(&mesh, body.mesh());
    let (mut pairs, mut best) = (before.clone(), (before.len(), mesh.positions.clone()));
    for _ in 0..MAX_LIFT_ROUNDS {
        if pairs.is_empty() || deadline.is_over() {
            break;
        }
        let moves = moves(&mesh, body, &pairs);
        for (place, way) in mesh.positions.iter_mut().zip(moves) {
            *place += way;
        }
        pairs = mesh_intersections(&mesh, body.mesh());
        if pairs.len() < best.0 {
            best = (pairs.len(), mesh.positions.clone());
        }
    }
    if best.0 < before.len() {
        sewn.begin_at(best.1);
    }
    best.0
}

/// Where vertices of triangles that cross the skin go: out of it, and those around them some of the way.
fn moves(mesh: &TriMesh, body: &Wearer, pairs: &[[u32; 2]]) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; mesh.positions.len()];
    for &[cloth, skin] in pairs {
        let [a, b, c] = body.mesh().corners(skin as usize);
        let outward = (b - a).cross(c - a).normalize_or_zero();
        for v in mesh.triangles[cloth as usize] {
            sums[v as usize] += outward;
        }
    }
    let own: Vec<DVec3> = sums.into_iter().map(|sum| sum.normalize_or_zero() * LIFT_STEP).collect();
    let mut around = vec![(DVec3::ZERO, 0.0); own.len()];
    for triangle in &mesh.triangles {
        for v in triangle {
            for other in triangle.iter().filter(|other| *other != v && own[**other as usize] != DVec3::ZERO) {
                let sum: &mut (DVec3, f64) = &mut around[*v as usize];
                *sum = (sum.0 + own[*other as usize], sum.1 + 1.0);
            }
        }
    }
    let passed_on =
        |v: usize| if around[v].1 > 0.0 { around[v].0 * (ALONG / around[v].1) } else { DVec3::ZERO };
    (0..own.len()).map(|v| if own[v] == DVec3::ZERO { passed_on(v) } else { own[v] }).collect()
}

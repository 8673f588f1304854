//! Pieces with a hole for the head, such as ponchos: they go around no segment but lie flat above the shoulders, the neck through the hole.

use super::assign::Assignment;
use crate::body::Wearer;
use glam::{DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::intersect::triangles_intersect;
use toile_pattern::mesh::MeshedPiece;
use toile_pattern::piece::Piece;

/// A hole is for the head if it is as long around as this, in metres.
const HEAD_HOLE: f64 = 0.4;
/// Steps up from the nape in metres.
const NAPE_STEP: f64 = 0.01;

/// Whether a piece lies flat around the neck: the file puts it there and it has a hole, or it is sewn to nothing and has one.
pub(super) fn is_flat(piece: &Piece, assignment: &Assignment, is_sewn: bool) -> bool {
    let lies = assignment.pose.map(|pose| (pose.rotation * DVec3::Z).y > 0.8);
    head_hole(piece).is_some() && lies.unwrap_or(!is_sewn)
}

/// The middle of the hole for the head.
fn head_hole(piece: &Piece) -> Option<DVec2> {
    let hole = piece.holes.iter().max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let [low, high] = hole.bounds();
    (hole.length() >= HEAD_HOLE).then(|| low.midpoint(high))
}

/// Lays a piece flat, as low as the body allows.
pub(super) fn lay_flat(
    piece: &Piece,
    mesh: &MeshedPiece,
    assignment: &Assignment,
    body: &Wearer,
) -> Option<Vec<DVec3>> {
    let middle = head_hole(piece)?;
    let neck = body.landmarks().position("neck_center")?;
    let low = body.landmarks().position("neck_back")?.y;
    let high = body.mesh().bounds().max.y + NAPE_STEP;
    // Up in the piece is towards the back, unless the file tells otherwise.
    let turn = assignment
        .pose
        .map_or_else(|| glam::DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2), |pose| pose.rotation);
    let steps = ((high - low) / NAPE_STEP).ceil().max(0.0) as usize;
    let laid = |height: f64| -> Vec<DVec3> {
        let at = DVec3::new(neck.x, height, neck.z);
        mesh.places.iter().map(|&place| at + turn * (place - middle).extend(0.0)).collect()
    };
    let heights = (1..=steps).map(|k| low + k as f64 * NAPE_STEP);
    heights.map(laid).find(|positions| is_clear(positions, mesh, body)).or_else(|| Some(laid(high)))
}

fn is_clear(positions: &[DVec3], mesh: &MeshedPiece, body: &Wearer) -> bool {
    let cloth = TriMesh { positions: positions.to_vec(), triangles: mesh.triangles.clone() };
    let tree = Bvh::over_triangles(&cloth);
    tree.pairs(body.tree(), |a, b| {
        triangles_intersect(cloth.corners(a as usize), body.mesh().corners(b as usize))
    })
    .is_empty()
}

//! Two triangles: apart, or joined at a vertex or an edge as neighbours in a mesh are.

use super::segment_segment::point_on_segment;
use super::segment_triangle::{edges, segment_triangle};
use crate::predicates::{Sign, collinear, orient2d, orient3d, projection_axis};
use glam::DVec3;

/// Whether two triangles have a point in common.
///
/// If they do, a corner of what they have in common lies on an edge of one and in the other, so six tests of an edge
/// against a triangle find it; the planes are tested first, since they settle nearly every case.
pub fn triangles_intersect(first: [DVec3; 3], second: [DVec3; 3]) -> bool {
    if same_strict_side(second, first) || same_strict_side(first, second) {
        return false;
    }
    edges(first).into_iter().any(|edge| segment_triangle(edge, second))
        || edges(second).into_iter().any(|edge| segment_triangle(edge, first))
}

/// Whether the triangles `v a b` and `v c d`, which share the vertex `v`, have another point in common.
pub fn triangles_beyond_shared_vertex(v: DVec3, [a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> bool {
    // Nearly always one triangle leaves the other's plane at once, both its edges on the same side.
    if same_strict_side([v, c, d], [a, b]) || same_strict_side([v, a, b], [c, d]) {
        return false;
    }
    // A triangle is a bundle of segments from `v` to the opposite edge. Walking from `v` through a common point until
    // one of the triangles ends, one arrives on an opposite edge, still inside the other triangle.
    let hit = segment_triangle([a, b], [v, c, d]) || segment_triangle([c, d], [v, a, b]);
    if !hit {
        return false;
    }
    // What was hit is another point than `v`, unless `v` lies on an opposite edge. Then that triangle is degenerate:
    // it is two segments from `v`, each a bundle of one.
    if point_on_segment(v, [a, b]) {
        return [a, b]
            .into_iter()
            .any(|end| end != v && triangles_beyond_shared_vertex(v, [end, end], [c, d]));
    }
    if point_on_segment(v, [c, d]) {
        return [c, d]
            .into_iter()
            .any(|end| end != v && triangles_beyond_shared_vertex(v, [a, b], [end, end]));
    }
    true
}

/// Whether the triangles `p q a` and `p q b`, which share the edge `p q`, have a point in common beyond that edge: they
/// do if one is folded flat onto the other.
pub fn triangles_beyond_shared_edge([p, q]: [DVec3; 2], a: DVec3, b: DVec3) -> bool {
    if !orient3d(p, q, a, b).is_zero() {
        return false;
    }
    if p == q {
        return triangles_beyond_shared_vertex(p, [a, a], [b, b]);
    }
    match (projection_axis(p, q, a), collinear(p, q, b)) {
        (Some(axis), false) => {
            let [p2, q2, a2, b2] = [p, q, a, b].map(|x| axis.drop(x));
            orient2d(p2, q2, a2) == orient2d(p2, q2, b2)
        }
        (None, true) => {
            // Both are segments on the line of the edge: do both reach beyond the same end of it?
            let beyond = |near, end, x| x != end && point_on_segment(end, [near, x]);
            (beyond(p, q, a) && beyond(p, q, b)) || (beyond(q, p, a) && beyond(q, p, b))
        }
        // A triangle with area meets the line of its edge in that edge alone.
        _ => false,
    }
}

/// Whether the points lie strictly on one side of a triangle's plane.
fn same_strict_side<const N: usize>([a, b, c]: [DVec3; 3], points: [DVec3; N]) -> bool {
    let side = orient3d(a, b, c, points[0]);
    side != Sign::Zero && points[1..].iter().all(|&p| orient3d(a, b, c, p) == side)
}

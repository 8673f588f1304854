//! A segment, or a point, and a triangle.

use super::segment_segment::{point_on_segment, project, segment_segment, segment_segment_2d};
use crate::predicates::{Sign, orient2d, orient3d, projection_axis};
use glam::{DVec2, DVec3};

/// Whether a segment and a triangle have a point in common.
pub fn segment_triangle(segment: [DVec3; 2], triangle: [DVec3; 3]) -> bool {
    let ([p, q], [a, b, c]) = (segment, triangle);
    match (orient3d(a, b, c, p), orient3d(a, b, c, q)) {
        (Sign::Zero, Sign::Zero) => segment_triangle_in_plane(segment, triangle),
        (above, below) if above == below => false,
        // The line crosses the plane in one point; it passes all three edges on the same side, or touches some.
        _ => same_side([orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a)]),
    }
}

/// Whether a point lies in a triangle, edges and corners included.
pub fn point_in_triangle(p: DVec3, triangle: [DVec3; 3]) -> bool {
    let [a, b, c] = triangle;
    match projection_axis(a, b, c) {
        Some(axis) => {
            orient3d(a, b, c, p).is_zero() && point_in_triangle_2d(axis.drop(p), project(axis, triangle))
        }
        None => edges(triangle).into_iter().any(|edge| point_on_segment(p, edge)),
    }
}

/// The segment's ends are in the triangle's plane, or the triangle has no plane.
fn segment_triangle_in_plane(segment: [DVec3; 2], triangle: [DVec3; 3]) -> bool {
    let [a, b, c] = triangle;
    let Some(axis) = projection_axis(a, b, c) else {
        return edges(triangle).into_iter().any(|edge| segment_segment(segment, edge));
    };
    let (segment, triangle) = (project(axis, segment), project(axis, triangle));
    point_in_triangle_2d(segment[0], triangle)
        || edges(triangle).into_iter().any(|edge| segment_segment_2d(segment, edge))
}

/// For a triangle that is not degenerate, of either winding.
fn point_in_triangle_2d(p: DVec2, [a, b, c]: [DVec2; 3]) -> bool {
    same_side([orient2d(a, b, p), orient2d(b, c, p), orient2d(c, a, p)])
}

fn same_side(signs: [Sign; 3]) -> bool {
    !(signs.contains(&Sign::Negative) && signs.contains(&Sign::Positive))
}

/// The edges of a triangle.
pub(super) fn edges<T: Copy>([a, b, c]: [T; 3]) -> [[T; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

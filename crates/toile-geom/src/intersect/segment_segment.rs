//! Segments, in the plane and in space.

use crate::predicates::{Axis, orient2d, orient3d, projection_axis};
use glam::{DVec2, DVec3};

/// Whether a point lies on a segment, ends included.
pub fn point_on_segment(p: DVec3, [a, b]: [DVec3; 2]) -> bool {
    p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all() && projection_axis(a, b, p).is_none()
}

/// Whether two segments in space have a point in common.
pub fn segment_segment(first: [DVec3; 2], second: [DVec3; 2]) -> bool {
    let ([a, b], [c, d]) = (first, second);
    let boxes_overlap = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    if !boxes_overlap || !orient3d(a, b, c, d).is_zero() {
        return false;
    }
    // The four points lie in a plane. A projection that keeps some three of them apart is one-to-one on that plane.
    let axis = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]]
        .into_iter()
        .find_map(|[p, q, r]| projection_axis(p, q, r));
    match axis {
        Some(axis) => segment_segment_2d(project(axis, first), project(axis, second)),
        // All on one line: then the boxes' overlap decides. On a line the coordinates are monotone together, so if
        // the boxes overlap along the coordinate that varies, the segments do.
        None => true,
    }
}

/// Whether two segments in the plane have a point in common.
pub(super) fn segment_segment_2d([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let boxes_overlap = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    if !boxes_overlap {
        return false;
    }
    // Each segment must not lie strictly on one side of the other's line. With overlapping boxes this is sufficient
    // too, also when all four are on one line.
    let apart = |p, q| p == q && p != crate::predicates::Sign::Zero;
    !apart(orient2d(a, b, c), orient2d(a, b, d)) && !apart(orient2d(c, d, a), orient2d(c, d, b))
}

pub(super) fn project<const N: usize>(axis: Axis, points: [DVec3; N]) -> [DVec2; N] {
    points.map(|p| axis.drop(p))
}

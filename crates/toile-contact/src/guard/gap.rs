//! The gap between two things along a direction, never overestimated.

use crate::narrow::StencilKind;
use crate::narrow::proximity::Proximity;
use glam::DVec3;

/// A difference of coordinates, a product and two sums are each off by at most half an `EPSILON` of their size: four
/// times `EPSILON` covers all of them twice over.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A lower bound of how far the first side is beyond the second along a direction of at most unit length. If it is
/// positive, a plane with this normal separates them, for certain.
#[inline]
pub(super) fn gap_below(kind: StencilKind, corners: &[DVec3; 4], direction: DVec3) -> f64 {
    let (first, second) = corners.split_at(kind.first_side());
    let size = direction.abs();
    let mut gap = f64::INFINITY;
    for &a in first {
        for &b in second {
            let difference = a - b;
            gap = gap.min(direction.dot(difference) - ROUNDING * size.dot(difference.abs()));
        }
    }
    gap
}

/// The direction along which the gap is widest among those that come into question, and the gap.
///
/// The direction from one closest point to the other is best, but where these are nearly the same, rounding turns it. Then
/// directions that are perpendicular to the features by construction do better: an error along an edge costs as much gap as
/// the edge is long.
pub(super) fn widest_gap(kind: StencilKind, corners: &[DVec3; 4], close: &Proximity) -> (DVec3, f64) {
    let mut best = (close.normal, gap_below(kind, corners, close.normal));
    if best.1 >= 0.999 * close.distance && best.1 > 0.0 {
        return best;
    }
    let mut consider = |direction: DVec3| {
        if let Some(unit) = direction.try_normalize() {
            for candidate in [unit, -unit] {
                let gap = gap_below(kind, corners, candidate);
                if gap > best.1 {
                    best = (candidate, gap);
                }
            }
        }
    };
    let [a, b, c, d] = *corners;
    let edges = match kind {
        StencilKind::VertexTriangle => [c - b, d - c, b - d],
        StencilKind::EdgeEdge => [b - a, d - c, DVec3::ZERO],
    };
    consider(cross(edges[0], edges[1]));
    for edge in edges {
        consider(without(close.normal, edge));
        consider(without(c - a, edge));
    }
    best
}

/// What is left of a vector perpendicular to another.
fn without(vector: DVec3, edge: DVec3) -> DVec3 {
    match edge.try_normalize() {
        // Twice, since the first time leaves what rounding has put in.
        Some(unit) => (0..2).fold(vector, |left, _| left - unit * left.dot(unit)),
        None => vector,
    }
}

/// The cross product, each component with a small relative error even for vectors that are nearly parallel (Kahan's
/// difference of products).
fn cross(u: DVec3, v: DVec3) -> DVec3 {
    let difference = |a: f64, b: f64, c: f64, d: f64| {
        let product = c * d;
        a.mul_add(b, -product) + (-c).mul_add(d, product)
    };
    DVec3::new(difference(u.y, v.z, u.z, v.y), difference(u.z, v.x, u.x, v.z), difference(u.x, v.y, u.y, v.x))
}

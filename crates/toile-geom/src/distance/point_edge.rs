//! A point and an edge.

use super::Pair;
use glam::DVec3;

/// The point of an edge closest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointEdge {
    /// Where on the edge: 0 at its start, 1 at its end.
    pub t: f64,
    /// The closest point.
    pub point: DVec3,
    /// The squared distance to it.
    pub distance_squared: f64,
    /// The pair with its derivatives; its corners are the point, the edge's start and end.
    pub pair: Pair,
}

/// The point of the edge `a b` closest to `p`.
pub fn point_edge(p: DVec3, [a, b]: [DVec3; 2]) -> PointEdge {
    let t = closest_parameter(p, a, b);
    let point = on_edge(a, b, t);
    let free: &[[f64; 4]] = if t > 0.0 && t < 1.0 { &[[0.0, 1.0, -1.0, 0.0]] } else { &[] };
    PointEdge {
        t,
        point,
        distance_squared: p.distance_squared(point),
        pair: Pair::new([p, a, b, p], [1.0, t - 1.0, -t, 0.0], free),
    }
}

/// The parameter of the point of `a b` closest to `p`, in 0 ..= 1; 0 if the edge is a point.
pub(super) fn closest_parameter(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let edge = b - a;
    let length_squared = edge.length_squared();
    if length_squared == 0.0 {
        return 0.0;
    }
    // The quotient is finite unless the edge is so short that its square underflows; then any point is as good.
    let t = (p - a).dot(edge) / length_squared;
    if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
}

/// The point of `a b` at `t`, exact at both ends.
pub(super) fn on_edge(a: DVec3, b: DVec3, t: f64) -> DVec3 {
    if t < 0.5 { a + (b - a) * t } else { b + (a - b) * (1.0 - t) }
}

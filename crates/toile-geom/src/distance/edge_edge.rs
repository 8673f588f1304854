//! Two edges.

use super::Pair;
use super::point_edge::{closest_parameter, on_edge};
use glam::DVec3;

/// The closest points of two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdge {
    /// Where on the first edge: 0 at its start, 1 at its end.
    pub s: f64,
    /// Where on the second edge.
    pub t: f64,
    /// The closest points, on the first and on the second edge.
    pub points: [DVec3; 2],
    /// The squared distance between them.
    pub distance_squared: f64,
    /// The pair with its derivatives; its corners are the first edge's and the second edge's ends.
    pub pair: Pair,
}

/// Below this squared sine of the angle between them, edges count as parallel.
const PARALLEL: f64 = 1e-16;

/// The closest points of the edges `a b` and `c d`.
///
/// Where parallel edges run side by side, every point of the stretch is closest; the middle of it is chosen, which is
/// where a pair of rods in contact would be supported, and which changes continuously as they slide along each other.
pub fn edge_edge(first: [DVec3; 2], second: [DVec3; 2]) -> EdgeEdge {
    let ([a, b], [c, d]) = (first, second);
    let mut best = Candidate::new(first, second, 0.0, 0.0);
    // The closest pair is between the insides of both edges or has an end of one of them.
    let ends = [
        (0.0, closest_parameter(a, c, d)),
        (1.0, closest_parameter(b, c, d)),
        (closest_parameter(c, a, b), 0.0),
        (closest_parameter(d, a, b), 1.0),
    ];
    for (s, t) in ends {
        best = best.closer(Candidate::new(first, second, s, t));
    }
    if let Some((s, t)) = crossing(first, second) {
        best = best.closer(Candidate::new(first, second, s, t));
    } else if let Some((s, t)) = middle_of_overlap(first, second) {
        let middle = Candidate::new(first, second, s, t);
        // As close as the best, but for rounding: of the distance, and of the points where the edges touch.
        let rounding = 1e-28 * (b - a).length_squared().max((d - c).length_squared());
        if middle.distance_squared <= best.distance_squared * (1.0 + 1e-12) + rounding {
            best = middle;
        }
    }
    best.into_edge_edge(first, second)
}

/// The parameters at which the two lines are closest, if they are not parallel and both are strictly inside.
fn crossing([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> Option<(f64, f64)> {
    let (u, v, w) = (b - a, d - c, c - a);
    let normal = u.cross(v);
    let sine_squared = normal.length_squared();
    if sine_squared <= PARALLEL * u.length_squared() * v.length_squared() {
        return None;
    }
    let s = w.cross(v).dot(normal) / sine_squared;
    let t = w.cross(u).dot(normal) / sine_squared;
    (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0).then_some((s, t))
}

/// The middle of the stretch along which parallel edges run side by side, if there is one.
fn middle_of_overlap([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> Option<(f64, f64)> {
    let u = b - a;
    let length_squared = u.length_squared();
    if length_squared == 0.0
        || c == d
        || u.cross(d - c).length_squared() > PARALLEL * length_squared * (d - c).length_squared()
    {
        return None;
    }
    let [from, to] = [c, d].map(|p| (p - a).dot(u) / length_squared);
    let (low, high) = (from.min(to).max(0.0), from.max(to).min(1.0));
    (low < high).then(|| {
        let s = f64::midpoint(low, high);
        (s, closest_parameter(on_edge(a, b, s), c, d))
    })
}

#[derive(Clone, Copy)]
struct Candidate {
    s: f64,
    t: f64,
    points: [DVec3; 2],
    distance_squared: f64,
}

impl Candidate {
    fn new([a, b]: [DVec3; 2], [c, d]: [DVec3; 2], s: f64, t: f64) -> Self {
        let points = [on_edge(a, b, s), on_edge(c, d, t)];
        Self { s, t, points, distance_squared: points[0].distance_squared(points[1]) }
    }

    fn closer(self, other: Self) -> Self {
        if other.distance_squared < self.distance_squared { other } else { self }
    }

    fn into_edge_edge(self, [a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> EdgeEdge {
        let Self { s, t, points, distance_squared } = self;
        let inside = |x: f64| x > 0.0 && x < 1.0;
        let (on_first, on_second) = ([-1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, -1.0]);
        let free: &[[f64; 4]] = match (inside(s), inside(t)) {
            (true, true) => &[on_first, on_second],
            (true, false) => &[on_first],
            (false, true) => &[on_second],
            (false, false) => &[],
        };
        let pair = Pair::new([a, b, c, d], [1.0 - s, s, t - 1.0, -t], free);
        EdgeEdge { s, t, points, distance_squared, pair }
    }
}

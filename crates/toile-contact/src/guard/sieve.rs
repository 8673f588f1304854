//! Leaves out the pairs that cannot come close although their boxes overlap: most neighbours in a sheet.
//!
//! A direction along which two sides are apart at the beginning and at the end, wherever their corners are in their regions, is a proof. That
//! of their centres is tried first, in single precision on data that lie side by side; then about that of their closest points. Neither needs
//! to be exact.

use super::far::{Candidate, Found};
use super::parts;
use super::regions::Region;
use super::suspects::corners;
use crate::broad::Candidates;
use crate::broad::boxes::round_down;
use crate::features::Features;
use crate::narrow::Kind;
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// What rounding may take of a gap, as a part of the size of the coordinates, in single and in double precision: far more than it does.
const ROUNDING_SINGLE: f64 = 64.0 * f32::EPSILON as f64;
const ROUNDING: f64 = 1e-12;

/// All places of a vertex at the beginning and at the end.
#[derive(Clone, Copy, Debug, Default)]
struct Ball {
    centre: [Vec3; 2],
    radius: f32,
}

/// All places of an edge: within a radius of the line between `centre - half` and `centre + half`.
#[derive(Clone, Copy, Debug, Default)]
struct Rod {
    centre: [Vec3; 2],
    half: [Vec3; 2],
    radius: f32,
}

/// All places of a triangle: within a radius of one whose corners are given from its centre.
#[derive(Clone, Copy, Debug, Default)]
struct Plate {
    centre: [Vec3; 2],
    corners: [[Vec3; 3]; 2],
    radius: f32,
}

/// Where features can be, for quick tests.
#[derive(Debug, Default)]
pub(super) struct Sieve {
    balls: Vec<Ball>,
    rods: Vec<Rod>,
    plates: Vec<Plate>,
    parts: Vec<Vec<Candidate>>,
}

impl Sieve {
    /// Keeps those of some pairs that no direction shows to stay farther apart than a distance.
    pub(super) fn sift(
        &mut self,
        features: &Features,
        regions: &[Region],
        distance: f64,
        boxed: &Candidates,
        found: &mut Found,
    ) {
        let largest = regions.par_iter().map(Region::largest_coordinate).reduce(|| 0.0, f64::max);
        self.fill(features, regions, ROUNDING_SINGLE * largest);
        let Self { balls, rods, plates, parts } = self;
        let least = distance as f32 * (1.0 + 1e-6);
        let regions_of = |kind, pair| corners(features, kind, pair).map(|v| &regions[v as usize]);
        found.vertex_triangle.clear();
        parts::gather(&boxed.vertex_triangle, parts, &mut found.vertex_triangle, |&pair| {
            if plates[pair[1] as usize].stays_from(&balls[pair[0] as usize], least) {
                return None;
            }
            let gap = vertex_gap(regions_of(Kind::VertexTriangle, pair), distance)?;
            Some(Candidate { pair, gap: round_down(gap) })
        });
        found.edge_edge.clear();
        parts::gather(&boxed.edge_edge, parts, &mut found.edge_edge, |&pair| {
            if rods[pair[0] as usize].stays_from(&rods[pair[1] as usize], least) {
                return None;
            }
            let gap = edges_gap(regions_of(Kind::EdgeEdge, pair), distance)?;
            Some(Candidate { pair, gap: round_down(gap) })
        });
    }

    /// Takes over where features can be; radii are grown by what rounding may take.
    fn fill(&mut self, features: &Features, regions: &[Region], rounding: f64) {
        let reach = |v: u32| regions[v as usize].reach() + rounding;
        let middle = |v: u32, time: usize| regions[v as usize].middle[time];
        self.balls.clear();
        self.balls.par_extend(
            (0..regions.len() as u32).into_par_iter().map(|v| Ball {
                centre: [0, 1].map(|time| middle(v, time).as_vec3()),
                radius: reach(v) as f32,
            }),
        );
        self.rods.clear();
        self.rods.par_extend(features.edges().par_iter().map(|&[a, b]| Rod {
            centre: [0, 1].map(|time| middle(a, time).midpoint(middle(b, time)).as_vec3()),
            half: [0, 1].map(|time| (0.5 * (middle(b, time) - middle(a, time))).as_vec3()),
            radius: reach(a).max(reach(b)) as f32,
        }));
        self.plates.clear();
        self.plates.par_extend(features.triangles().par_iter().map(|&[a, b, c]| {
            let centre = [0, 1].map(|time| (middle(a, time) + middle(b, time) + middle(c, time)) / 3.0);
            Plate {
                centre: centre.map(DVec3::as_vec3),
                corners: [0, 1].map(|time| [a, b, c].map(|v| (middle(v, time) - centre[time]).as_vec3())),
                radius: reach(a).max(reach(b)).max(reach(c)) as f32,
            }
        }));
    }
}

impl Rod {
    /// Whether the direction of the centres shows that two edges stay farther apart than a distance.
    #[inline]
    fn stays_from(&self, other: &Self, distance: f32) -> bool {
        let direction = self.centre[0] - other.centre[0];
        let least = (self.radius + other.radius + distance) * direction.length();
        let gap = |time: usize| {
            let extent = direction.dot(self.half[time]).abs() + direction.dot(other.half[time]).abs();
            direction.dot(self.centre[time] - other.centre[time]) - extent
        };
        gap(0) > least && gap(1) > least
    }
}

impl Plate {
    /// Whether the direction of the centres shows that a vertex stays farther away than a distance.
    #[inline]
    fn stays_from(&self, vertex: &Ball, distance: f32) -> bool {
        let direction = vertex.centre[0] - self.centre[0];
        let least = (self.radius + vertex.radius + distance) * direction.length();
        let gap = |time: usize| {
            let [a, b, c] = self.corners[time].map(|corner| direction.dot(corner));
            direction.dot(vertex.centre[time] - self.centre[time]) - a.max(b).max(c)
        };
        gap(0) > least && gap(1) > least
    }
}

/// How far a vertex and a triangle are apart while their corners are in the middle of their regions, as about the direction of the closest points at
/// the beginning or at the end shows; nothing if one of these shows that they stay farther apart than a distance wherever their corners are.
#[inline]
fn vertex_gap(regions: [&Region; 4], distance: f64) -> Option<f64> {
    let toward = |time: usize| {
        let [p, q, r, s] = regions.map(|region| region.middle[time]);
        p - near_point_of_triangle(p, [q, r, s])
    };
    best_gap(1, regions, distance, toward)
}

/// The same for two edges.
#[inline]
fn edges_gap(regions: [&Region; 4], distance: f64) -> Option<f64> {
    let toward = |time: usize| {
        let [p, q, r, s] = regions.map(|region| region.middle[time]);
        between_edges([p, q], [r, s])
    };
    best_gap(2, regions, distance, toward)
}

/// The widest gap that two directions show between the first corners and the rest.
#[inline]
fn best_gap(
    first: usize,
    regions: [&Region; 4],
    distance: f64,
    toward: impl Fn(usize) -> DVec3,
) -> Option<f64> {
    let mut best = f64::NEG_INFINITY;
    for time in [0, 1] {
        let direction = toward(time).normalize_or_zero();
        let [bare, whole] = gaps_along(direction, first, regions);
        if whole > distance {
            return None;
        }
        best = best.max(bare);
    }
    Some(best)
}

/// The gap along a direction, the lesser of those at the beginning and at the end, less what rounding may add: without the radii of the regions,
/// and with them.
#[inline]
fn gaps_along(direction: DVec3, first: usize, regions: [&Region; 4]) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    for time in [0, 1] {
        let origin = regions[3].middle[time];
        let (mut below, mut above) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for (n, region) in regions.iter().enumerate() {
            let [middle, width, with_radius] = region.extent(direction, origin, time);
            for (which, reach) in [width, with_radius].into_iter().enumerate() {
                if n < first {
                    below[which] = below[which].min(middle - reach);
                } else {
                    above[which] = above[which].max(middle + reach);
                }
            }
        }
        for which in [0, 1] {
            let rounding = ROUNDING * (below[which].abs() + above[which].abs());
            least[which] = least[which].min(below[which] - above[which] - rounding);
        }
    }
    least
}

/// About the point of a triangle that is closest to another point: the foot of the perpendicular, or the closest point of the side across from
/// the corner that has the least weight in it.
#[inline]
fn near_point_of_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (u, v, w) = (b - a, c - a, point - a);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let area = (uu * vv - uv * uv).max(f64::MIN_POSITIVE);
    let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
    let r = 1.0 - s - t;
    if s >= 0.0 && t >= 0.0 && r >= 0.0 {
        return a + u * s + v * t;
    }
    let (from, side) = if s <= t && s <= r {
        (a, v)
    } else if t <= r {
        (a, u)
    } else {
        (b, c - b)
    };
    let part = side.dot(point - from) / side.length_squared().max(f64::MIN_POSITIVE);
    from + side * part.clamp(0.0, 1.0)
}

/// About the way from the closest point of the second edge to that of the first.
#[inline]
fn between_edges([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> DVec3 {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let s = ((uv * vw - vv * uw) / (uu * vv - uv * uv).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let t = ((uv * s + vw) / vv.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let s = ((uv * t - uw) / uu.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (a + u * s) - (c + v * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::narrow::proximity::proximity;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = DVec3> {
        [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0].prop_map(DVec3::from)
    }

    proptest! {
        /// Whatever is left out is farther apart than the distance, wherever corners are in their regions.
        #[test]
        fn what_is_left_out_stays_apart(
            ways in [(place(), place()), (place(), place()), (place(), place()), (place(), place())],
            parts in [0.0..1.0_f64, 0.0..1.0, 0.0..1.0, 0.0..1.0],
            aside in [place(), place(), place(), place()],
            far in 0.0..4.0_f64,
            strays in [any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()],
            progress in 0.0..=1.0_f64,
        ) {
            let radius = 0.05;
            let mut v = 0;
            let regions = ways.map(|(from, way)| {
                v += 1;
                let from = if v == 1 { from + DVec3::X * far } else { from };
                let to = from + 0.2 * way;
                if strays[v - 1] { Region::straying(from, to, radius) } else { Region::following(from, to, radius) }
            });
            let mut features = Features::default();
            features.add(&[[1, 2, 3]], 4);
            let edges: Vec<[u32; 2]> = features.edges().to_vec();
            // All are at the same part of their ways; those that stray are anywhere in their boxes.
            let at = |v: usize| {
                let region = regions[v];
                let middle = region.middle[0].lerp(region.middle[1], progress);
                middle + region.half * (2.0 * parts[v] - 1.0) + aside[v].clamp_length_max(radius * 0.999)
            };
            let mut sieve = Sieve::default();
            let boxed = Candidates { vertex_triangle: vec![[0, 0]], edge_edge: Vec::new() };
            let mut found = Found::default();
            sieve.sift(&features, &regions, 0.01, &boxed, &mut found);
            let corners = [at(0), at(1), at(2), at(3)];
            let all = [&regions[0], &regions[1], &regions[2], &regions[3]];
            let gaps = [vertex_gap(all, 0.01), edges_gap(all, 0.01)];
            if found.vertex_triangle.is_empty() {
                prop_assert!(proximity(Kind::VertexTriangle, corners, 0.01).is_none());
            }
            // What has not strayed is as far apart as was known.
            let strayed = |v: usize| regions[v].outside(corners[v], progress);
            for (kind, gap, first) in [(Kind::VertexTriangle, gaps[0], 1), (Kind::EdgeEdge, gaps[1], 2)] {
                let most = |range: std::ops::Range<usize>| range.map(strayed).fold(0.0, f64::max);
                let left = gap.unwrap_or(0.0) - most(0..first) - most(first..4);
                prop_assert!(left <= 0.0 || proximity(kind, corners, left * 0.999).is_none());
            }
            prop_assert_eq!(edges.len(), 3);
            if gaps[1].is_none() {
                prop_assert!(proximity(Kind::EdgeEdge, corners, 0.01).is_none());
            }
            let rods = [[0, 1], [2, 3]].map(|[a, b]: [usize; 2]| Rod {
                centre: [0, 1].map(|time| regions[a].middle[time].midpoint(regions[b].middle[time]).as_vec3()),
                half: [0, 1].map(|time| (0.5 * (regions[b].middle[time] - regions[a].middle[time])).as_vec3()),
                radius: regions[a].reach().max(regions[b].reach()) as f32 + 1e-5,
            });
            if rods[0].stays_from(&rods[1], 0.01) {
                prop_assert!(proximity(Kind::EdgeEdge, corners, 0.01).is_none());
            }
        }
    }
}

//! Leaves out the pairs that cannot come close although their boxes overlap: most neighbours in a sheet.
//!
//! A direction along which two sides are apart at the beginning and at the end, wherever their corners are in their regions, is a proof. That
//! of their centres is tried first, then about that of their closest points. Neither needs to be exact: single precision on data that lie side
//! by side does, with an allowance for rounding. Only where vertices stray, and regions are boxes, it is worth to look at each corner.

use super::far::{Candidate, Found};
use super::parts;
use super::regions::Region;
use crate::broad::Candidates;
use crate::broad::boxes::round_down;
use crate::features::Features;
use crate::narrow::StencilKind;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use toile_geom::allowance::Room;

/// What rounding may take of a gap, as a part of the size of the coordinates, in single and in double precision: far more than it does.
const ROUNDING_SINGLE: f64 = 64.0 * f32::EPSILON as f64;
const ROUNDING: f64 = 1e-12;

/// Directions shorter than this many metres are nothing but rounding, and squares of single precision end not far below.
const MIN_DIRECTION_LENGTH: f32 = 1e-15;

/// A pair whose gap at the end is this part of that at the beginning comes no closer.
const NO_CLOSER: f64 = 0.99;

/// All places of a vertex at the beginning and at the end.
#[derive(Clone, Copy, Debug, Default)]
struct Ball {
    centre: [Vec3; 2],
    radius: f32,
    strays: bool,
}

/// All places of an edge: within a radius of the line between `centre - half` and `centre + half`.
#[derive(Clone, Copy, Debug, Default)]
struct Rod {
    centre: [Vec3; 2],
    half: [Vec3; 2],
    radius: f32,
    strays: bool,
}

/// All places of a triangle: within a radius of one whose corners are given from its centre.
#[derive(Clone, Copy, Debug, Default)]
struct Plate {
    centre: [Vec3; 2],
    corners: [[Vec3; 3]; 2],
    radius: f32,
    strays: bool,
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
        room: &Room,
        found: &mut Found,
    ) {
        let largest = regions.par_iter().map(Region::largest_coordinate).reduce(|| 0.0, f64::max);
        let rounding = ROUNDING_SINGLE * largest;
        self.fill(features, regions, rounding);
        let Self { balls, rods, plates, parts } = self;
        let [least, rounding] = [distance, rounding].map(|length| length as f32 * (1.0 + 1e-6));
        let regions_of = |kind, pair| features.corners(kind, pair).map(|v| &regions[v as usize]);
        found.vertex_triangle.clear();
        parts::gather(&boxed.vertex_triangle, room, parts, &mut found.vertex_triangle, |&pair| {
            let (ball, plate) = (&balls[pair[0] as usize], &plates[pair[1] as usize]);
            if plate.stays_from(ball, least) {
                return None;
            }
            let gap = if ball.strays || plate.strays {
                let regions = regions_of(StencilKind::VertexTriangle, pair);
                round_down(best_gap::<1>(regions, distance, |time| plate.toward(ball, time))?)
            } else {
                plate.gap(ball, least, rounding)?
            };
            Some(Candidate { pair, gap })
        });
        found.edge_edge.clear();
        parts::gather(&boxed.edge_edge, room, parts, &mut found.edge_edge, |&pair| {
            let [one, other] = pair.map(|edge| &rods[edge as usize]);
            if one.stays_from(other, least) {
                return None;
            }
            let gap = if one.strays || other.strays {
                let regions = regions_of(StencilKind::EdgeEdge, pair);
                round_down(best_gap::<2>(regions, distance, |time| one.toward(other, time))?)
            } else {
                one.gap(other, least, rounding)?
            };
            Some(Candidate { pair, gap })
        });
    }

    /// Takes over where features can be; radii are grown by what rounding may take.
    fn fill(&mut self, features: &Features, regions: &[Region], rounding: f64) {
        let reach = |v: u32| regions[v as usize].reach() + rounding;
        let middle = |v: u32, time: usize| regions[v as usize].middle[time];
        let strays = |v: u32| regions[v as usize].strays();
        self.balls.clear();
        self.balls.par_extend((0..regions.len() as u32).into_par_iter().map(|v| Ball {
            centre: [0, 1].map(|time| middle(v, time).as_vec3()),
            radius: reach(v) as f32,
            strays: strays(v),
        }));
        self.rods.clear();
        self.rods.par_extend(features.edges().par_iter().map(|&[a, b]| Rod {
            centre: [0, 1].map(|time| middle(a, time).midpoint(middle(b, time)).as_vec3()),
            half: [0, 1].map(|time| (0.5 * (middle(b, time) - middle(a, time))).as_vec3()),
            radius: reach(a).max(reach(b)) as f32,
            strays: strays(a) || strays(b),
        }));
        self.plates.clear();
        self.plates.par_extend(features.triangles().par_iter().map(|&[a, b, c]| {
            let centre = [0, 1].map(|time| (middle(a, time) + middle(b, time) + middle(c, time)) / 3.0);
            Plate {
                centre: centre.map(DVec3::as_vec3),
                corners: [0, 1].map(|time| [a, b, c].map(|v| (middle(v, time) - centre[time]).as_vec3())),
                radius: reach(a).max(reach(b)).max(reach(c)) as f32,
                strays: strays(a) || strays(b) || strays(c),
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
        self.along(direction, other, 0) > least && self.along(direction, other, 1) > least
    }

    /// The same about the direction of the closest points; how far it shows that edges in the middle of their regions stay apart if not.
    #[inline]
    fn gap(&self, other: &Self, distance: f32, rounding: f32) -> Option<f32> {
        let along = |direction: Vec3, time: usize| self.along(direction, other, time);
        quick_gap(|time| self.toward(other, time), along, self.radius + other.radius + distance, rounding)
    }

    /// The gap along a direction, times its length.
    #[inline]
    fn along(&self, direction: Vec3, other: &Self, time: usize) -> f32 {
        let extent = direction.dot(self.half[time]).abs() + direction.dot(other.half[time]).abs();
        direction.dot(self.centre[time] - other.centre[time]) - extent
    }

    /// About the way from the closest point of the other edge to that of this one.
    #[inline]
    fn toward(&self, other: &Self, time: usize) -> Vec3 {
        let (u, v, w) = (self.half[time], other.half[time], self.centre[time] - other.centre[time]);
        let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
        let s = ((uv * vw - vv * uw) / (uu * vv - uv * uv).max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
        let t = ((uv * s + vw) / vv.max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
        let s = ((uv * t - uw) / uu.max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
        w + u * s - v * t
    }
}

impl Plate {
    /// Whether the direction of the centres shows that a vertex stays farther away than a distance.
    #[inline]
    fn stays_from(&self, vertex: &Ball, distance: f32) -> bool {
        let direction = vertex.centre[0] - self.centre[0];
        let least = (self.radius + vertex.radius + distance) * direction.length();
        self.along(direction, vertex, 0) > least && self.along(direction, vertex, 1) > least
    }

    /// The same about the direction of the closest points; how far it shows that the vertex in the middle of its region stays away if not.
    #[inline]
    fn gap(&self, vertex: &Ball, distance: f32, rounding: f32) -> Option<f32> {
        let along = |direction: Vec3, time: usize| self.along(direction, vertex, time);
        quick_gap(|time| self.toward(vertex, time), along, self.radius + vertex.radius + distance, rounding)
    }

    /// The gap along a direction, times its length.
    #[inline]
    fn along(&self, direction: Vec3, vertex: &Ball, time: usize) -> f32 {
        let [a, b, c] = self.corners[time].map(|corner| direction.dot(corner));
        direction.dot(vertex.centre[time] - self.centre[time]) - a.max(b).max(c)
    }

    /// About the way from the closest point of the triangle to the vertex: from the foot of the perpendicular, or from the closest point of the side
    /// across from the corner that has the least weight in it.
    #[inline]
    fn toward(&self, vertex: &Ball, time: usize) -> Vec3 {
        let (point, [a, b, c]) = (vertex.centre[time] - self.centre[time], self.corners[time]);
        let (u, v, w) = (b - a, c - a, point - a);
        let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
        let area = (uu * vv - uv * uv).max(f32::MIN_POSITIVE);
        let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
        let r = 1.0 - s - t;
        if s >= 0.0 && t >= 0.0 && r >= 0.0 {
            return w - u * s - v * t;
        }
        let (from, side) = if s <= t && s <= r {
            (a, v)
        } else if t <= r {
            (a, u)
        } else {
            (b, c - b)
        };
        let part = side.dot(point - from) / side.length_squared().max(f32::MIN_POSITIVE);
        point - from - side * part.clamp(0.0, 1.0)
    }
}

/// The widest gap that the directions of the closest points at the beginning and at the end show, less what rounding may add; nothing if one of
/// them is wider than `enough`. `along` is the gap along a direction at one of these times, times the length of the direction.
#[inline]
fn quick_gap(
    toward: impl Fn(usize) -> Vec3,
    along: impl Fn(Vec3, usize) -> f32,
    enough: f32,
    rounding: f32,
) -> Option<f32> {
    let mut best = f32::NEG_INFINITY;
    for time in [0, 1] {
        let direction = toward(time);
        let length = direction.length();
        if length < MIN_DIRECTION_LENGTH {
            continue;
        }
        let [start, end] = [along(direction, 0), along(direction, 1)];
        if start.min(end) > enough * length {
            return None;
        }
        best = best.max(start.min(end) / length);
        if comes_no_closer(start.into(), end.into()) {
            break;
        }
    }
    // Both sides may be off.
    Some(best - 2.0 * rounding)
}

/// Whether one direction is enough. Along that of the closest points two things are as far apart as they are, so that no other shows more of a
/// pair that comes no closer: that is most of a sheet, which is on its way as a whole.
#[inline]
fn comes_no_closer(start: f64, end: f64) -> bool {
    end >= NO_CLOSER * start
}

/// How far the first corners and the rest are apart while all are in the middle of their regions, as the directions at the beginning and at the
/// end show; nothing if one of these shows that they stay farther apart than a distance wherever corners are.
#[inline]
fn best_gap<const FIRST: usize>(
    regions: [&Region; 4],
    distance: f64,
    toward: impl Fn(usize) -> Vec3,
) -> Option<f64> {
    let mut best = f64::NEG_INFINITY;
    for time in [0, 1] {
        let direction = toward(time).as_dvec3().normalize_or_zero();
        let Gaps { bare: [start, end], whole } = Gaps::along::<FIRST>(direction, regions);
        if whole > distance {
            return None;
        }
        best = best.max(start.min(end));
        if comes_no_closer(start, end) {
            break;
        }
    }
    Some(best)
}

/// How far the first corners are from the rest along a direction, less what rounding may add.
struct Gaps {
    /// Without the radii of the regions, at the beginning and at the end.
    bare: [f64; 2],
    /// With them, the lesser of both.
    whole: f64,
}

impl Gaps {
    #[inline]
    fn along<const FIRST: usize>(direction: DVec3, regions: [&Region; 4]) -> Self {
        let widths = regions.map(|region| region.width(direction));
        let reaches = [0, 1, 2, 3].map(|n| widths[n] + regions[n].radius());
        let gaps = [0, 1].map(|time| {
            let origin = regions[3].middle[time];
            let places = regions.map(|region| direction.dot(region.middle[time] - origin));
            [widths, reaches].map(|around| gap::<FIRST>(places, around))
        });
        Self { bare: [gaps[0][0], gaps[1][0]], whole: gaps[0][1].min(gaps[1][1]) }
    }
}

/// The gap on a line between what is around the first places and what is around the rest.
#[inline]
fn gap<const FIRST: usize>(places: [f64; 4], around: [f64; 4]) -> f64 {
    let (mut below, mut above) = (f64::INFINITY, f64::NEG_INFINITY);
    for n in 0..4 {
        if n < FIRST {
            below = below.min(places[n] - around[n]);
        } else {
            above = above.max(places[n] + around[n]);
        }
    }
    below - above - ROUNDING * (below.abs() + above.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::narrow::proximity::proximity;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = DVec3> {
        [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0].prop_map(DVec3::from)
    }

    /// Two edges that cross each other, and two that are apart by a hundredth of their length, of any size.
    #[test]
    fn edges_that_cross_are_kept_however_small_they_are() {
        for power in 0..30 {
            let size = 10.0_f64.powi(-power);
            for lift in [0.0, 0.01] {
                let rod = |from: DVec3, to: DVec3| Rod {
                    centre: [(0.5 * size * (from + to)).as_vec3(); 2],
                    half: [(0.5 * size * (to - from)).as_vec3(); 2],
                    ..Rod::default()
                };
                let slanted = rod(DVec3::new(-1.0, lift, -0.3), DVec3::new(0.7, lift, 0.4));
                let along_z = rod(DVec3::new(0.1, 0.0, -1.0), DVec3::new(0.1, 0.0, 0.8));
                let rounding = (ROUNDING_SINGLE * size) as f32;
                let gap = slanted.gap(&along_z, size as f32, rounding);
                assert!(gap.is_some_and(|gap| f64::from(gap) <= lift * size), "{size} {lift}: {gap:?}");
            }
        }
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
            // All are at the same part of their ways; those that stray are anywhere in their boxes.
            let at = |v: usize| {
                let region = regions[v];
                let middle = region.middle[0].lerp(region.middle[1], progress);
                middle + region.half * (2.0 * parts[v] - 1.0) + aside[v].clamp_length_max(radius * 0.999)
            };
            let mut sieve = Sieve::default();
            let boxed = Candidates { vertex_triangle: vec![[0, 0]], edge_edge: Vec::new() };
            let mut found = Found::default();
            let room = toile_geom::allowance::Allowance::UNLIMITED.room();
            sieve.sift(&features, &regions, 0.01, &boxed, &room, &mut found);
            let rods = [[0, 1], [2, 3]].map(|[a, b]: [usize; 2]| Rod {
                centre: [0, 1].map(|time| regions[a].middle[time].midpoint(regions[b].middle[time]).as_vec3()),
                half: [0, 1].map(|time| (0.5 * (regions[b].middle[time] - regions[a].middle[time])).as_vec3()),
                radius: regions[a].reach().max(regions[b].reach()) as f32 + 1e-5,
                strays: regions[a].strays() || regions[b].strays(),
            });
            let corners = [at(0), at(1), at(2), at(3)];
            let all = [&regions[0], &regions[1], &regions[2], &regions[3]];
            let vertex = found.vertex_triangle.first().map(|one| f64::from(one.gap));
            let edges = best_gap::<2>(all, 0.01, |time| rods[0].toward(&rods[1], time));
            let mut known = vec![(StencilKind::VertexTriangle, vertex, 1), (StencilKind::EdgeEdge, edges, 2)];
            if !rods[0].strays && !rods[1].strays {
                known.push((StencilKind::EdgeEdge, rods[0].gap(&rods[1], 0.01, 1e-5).map(f64::from), 2));
            }
            let strayed = |v: usize| regions[v].outside(corners[v], progress);
            let most = |range: std::ops::Range<usize>| range.map(strayed).fold(0.0, f64::max);
            for (kind, gap, first) in known {
                // What has not strayed is as far apart as was known; what was left out is farther than the distance wherever it is.
                let left = gap.map_or(0.01, |gap| gap - most(0..first) - most(first..4));
                prop_assert!(left <= 0.0 || proximity(kind, corners, left * 0.999).is_none());
            }
            if rods[0].stays_from(&rods[1], 0.01) {
                prop_assert!(proximity(StencilKind::EdgeEdge, corners, 0.01).is_none());
            }
        }
    }
}

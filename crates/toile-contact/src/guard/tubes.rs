//! The regions that candidates were found for, and whether they still hold.

use super::suspects::corners;
use super::{GuardInput, GuardSettings, parts};
use crate::broad::{BroadPhase, Bvh, BvhSettings, Candidates, Query, QueryError};
use crate::features::Features;
use crate::filter::Filter;
use crate::narrow::Kind;
use glam::DVec3;
use rayon::prelude::*;

/// How far vertices may be pushed by led ones, as a multiple of how far the fastest of these goes.
pub(super) const PUSH: f64 = 2.0;

/// How far a vertex is expected to stray from its way, as a part of it.
const TURN: f64 = 0.3;

/// What rounding may take of a gap along a direction, as a part of the size of the coordinates: far more than it does.
const ROUNDING: f64 = 1e-12;

/// All places within a radius of a straight way: a vertex is expected not to leave them.
#[derive(Clone, Copy, Debug, Default)]
struct Tube {
    middle: DVec3,
    /// From the middle to the end of the way.
    half: DVec3,
    radius: f64,
}

impl Tube {
    fn new(from: DVec3, to: DVec3, radius: f64) -> Self {
        Self { middle: from.midpoint(to), half: 0.5 * (to - from), radius }
    }

    /// Whether all places so far from a point are inside.
    #[inline]
    fn holds(&self, place: DVec3, room: f64) -> bool {
        let offset = place - self.middle;
        let part = self.half.dot(offset) / self.half.length_squared().max(f64::MIN_POSITIVE);
        let free = self.radius * (1.0 - 1e-9) - room;
        free >= 0.0 && (offset - self.half * part.clamp(-1.0, 1.0)).length_squared() <= free * free
    }

    /// The lowest and the highest place along a direction of unit length, seen from an origin.
    #[inline]
    fn extent(&self, direction: DVec3, origin: DVec3) -> [f64; 2] {
        let (middle, width) =
            (direction.dot(self.middle - origin), direction.dot(self.half).abs() + self.radius);
        [middle - width, middle + width]
    }
}

/// A tube for each vertex, and all pairs of features that could come within the floor of each other while all vertices stay in theirs.
#[derive(Debug)]
pub(super) struct Tubes {
    method: Bvh,
    fingerprint: Option<u64>,
    filter: Filter,
    tubes: Vec<Tube>,
    low: Vec<DVec3>,
    high: Vec<DVec3>,
    /// Pairs whose boxes overlap.
    boxed: Candidates,
    parts: Vec<Vec<[u32; 2]>>,
    pub(super) found: Candidates,
}

impl Default for Tubes {
    fn default() -> Self {
        Self {
            method: Bvh::new(BvhSettings::default(), "bvh"),
            fingerprint: None,
            filter: Filter::new(),
            tubes: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            boxed: Candidates::default(),
            parts: Vec::new(),
            found: Candidates::default(),
        }
    }
}

impl Tubes {
    /// Makes sure that there are candidates for a motion, or if there is a clearance, for all that is within twice that much at the start;
    /// returns whether they had to be looked for. If so, tubes get `room` around the motion, which is no less than the clearance.
    pub(super) fn update(
        &mut self,
        input: &GuardInput<'_>,
        end: &[DVec3],
        clearance: f64,
        room: f64,
        settings: &GuardSettings,
    ) -> Result<bool, QueryError> {
        let fingerprint = input.features.fingerprint();
        let known = self.fingerprint == Some(fingerprint) && self.filter == *input.filter;
        let led_motion = input.led_motion(end);
        let pushed = Pushed::new(input, end, led_motion, settings.slack);
        let asked = if clearance > 0.0 { input.start } else { end };
        if known && self.hold(input, asked, clearance, &pushed) {
            return Ok(false);
        }
        self.fingerprint = None;
        self.filter.clone_from(input.filter);
        self.tubes.resize(end.len(), Tube::default());
        self.low.resize(end.len(), DVec3::ZERO);
        self.high.resize(end.len(), DVec3::ZERO);
        let steps = steps_ahead(input.start, end, settings);
        let sides = self.low.par_iter_mut().zip(&mut self.high).zip(&mut self.tubes);
        sides.zip(input.start).zip(end).for_each(|((((low, high), tube), &from), &end)| {
            let ahead = (end - from) * steps;
            let to = from + ahead;
            let turn = if steps > 1.0 { TURN * ahead.length() } else { 0.0 };
            let radius = settings.slack.max(0.0) + room + pushed.room(from) + turn;
            *tube = Tube::new(from, to, radius);
            *low = from.min(to) - radius;
            *high = from.max(to) + radius;
        });
        // Boxes come within the floor, plus what the rounding of positions in them may take of it.
        let distance = 1.01 * settings.floor;
        let query = Query {
            features: input.features,
            filter: input.filter,
            start: &self.low,
            end: &self.high,
            distance,
        };
        self.method.find(&query, &mut self.boxed)?;
        self.sift(input.features, distance);
        self.fingerprint = Some(fingerprint);
        Ok(true)
    }

    /// Leaves out the pairs that cannot come close although their boxes overlap: most neighbours in a sheet.
    fn sift(&mut self, features: &Features, distance: f64) {
        let Self { tubes, boxed, parts, found, .. } = self;
        let tubes = &*tubes;
        let lists = [
            (Kind::VertexTriangle, &boxed.vertex_triangle, &mut found.vertex_triangle),
            (Kind::EdgeEdge, &boxed.edge_edge, &mut found.edge_edge),
        ];
        for (kind, list, kept) in lists {
            kept.clear();
            parts::gather(list, parts, kept, |&pair| {
                let [a, b, c, d] = corners(features, kind, pair);
                let tubes = [&tubes[a as usize], &tubes[b as usize], &tubes[c as usize], &tubes[d as usize]];
                (!stay_apart(kind, tubes, distance)).then_some(pair)
            });
        }
    }

    /// Whether all vertices stay in their tubes, and have some room at the start.
    fn hold(&self, input: &GuardInput<'_>, end: &[DVec3], clearance: f64, pushed: &Pushed) -> bool {
        (0..end.len()).into_par_iter().all(|v| {
            let room = if input.led[v] { 0.0 } else { pushed.room(input.start[v]) };
            self.tubes[v].holds(input.start[v], clearance.max(room)) && self.tubes[v].holds(end[v], room)
        })
    }

    /// Whether a place is in a vertex's tube.
    pub(super) fn holds(&self, vertex: usize, place: DVec3) -> bool {
        self.tubes[vertex].holds(place, 0.0)
    }

    pub(super) fn reset(&mut self) {
        self.fingerprint = None;
        self.method.reset();
    }
}

/// Whether a direction shows that two sides stay farther apart than a distance while their corners are in their tubes. That of their centres
/// is tried, and about that of their closest points: it need not be exact, since any direction is a proof.
#[inline]
fn stay_apart(kind: Kind, [a, b, c, d]: [&Tube; 4], distance: f64) -> bool {
    let (p, q, r, s) = (a.middle, b.middle, c.middle, d.middle);
    match kind {
        Kind::VertexTriangle => {
            let shows = |direction: DVec3| {
                let below = a.extent(direction, s)[0];
                let above =
                    b.extent(direction, s)[1].max(c.extent(direction, s)[1]).max(d.extent(direction, s)[1]);
                shows_gap(below, above, distance)
            };
            shows((3.0 * p - (q + r + s)).normalize_or_zero())
                || shows((p - near_point_of_triangle(p, [q, r, s])).normalize_or_zero())
        }
        Kind::EdgeEdge => {
            let shows = |direction: DVec3| {
                let below = a.extent(direction, s)[0].min(b.extent(direction, s)[0]);
                let above = c.extent(direction, s)[1].max(d.extent(direction, s)[1]);
                shows_gap(below, above, distance)
            };
            shows((p + q - (r + s)).normalize_or_zero())
                || shows(between_edges([p, q], [r, s]).normalize_or_zero())
        }
    }
}

#[inline]
fn shows_gap(below: f64, above: f64, distance: f64) -> bool {
    below - above > distance + ROUNDING * (below.abs() + above.abs())
}

/// About the point of a triangle that is closest to another point: the foot of the perpendicular, moved into the triangle along its sides.
#[inline]
fn near_point_of_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (u, v, w) = (b - a, c - a, point - a);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let area = (uu * vv - uv * uv).max(f64::MIN_POSITIVE);
    let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
    if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
        return a + u * s + v * t;
    }
    // The side beyond which the foot is: the one across from the corner with the least weight.
    let (from, to) = match (s, t, 1.0 - s - t) {
        (s, t, r) if s <= t && s <= r => (a, c),
        (_, t, r) if t <= r => (a, b),
        _ => (b, c),
    };
    let side = to - from;
    from + side * (side.dot(point - from) / side.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
}

/// About the way from the closest point of one edge to that of another, backwards.
#[inline]
fn between_edges([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> DVec3 {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let s = ((uv * vw - vv * uw) / (uu * vv - uv * uv).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let t = ((uv * s + vw) / vv.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let s = ((uv * t - uw) / uu.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (a + u * s) - (c + v * t)
}

/// For how many steps candidates are looked for: fewer if all in all they lead far, so that lists do not become long.
fn steps_ahead(start: &[DVec3], end: &[DVec3], settings: &GuardSettings) -> f64 {
    let total: f64 = start.iter().zip(end).map(|(start, end)| start.distance(*end)).sum();
    let moving = start.iter().zip(end).filter(|(start, end)| start != end).count();
    (settings.farthest * moving.max(1) as f64 / total.max(f64::MIN_POSITIVE))
        .clamp(1.0, settings.ahead.max(1.0))
}

/// Where led things may push vertices, and how far.
struct Pushed {
    low: DVec3,
    high: DVec3,
    room: f64,
}

impl Pushed {
    /// The box around everything that is led and moves, and beyond as far as that may matter.
    fn new(input: &GuardInput<'_>, end: &[DVec3], led_motion: f64, slack: f64) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for ((&end, &start), _) in end.iter().zip(input.start).zip(input.led).filter(|(_, led)| **led) {
            if end != start {
                low = low.min(start).min(end);
                high = high.max(start).max(end);
            }
        }
        let margin = 4.0 * led_motion + slack;
        Self { low: low - margin, high: high + margin, room: PUSH * led_motion }
    }

    /// How far a vertex may be pushed.
    fn room(&self, place: DVec3) -> f64 {
        let near = place.cmpge(self.low).all() && place.cmple(self.high).all();
        if near { self.room } else { 0.0 }
    }
}

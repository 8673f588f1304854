//! The regions that candidates were found for, and whether they still hold.

use super::pushed::Pushed;
use super::sieve::Sieve;
use super::{GuardInput, GuardSettings};
use crate::broad::{BroadPhase, Bvh, BvhSettings, Candidates, Query, QueryError};
use crate::filter::Filter;
use glam::DVec3;
use rayon::prelude::*;

/// How far a vertex is expected to stray from its way, as a part of it.
const TURN: f64 = 0.3;

/// All places within a radius of the box around a way: a vertex is expected not to leave them. Those that slide aside do not leave the box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    pub(super) middle: DVec3,
    /// From the middle of the box to its upper corner.
    pub(super) half: DVec3,
    radius: f64,
}

impl Region {
    pub(super) fn new(from: DVec3, to: DVec3, radius: f64) -> Self {
        Self { middle: from.midpoint(to), half: 0.5 * (to - from).abs(), radius }
    }

    /// Whether all places so far from a point are inside.
    #[inline]
    fn holds(&self, place: DVec3, room: f64) -> bool {
        let outside = ((place - self.middle).abs() - self.half).max(DVec3::ZERO);
        let free = self.radius * (1.0 - 1e-9) - room;
        free >= 0.0 && outside.length_squared() <= free * free
    }

    /// How far places are from the middle, at most.
    #[inline]
    pub(super) fn reach(&self) -> f64 {
        self.half.length() + self.radius
    }

    /// The largest coordinate of any place, without its sign.
    pub(super) fn largest_coordinate(&self) -> f64 {
        (self.middle.abs() + self.half).max_element() + self.radius
    }

    /// The lowest and the highest place along a direction of unit length, seen from an origin.
    #[inline]
    pub(super) fn extent(&self, direction: DVec3, origin: DVec3) -> [f64; 2] {
        let (middle, width) =
            (direction.dot(self.middle - origin), direction.abs().dot(self.half) + self.radius);
        [middle - width, middle + width]
    }
}

/// A region for each vertex, and all pairs of features that could come within the floor of each other while all vertices stay in theirs.
#[derive(Debug)]
pub(super) struct Regions {
    method: Bvh,
    fingerprint: Option<u64>,
    filter: Filter,
    of_vertices: Vec<Region>,
    low: Vec<DVec3>,
    high: Vec<DVec3>,
    /// Pairs whose boxes overlap.
    boxed: Candidates,
    sieve: Sieve,
    pushed: Pushed,
    pub(super) found: Candidates,
}

impl Default for Regions {
    fn default() -> Self {
        Self {
            method: Bvh::new(BvhSettings::default(), "bvh"),
            fingerprint: None,
            filter: Filter::new(),
            of_vertices: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            boxed: Candidates::default(),
            sieve: Sieve::default(),
            pushed: Pushed::default(),
            found: Candidates::default(),
        }
    }
}

impl Regions {
    /// Makes sure that there are candidates for a motion, or if there is a clearance, for all that is within twice that much at the start;
    /// returns whether they had to be looked for. If so, regions get `room` around the motion, which is no less than the clearance.
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
        self.pushed = Pushed::new(input, end, settings.slack);
        let asked = if clearance > 0.0 { input.start } else { end };
        if known && self.hold(input, asked, clearance) {
            return Ok(false);
        }
        self.fingerprint = None;
        self.filter.clone_from(input.filter);
        self.of_vertices.resize(end.len(), Region::default());
        self.low.resize(end.len(), DVec3::ZERO);
        self.high.resize(end.len(), DVec3::ZERO);
        let steps = steps_ahead(input.start, end, settings);
        let pushed = &self.pushed;
        let sides = self.low.par_iter_mut().zip(&mut self.high).zip(&mut self.of_vertices);
        let ways = input.start.par_iter().zip(end).zip(input.led);
        sides.zip(ways).for_each(|(((low, high), region), ((&from, &end), &led))| {
            let ahead = (end - from) * steps;
            let to = from + ahead;
            let turn = if steps > 1.0 { TURN * ahead.length() } else { 0.0 };
            let pushed = if led { 0.0 } else { pushed.room(from) };
            let radius = settings.slack.max(0.0) + room + pushed + turn;
            *region = Region::new(from, to, radius);
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
        self.sieve.sift(input.features, &self.of_vertices, distance, &self.boxed, &mut self.found);
        self.fingerprint = Some(fingerprint);
        Ok(true)
    }

    /// Whether all vertices stay in their regions, and have some room at the start.
    fn hold(&self, input: &GuardInput<'_>, end: &[DVec3], clearance: f64) -> bool {
        (0..end.len()).into_par_iter().all(|v| {
            let room = if input.led[v] { 0.0 } else { self.pushed.room(input.start[v]) };
            self.of_vertices[v].holds(input.start[v], clearance.max(room))
                && self.of_vertices[v].holds(end[v], room)
        })
    }

    /// How far a vertex at a place may be pushed by led things, for the motion that candidates were last asked for.
    pub(super) fn push(&self, place: DVec3) -> f64 {
        self.pushed.room(place)
    }

    /// Whether a place is in a vertex's region.
    pub(super) fn holds(&self, vertex: usize, place: DVec3) -> bool {
        self.of_vertices[vertex].holds(place, 0.0)
    }

    pub(super) fn reset(&mut self) {
        self.fingerprint = None;
        self.method.reset();
    }
}

/// For how many steps candidates are looked for: fewer if all in all they lead far, so that lists do not become long.
fn steps_ahead(start: &[DVec3], end: &[DVec3], settings: &GuardSettings) -> f64 {
    let total: f64 = start.iter().zip(end).map(|(start, end)| start.distance(*end)).sum();
    let moving = start.iter().zip(end).filter(|(start, end)| start != end).count();
    (settings.farthest * moving.max(1) as f64 / total.max(f64::MIN_POSITIVE))
        .clamp(1.0, settings.ahead.max(1.0))
}

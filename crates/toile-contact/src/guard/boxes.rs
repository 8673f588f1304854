//! The boxes that candidates were found for, and whether they still hold.

use super::{GuardInput, GuardSettings};
use crate::broad::{BroadPhase, Bvh, BvhSettings, Candidates, Query, QueryError};
use crate::filter::Filter;
use glam::DVec3;
use rayon::prelude::*;

/// How far vertices may be pushed by led ones, as a multiple of how far the fastest of these goes.
pub(super) const PUSH: f64 = 2.0;

/// A box for each vertex, and all pairs of features whose boxes come within the floor of each other. While all vertices
/// stay in their boxes, no other pair can come that close: an axis separates them.
#[derive(Debug)]
pub(super) struct Boxes {
    method: Bvh,
    fingerprint: Option<u64>,
    filter: Filter,
    low: Vec<DVec3>,
    high: Vec<DVec3>,
    pub(super) found: Candidates,
}

impl Default for Boxes {
    fn default() -> Self {
        Self {
            method: Bvh::new(BvhSettings::default(), "bvh"),
            fingerprint: None,
            filter: Filter::new(),
            low: Vec::new(),
            high: Vec::new(),
            found: Candidates::default(),
        }
    }
}

impl Boxes {
    /// Makes sure that there are candidates for a motion, and for all that is within twice the clearance at the start;
    /// returns whether they had to be looked for. If so, boxes get `room` around the motion, which is no less than the clearance.
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
        if known && self.hold(input, end, clearance, &pushed) {
            return Ok(false);
        }
        self.fingerprint = None;
        self.filter.clone_from(input.filter);
        self.low.resize(end.len(), DVec3::ZERO);
        self.high.resize(end.len(), DVec3::ZERO);
        let sides = self.low.par_iter_mut().zip(&mut self.high);
        sides.zip(input.start).zip(end).for_each(|(((low, high), &start), &end)| {
            let expected = start + (end - start) * settings.ahead.max(1.0);
            let margin = settings.slack.max(0.0) + room + pushed.room(start);
            *low = start.min(expected).min(end) - margin;
            *high = start.max(expected).max(end) + margin;
        });
        // Boxes come within the floor, plus what the rounding of positions in them may take of it.
        let query = Query {
            features: input.features,
            filter: input.filter,
            start: &self.low,
            end: &self.high,
            distance: 1.01 * settings.floor,
        };
        self.method.find(&query, &mut self.found)?;
        self.fingerprint = Some(fingerprint);
        Ok(true)
    }

    /// Whether all vertices stay in their boxes, and have some room at the start.
    fn hold(&self, input: &GuardInput<'_>, end: &[DVec3], clearance: f64, pushed: &Pushed) -> bool {
        (0..end.len()).into_par_iter().all(|v| {
            let within = |p: DVec3, room: f64| {
                (p - room).cmpge(self.low[v]).all() && (p + room).cmple(self.high[v]).all()
            };
            let room = if input.led[v] { 0.0 } else { pushed.room(input.start[v]) };
            within(input.start[v], clearance.max(room)) && within(end[v], room)
        })
    }

    /// The lower and the upper corner of a vertex's box.
    pub(super) fn of(&self, vertex: usize) -> [DVec3; 2] {
        [self.low[vertex], self.high[vertex]]
    }

    pub(super) fn reset(&mut self) {
        self.fingerprint = None;
        self.method.reset();
    }
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

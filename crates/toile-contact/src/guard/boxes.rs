//! The boxes that candidates were found for, and whether they still hold.

use super::{GuardInput, GuardSettings};
use crate::broad::{BroadPhase, Bvh, BvhSettings, Candidates, Query, QueryError};
use crate::filter::Filter;
use glam::DVec3;
use rayon::prelude::*;

/// A box for each vertex, and all pairs of features whose boxes come within the floor of each other. While all vertices
/// stay in their boxes, no other pair can come that close: an axis separates them.
#[derive(Debug)]
pub(super) struct Boxes {
    method: Bvh,
    fingerprint: Option<u64>,
    filter: Filter,
    /// How much room the start of each vertex is to have in its box.
    clearance: f64,
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
            clearance: 0.0,
            low: Vec::new(),
            high: Vec::new(),
            found: Candidates::default(),
        }
    }
}

impl Boxes {
    /// Makes sure that there are candidates for a motion, and for all that is within twice the clearance at the start;
    /// returns whether they had to be looked for.
    pub(super) fn update(
        &mut self,
        input: &GuardInput<'_>,
        end: &[DVec3],
        clearance: f64,
        settings: &GuardSettings,
    ) -> Result<bool, QueryError> {
        let fingerprint = input.features.fingerprint();
        let known = self.fingerprint == Some(fingerprint) && self.filter == *input.filter;
        if known && self.hold(input, end, clearance) {
            return Ok(false);
        }
        self.fingerprint = None;
        self.filter.clone_from(input.filter);
        self.clearance = self.clearance.max(clearance);
        let (room, led_motion) = (self.clearance, input.led_motion(end));
        let pushed = led_region(input, end, 4.0 * led_motion + settings.slack);
        self.low.resize(end.len(), DVec3::ZERO);
        self.high.resize(end.len(), DVec3::ZERO);
        let sides = self.low.par_iter_mut().zip(&mut self.high);
        sides.zip(input.start).zip(end).for_each(|(((low, high), &start), &end)| {
            let expected = start + (end - start) * settings.ahead.max(1.0);
            let near_led = start.cmpge(pushed[0]).all() && start.cmple(pushed[1]).all();
            let margin = settings.slack.max(0.0) + room + if near_led { 2.0 * led_motion } else { 0.0 };
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
    fn hold(&self, input: &GuardInput<'_>, end: &[DVec3], clearance: f64) -> bool {
        (0..end.len()).into_par_iter().all(|v| {
            let within = |p: DVec3, room: f64| {
                (p - room).cmpge(self.low[v]).all() && (p + room).cmple(self.high[v]).all()
            };
            within(input.start[v], clearance) && within(end[v], 0.0)
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

/// The box around everything that is led and moves, grown by a margin; nothing is in it if nothing moves.
fn led_region(input: &GuardInput<'_>, end: &[DVec3], margin: f64) -> [DVec3; 2] {
    let mut region = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    for (v, &end) in end.iter().enumerate() {
        if input.led[v] && end != input.start[v] {
            region = [region[0].min(end).min(input.start[v]), region[1].max(end).max(input.start[v])];
        }
    }
    [region[0] - margin, region[1] + margin]
}

//! Ways that need nothing: most, even where kinematic things move.
//!
//! A kinematic thing that moves may push whatever is near, and to know how far takes a look at all pairs within that reach. But cloth that was solved for goes along
//! with the body it lies on. So first only pairs are looked at that the proposed ways themselves bring close; if a direction or the continuous test shows of each that it
//! stays apart, nothing has to be pushed or stopped, and the ends are what the whole procedure would give: it changes none unless a pair needs it.

use super::GuardInput;
use super::suspects::{Bounds, Suspect, Suspects};
use glam::DVec3;
use rayon::prelude::*;

impl Suspects {
    /// Whether all pairs stay apart on the ways to `ends`, nobody being pushed. The suspects are then those of these ways.
    pub(super) fn are_free(&mut self, bounds: &Bounds<'_>, ends: &[DVec3]) -> bool {
        self.find(bounds, ends);
        self.pairs.par_iter().all(|pair| is_free(pair, bounds.input, ends))
    }
}

/// Whether it is proved that a pair stays apart.
fn is_free(pair: &Suspect, input: &GuardInput<'_>, ends: &[DVec3]) -> bool {
    if pair.lost || pair.kinematic {
        return false;
    }
    if pair.stays_apart_by_distance(input.start, ends) || pair.has_gap(ends) {
        return true;
    }
    let best = pair.direction(input.start, input.start, ends);
    best.start > 0.0 && pair.is_enough(best.end) || pair.impact(input.start, ends).is_none()
}

impl Suspect {
    /// Whether the distance alone shows that the pair stays apart: it changes by no more than its corners move against each other.
    pub(super) fn stays_apart_by_distance(&self, start: &[DVec3], ends: &[DVec3]) -> bool {
        let motion = self.corners.map(|v| ends[v as usize] - start[v as usize]);
        let (first, second) = motion.split_at(self.kind.first_side());
        let fastest = first.iter().flat_map(|a| second.iter().map(|b| a.distance_squared(*b)));
        let left = self.start_gap * (1.0 - 1e-9) - self.wanted;
        left > 0.0 && fastest.fold(0.0, f64::max) < left * left
    }
}

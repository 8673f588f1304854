//! The rounds: pairs that would come too close set planes, vertices stop or slide there, until no pair does. The literature calls
//! it step truncation.

use super::far::{Changed, Strayed};
use super::slide::{slide, stay_within};
use super::suspects::{Bounds, Hold, Suspect, Suspects};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use toile_geom::allowance::Spent;

/// What does not change during the rounds.
#[derive(Clone, Copy)]
pub(super) struct Motion<'a> {
    /// Where vertices may be in any case.
    pub(super) anchors: &'a [DVec3],
    /// Where they are to go.
    pub(super) goals: &'a [DVec3],
    /// How far they may go, and which pairs that makes suspects.
    pub(super) bounds: &'a Bounds<'a>,
}

/// Memory of the rounds.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    /// The last round in which a pair of each vertex set planes.
    touched: Vec<AtomicU32>,
    /// The last round in which each vertex was placed anew.
    placed: Vec<u32>,
    /// Which features were placed anew in the last round.
    changed: Changed,
    /// How far features get from the middles of their regions on their ways to all the ends that they had.
    strayed: Strayed,
}

impl Rounds {
    /// Changes `ends`, which are the goals to begin with, until all pairs that are not lost are apart; returns the number
    /// of rounds.
    ///
    /// Each pair whose planes are set in a round is one step closer to being stopped, and stopped pairs are apart, so that
    /// this ends.
    ///
    /// # Errors
    /// If time or memory is used up before.
    pub(super) fn run(
        &mut self,
        motion: &Motion<'_>,
        suspects: &mut Suspects,
        ends: &mut [DVec3],
    ) -> Result<usize, Spent> {
        self.touched.clear();
        self.touched.resize_with(ends.len(), AtomicU32::default);
        self.placed.clear();
        self.placed.resize(ends.len(), 0);
        let Self { touched, placed, changed, strayed } = self;
        let (touched, input) = (&*touched, motion.bounds.input);
        let mut round = 0;
        loop {
            round += 1;
            let (places, last) = (&*ends, &*placed);
            let check = |pair: &mut Suspect| {
                // In the first round all pairs are looked at, and later those whose vertices were placed anew.
                let stays = pair.corners.iter().all(|&v| last[v as usize] + 1 != round);
                if pair.lost
                    || pair.kinematic
                    || stays
                    || motion.is_clear(pair, places)
                    || !motion.set_planes(pair, places, round)
                {
                    return false;
                }
                for v in pair.corners {
                    touched[v as usize].store(round, Ordering::Relaxed);
                }
                true
            };
            let any = |one: bool, other: bool| one | other;
            if !suspects.pairs.par_iter_mut().map(check).reduce(|| false, any) {
                return Ok(round as usize);
            }
            let all = &*suspects;
            ends.par_iter_mut().zip(placed.par_iter_mut()).enumerate().for_each(|(v, (place, placed))| {
                if !input.kinematic[v] && touched[v].load(Ordering::Relaxed) == round {
                    *place = motion.place(all, v);
                    *placed = round;
                }
            });
            // A vertex that goes elsewhere may meet others there.
            changed.set(input.features, |v| placed[v] == round);
            if round == 1 {
                strayed.clone_from(&motion.bounds.regions.strayed);
            }
            motion.bounds.regions.follow(input.features, ends, changed, strayed);
            suspects.find_more(motion.bounds, ends, changed, strayed);
            motion.bounds.room.check()?;
            motion.bounds.allowance.check_time()?;
        }
    }
}

impl Motion<'_> {
    /// Whether a pair is seen to be apart at little cost: by the distance alone, or along its normal.
    fn is_clear(&self, pair: &Suspect, ends: &[DVec3]) -> bool {
        pair.stays_apart_by_distance(self.bounds.input.start, ends) || pair.has_gap(ends)
    }

    /// Sets planes for a pair, unless it is proved to be apart after all; returns whether it did.
    fn set_planes(&self, pair: &mut Suspect, ends: &[DVec3], round: u32) -> bool {
        let start = self.bounds.input.start;
        let best = pair.direction(start, self.anchors, ends);
        if best.start > 0.0 && pair.is_enough(best.end) {
            return false;
        }
        let Some(impact) = pair.impact(start, ends) else { return false };
        if pair.hold == Hold::Free {
            let chosen = pair.direction_at(impact, start, self.anchors, ends).unwrap_or(best);
            (pair.normal, pair.start_gap) = (chosen.normal, chosen.start);
        }
        let (at_anchors, at_ends) = (pair.heights(self.anchors), pair.heights(ends));
        let approach = [at_anchors[0] - at_ends[0], at_ends[1] - at_anchors[1]];
        let room = (at_anchors[0] - at_anchors[1] - pair.wanted).max(0.0);
        pair.changed = round;
        if pair.hold >= Hold::Planes {
            pair.lost = pair.hold == Hold::Stopped;
            pair.hold = Hold::Stopped;
            return true;
        }
        let follows =
            |n: usize| approach[n] > 0.0 && approach[1 - n] < 0.0 && pair.hold < Hold::FollowingAgain;
        if follows(0) || follows(1) {
            // The one that follows may come as close as the other, going away, lets it.
            pair.planes = if follows(0) {
                [at_ends[1] + pair.wanted, f64::INFINITY]
            } else {
                [f64::NEG_INFINITY, at_ends[0] - pair.wanted]
            };
            pair.hold = if pair.hold == Hold::Free { Hold::Following } else { Hold::FollowingAgain };
            return true;
        }
        let [first, second] = approach.map(|part| part.max(0.0));
        if first + second <= 0.0 {
            pair.hold = Hold::Stopped;
            return true;
        }
        let share = room * first / (first + second);
        pair.planes = [at_anchors[0] - share, at_anchors[1] + (room - share)];
        pair.hold = Hold::Planes;
        true
    }

    /// Where a vertex gets among the planes of its pairs.
    fn place(&self, all: &Suspects, v: usize) -> DVec3 {
        let held = || all.of(v).filter(|pair| pair.hold > Hold::Free && !pair.lost);
        let anchor = self.anchors[v];
        if held().any(|pair| pair.hold == Hold::Stopped) {
            return anchor;
        }
        let planes = || {
            let of_pairs = held().map(|pair| pair.half_space(v as u32));
            of_pairs.filter(|plane| plane.offset.is_finite()).chain(self.bounds.walls_of(v))
        };
        let end = slide(anchor, self.goals[v], planes);
        let Bounds { input, regions, reach, .. } = self.bounds;
        stay_within(anchor, end, |place| {
            place.distance(input.start[v]) <= reach[v] && regions.allow(v, place)
        })
    }
}

//! The guard itself: from a proposed motion to one that is free of contact.

use super::far::{Candidate, Found};
use super::gap::gap_below;
use super::portions::Portions;
use super::regions::{Pushes, Question, Regions};
use super::rounds::{Motion, Rounds};
use super::suspects::{Bounds, Hold, Suspects, apart_along_centres, gap_of_boxes};
use super::watched::Watched;
use super::{Failure, GuardReport, GuardSettings, Kin, NearPair, Reason, anchors, parts};
use crate::broad::QueryError;
use crate::features::Features;
use crate::filter::Filter;
use crate::narrow::StencilKind;
use crate::narrow::proximity::proximity;
use crate::touch::Touch;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use toile_geom::allowance::Allowance;

/// Motions up to this many times the clearance are slow.
const SLOW_MOTION: f64 = 8.0;

/// If vertices still stray from their ways after this number of attempts, all are taken to do so.
const FEW_ATTEMPTS: usize = 2;

/// What takes part in a step, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct GuardInput<'a> {
    /// Cloth and moving bodies together.
    pub features: &'a Features,
    /// Pairs that are not guarded.
    pub filter: &'a Filter,
    /// Which vertices are kinematic: where they end is prescribed. One flag for each vertex.
    pub kinematic: &'a [bool],
    /// Where the vertices are, with no intersections.
    pub start: &'a [DVec3],
}

impl GuardInput<'_> {
    /// How far the fastest kinematic vertex goes.
    pub(super) fn kinematic_motion(&self, ends: &[DVec3]) -> f64 {
        let motion = |v: usize| if self.kinematic[v] { self.start[v].distance(ends[v]) } else { 0.0 };
        (0..ends.len()).into_par_iter().map(motion).reduce(|| 0.0, f64::max)
    }

    /// Refuses lists that do not fit the features.
    fn check(&self, ends: &[DVec3]) -> Result<(), QueryError> {
        let expected = self.features.vertex_count();
        match [self.kinematic.len(), self.start.len(), ends.len()].into_iter().find(|n| *n != expected) {
            Some(found) => Err(QueryError::Length { expected, found }),
            None => Ok(()),
        }?;
        let odd = |v: &usize| !(self.start[*v].is_finite() && ends[*v].is_finite());
        match (0..expected).into_par_iter().find_first(odd) {
            Some(vertex) => Err(QueryError::NotFinite { vertex }),
            None => Ok(()),
        }
    }
}

/// Keeps motions free of contact; see [the module](super). It owns only memory and the candidates of earlier steps.
#[derive(Debug, Default)]
pub struct Guard {
    settings: GuardSettings,
    regions: Regions,
    /// The candidates that are not of kin, and after how many searches they were picked.
    unrelated: Found,
    unrelated_after: Option<usize>,
    /// Half the distance that was last asked for.
    clearance: f64,
    exposed: Vec<AtomicBool>,
    reach: Vec<f64>,
    suspects: Suspects,
    anchors: Vec<DVec3>,
    goals: Vec<DVec3>,
    rounds: Rounds,
    near: Vec<NearPair>,
    near_parts: Vec<Vec<NearPair>>,
    /// What was found near on a way.
    watched: Watched,
    failures: Vec<Failure>,
    searches: usize,
    allowance: Allowance,
}

impl Guard {
    /// A guard that keeps some distances.
    pub fn new(settings: GuardSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Sets what may be taken from now on: with none left, whatever is asked ends with [`QueryError::Spent`].
    pub fn set_allowance(&mut self, allowance: Allowance) {
        self.allowance = allowance;
    }

    /// Changes `ends`, the proposed end positions, so that on straight ways from the start no pair touches; kinematic vertices
    /// keep theirs. Where kinematic things go farther than [a portion](GuardSettings::portion), ways have a turn after each.
    ///
    /// # Errors
    /// If there is not one finite position and one flag for each vertex; `ends` is unchanged then.
    pub fn hold(&mut self, input: &GuardInput<'_>, ends: &mut [DVec3]) -> Result<GuardReport, QueryError> {
        self.hold_outside(input, &[], ends)
    }

    /// The same among half-spaces that single vertices stay out of: solid things that are no meshes. They are in the order of their
    /// vertices. A vertex that starts and is to end outside of its half-spaces stays outside, whatever keeps it from its end.
    ///
    /// # Errors
    /// If there is not one finite position and one flag for each vertex; `ends` is unchanged then.
    pub fn hold_outside(
        &mut self,
        input: &GuardInput<'_>,
        walls: &[Touch],
        ends: &mut [DVec3],
    ) -> Result<GuardReport, QueryError> {
        let begin = Instant::now();
        input.check(ends)?;
        self.failures.clear();
        let kinematic_motion = input.kinematic_motion(ends);
        let portions = Portions::of(kinematic_motion, self.settings.portion);
        let free = if kinematic_motion > 0.0 { self.take_free_way(input, walls, ends)? } else { None };
        let mut report = match (free, portions.count) {
            (Some(report), _) => report,
            (None, 1) => self.hold_portion(input, walls, ends)?,
            (None, _) => self.hold_in_portions(portions, input, walls, ends)?,
        };
        report.failures = self.failures.len();
        report.total = begin.elapsed();
        Ok(report)
    }

    /// Takes a long way in portions, one after the other. Each leads from where the last one ended towards the end of the whole.
    fn hold_in_portions(
        &mut self,
        portions: Portions,
        input: &GuardInput<'_>,
        walls: &[Touch],
        ends: &mut [DVec3],
    ) -> Result<GuardReport, QueryError> {
        let mut now = input.start.to_vec();
        let mut next = vec![DVec3::ZERO; ends.len()];
        let mut whole = GuardReport::default();
        for portion in 0..portions.count {
            self.allowance.check_time()?;
            portions.aim(portion, input, &now, ends, &mut next);
            let input = GuardInput { start: &now, ..*input };
            let report = match self.take_free_way(&input, walls, &next)? {
                Some(report) => report,
                None => self.hold_portion(&input, walls, &mut next)?,
            };
            whole.add_portion(&report);
            std::mem::swap(&mut now, &mut next);
        }
        whole.count_motion(input.start, ends, &now);
        ends.copy_from_slice(&now);
        Ok(whole)
    }

    /// Takes a way as one; failures are added to those of the portions before it.
    fn hold_portion(
        &mut self,
        input: &GuardInput<'_>,
        walls: &[Touch],
        ends: &mut [DVec3],
    ) -> Result<GuardReport, QueryError> {
        self.goals.clear();
        self.goals.extend_from_slice(ends);
        self.regions.age();
        let mut report = GuardReport { portions: 1, ..GuardReport::default() };
        for attempt in 0.. {
            self.allowance.check()?;
            let (detected, detection, rounds) = self.attempt(input, walls, ends)?;
            report.detected |= detected;
            report.detection += detection;
            report.rounds += rounds;
            if !self.regions.find_strays(input.kinematic, ends, attempt >= FEW_ATTEMPTS) {
                break;
            }
            ends.copy_from_slice(&self.goals);
        }
        self.note_failures(input, ends);
        report.candidates = self.regions.found.len();
        report.suspects = self.suspects.pairs.len();
        report.held = self.suspects.pairs.iter().filter(|pair| pair.hold > Hold::Free).count();
        report.count_motion(input.start, &self.goals, ends);
        Ok(report)
    }

    /// Shortens the way to `ends` with the candidates that are expected to do.
    fn attempt(
        &mut self,
        input: &GuardInput<'_>,
        walls: &[Touch],
        ends: &mut [DVec3],
    ) -> Result<(bool, Duration, usize), QueryError> {
        let kinematic_motion = input.kinematic_motion(ends);
        let (detected, detection) = self.find_candidates(input, ends, Pushes::All)?;
        self.find_reach(input, ends, kinematic_motion);
        let exposed = &self.exposed;
        self.regions.measure_ways(input, ends, |v| exposed[v].load(Ordering::Relaxed));
        let room = self.allowance.room();
        let Self { regions, exposed, reach, settings, suspects, anchors, goals, rounds, allowance, .. } =
            &mut *self;
        let (regions, floor) = (&*regions, settings.floor.max(0.0));
        let bounds = Bounds { input, regions, exposed, reach, floor, walls, room: &room, allowance };
        suspects.find(&bounds, ends);
        room.check()?;
        if kinematic_motion > 0.0 {
            anchors::find(suspects, ends, &bounds, anchors);
            keep_anchors_in_regions(regions, input, anchors, suspects);
        } else {
            anchors.clear();
            anchors.extend_from_slice(input.start);
        }
        let motion = Motion { anchors, goals, bounds: &bounds };
        let rounds = rounds.run(&motion, suspects, ends)?;
        Ok((detected, detection, rounds))
    }

    /// What there is to tell if nothing meets on the way although kinematic things move; nothing if something might.
    fn take_free_way(
        &mut self,
        input: &GuardInput<'_>,
        walls: &[Touch],
        ends: &[DVec3],
    ) -> Result<Option<GuardReport>, QueryError> {
        let (detected, detection) = self.find_candidates(input, ends, Pushes::None)?;
        self.clear_reach(ends.len());
        self.regions.measure_ways(input, ends, |_| false);
        let room = self.allowance.room();
        let Self { regions, exposed, reach, settings, suspects, allowance, .. } = &mut *self;
        let (regions, floor) = (&*regions, settings.floor.max(0.0));
        let bounds = Bounds { input, regions, exposed, reach, floor, walls, room: &room, allowance };
        let are_free = suspects.are_free(&bounds, ends);
        room.check()?;
        if !are_free {
            return Ok(None);
        }
        let mut report =
            GuardReport { portions: 1, detected, detection, rounds: 1, ..GuardReport::default() };
        report.candidates = self.regions.found.len();
        report.suspects = self.suspects.pairs.len();
        report.count_motion(input.start, ends, ends);
        Ok(Some(report))
    }

    /// Makes sure that there are candidates for a motion; tells whether they had to be looked for, and how long that took.
    fn find_candidates(
        &mut self,
        input: &GuardInput<'_>,
        ends: &[DVec3],
        pushes: Pushes,
    ) -> Result<(bool, Duration), QueryError> {
        let begin = Instant::now();
        let room = self.room_for(input, ends);
        let question = Question { asked: ends, clearance: 0.0, expected: ends, room };
        let detected = self.regions.update(input, &question, pushes, &self.settings, &self.allowance)?;
        self.searches += usize::from(detected);
        Ok((detected, begin.elapsed()))
    }

    /// Room for the question that is likely to come next, what is near: for slow motion it costs less than to look twice.
    fn room_for(&self, input: &GuardInput<'_>, ends: &[DVec3]) -> f64 {
        let motion = ends.par_iter().zip(input.start).map(|(end, start)| end.distance_squared(*start));
        let longest = motion.reduce(|| 0.0, f64::max).sqrt();
        if longest < SLOW_MOTION * self.clearance { self.clearance } else { 0.0 }
    }

    /// Finds how far each vertex may go: as far as it is to go, and if kinematic things could meet it, as far as these may push it.
    fn find_reach(&mut self, input: &GuardInput<'_>, ends: &[DVec3], kinematic_motion: f64) {
        self.clear_reach(ends.len());
        if kinematic_motion > 0.0 {
            let moves = |v: u32| input.kinematic[v as usize] && ends[v as usize] != input.start[v as usize];
            for kind in StencilKind::BOTH {
                self.regions.found.of(kind).par_iter().for_each(|one| {
                    let corners = input.features.corners(kind, one.pair);
                    if corners.iter().any(|&v| moves(v)) {
                        for v in corners {
                            self.exposed[v as usize].store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        }
        let (exposed, regions) = (&self.exposed, &self.regions);
        self.reach.par_iter_mut().enumerate().for_each(|(v, reach)| {
            let pushed = !input.kinematic[v] && exposed[v].load(Ordering::Relaxed);
            let own = input.start[v].distance(ends[v]);
            // A little more than rounding and the turns of sliding add.
            *reach = (own + if pushed { regions.push(input.start[v]) } else { 0.0 }) * (1.0 + 1e-6);
        });
    }

    /// Nothing is pushed.
    fn clear_reach(&mut self, vertices: usize) {
        self.exposed.resize_with(vertices, AtomicBool::default);
        self.exposed.iter_mut().for_each(|flag| *flag.get_mut() = false);
        self.reach.resize(vertices, 0.0);
    }

    fn note_failures(&mut self, input: &GuardInput<'_>, ends: &[DVec3]) {
        for pair in self.suspects.pairs.iter().filter(|pair| pair.lost || pair.kinematic) {
            let touching = pair.start_gap <= 0.0;
            let best = pair.direction(input.start, input.start, ends);
            if pair.kinematic || touching || best.start <= 0.0 || best.end <= 0.0 {
                let reason = if touching { Reason::Touching } else { Reason::Pinched };
                let failure = Failure { kind: pair.kind, corners: pair.corners, reason };
                if !self.failures.contains(&failure) {
                    self.failures.push(failure);
                }
            }
        }
    }

    /// The pairs that could not be guarded in the last step.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// The pairs within a distance at the start, for contact forces, in an order that does not depend on the number of
    /// threads. `expected` says where vertices will about be at the end of the step, so that [`Self::hold`] can use the same
    /// candidates.
    ///
    /// # Errors
    /// If there is not one finite position and one flag for each vertex.
    pub fn near(
        &mut self,
        input: &GuardInput<'_>,
        expected: &[DVec3],
        within: f64,
    ) -> Result<&[NearPair], QueryError> {
        let clearance = clearance_for(within);
        let question = Question { asked: input.start, clearance, expected, room: clearance };
        self.find_around(input, &question, Pushes::All)?;
        self.regions.measure_start(input);
        self.gather_near(input, input.start, [within; 2], false)?;
        Ok(&self.near)
    }

    /// The pairs that may come within a distance on the way to `ends`, with their closest points at the start, without those that are of kin: for
    /// a method that moves apart what would touch there.
    ///
    /// # Errors
    /// If there is not one finite position and one flag for each vertex.
    pub fn near_on_way(
        &mut self,
        input: &GuardInput<'_>,
        ends: &[DVec3],
        within: f64,
        kin: &Kin,
    ) -> Result<&[NearPair], QueryError> {
        let clearance = clearance_for(within);
        let question = Question { asked: ends, clearance, expected: ends, room: clearance };
        self.find_around(input, &question, Pushes::None)?;
        self.regions.measure_ways(input, ends, |_| false);
        if !kin.is_empty() {
            self.pick_unrelated(input.features, kin);
        }
        self.gather_near(input, ends, [f64::INFINITY, within], !kin.is_empty())?;
        self.watched.set(input.start, &self.near);
        Ok(&self.near)
    }

    /// Of the pairs that [`near_on_way`](Self::near_on_way) found last, those that may come within a distance on the way to `ends`, with their closest
    /// points at the start: for a long way that is taken in parts with one search for candidates.
    ///
    /// # Errors
    /// If there is not one finite position and one flag for each vertex.
    pub fn near_again(
        &mut self,
        input: &GuardInput<'_>,
        ends: &[DVec3],
        within: f64,
    ) -> Result<&[NearPair], QueryError> {
        input.check(ends)?;
        let Self { watched, near, near_parts, .. } = self;
        near.clear();
        watched.measure(input.start, ends);
        let room = Allowance::UNLIMITED.room();
        parts::gather(&watched.pairs, &room, near_parts, near, |pair| {
            if watched.is_far(pair, within) {
                return None;
            }
            let pair = near_pair(input, ends, pair.kind, pair.corners, [f64::INFINITY, within])?;
            let at_end = pair.corners.map(|v| ends[v as usize]);
            let stays =
                pair.close.distance > within && gap_below(pair.kind, &at_end, pair.close.normal) > within;
            (!stays).then_some(pair)
        });
        Ok(&self.near)
    }

    /// Makes sure that there are candidates for a question.
    fn find_around(
        &mut self,
        input: &GuardInput<'_>,
        question: &Question<'_>,
        pushes: Pushes,
    ) -> Result<(), QueryError> {
        input.check(question.expected)?;
        self.allowance.check_time()?;
        let detected = self.regions.update(input, question, pushes, &self.settings, &self.allowance)?;
        self.searches += usize::from(detected);
        self.clearance = question.clearance;
        Ok(())
    }

    /// Picks the candidates that are not of kin. Where cells are as small as the thickness most close ones are, always the same, and there are
    /// many questions to one search.
    fn pick_unrelated(&mut self, features: &Features, kin: &Kin) {
        if self.unrelated_after == Some(self.searches) {
            return;
        }
        let Found { vertex_triangle, edge_edge } = &mut self.unrelated;
        for (kind, picked) in StencilKind::BOTH.into_iter().zip([vertex_triangle, edge_edge]) {
            let is_unrelated = |one: &&Candidate| !kin.has_pair(kind, features.corners(kind, one.pair));
            picked.clear();
            picked.par_extend(self.regions.found.of(kind).par_iter().filter(is_unrelated).copied());
        }
        self.unrelated_after = Some(self.searches);
    }

    /// Gathers the candidates, all or those not of kin, within a distance that are not seen to stay farther apart than another on their way to
    /// `ends`.
    fn gather_near(
        &mut self,
        input: &GuardInput<'_>,
        ends: &[DVec3],
        distances: [f64; 2],
        only_unrelated: bool,
    ) -> Result<(), QueryError> {
        let room = self.allowance.room();
        let Regions { found, strayed, .. } = &self.regions;
        let Self { near, near_parts, unrelated, .. } = self;
        let candidates = if only_unrelated { unrelated } else { found };
        near.clear();
        for kind in StencilKind::BOTH {
            parts::gather(candidates.of(kind), &room, near_parts, near, |one| {
                if strayed.is_far(kind, one, distances[1]) {
                    return None;
                }
                near_pair(input, ends, kind, input.features.corners(kind, one.pair), distances)
            });
        }
        Ok(room.check()?)
    }

    /// How often candidates were looked for since the guard was made.
    pub fn searches(&self) -> usize {
        self.searches
    }

    /// Forgets the candidates of earlier steps.
    pub fn reset(&mut self) {
        self.unrelated_after = None;
        self.regions.reset();
    }
}

/// Regions with this much room around ways overlap if two things come within a distance. The rest covers rounding.
fn clearance_for(within: f64) -> f64 {
    0.5 * within * (1.0 + 1e-9)
}

/// A pair that is within a distance at the start, unless it is seen to stay farther apart than another on its way to `ends`.
#[inline]
fn near_pair(
    input: &GuardInput<'_>,
    ends: &[DVec3],
    kind: StencilKind,
    corners: [u32; 4],
    [within, closer]: [f64; 2],
) -> Option<NearPair> {
    if corners.iter().all(|&v| input.kinematic[v as usize]) {
        return None;
    }
    let at = corners.map(|v| input.start[v as usize]);
    if gap_of_boxes(kind, &at) > within * (1.0 + 1e-12) {
        return None;
    }
    let at_end = corners.map(|v| ends[v as usize]);
    if apart_along_centres(kind, &at, &at_end, closer) {
        return None;
    }
    Some(NearPair { kind, corners, close: proximity(kind, at, within)? })
}

/// An anchor outside its region could meet things that are not listed: its vertex stays at its start, and pairs that counted on it are
/// lost.
fn keep_anchors_in_regions(
    regions: &Regions,
    input: &GuardInput<'_>,
    anchors: &mut [DVec3],
    suspects: &mut Suspects,
) {
    let back = anchors.par_iter_mut().enumerate().map(|(v, anchor)| {
        let outside = !regions.allow(v, *anchor);
        if outside {
            *anchor = input.start[v];
        }
        outside
    });
    if back.reduce(|| false, |one, other| one | other) {
        anchors::settle_all(suspects, input.start, anchors);
    }
}

//! The guard itself: from a proposed motion to one that is free of contact.

use super::regions::Regions;
use super::rounds::{Motion, Rounds};
use super::suspects::{Bounds, Hold, Suspects, apart_along_centres, corners, gap_of_boxes};
use super::{Failure, GuardReport, GuardSettings, NearPair, Reason, anchors, parts};
use crate::broad::QueryError;
use crate::features::Features;
use crate::filter::Filter;
use crate::narrow::Kind;
use crate::narrow::proximity::proximity;
use crate::touch::Touch;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Motions up to this many times the clearance are slow.
const SLOW: f64 = 8.0;

/// What takes part in a step, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct GuardInput<'a> {
    /// Cloth and moving bodies together.
    pub features: &'a Features,
    /// Pairs that are not guarded.
    pub filter: &'a Filter,
    /// Which vertices are led: where they end is prescribed. One flag for each vertex.
    pub led: &'a [bool],
    /// Where the vertices are, with no intersections.
    pub start: &'a [DVec3],
}

impl GuardInput<'_> {
    /// How far the fastest led vertex goes.
    pub(super) fn led_motion(&self, ends: &[DVec3]) -> f64 {
        let motion = |v: usize| if self.led[v] { self.start[v].distance(ends[v]) } else { 0.0 };
        (0..ends.len()).into_par_iter().map(motion).reduce(|| 0.0, f64::max)
    }

    /// Refuses lists that do not fit the features.
    fn check(&self, ends: &[DVec3]) -> Result<(), QueryError> {
        let expected = self.features.vertex_count();
        match [self.led.len(), self.start.len(), ends.len()].into_iter().find(|n| *n != expected) {
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
    failures: Vec<Failure>,
    searches: usize,
}

impl Guard {
    /// A guard that keeps some distances.
    pub fn new(settings: GuardSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Changes `ends`, the proposed end positions, so that on straight ways from the start no pair touches; led vertices
    /// keep theirs.
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
        let led_motion = input.led_motion(ends);
        let detected = self.regions.update(input, ends, 0.0, self.room_for(input, ends), &self.settings)?;
        let detection = begin.elapsed();
        self.searches += usize::from(detected);
        if led_motion > 0.0 && self.is_free(input, walls, ends) {
            self.goals.clear();
            self.goals.extend_from_slice(ends);
            let report = GuardReport { detected, detection, rounds: 1, ..self.count(input, ends) };
            return Ok(GuardReport { total: begin.elapsed(), ..report });
        }
        self.find_reach(input, ends, led_motion);
        let floor = self.settings.floor.max(0.0);
        let bounds = Bounds {
            input,
            candidates: &self.regions.found,
            exposed: &self.exposed,
            reach: &self.reach,
            floor,
            walls,
        };
        self.suspects.find(&bounds, ends);
        if led_motion > 0.0 {
            anchors::find(&mut self.suspects, ends, &bounds, &mut self.anchors);
            keep_anchors_in_regions(&self.regions, input, &mut self.anchors, &mut self.suspects);
        } else {
            self.anchors.clear();
            self.anchors.extend_from_slice(input.start);
        }
        self.goals.clear();
        self.goals.extend_from_slice(ends);
        let motion = Motion {
            led: input.led,
            start: input.start,
            anchors: &self.anchors,
            goals: &self.goals,
            bounds: &bounds,
            regions: &self.regions,
        };
        let rounds = self.rounds.run(&motion, &mut self.suspects, ends);
        self.note_failures(input, ends);
        let mut report = GuardReport { detected, detection, rounds, ..self.count(input, ends) };
        report.total = begin.elapsed();
        Ok(report)
    }

    /// Whether nothing meets on the way although led things move.
    fn is_free(&mut self, input: &GuardInput<'_>, walls: &[Touch], ends: &[DVec3]) -> bool {
        self.clear_reach(ends.len());
        let (candidates, floor) = (&self.regions.found, self.settings.floor.max(0.0));
        let (exposed, reach) = (&self.exposed, &self.reach);
        self.suspects.are_free(&Bounds { input, candidates, exposed, reach, floor, walls }, ends)
    }

    /// Room for the question that is likely to come next, what is near: for slow motion it costs less than to look twice.
    fn room_for(&self, input: &GuardInput<'_>, ends: &[DVec3]) -> f64 {
        let motion = ends.par_iter().zip(input.start).map(|(end, start)| end.distance_squared(*start));
        let longest = motion.reduce(|| 0.0, f64::max).sqrt();
        if longest < SLOW * self.clearance { self.clearance } else { 0.0 }
    }

    /// Finds how far each vertex may go: as far as it is to go, and if led things could meet it, as far as these may push it.
    fn find_reach(&mut self, input: &GuardInput<'_>, ends: &[DVec3], led_motion: f64) {
        self.clear_reach(ends.len());
        if led_motion > 0.0 {
            let moves = |v: u32| input.led[v as usize] && ends[v as usize] != input.start[v as usize];
            let mark = |kind: Kind, pair: [u32; 2]| {
                let corners = corners(input.features, kind, pair);
                if corners.iter().any(|&v| moves(v)) {
                    for v in corners {
                        self.exposed[v as usize].store(true, Ordering::Relaxed);
                    }
                }
            };
            let found = &self.regions.found;
            found.vertex_triangle.par_iter().for_each(|&pair| mark(Kind::VertexTriangle, pair));
            found.edge_edge.par_iter().for_each(|&pair| mark(Kind::EdgeEdge, pair));
        }
        let (exposed, regions) = (&self.exposed, &self.regions);
        self.reach.par_iter_mut().enumerate().for_each(|(v, reach)| {
            let pushed = !input.led[v] && exposed[v].load(Ordering::Relaxed);
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
        for pair in self.suspects.pairs.iter().filter(|pair| pair.lost || pair.led) {
            let touching = pair.start_gap <= 0.0;
            let best = pair.direction(input.start, input.start, ends);
            if pair.led || touching || best.start <= 0.0 || best.end <= 0.0 {
                let reason = if touching { Reason::Touching } else { Reason::Pinched };
                self.failures.push(Failure { kind: pair.kind, corners: pair.corners, reason });
            }
        }
    }

    fn count(&self, input: &GuardInput<'_>, ends: &[DVec3]) -> GuardReport {
        let mut report = GuardReport {
            candidates: self.regions.found.len(),
            suspects: self.suspects.pairs.len(),
            held: self.suspects.pairs.iter().filter(|pair| pair.hold > Hold::Free).count(),
            failures: self.failures.len(),
            ..GuardReport::default()
        };
        for ((goal, end), start) in self.goals.iter().zip(ends).zip(input.start) {
            report.asked += goal.distance(*start);
            if goal != end {
                report.truncated += 1;
                report.lost += goal.distance(*end);
            }
        }
        report
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
        input.check(expected)?;
        // Regions with this much room around the start overlap if two things are within twice as much. The rest covers rounding.
        let clearance = 0.5 * within * (1.0 + 1e-9);
        let detected = self.regions.update(input, expected, clearance, clearance, &self.settings)?;
        self.searches += usize::from(detected);
        self.clearance = clearance;
        let found = &self.regions.found;
        let lists = [(Kind::VertexTriangle, &found.vertex_triangle), (Kind::EdgeEdge, &found.edge_edge)];
        self.near.clear();
        for (kind, list) in lists {
            parts::gather(list, &mut self.near_parts, &mut self.near, |&pair| {
                near_pair(input, kind, pair, within)
            });
        }
        Ok(&self.near)
    }

    /// How often candidates were looked for since the guard was made.
    pub fn searches(&self) -> usize {
        self.searches
    }

    /// Forgets the candidates of earlier steps.
    pub fn reset(&mut self) {
        self.regions.reset();
    }
}

fn near_pair(input: &GuardInput<'_>, kind: Kind, pair: [u32; 2], within: f64) -> Option<NearPair> {
    let corners = corners(input.features, kind, pair);
    if corners.iter().all(|&v| input.led[v as usize]) {
        return None;
    }
    let at = corners.map(|v| input.start[v as usize]);
    if gap_of_boxes(kind, &at) > within * (1.0 + 1e-12) || apart_along_centres(kind, &at, &at, within) {
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
        let outside = !regions.holds(v, *anchor);
        if outside {
            *anchor = input.start[v];
        }
        outside
    });
    if back.reduce(|| false, |one, other| one | other) {
        anchors::settle_all(suspects, input.start, anchors);
    }
}

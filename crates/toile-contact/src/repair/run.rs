//! The repair itself: attempts of increasing freedom, the best state kept.

use super::close::{Closeness, Motion};
use super::contour::{Contour, contours};
use super::crossing::State;
use super::fair::{around, fair};
use super::relax::{Freedom, Push, Relaxation};
use super::report::{RepairReport, Unrepaired};
use super::settings::{RepairError, RepairSettings};
use super::side::ways_out;
use super::surface::Surfaces;
use super::wrench::{shorten, wrench};
use crate::features::Features;
use crate::filter::Filter;
use glam::DVec3;
use std::collections::BTreeSet;
use toile_geom::bounds::Aabb;

/// How freely cloth may move in each attempt; a later one starts again if those before did not succeed.
const ATTEMPTS: [Freedom; 3] = [
    Freedom { gradient: 0.8, shortest: 0.5, sweeps: 12 },
    Freedom { gradient: 0.5, shortest: 0.7, sweeps: 30 },
    Freedom { gradient: 1.5, shortest: 0.1, sweeps: 8 },
];

/// Iterations for which a push is kept in mind, so that what has passed does not slip back at once.
const MEMORY: usize = 6;
/// Iterations without progress after which something else is tried.
const PATIENCE: usize = 8;
/// An attempt with this many times the intersections of the best state leads nowhere.
const WORSE: usize = 8;
/// Iterations for bringing things apart to the thickness when nothing intersects any more.
const SPREADING: usize = 25;

/// Moves vertices until nothing intersects.
///
/// Vertices that the filter says are fixed stay where they are, pairs that it leaves out are left alone, and vertices
/// that it welds and that are at the same place stay together. Where nothing intersects, nothing is moved. If not
/// everything can be repaired, the state with the fewest intersections is kept and the rest is listed in the report.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// If lists have the wrong length or numbers make no sense; then the positions stay as they are.
pub fn repair(
    features: &Features,
    filter: &Filter,
    positions: &mut [DVec3],
    settings: &RepairSettings,
) -> Result<RepairReport, RepairError> {
    settings.check(features, positions)?;
    if !filter.fits(features.vertex_count()) {
        let expected = features.vertex_count();
        return Err(RepairError::Length { what: "weld numbers or fixed flags", expected, found: 0 });
    }
    let surfaces = Surfaces::new(features, filter, positions, settings);
    let state = State::new(&surfaces, positions);
    let pairs = state.intersections(&surfaces);
    let mut report = RepairReport { intersections_before: pairs.len(), ..RepairReport::default() };
    if pairs.is_empty() {
        return Ok(report);
    }
    for contour in contours(&surfaces, &state, &pairs) {
        *(if contour.closed { &mut report.closed_contours } else { &mut report.open_contours }) += 1;
    }
    let start = state.mesh.positions.clone();
    let mut best = Best { intersections: pairs.len(), too_close: usize::MAX, positions: start.clone() };
    for freedom in ATTEMPTS {
        let mut attempt = Attempt::new(&surfaces, &start, settings, freedom);
        report.iterations += attempt.run(&mut best);
        if best.intersections == 0 {
            break;
        }
        if settings.is_late() {
            report.is_late = true;
            break;
        }
    }
    finish(&surfaces, settings, &start, &best, positions, &mut report);
    Ok(report)
}

/// Puts the best state into the positions and completes the report.
fn finish(
    surfaces: &Surfaces<'_>,
    settings: &RepairSettings,
    start: &[DVec3],
    best: &Best,
    positions: &mut [DVec3],
    report: &mut RepairReport,
) {
    let state = State::new(surfaces, &best.positions);
    let left = state.intersections(surfaces);
    let place = |pair: &[u32; 2]| {
        let [a, b] = pair.map(|t| state.mesh.triangle_bounds(t as usize));
        let common = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
        Unrepaired { triangles: *pair, position: common.center() }
    };
    report.unrepaired = left.iter().map(place).collect();
    report.intersections_after = left.len();
    report.too_close = if best.too_close == usize::MAX { 0 } else { best.too_close };
    report.max_stretch = Relaxation::new(surfaces, start, settings).max_stretch(&state.mesh.positions);
    for (v, position) in positions.iter_mut().enumerate() {
        let moved = state.mesh.positions[v];
        if moved != start[v] {
            report.moved_vertices += 1;
            report.max_displacement = report.max_displacement.max(moved.distance(start[v]));
            *position = moved;
        }
    }
}

/// The best state so far.
struct Best {
    intersections: usize,
    too_close: usize,
    positions: Vec<DVec3>,
}

impl Best {
    /// Keeps a state if it is better, and tells whether it was.
    fn offer(&mut self, intersections: usize, too_close: usize, positions: &[DVec3]) -> bool {
        let better = (intersections, too_close) < (self.intersections, self.too_close);
        if better && positions.iter().all(|p| p.is_finite()) {
            self.intersections = intersections;
            self.too_close = too_close;
            self.positions.copy_from_slice(positions);
        }
        better
    }
}

/// What is done with a contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tactic {
    BestWay,
    Wrench,
    SecondWay,
    Shorten,
}

/// One try from the start.
struct Attempt<'a> {
    surfaces: &'a Surfaces<'a>,
    relaxation: Relaxation<'a>,
    closeness: Closeness,
    state: State,
    freedom: Freedom,
    settings: &'a RepairSettings,
    /// Pushes that are kept in mind, and until which iteration.
    memory: Vec<(Push, usize)>,
    /// Which vertices are at an open border.
    border: Vec<bool>,
    /// Which vertices were ever pushed out of something.
    pushed: Vec<bool>,
}

impl<'a> Attempt<'a> {
    fn new(
        surfaces: &'a Surfaces<'a>,
        start: &'a [DVec3],
        settings: &'a RepairSettings,
        freedom: Freedom,
    ) -> Self {
        Self {
            surfaces,
            relaxation: Relaxation::new(surfaces, start, settings),
            closeness: Closeness::default(),
            state: State::new(surfaces, start),
            freedom,
            settings,
            memory: Vec::new(),
            border: surfaces.topology.boundary_vertices(),
            pushed: vec![false; start.len()],
        }
    }

    /// Iterates until all is well or time is up; returns the number of iterations.
    fn run(&mut self, best: &mut Best) -> usize {
        let first = best.intersections;
        let mut least = usize::MAX;
        let mut idle = 0;
        let mut spreading = 0;
        for iteration in 0..self.settings.max_iterations {
            let pairs = self.state.intersections(self.surfaces);
            if pairs.len() > WORSE * first.max(10) || self.settings.is_late() {
                return iteration;
            }
            idle = if pairs.len() < least { 0 } else { idle + 1 };
            least = least.min(pairs.len());
            let (pushes, turned) = self.contour_pushes(&pairs, tactic(idle));
            let motion = self.motion(&pairs, &pushes);
            let close = self.closeness.pushes(
                self.surfaces,
                &self.state,
                &self.relaxation.start,
                self.settings.thickness,
                &motion,
            );
            best.offer(pairs.len(), close.len(), &self.state.mesh.positions);
            if best.intersections == 0 {
                spreading += 1;
                if best.too_close == 0 || spreading > SPREADING {
                    return iteration;
                }
            }
            if !turned.is_empty() {
                fair(self.surfaces, &self.border, &turned, &mut self.state.mesh.positions);
                self.relaxation.restart(&self.state.mesh.positions, &turned);
            }
            self.advance(iteration, &pushes, &close);
            if self.state.mesh.positions.iter().any(|p| !p.is_finite()) {
                return iteration;
            }
        }
        self.settings.max_iterations
    }

    /// Moves everything once.
    fn advance(&mut self, iteration: usize, pushes: &[Push], close: &[Push]) {
        self.memory.retain(|&(_, until)| until > iteration);
        let mut all: Vec<Push> = self.memory.iter().map(|&(push, _)| push).collect();
        all.extend(pushes);
        all.extend(close);
        self.memory.extend(pushes.iter().map(|&push| (push, iteration + MEMORY)));
        self.relaxation.run(&mut self.state.mesh.positions, &all, self.freedom);
        self.surfaces.spread(&mut self.state.mesh.positions);
        self.state.refit();
    }

    /// What has to be pushed, and the vertices of folds that are drawn through themselves.
    fn contour_pushes(&self, pairs: &[[u32; 2]], tactic: Tactic) -> (Vec<Push>, BTreeSet<u32>) {
        let mut pushes: Vec<Push> = Vec::new();
        // A part that already moves because of one contour must not be sent elsewhere because of another.
        let mut leaving: BTreeSet<(u32, [u32; 2])> = BTreeSet::new();
        let mut turned: BTreeSet<u32> = BTreeSet::new();
        for contour in contours(self.surfaces, &self.state, pairs) {
            let parts = self.parts(&contour);
            if contour.cusp && parts[0] == parts[1] && tactic == Tactic::BestWay {
                turned.append(&mut around(self.surfaces, &self.state, &contour));
                continue;
            }
            let corners =
                contour.pairs.as_flattened().iter().flat_map(|&t| self.surfaces.triangles[t as usize]);
            if corners.into_iter().any(|v| leaving.contains(&(v, parts))) {
                continue;
            }
            let first = pushes.len();
            self.treat(&contour, tactic, &mut pushes);
            leaving.extend(pushes[first..].iter().map(|push| (push.vertices[0], parts)));
        }
        (pushes, turned)
    }

    /// The two parts that a contour is between, the smaller number first.
    fn parts(&self, contour: &Contour) -> [u32; 2] {
        let Some(pair) = contour.pairs.first() else { return [0; 2] };
        let [one, other] = pair.map(|t| self.surfaces.part(t));
        [one.min(other), one.max(other)]
    }

    fn treat(&self, contour: &Contour, tactic: Tactic, pushes: &mut Vec<Push>) {
        let thickness = self.settings.thickness;
        match tactic {
            Tactic::BestWay | Tactic::SecondWay => {
                let count = if tactic == Tactic::BestWay { 1 } else { 2 };
                let ways = ways_out(self.surfaces, &self.state, contour, thickness, count);
                match ways.last() {
                    Some(way) => pushes.extend(&way.pushes),
                    None => wrench(self.surfaces, &self.state, contour, thickness, pushes),
                }
            }
            Tactic::Wrench => wrench(self.surfaces, &self.state, contour, thickness, pushes),
            Tactic::Shorten => shorten(self.surfaces, &self.state, contour, pushes),
        }
    }

    /// What has happened to each vertex.
    fn motion(&mut self, pairs: &[[u32; 2]], pushes: &[Push]) -> Vec<Motion> {
        for push in pushes {
            for (&v, _) in push.vertices.iter().zip(&push.weights).filter(|(_, weight)| **weight != 0.0) {
                self.pushed[v as usize] = true;
            }
        }
        let so_far = self.relaxation.touched.iter().zip(&self.pushed).map(|(&touched, &pushed)| {
            match (touched, pushed) {
                (_, true) => Motion::Pushed,
                (true, false) => Motion::Along,
                (false, false) => Motion::None,
            }
        });
        let mut motion: Vec<Motion> = so_far.collect();
        let corners = pairs.as_flattened().iter().flat_map(|&t| self.surfaces.triangles[t as usize]);
        for v in corners.chain(pushes.iter().map(|push| push.vertices[0])) {
            motion[v as usize] = Motion::Busy;
        }
        motion
    }
}

/// What to try after a number of iterations without progress.
fn tactic(idle: usize) -> Tactic {
    match idle / PATIENCE % 6 {
        1 => Tactic::Wrench,
        3 => Tactic::Shorten,
        5 => Tactic::SecondWay,
        _ => Tactic::BestWay,
    }
}

//! The order put right.

use super::order::check_finite;
use super::overlap::{Finder, Overlap, Wanted};
use super::setup::{LayerInput, Setup, View};
use super::shift::{Limits, shifts};
use super::{LayerError, OrderReport};
use crate::filter::Filter;
use crate::repair::{RepairReport, RepairSettings, Unrepaired, repair};
use glam::DVec3;

/// How the order is put right.
#[derive(Clone, Debug, PartialEq)]
pub struct RestoreSettings {
    /// How far it is looked for pieces above and below, in metres.
    pub reach: f64,
    /// How much the displacement of neighbours may differ, as a share of the length of their edge.
    pub slope: f64,
    /// How often everything is shifted at most; more than one shift is needed where the outward direction varies, or where
    /// layers get within reach only on the way.
    pub max_rounds: usize,
    /// For what the shifts leave. Its thickness is also how far apart layers are that had to pass each other; its layers are
    /// filled in if they are empty.
    pub repair: RepairSettings,
}

impl Default for RestoreSettings {
    fn default() -> Self {
        Self { reach: 0.04, slope: 0.5, max_rounds: 16, repair: RepairSettings::default() }
    }
}

impl RestoreSettings {
    /// Layers end that far apart even if no thickness is asked for: with no gap at all they would touch.
    const MIN_GAP: f64 = 1e-5;

    /// How often inequalities are gone through in each pass of a shift.
    const SWEEPS: usize = 300;

    pub(super) fn check(&self) -> Result<(), LayerError> {
        LayerError::check_value("the reach", self.reach)?;
        LayerError::check_value("the slope", self.slope)?;
        LayerError::check_value("the thickness", self.repair.thickness)
    }
}

/// A step towards the right order.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// The order as it is.
    pub order: OrderReport,
    /// How each vertex should move, in metres.
    pub displacements: Vec<DVec3>,
}

/// What it took to put the order right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreReport {
    /// The order at the start.
    pub before: OrderReport,
    /// The order at the end.
    pub after: OrderReport,
    /// Pairs of triangles that met where they should not at the start, by the exact test.
    pub intersections_before: usize,
    /// Those that do at the end.
    pub intersections_after: usize,
    /// How often everything was shifted.
    pub shifts: usize,
    /// How often a repair had something to do.
    pub repairs: usize,
    /// How many vertices are somewhere else now.
    pub moved_vertices: usize,
    /// The farthest that a vertex was moved, in metres.
    pub max_displacement: f64,
    /// How much longer an edge became at most, 0.1 for 10 %.
    pub max_stretch: f64,
    /// Pairs of triangles that could not be parted.
    pub unrepaired: Vec<Unrepaired>,
}

impl RestoreReport {
    /// Whether the order is right and nothing intersects.
    pub fn is_right(&self) -> bool {
        self.after.is_right() && self.intersections_after == 0
    }
}

/// Where vertices should go for the order to be right, without moving them. No displacement is longer than `most`; without
/// such a limit the order is right after a step or a few. For taking part in a run there is [`Passage`](super::Passage).
///
/// # Errors
/// If lists have the wrong length or numbers make no sense.
pub fn correction(
    input: &LayerInput<'_>,
    positions: &[DVec3],
    settings: &RestoreSettings,
    most: f64,
) -> Result<Correction, LayerError> {
    settings.check()?;
    if most.is_nan() || most < 0.0 {
        return Err(LayerError::Value { what: "the longest displacement", value: most });
    }
    check_finite(positions)?;
    let setup = Setup::new(input, positions)?;
    Ok(Restoration { setup: &setup, settings }.correction(positions, most))
}

/// Brings all pieces into the order of their numbers and leaves no intersections.
///
/// Inner pieces are shifted inwards through the outer ones as far as the body lets them, and outer ones give way for the rest;
/// while they pass, contact between them does not count. Then everything is tested exactly, and what still intersects goes
/// to [`repair`](crate::repair). If neither the order nor the intersections got any better, the positions stay as they were.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// If lists have the wrong length or numbers make no sense; then the positions stay as they are.
pub fn restore(
    input: &LayerInput<'_>,
    positions: &mut [DVec3],
    settings: &RestoreSettings,
) -> Result<RestoreReport, LayerError> {
    settings.check()?;
    check_finite(positions)?;
    let setup = Setup::new(input, positions)?;
    let restoration = Restoration { setup: &setup, settings };
    let start = positions.to_vec();
    let exact = restoration.intersections(positions)?;
    let mut report =
        RestoreReport { intersections_before: exact.intersections_before, ..RestoreReport::default() };
    restoration.run(positions, &mut report)?;
    let better = report.is_right()
        || report.after.places.len() < report.before.places.len()
        || report.intersections_after < report.intersections_before;
    if !better {
        positions.copy_from_slice(&start);
        (report.after, report.unrepaired) = (report.before.clone(), exact.unrepaired);
        report.intersections_after = report.intersections_before;
    }
    restoration.measure(&start, positions, &mut report);
    Ok(report)
}

/// The work on one set of pieces.
pub(super) struct Restoration<'a> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) settings: &'a RestoreSettings,
}

impl Restoration<'_> {
    pub(super) fn order(&self, positions: &[DVec3]) -> OrderReport {
        OrderReport::of(&self.ordered(&self.setup.view(positions)))
    }

    fn ordered(&self, view: &View) -> Vec<Overlap> {
        Finder::new(self.setup, view, self.settings.reach, Wanted::Ordered).all()
    }

    pub(super) fn correction(&self, positions: &[DVec3], most: f64) -> Correction {
        let view = self.setup.view(positions);
        let mut pairs = self.ordered(&view);
        let order = OrderReport::of(&pairs);
        if order.is_right() {
            return Correction { order, displacements: vec![DVec3::ZERO; positions.len()] };
        }
        let thickness = self.settings.repair.thickness.max(RestoreSettings::MIN_GAP);
        // What is farther apart than anything has to go does not get into each other's way.
        let near = (order.deepest() + 2.0 * thickness).min(self.settings.reach);
        pairs.append(&mut Finder::new(self.setup, &view, near, Wanted::Kept).all());
        let limits = Limits {
            thickness,
            slope: self.settings.slope,
            farthest: 2.0 * self.settings.reach,
            sweeps: RestoreSettings::SWEEPS,
        };
        let shifts = shifts(self.setup, &view, &pairs, &limits);
        let along = |(shift, direction): (f64, &DVec3)| *direction * shift.clamp(-most, most);
        let mut displacements: Vec<DVec3> =
            shifts.into_iter().zip(&view.field.directions).map(along).collect();
        self.setup.spread(&mut displacements);
        Correction { order, displacements }
    }

    /// Shifts until the order is right, and repairs what intersects then or where shifting does not help.
    fn run(&self, positions: &mut [DVec3], report: &mut RestoreReport) -> Result<(), LayerError> {
        /// Shifts without progress after which a repair is tried.
        const PATIENCE: usize = 3;
        let (mut least, mut idle) = (usize::MAX, 0);
        for round in 0..self.settings.max_rounds.max(1) {
            let correction = self.correction(positions, f64::INFINITY);
            if round == 0 {
                report.before.clone_from(&correction.order);
            }
            let wrong = correction.order.places.len();
            idle = if wrong < least { 0 } else { idle + 1 };
            least = least.min(wrong);
            if wrong == 0 || idle >= PATIENCE {
                let done = self.repair(positions)?;
                if done.moved_vertices == 0 {
                    (report.after, report.intersections_after) = (correction.order, done.intersections_after);
                    report.unrepaired = done.unrepaired;
                    return Ok(());
                }
                report.repairs += 1;
                idle = 0;
                continue;
            }
            for (place, displacement) in positions.iter_mut().zip(&correction.displacements) {
                *place += *displacement;
            }
            report.shifts += 1;
        }
        report.after = self.order(positions);
        let exact = self.intersections(positions)?;
        (report.intersections_after, report.unrepaired) = (exact.intersections_after, exact.unrepaired);
        Ok(())
    }

    /// Adds to the report how far things were moved.
    fn measure(&self, start: &[DVec3], positions: &[DVec3], report: &mut RestoreReport) {
        let moved = start.iter().zip(positions).map(|(from, to)| from.distance(*to));
        report.moved_vertices = moved.clone().filter(|distance| *distance > 0.0).count();
        report.max_displacement = moved.fold(0.0, f64::max);
        let stretch = |[a, b]: &[u32; 2]| {
            let length = |at: &[DVec3]| at[*a as usize].distance(at[*b as usize]);
            if length(start) > 0.0 { length(positions) / length(start) - 1.0 } else { 0.0 }
        };
        report.max_stretch = self.setup.edges.iter().map(stretch).fold(0.0, f64::max);
    }

    /// What intersects, exactly; a repair that may not move anything only looks.
    pub(super) fn intersections(&self, positions: &[DVec3]) -> Result<RepairReport, LayerError> {
        let settings = RepairSettings { max_iterations: 0, ..self.settings.repair.clone() };
        let input = self.setup.input;
        Ok(repair(input.features, &self.filter(), &mut positions.to_vec(), &settings)?)
    }

    /// Parts what intersects.
    pub(super) fn repair(&self, positions: &mut [DVec3]) -> Result<RepairReport, LayerError> {
        let mut settings = self.settings.repair.clone();
        if settings.layers.is_empty() {
            settings.layers = self.mesh_layers(&self.setup.view(positions));
        }
        Ok(repair(self.setup.input.features, &self.filter(), positions, &settings)?)
    }

    /// The filter, with the body held.
    fn filter(&self) -> Filter {
        let held = self.setup.stand_in.iter().map(|&v| self.setup.fixed[v as usize]).collect();
        self.setup.input.filter.clone().with_fixed(held)
    }

    /// The layers as a repair knows them: one number for each mesh, and outside is where normals point. Where the normals of the
    /// meshes do not agree with the outward direction or with each other, the pair gets no order.
    fn mesh_layers(&self, view: &View) -> Vec<Option<i32>> {
        let input = self.setup.input;
        let mut found: Vec<Option<(Option<i32>, f64)>> = vec![None; input.features.mesh_count()];
        let mut clear = true;
        for (v, class) in self.setup.vertex_classes.iter().enumerate() {
            let mesh = usize::from(input.features.mesh_of(v as u32));
            let own = (class.number, view.turns[class.piece as usize]);
            clear &= found[mesh].is_none_or(|known| known == own);
            found[mesh] = Some(own);
        }
        let numbered = || found.iter().flatten().filter(|(number, _)| number.is_some());
        let turn = numbered().next().map_or(1.0, |(_, turn)| *turn);
        if !clear || numbered().any(|(_, other)| *other != turn) {
            return Vec::new();
        }
        // If all normals point inwards, the order is the other way round too.
        let turned = |number: i32| if turn < 0.0 { number.saturating_neg() } else { number };
        found.into_iter().map(|mesh| mesh.and_then(|(number, _)| number.map(turned))).collect()
    }
}

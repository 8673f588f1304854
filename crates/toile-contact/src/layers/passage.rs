//! The order changed during a run, in small steps.

use super::order::check_finite;
use super::restore::Restoration;
use super::setup::{LayerInput, Setup};
use super::{LayerError, RestoreSettings};
use crate::filter::Filter;
use glam::DVec3;
use std::collections::BTreeSet;

/// Pieces on their way through each other while a simulation runs.
///
/// Change the numbers, begin a passage, and until it is over use its [filter](Self::filter) for contact and call
/// [`step`](Self::step) after each step of the simulation:
///
/// ```
/// use glam::{DVec2, DVec3};
/// use toile_contact::{features::Features, filter::Filter};
/// use toile_contact::layers::{LayerInput, Layers, Outward, Passage, RestoreSettings};
/// use toile_geom::shapes;
///
/// let sheet = shapes::sheet(DVec2::ONE, [10, 10]);
/// let (mut features, mut positions) = (Features::default(), Vec::new());
/// for height in [0.0, 0.01] {
///     features.add(&sheet.triangles, sheet.positions.len());
///     positions.extend(sheet.positions.iter().map(|p| *p + DVec3::Y * height));
/// }
/// let mut layers = Layers::of_meshes(&features, &[Some(1), Some(2)]).unwrap();
/// layers.swap(0, 1).unwrap();
/// let up = Outward::Direction(DVec3::Y);
/// let filter = Filter::new();
/// let input = LayerInput { features: &features, filter: &filter, layers: &layers, outward: up };
/// let mut passage = Passage::begin(&input, &positions, RestoreSettings::default()).unwrap();
/// while !passage.is_over() {
///     let contact = passage.filter(&input);
///     assert!(!contact.vertex_triangle(&features, 121, 0));
///     // ... a step of the simulation, whose contact is found with this filter ...
///     passage.step(&input, &mut positions, 2e-3).unwrap();    // at most 2 mm
/// }
/// assert!(passage.filter(&input).vertex_triangle(&features, 121, 0));
/// assert!(positions[0].y > positions[121].y);
/// ```
///
/// Positions are moved, velocities are not: a solver that finds velocities from positions has to move the old ones by the same
/// [displacements](PassageStep::displacements).
#[derive(Clone, Debug)]
pub struct Passage {
    settings: RestoreSettings,
    passing: BTreeSet<[u32; 2]>,
    over: bool,
}

/// What a step of a passage did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassageStep {
    /// How many places were in the wrong order before the step.
    pub wrong: usize,
    /// The depth of the deepest one, in metres.
    pub deepest: f64,
    /// Pairs of triangles that meet where they should not, by the exact test; nothing while the order is still wrong.
    pub intersections: Option<usize>,
    /// How each vertex was moved.
    pub displacements: Vec<DVec3>,
}

impl Passage {
    /// Finds which pieces are in the wrong order. If there are none it is over at once.
    ///
    /// # Errors
    /// If lists have the wrong length or numbers make no sense.
    pub fn begin(
        input: &LayerInput<'_>,
        positions: &[DVec3],
        settings: RestoreSettings,
    ) -> Result<Self, LayerError> {
        settings.check()?;
        let order = super::check(input, positions, settings.reach)?;
        let wrong = order.pairs.iter().filter(|pair| pair.wrong > 0);
        let passing: BTreeSet<[u32; 2]> = wrong.map(|pair| pair.pieces).collect();
        Ok(Self { settings, over: passing.is_empty(), passing })
    }

    /// Whether the order is right and nothing intersects, so that contact counts again.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The pieces that have to pass each other, the one that is to be inside first.
    pub fn passing(&self) -> impl Iterator<Item = [u32; 2]> {
        self.passing.iter().copied()
    }

    /// A passage that has begun: of these pairs of pieces, the one that is to be inside first. Without any it is over.
    ///
    /// # Errors
    /// If the settings make no sense.
    pub fn resume(
        passing: impl IntoIterator<Item = [u32; 2]>,
        settings: RestoreSettings,
    ) -> Result<Self, LayerError> {
        settings.check()?;
        let passing: BTreeSet<[u32; 2]> = passing.into_iter().collect();
        Ok(Self { settings, over: passing.is_empty(), passing })
    }

    /// What is to be left out of contact: what the filter of the input leaves out, and passing pieces with each other.
    pub fn filter(&self, input: &LayerInput<'_>) -> Filter {
        let filter = input.filter.clone();
        if self.over {
            return filter;
        }
        filter.with_pieces_apart(input.layers.pieces().to_vec(), self.passing())
    }

    /// Moves the pieces towards their places, no vertex by more than `most` metres; a few times that where a repair is
    /// needed in the end. Numbers may change from step to step.
    ///
    /// # Errors
    /// If lists have the wrong length or numbers make no sense; then the positions stay as they are.
    pub fn step(
        &mut self,
        input: &LayerInput<'_>,
        positions: &mut [DVec3],
        most: f64,
    ) -> Result<PassageStep, LayerError> {
        LayerError::check_value("the longest displacement", most)?;
        check_finite(positions)?;
        let setup = Setup::new(input, positions)?;
        let restoration = Restoration { setup: &setup, settings: &self.settings };
        let correction = restoration.correction(positions, most);
        let order = &correction.order;
        let mut step =
            PassageStep { wrong: order.places.len(), deepest: order.deepest(), ..PassageStep::default() };
        if !order.is_right() {
            self.over = false;
            self.passing.extend(order.pairs.iter().filter(|pair| pair.wrong > 0).map(|pair| pair.pieces));
            positions.iter_mut().zip(&correction.displacements).for_each(|(place, way)| *place += *way);
            step.displacements = correction.displacements;
            return Ok(step);
        }
        let start = positions.to_vec();
        let done = restoration.repair(positions)?;
        step.intersections = Some(done.intersections_after);
        step.displacements = positions.iter().zip(&start).map(|(to, from)| *to - *from).collect();
        // A repair may have turned the order somewhere; the next step looks.
        self.over = done.intersections_before == 0;
        if self.over {
            self.passing.clear();
        }
        Ok(step)
    }
}

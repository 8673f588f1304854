//! The levels of multigrid in one precision, and the cycle over them.

use super::super::block::{Real, Triple};
use super::super::ordered::{OrderedMatrix, permute_in, permute_out};
use super::super::{BlockMatrix, LinearError};
use super::MultigridSettings;
use super::coarsening::{Aggregates, StrongGraph};
use super::dense::DenseCholesky;
use super::galerkin::{Transfer, block_norms};
use super::interpolation::{Interpolation, Weights};
use glam::DVec3;

/// One level: its matrix, the way to the next coarser one and scratch vectors.
#[derive(Clone, Debug)]
struct Level<T> {
    matrix: OrderedMatrix<T>,
    /// None on the coarsest level.
    transfer: Option<Transfer<T>>,
    b: Vec<Triple<T>>,
    x: Vec<Triple<T>>,
    r: Vec<Triple<T>>,
}

/// All levels, finest first.
#[derive(Clone, Debug)]
pub(crate) struct Hierarchy<T> {
    levels: Vec<Level<T>>,
    /// Factor of the coarsest matrix, if that is small enough.
    coarsest: Option<DenseCholesky>,
    sources: Vec<u32>,
    places: Vec<u32>,
    correction: T,
}

impl<T: Real> Level<T> {
    fn new(matrix: OrderedMatrix<T>) -> Self {
        let zero = vec![[T::default(); 3]; matrix.pattern.row_count()];
        Self { matrix, transfer: None, b: zero.clone(), x: zero.clone(), r: zero }
    }
}

impl<T: Real> Hierarchy<T> {
    /// Chooses the levels from the values of the matrix (fixed vertices take part: which ones are fixed may change
    /// later) and the coordinates.
    pub(crate) fn new(
        matrix: &BlockMatrix,
        coordinates: Option<&[DVec3]>,
        settings: &MultigridSettings,
    ) -> Result<Self, LinearError> {
        let mut finest = OrderedMatrix::new(matrix.pattern())?;
        let sources = finest.sources(matrix.pattern());
        let places = finest.ordering.places();
        finest.copy_from(matrix, &sources, &vec![false; places.len()]);
        let mut coordinates: Option<Vec<DVec3>> = coordinates
            .map(|coordinates| finest.ordering.order.iter().map(|&row| coordinates[row as usize]).collect());
        let mut levels = vec![Level::new(finest)];
        loop {
            let depth = levels.len() - 1;
            let fine = &mut levels[depth];
            let count = fine.matrix.pattern.row_count();
            if count <= settings.coarsest_vertices {
                break;
            }
            let graph =
                StrongGraph::new(&fine.matrix.pattern, &block_norms(&fine.matrix.blocks), settings.strength);
            // Coarse graphs are dense, so that aggregates three edges apart would be too far from each other for
            // linear interpolation (measured: 31 instead of 19 iterations on a crumpled sheet of 128 x 128 cells).
            let linear = settings.interpolation == Interpolation::Linear && coordinates.is_some();
            let aggregates = if linear && depth > 0 {
                Aggregates::independent(&graph, &fine.matrix.ordering.sequence)
            } else {
                Aggregates::new(&graph, &fine.matrix.ordering.sequence)
            };
            let coarse_count = aggregates.roots.len();
            if coarse_count == 0 || 5 * coarse_count > 4 * count {
                break;
            }
            let weights = match (settings.interpolation, &coordinates) {
                (Interpolation::Constant { .. }, _) => Weights::constant(&aggregates),
                (Interpolation::Linear, Some(coordinates)) => {
                    Weights::linear(&aggregates, &graph, coordinates)
                }
                _ => Weights::smoothed(&aggregates, &graph),
            };
            let (transfer, mut coarse) = Transfer::new(&fine.matrix, weights, coarse_count)?;
            transfer.product(&fine.matrix, &mut coarse);
            coordinates = coordinates.map(|coordinates| {
                let order = coarse.ordering.order.iter();
                order.map(|&part| coordinates[aggregates.roots[part as usize] as usize]).collect()
            });
            fine.transfer = Some(transfer);
            levels.push(Level::new(coarse));
        }
        let last = levels.last().map_or(0, |level| level.matrix.pattern.row_count());
        let coarsest = (last <= settings.coarsest_vertices).then(DenseCholesky::default);
        let correction = match settings.interpolation {
            Interpolation::Constant { over_correction } => T::of(over_correction.clamp(1.0, 1.99)),
            _ => T::of(1.0),
        };
        Ok(Self { levels, coarsest, sources, places, correction })
    }

    /// Rows of each level, finest first.
    pub(crate) fn level_rows(&self) -> Vec<usize> {
        self.levels.iter().map(|level| level.matrix.pattern.row_count()).collect()
    }

    /// Blocks of all levels over those of the finest.
    pub(crate) fn complexity(&self) -> f64 {
        let all: usize = self.levels.iter().map(|level| level.matrix.blocks.len()).sum();
        all as f64 / self.sources.len().max(1) as f64
    }

    /// How many blocks and rows the matrix must have.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.sources.len(), self.places.len())
    }

    /// Takes over new values.
    pub(crate) fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) {
        if let Some(finest) = self.levels.first_mut() {
            finest.matrix.copy_from(matrix, &self.sources, fixed);
            if let Some(transfer) = &mut finest.transfer {
                let order = &finest.matrix.ordering.order;
                transfer.set_weights(|row| !fixed[order[row] as usize]);
            }
        }
        for index in 1..self.levels.len() {
            let (fine, coarse) = self.levels.split_at_mut(index);
            if let (Some(Level { matrix, transfer: Some(transfer), .. }), Some(coarse)) =
                (fine.last(), coarse.first_mut())
            {
                transfer.product(matrix, &mut coarse.matrix);
            }
        }
        if let (Some(factor), Some(last)) = (&mut self.coarsest, self.levels.last()) {
            factor.factor(&last.matrix);
        }
    }

    /// `z = M⁻¹ r`: one V-cycle from zero.
    pub(crate) fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        let Some(finest) = self.levels.first_mut() else { return };
        permute_in(&finest.matrix.ordering.order, r, &mut finest.b);
        cycle(&mut self.levels, self.coarsest.as_mut(), self.correction);
        permute_out(&self.places, &self.levels[0].x, z);
    }
}

/// Pre-smoothing forward, correction from the coarser levels, post-smoothing backward: a symmetric operator.
fn cycle<T: Real>(levels: &mut [Level<T>], coarsest: Option<&mut DenseCholesky>, correction: T) {
    let Some((fine, rest)) = levels.split_first_mut() else { return };
    let Level { matrix, transfer, b, x, r } = fine;
    let (Some(transfer), Some(coarse)) = (transfer, rest.first_mut()) else {
        if let Some(factor) = coarsest {
            factor.solve(b, x);
        } else {
            matrix.forward_from_zero(b, x);
            matrix.backward(b, x);
        }
        return;
    };
    matrix.forward_from_zero(b, x);
    matrix.residual_after_forward(x, r);
    transfer.restrict(r, &mut coarse.b);
    cycle(rest, coarsest, correction);
    if let Some(coarse) = rest.first() {
        transfer.prolongate(&coarse.x, correction, x);
    }
    matrix.backward(b, x);
}

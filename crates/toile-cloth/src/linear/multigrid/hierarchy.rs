//! The levels of multigrid in one precision, and the cycle over them.

use super::super::block::{Real, Triple};
use super::super::block_rows::BlockRows;
use super::super::conjugate_gradient::{dot, dot_chunk};
use super::super::ordered::{OrderedMatrix, for_chunks, permute_in, permute_out};
use super::super::pattern::CHUNK;
use super::super::scalar_rows::ScalarRows;
use super::super::{LinearError, PcgReport, PcgSettings};
use super::coarsening::{Aggregates, StrongGraph};
use super::dense::DenseCholesky;
use super::galerkin::{Transfer, block_norms};
use super::interpolation::Weights;
use glam::DVec3;
use rayon::prelude::*;

/// A pair of vertices is strongly tied if its block norm is at least this fraction of the largest in its rows.
const STRENGTH: f64 = 0.08;

/// One level: its matrix, the way to the next coarser one and scratch vectors.
#[derive(Clone, Debug)]
struct Level<T: Real> {
    matrix: OrderedMatrix<T>,
    /// Multiples of the identity that come on top of the product of the finer level's blocks.
    addition: Vec<T>,
    /// None on the coarsest level.
    transfer: Option<Transfer<T>>,
    b: Vec<Triple<T>>,
    x: Vec<Triple<T>>,
    r: Vec<Triple<T>>,
}

/// All levels, finest first.
#[derive(Clone, Debug)]
pub(crate) struct Hierarchy<T: Real> {
    levels: Vec<Level<T>>,
    /// Factor of the coarsest matrix, if that is small enough.
    coarsest: Option<DenseCholesky>,
    /// The scalars of the finest matrix, of all vertices, pinned or not.
    far: ScalarRows<f64>,
    places: Vec<u32>,
    krylov: Krylov<T>,
    /// Blocks of the matrix that the levels know nothing of: only conjugate gradients see them.
    beside: BlockRows<T>,
}

impl<T: Real> Level<T> {
    fn new(matrix: OrderedMatrix<T>) -> Self {
        let zero = vec![Triple::<T>::default(); matrix.pattern.row_count()];
        Self { matrix, addition: Vec::new(), transfer: None, b: zero.clone(), x: zero.clone(), r: zero }
    }
}

impl<T: Real> Hierarchy<T> {
    /// Chooses the levels from the values of the matrix (fixed vertices take part: which ones are fixed may change
    /// later) and the coordinates: any positions that are continuous along the cloth and nearly isometric to it. `far` are the matrix's scalars, in the matrix's own order as the coordinates are not.
    pub(crate) fn new(
        finest: OrderedMatrix<T>,
        far: ScalarRows<f64>,
        coordinates: &[DVec3],
        coarsest_vertices: usize,
    ) -> Result<Self, LinearError> {
        let places = finest.ordering.places();
        let mut coordinates: Vec<DVec3> =
            finest.ordering.order.iter().map(|&row| coordinates[row as usize]).collect();
        let mut levels = vec![Level::new(finest)];
        let mut level_far = far.clone();
        loop {
            let depth = levels.len() - 1;
            let fine = &mut levels[depth];
            let count = fine.matrix.pattern.row_count();
            if count <= coarsest_vertices {
                break;
            }
            let norms = block_norms::<T>(&fine.matrix.blocks);
            let graph = StrongGraph::new(&fine.matrix.pattern, &norms, STRENGTH);
            // Coarse graphs are dense, so that aggregates three edges apart would be too far from each other for
            // linear interpolation (measured: 31 instead of 19 iterations on a crumpled sheet of 128 x 128 cells).
            let aggregates = if depth > 0 {
                Aggregates::independent(&graph, &fine.matrix.ordering.sequence)
            } else {
                Aggregates::new(&graph, &fine.matrix.ordering.sequence)
            };
            let coarse_count = aggregates.roots.len();
            if coarse_count == 0 || 5 * coarse_count > 4 * count {
                break;
            }
            let weights = Weights::linear(&aggregates, &graph, &coordinates);
            let (transfer, mut coarse) = Transfer::new(&fine.matrix, &level_far, weights, coarse_count)?;
            let (addition, far) = transfer.far_product(&level_far).split(&coarse.pattern);
            let addition: Vec<T> = addition.into_iter().map(T::of).collect();
            transfer.product(&fine.matrix, &addition, &mut coarse);
            let order = coarse.ordering.order.iter();
            coordinates = order.map(|&part| coordinates[aggregates.roots[part as usize] as usize]).collect();
            fine.transfer = Some(transfer);
            level_far = far;
            levels.push(Level { addition, ..Level::new(coarse) });
        }
        let last = levels.last().map_or(0, |level| level.matrix.pattern.row_count());
        let coarsest = (last <= coarsest_vertices).then(DenseCholesky::default);
        Ok(Self { levels, coarsest, far, places, krylov: Krylov::default(), beside: BlockRows::default() })
    }

    /// The finest matrix, to be filled; [`refresh`](Self::refresh) then carries its values on.
    pub(crate) fn finest_mut(&mut self) -> &mut OrderedMatrix<T> {
        &mut self.levels[0].matrix
    }

    /// The finest matrix.
    pub(crate) fn finest(&self) -> &OrderedMatrix<T> {
        &self.levels[0].matrix
    }

    /// Blocks that come on top of the finest matrix, in its own order: what couples vertices that are not neighbours, and comes and
    /// goes. Smoothing and the coarser levels leave them out, so the rest must be stiff enough by itself.
    pub(crate) fn beside_mut(&mut self) -> &mut BlockRows<T> {
        &mut self.beside
    }

    /// Takes over which vertices are fixed, and by how much the scalars are multiplied. The rows of fixed vertices in the
    /// blocks of the finest matrix are the caller's business.
    pub(crate) fn set_fixed(&mut self, fixed: &[bool], far_scale: f64) {
        let order = &self.levels[0].matrix.ordering.order;
        let is_fixed: Vec<bool> = order.iter().map(|&row| fixed[row as usize]).collect();
        let mut far =
            self.far.scaled(|row, column| if is_fixed[row] || is_fixed[column] { 0.0 } else { far_scale });
        self.levels[0].matrix.far = far.clone().rounded();
        if let Some(transfer) = &mut self.levels[0].transfer {
            transfer.set_weights(|row| !is_fixed[row]);
        }
        for index in 1..self.levels.len() {
            let (fine, coarse) = self.levels.split_at_mut(index);
            let (Some(transfer), [coarse, ..]) = (&fine[index - 1].transfer, coarse) else { continue };
            let (addition, coarse_far) = transfer.far_product(&far).split(&coarse.matrix.pattern);
            coarse.addition = addition.into_iter().map(T::of).collect();
            coarse.matrix.far = coarse_far.clone().rounded();
            far = coarse_far;
        }
    }

    /// Carries the values of the finest matrix to the coarser ones.
    pub(crate) fn refresh(&mut self) {
        for index in 1..self.levels.len() {
            let (fine, coarse) = self.levels.split_at_mut(index);
            let (Some(transfer), [coarse, ..]) = (&fine[index - 1].transfer, coarse) else { continue };
            transfer.product(&fine[index - 1].matrix, &coarse.addition, &mut coarse.matrix);
        }
        if let (Some(factor), Some(last)) = (&mut self.coarsest, self.levels.last()) {
            factor.factor(&last.matrix);
        }
    }

    /// Solves `A x = b` from zero by conjugate gradients with one V-cycle an iteration, all in the precision of the levels.
    /// Entries of `b` at fixed vertices must be zero.
    pub(crate) fn solve(&mut self, b: &[DVec3], x: &mut [DVec3], settings: &PcgSettings) -> PcgReport {
        let Self { levels, coarsest, places, krylov, beside, .. } = self;
        let Some(finest) = levels.first_mut() else { return PcgReport::default() };
        permute_in::<T>(&finest.matrix.ordering.order, b, &mut finest.b);
        let report = krylov.run(levels, beside, settings, |levels| cycle(levels, coarsest.as_mut()));
        permute_out::<T>(places, &krylov.x, x);
        report
    }
}

/// The vectors of conjugate gradients; the residual and the preconditioned residual are those of the finest level.
#[derive(Clone, Debug, Default)]
struct Krylov<T: Real> {
    x: Vec<Triple<T>>,
    direction: Vec<Triple<T>>,
    image: Vec<Triple<T>>,
    partial: Vec<f64>,
}

impl<T: Real> Krylov<T> {
    fn run(
        &mut self,
        levels: &mut [Level<T>],
        beside: &BlockRows<T>,
        settings: &PcgSettings,
        mut precondition: impl FnMut(&mut [Level<T>]),
    ) -> PcgReport {
        let count = levels[0].b.len();
        for vector in [&mut self.x, &mut self.direction, &mut self.image] {
            vector.clear();
            vector.resize(count, Triple::<T>::default());
        }
        let first = dot::<T>(&levels[0].b, &levels[0].b, &mut self.partial).sqrt();
        let mut report =
            PcgReport { relative_residual: if first == 0.0 { 0.0 } else { 1.0 }, ..PcgReport::default() };
        let mut rz = 0.0;
        while report.iterations < settings.max_iterations
            && report.relative_residual > settings.relative_residual
        {
            precondition(levels);
            let smoothed = levels.len() > 1;
            let Level { matrix, b: r, x: z, r: change, .. } = &mut levels[0];
            let previous = rz;
            rz = dot::<T>(r, z, &mut self.partial);
            let beta = T::of(if report.iterations == 0 { 0.0 } else { rz / previous });
            for_chunks(&mut self.direction, CHUNK, |first, part| {
                for (p, &z) in part.iter_mut().zip(&z[first..]) {
                    *p = z + *p * beta;
                }
            });
            let curvature = if smoothed {
                self.product_after_sweep(matrix, beside, [r, z, change], beta)
            } else {
                self.product(matrix, beside)
            };
            if !(curvature > 0.0 && rz > 0.0) {
                report.negative_curvature = true;
                report.undefined = curvature.is_nan() || rz.is_nan();
                break;
            }
            let squared = self.advance(r, T::of(rz / curvature));
            report.iterations += 1;
            report.relative_residual = squared.sqrt() / first;
        }
        report
    }

    /// `q = A p`; returns `p . q`.
    fn product(&mut self, matrix: &OrderedMatrix<T>, beside: &BlockRows<T>) -> f64 {
        self.image_by(|row, p, _| matrix.row_times(row, p) + beside.row_times(row, p))
    }

    /// The same for `p = z + beta p` where `z` is what a backward sweep on `A z = r` has left: `A z = r + L change`, half the work.
    fn product_after_sweep(
        &mut self,
        matrix: &OrderedMatrix<T>,
        beside: &BlockRows<T>,
        [r, z, change]: [&[Triple<T>]; 3],
        beta: T,
    ) -> f64 {
        self.image_by(|row, _, before| {
            r[row] + matrix.lower_times(row, change) + beside.row_times(row, z) + before * beta
        })
    }

    /// Fills in `q`, row by row from `p` and what `q` was before; returns `p . q`.
    fn image_by(&mut self, of_row: impl Fn(usize, &[Triple<T>], Triple<T>) -> Triple<T> + Sync) -> f64 {
        let p = &self.direction;
        self.image
            .par_chunks_mut(CHUNK)
            .enumerate()
            .map(|(chunk, part)| {
                let first = chunk * CHUNK;
                for (row, q) in (first..).zip(part.iter_mut()) {
                    *q = of_row(row, p, *q);
                }
                dot_chunk::<T>(&p[first..first + part.len()], part)
            })
            .collect_into_vec(&mut self.partial);
        self.partial.iter().sum()
    }

    /// `x += alpha p`, `r -= alpha q`; returns `r . r`.
    fn advance(&mut self, r: &mut [Triple<T>], alpha: T) -> f64 {
        self.x
            .par_chunks_mut(CHUNK)
            .zip(r.par_chunks_mut(CHUNK))
            .zip(self.direction.par_chunks(CHUNK).zip(self.image.par_chunks(CHUNK)))
            .map(|((x, r), (p, q))| {
                for (((x, r), &p), &q) in x.iter_mut().zip(r.iter_mut()).zip(p).zip(q) {
                    *x += p * alpha;
                    *r -= q * alpha;
                }
                dot_chunk::<T>(r, r)
            })
            .collect_into_vec(&mut self.partial);
        self.partial.iter().sum()
    }
}

/// Pre-smoothing forward, correction from the coarser levels, post-smoothing backward: a symmetric operator.
fn cycle<T: Real>(levels: &mut [Level<T>], coarsest: Option<&mut DenseCholesky>) {
    let Some((fine, rest)) = levels.split_first_mut() else { return };
    let Level { matrix, transfer, b, x, r, .. } = fine;
    let (Some(transfer), Some(coarse)) = (transfer, rest.first_mut()) else {
        if let Some(factor) = coarsest {
            factor.solve::<T>(b, x);
        } else {
            matrix.forward_from_zero(b, x);
            matrix.backward(b, x, r);
        }
        return;
    };
    // Smooth forwards from 0, r = b - A x, b' = Pᵀ r, x' ≈ (Pᵀ A P)⁻¹ b', x += P x', smooth backwards: a symmetric V-cycle.
    matrix.forward_from_zero(b, x);
    matrix.residual_after_forward(x, r);
    transfer.restrict(r, &mut coarse.b);
    cycle(rest, coarsest);
    if let Some(coarse) = rest.first() {
        transfer.prolongate(&coarse.x, x);
    }
    matrix.backward(b, x, r);
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<T: Real> Hierarchy<T> {
        /// `z = M⁻¹ r`: one V-cycle from zero.
        pub(crate) fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
            let finest = &mut self.levels[0];
            permute_in::<T>(&finest.matrix.ordering.order, r, &mut finest.b);
            cycle(&mut self.levels, self.coarsest.as_mut());
            permute_out::<T>(&self.places, &self.levels[0].x, z);
        }
    }
}

//! Preconditioners: the solver's own, its smoother alone, and simpler ones that they are compared with.

use super::matrix::BlockMatrix;
use crate::linear::block::{Real, Triple, positive_inverse, round, zero_block};
use crate::linear::multigrid::Hierarchy;
use crate::linear::ordered::{OrderedMatrix, permute_in, permute_out};
use crate::linear::pattern::{BlockPattern, CHUNK};
use crate::linear::scalar_rows::ScalarRows;
use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// An approximate inverse `M⁻¹` of a matrix: linear, symmetric, positive definite on the free vertices.
pub(super) trait Preconditioner {
    /// `z = M⁻¹ r`. Entries of fixed vertices are zero in `z` if they are zero in `r`.
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]);

    /// A name for reports.
    fn name(&self) -> &'static str;
}

/// No preconditioner: plain conjugate gradients, for comparison.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Identity;

impl Preconditioner for Identity {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        z.copy_from_slice(r);
    }

    fn name(&self) -> &'static str {
        "identity"
    }
}

/// Inverts the diagonal blocks. Nearly free; good enough where masses dominate (small time steps, soft cloth).
#[derive(Clone, Debug)]
pub(super) struct BlockJacobi {
    inverse: Vec<DMat3>,
}

impl BlockJacobi {
    /// Inverts the diagonal blocks of the free vertices.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Self {
        let mut jacobi = Self { inverse: vec![DMat3::ZERO; matrix.pattern().row_count()] };
        jacobi.refresh(matrix, fixed);
        jacobi
    }

    /// Takes over new values of a matrix of the same size.
    pub(super) fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) {
        for ((inverse, block), &fixed) in self.inverse.iter_mut().zip(matrix.diagonal_blocks()).zip(fixed) {
            *inverse = if fixed { DMat3::ZERO } else { positive_inverse(&block) };
        }
    }
}

impl Preconditioner for BlockJacobi {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        let inverse = self.inverse.par_chunks(CHUNK);
        z.par_chunks_mut(CHUNK).zip(r.par_chunks(CHUNK)).zip(inverse).for_each(|((z, r), inverse)| {
            for ((z, &r), inverse) in z.iter_mut().zip(r).zip(inverse) {
                *z = *inverse * r;
            }
        });
    }

    fn name(&self) -> &'static str {
        "block Jacobi"
    }
}

/// Symmetric successive over-relaxation in the order of the vertices, on one thread: the reference for
/// [`ColouredGaussSeidel`], and a good choice for small problems.
#[derive(Clone, Debug)]
pub(super) struct GaussSeidel {
    matrix: BlockMatrix,
    inverse: Vec<DMat3>,
    relaxation: f64,
}

impl GaussSeidel {
    /// Takes a copy of the matrix. `relaxation` lies between 0 and 2 (and is kept there); 1 is plain Gauss-Seidel.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool], relaxation: f64) -> Self {
        let inverse = matrix.diagonal_blocks().zip(fixed);
        let inverse =
            inverse.map(|(block, &fixed)| if fixed { DMat3::ZERO } else { positive_inverse(&block) });
        let relaxation = if relaxation.is_finite() { relaxation.clamp(0.01, 1.99) } else { 1.0 };
        Self { inverse: inverse.collect(), matrix: matrix.clone(), relaxation }
    }

    /// Relaxes one row; a fixed one has a zero inverse and so stays zero.
    fn relax(&self, row: usize, r: &[DVec3], z: &mut [DVec3]) {
        let defect = r[row] - self.matrix.row_times(row, z);
        z[row] += self.relaxation * (self.inverse[row] * defect);
    }
}

impl Preconditioner for GaussSeidel {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        z.fill(DVec3::ZERO);
        for row in 0..self.inverse.len() {
            self.relax(row, r, z);
        }
        for row in (0..self.inverse.len()).rev() {
            self.relax(row, r, z);
        }
    }

    fn name(&self) -> &'static str {
        "SSOR"
    }
}

/// Symmetric Gauss-Seidel in coloured chunks of rows: all threads, the same bits on any number of them.
#[derive(Clone, Debug)]
pub(super) struct ColouredGaussSeidel {
    matrix: OrderedMatrix<f64>,
    places: Vec<u32>,
    b: Vec<Triple<f64>>,
    x: Vec<Triple<f64>>,
    change: Vec<Triple<f64>>,
}

impl ColouredGaussSeidel {
    /// Orders the rows and takes a copy of the values.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Self {
        let count = matrix.pattern().row_count();
        let matrix_in_order = ordered::<f64>(matrix.pattern());
        let mut result = Self {
            places: matrix_in_order.ordering.places(),
            b: vec![Triple::<f64>::default(); count],
            x: vec![Triple::<f64>::default(); count],
            change: vec![Triple::<f64>::default(); count],
            matrix: matrix_in_order,
        };
        copy(&mut result.matrix, matrix, fixed);
        result
    }
}

impl Preconditioner for ColouredGaussSeidel {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        permute_in::<f64>(&self.matrix.ordering.order, r, &mut self.b);
        self.matrix.forward_from_zero(&self.b, &mut self.x);
        self.matrix.backward(&self.b, &mut self.x, &mut self.change);
        permute_out::<f64>(&self.places, &self.x, z);
    }

    fn name(&self) -> &'static str {
        "coloured Gauss-Seidel"
    }
}

/// The solver's own: a V-cycle of algebraic multigrid, in either precision.
#[derive(Clone, Debug)]
pub(super) struct Multigrid<T: Real> {
    levels: Hierarchy<T>,
}

impl<T: Real> Multigrid<T> {
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool], coordinates: &[DVec3], coarsest: usize) -> Self {
        let mut finest = ordered::<T>(matrix.pattern());
        let rows = matrix.pattern().row_count();
        copy(&mut finest, matrix, &vec![false; rows]);
        let mut multigrid =
            Self { levels: Hierarchy::new(finest, no_scalars(rows), coordinates, coarsest).unwrap() };
        multigrid.refresh(matrix, fixed);
        multigrid
    }

    /// Takes over new values of a matrix of the same pattern, and which vertices are fixed now.
    pub(super) fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) {
        copy(self.levels.finest_mut(), matrix, fixed);
        self.levels.set_fixed(fixed, 1.0);
        self.levels.refresh();
    }
}

impl<T: Real> Preconditioner for Multigrid<T> {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        self.levels.apply(r, z);
    }

    fn name(&self) -> &'static str {
        "multigrid"
    }
}

fn no_scalars(rows: usize) -> ScalarRows<f64> {
    ScalarRows::from_entries(rows, std::iter::empty())
}

/// An empty matrix in the order of the smoother.
fn ordered<T: Real>(pattern: &BlockPattern) -> OrderedMatrix<T> {
    OrderedMatrix::with_far(pattern, &no_scalars(pattern.row_count())).unwrap()
}

/// Copies the values of a matrix. Rows and columns of fixed vertices become those of the identity, which leaves their unknowns at zero for a
/// right-hand side that is zero there.
fn copy<T: Real>(to: &mut OrderedMatrix<T>, matrix: &BlockMatrix, fixed: &[bool]) {
    let sources = to.find_sources(matrix.pattern());
    for (block, source) in to.blocks.iter_mut().zip(sources) {
        *block = round::<T>(&matrix.blocks()[source as usize]);
    }
    let order = &to.ordering.order;
    let one = round::<T>(&DMat3::IDENTITY);
    for row in (0..order.len()).filter(|&row| fixed[order[row] as usize]) {
        for slot in to.pattern.row(row) {
            let column = to.pattern.columns()[slot];
            to.blocks[slot] = zero_block::<T>();
            if let Some(mirror) = to.pattern.slot(column, row as u32) {
                to.blocks[mirror as usize] = zero_block::<T>();
            }
        }
        to.blocks[to.pattern.diagonal()[row] as usize] = one;
    }
    to.invert_diagonal();
}

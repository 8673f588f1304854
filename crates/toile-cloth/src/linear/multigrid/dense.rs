//! The exact solve on the coarsest level: a dense Cholesky factor.

use super::super::block::{Real, Triple, round_vector, widen, widen_vector};
use super::super::ordered::OrderedMatrix;
use glam::DVec3;

/// A lower triangular factor `L` with `L Lᵀ = A`, row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct DenseCholesky {
    size: usize,
    factor: Vec<f64>,
    work: Vec<f64>,
}

impl DenseCholesky {
    /// Factors a matrix. A pivot that is not positive beyond rounding is replaced by the diagonal entry (or one), so
    /// that a singular matrix yields a positive definite inverse of something near it.
    pub(crate) fn factor<T: Real>(&mut self, matrix: &OrderedMatrix<T>) {
        self.size = 3 * matrix.pattern.row_count();
        let size = self.size;
        self.factor.clear();
        self.factor.resize(size * size, 0.0);
        self.work.resize(size, 0.0);
        for row in 0..matrix.pattern.row_count() {
            for slot in matrix.pattern.row(row) {
                let column = matrix.pattern.columns()[slot] as usize;
                let block = widen::<T>(&matrix.blocks[slot]).to_cols_array();
                for (k, value) in block.into_iter().enumerate() {
                    self.factor[(3 * row + k % 3) * size + 3 * column + k / 3] = value;
                }
            }
            for (column, value) in matrix.far.row(row) {
                for k in 0..3 {
                    self.factor[(3 * row + k) * size + 3 * column + k] = value.wide();
                }
            }
        }
        for i in 0..size {
            let (above, rest) = self.factor.split_at_mut(i * size);
            let row = &mut rest[..size];
            for j in 0..i {
                let other = &above[j * size..=j * size + j];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let diagonal = row[i];
            let pivot = diagonal - dot(&row[..i], &row[..i]);
            let fallback = if diagonal > 0.0 { diagonal } else { 1.0 };
            row[i] = if pivot > 1e-14 * fallback { pivot } else { fallback }.sqrt();
        }
    }

    /// `x = A⁻¹ b`.
    pub(crate) fn solve<T: Real>(&mut self, b: &[Triple<T>], x: &mut [Triple<T>]) {
        let (size, work) = (self.size, &mut self.work);
        for (k, b) in b.iter().enumerate() {
            work[3 * k..3 * k + 3].copy_from_slice(&widen_vector::<T>(*b).to_array());
        }
        for i in 0..size {
            let row = &self.factor[i * size..=i * size + i];
            work[i] = (work[i] - dot(&row[..i], &work[..i])) / row[i];
        }
        for i in (0..size).rev() {
            let row = &self.factor[i * size..=i * size + i];
            let value = work[i] / row[i];
            work[i] = value;
            for (work, entry) in work[..i].iter_mut().zip(row) {
                *work -= value * entry;
            }
        }
        for (x, work) in x.iter_mut().zip(work.as_chunks().0) {
            *x = round_vector::<T>(DVec3::from_array(*work));
        }
    }
}

/// Four sums side by side: the compiler may not reorder a sum of floats by itself.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let tail: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 4];
    for (a, b) in a4.zip(b4) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}

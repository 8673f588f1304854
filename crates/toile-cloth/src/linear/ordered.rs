//! A matrix copied into the order and precision in which a smoother goes through it.

use super::block::{
    Block, Real, Triple, add_products, fold, positive_inverse, product, round, subtract, widen,
};
use super::ordering::Ordering;
use super::{BlockMatrix, BlockPattern, LinearError};
use rayon::prelude::*;

/// A matrix whose rows stand in the order of Gauss-Seidel.
#[derive(Clone, Debug)]
pub(crate) struct OrderedMatrix<T> {
    pub(crate) ordering: Ordering,
    pub(crate) pattern: BlockPattern,
    pub(crate) blocks: Vec<Block<T>>,
    pub(crate) inverse_diagonal: Vec<Block<T>>,
}

/// The pattern with rows and columns renumbered by an ordering.
fn permuted(pattern: &BlockPattern, ordering: &Ordering) -> Result<BlockPattern, LinearError> {
    let places = ordering.places();
    let mut raw = Vec::with_capacity(pattern.block_count());
    let mut starts = vec![0];
    for &row in &ordering.order {
        raw.extend(
            pattern.columns()[pattern.row(row as usize)].iter().map(|&column| places[column as usize]),
        );
        starts.push(raw.len());
    }
    BlockPattern::from_unsorted_rows(&mut raw, starts.windows(2).map(|pair| pair[0]..pair[1]))
}

/// Runs `work(first, part)` on parts of `chunk` rows, `first` being the number of rows before the part.
#[inline]
pub(crate) fn for_chunks<V: Send>(
    values: &mut [V],
    chunk: usize,
    work: impl Fn(usize, &mut [V]) + Sync + Send,
) {
    if values.len() <= chunk {
        work(0, values);
    } else {
        values.par_chunks_mut(chunk).enumerate().for_each(|(index, part)| work(index * chunk, part));
    }
}

impl<T: Real> OrderedMatrix<T> {
    /// Orders a pattern; all values are zero.
    pub(crate) fn new(pattern: &BlockPattern) -> Result<Self, LinearError> {
        let ordering = Ordering::new(pattern);
        let pattern = permuted(pattern, &ordering)?;
        let blocks = vec![[T::default(); 9]; pattern.block_count()];
        let inverse_diagonal = vec![[T::default(); 9]; pattern.row_count()];
        Ok(Self { ordering, pattern, blocks, inverse_diagonal })
    }

    /// Where each block comes from in a matrix of the pattern that was ordered.
    pub(crate) fn sources(&self, pattern: &BlockPattern) -> Vec<u32> {
        let order = &self.ordering.order;
        let mut sources = Vec::with_capacity(self.blocks.len());
        for (row, &old) in order.iter().enumerate() {
            for &column in &self.pattern.columns()[self.pattern.row(row)] {
                sources.push(pattern.slot(old, order[column as usize]).unwrap_or_default());
            }
        }
        sources
    }

    /// Copies the values of a matrix. Rows and columns of fixed vertices become those of the identity, which leaves
    /// their unknowns at zero for a right-hand side that is zero there.
    pub(crate) fn copy_from(&mut self, matrix: &BlockMatrix, sources: &[u32], fixed: &[bool]) {
        const PART: usize = 4096;
        self.blocks.par_chunks_mut(PART).zip(sources.par_chunks(PART)).for_each(|(blocks, sources)| {
            for (block, &source) in blocks.iter_mut().zip(sources) {
                *block = round(&matrix.blocks()[source as usize]);
            }
        });
        let order = &self.ordering.order;
        let one = round(&glam::DMat3::IDENTITY);
        for row in (0..order.len()).filter(|&row| fixed[order[row] as usize]) {
            for slot in self.pattern.row(row) {
                let column = self.pattern.columns()[slot];
                self.blocks[slot] = [T::default(); 9];
                if let Some(mirror) = self.pattern.slot(column, row as u32) {
                    self.blocks[mirror as usize] = [T::default(); 9];
                }
            }
            self.blocks[self.pattern.diagonal()[row] as usize] = one;
        }
        self.invert_diagonal();
    }

    /// Inverts the diagonal blocks after the values have changed.
    pub(crate) fn invert_diagonal(&mut self) {
        let (pattern, blocks) = (&self.pattern, &self.blocks);
        for_chunks(&mut self.inverse_diagonal, self.ordering.chunk, |first, part| {
            for (&slot, inverse) in pattern.diagonal()[first..].iter().zip(part) {
                *inverse = round(&positive_inverse(&widen(&blocks[slot as usize])));
            }
        });
    }

    /// One forward Gauss-Seidel sweep from zero: `(D + L) x = b`. Only the lower half is read.
    pub(crate) fn forward_from_zero(&self, b: &[Triple<T>], x: &mut [Triple<T>]) {
        for colour in self.ordering.colour_start.windows(2) {
            let (begin, end) = (colour[0], colour[1]);
            let (done, rest) = x.split_at_mut(begin);
            for_chunks(&mut rest[..end - begin], self.ordering.chunk, |offset, own| {
                let first = begin + offset;
                for local in 0..own.len() {
                    let row = first + local;
                    let lower = self.pattern.row(row).start..self.pattern.diagonal()[row] as usize;
                    let mut sum = [T::default(); 9];
                    for (block, &column) in
                        self.blocks[lower.clone()].iter().zip(&self.pattern.columns()[lower])
                    {
                        let column = column as usize;
                        let value = if column < begin { &done[column] } else { &own[column - first] };
                        add_products(&mut sum, block, value);
                    }
                    own[local] = product(&self.inverse_diagonal[row], &subtract(&b[row], &fold(&sum)));
                }
            });
        }
    }

    /// The residual after [`forward_from_zero`](Self::forward_from_zero): `b - A x = -U x`, the upper half only.
    pub(crate) fn residual_after_forward(&self, x: &[Triple<T>], r: &mut [Triple<T>]) {
        for_chunks(r, self.ordering.chunk, |first, part| {
            for (row, r) in (first..).zip(part) {
                let upper = self.pattern.diagonal()[row] as usize + 1..self.pattern.row(row).end;
                let mut sum = [T::default(); 9];
                for (block, &column) in self.blocks[upper.clone()].iter().zip(&self.pattern.columns()[upper])
                {
                    add_products(&mut sum, block, &x[column as usize]);
                }
                *r = fold(&sum).map(|value| -value);
            }
        });
    }

    /// One backward Gauss-Seidel sweep, the adjoint of the forward one.
    pub(crate) fn backward(&self, b: &[Triple<T>], x: &mut [Triple<T>]) {
        for colour in self.ordering.colour_start.windows(2).rev() {
            let (begin, end) = (colour[0], colour[1]);
            let (before, rest) = x.split_at_mut(begin);
            let (mine, after) = rest.split_at_mut(end - begin);
            for_chunks(mine, self.ordering.chunk, |offset, own| {
                let first = begin + offset;
                for local in (0..own.len()).rev() {
                    let row = first + local;
                    let range = self.pattern.row(row);
                    let mut sum = [T::default(); 9];
                    for (block, &column) in
                        self.blocks[range.clone()].iter().zip(&self.pattern.columns()[range])
                    {
                        let column = column as usize;
                        let value = if column < begin {
                            &before[column]
                        } else if column >= end {
                            &after[column - end]
                        } else if column == row {
                            continue;
                        } else {
                            &own[column - first]
                        };
                        add_products(&mut sum, block, value);
                    }
                    own[local] = product(&self.inverse_diagonal[row], &subtract(&b[row], &fold(&sum)));
                }
            });
        }
    }
}

/// Brings a vector into the order of a matrix.
pub(crate) fn permute_in<T: Real>(order: &[u32], from: &[glam::DVec3], to: &mut [Triple<T>]) {
    for_chunks(to, super::vector::CHUNK, |first, part| {
        for (to, &old) in part.iter_mut().zip(&order[first..]) {
            *to = from[old as usize].to_array().map(T::of);
        }
    });
}

/// Brings a vector back from the order of a matrix; `places` is the new number of each old row.
pub(crate) fn permute_out<T: Real>(places: &[u32], from: &[Triple<T>], to: &mut [glam::DVec3]) {
    for_chunks(to, super::vector::CHUNK, |first, part| {
        for (to, &place) in part.iter_mut().zip(&places[first..]) {
            *to = from[place as usize].map(Real::wide).into();
        }
    });
}

//! A matrix copied into the order and precision in which a smoother goes through it.

use super::block::{
    Block, Real, Triple, positive_inverse, product, round, round_vector, widen, widen_vector, zero_block,
};
use super::ordering::Ordering;
use super::pattern::{CHUNK, split_rows};
use super::scalar_rows::ScalarRows;
use super::{BlockPattern, LinearError};
use rayon::prelude::*;

/// A matrix whose rows stand in the order of Gauss-Seidel.
#[derive(Clone, Debug)]
pub(crate) struct OrderedMatrix<T: Real> {
    pub(crate) ordering: Ordering,
    pub(crate) pattern: BlockPattern,
    pub(crate) blocks: Vec<Block<T>>,
    pub(crate) inverse_diagonal: Vec<Block<T>>,
    /// Blocks that are multiples of the identity, beside the others: a ninth of their memory.
    pub(crate) far: ScalarRows<T>,
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

/// The inverse of a diagonal block, in double precision.
#[inline]
fn inverse_block<T: Real>(block: &Block<T>) -> Block<T> {
    round::<T>(&positive_inverse(&widen::<T>(block)))
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

/// The same on two slices of one length at once.
#[inline]
fn for_chunk_pairs<V: Send>(
    values: &mut [V],
    others: &mut [V],
    chunk: usize,
    work: impl Fn(usize, &mut [V], &mut [V]) + Sync + Send,
) {
    if values.len() <= chunk {
        work(0, values, others);
    } else {
        let parts = values.par_chunks_mut(chunk).zip(others.par_chunks_mut(chunk));
        parts.enumerate().for_each(|(index, (part, other))| work(index * chunk, part, other));
    }
}

impl<T: Real> OrderedMatrix<T> {
    /// Orders a pattern and takes over scalars at places that the pattern does not have; all blocks are zero.
    pub(crate) fn with_far(pattern: &BlockPattern, far: &ScalarRows<f64>) -> Result<Self, LinearError> {
        let ordering =
            if far.columns.is_empty() { Ordering::new(pattern) } else { Ordering::new(&far.union(pattern)?) };
        let far = far.permuted(&ordering).rounded();
        let pattern = permuted(pattern, &ordering)?;
        let blocks = vec![zero_block::<T>(); pattern.block_count()];
        let inverse_diagonal = vec![zero_block::<T>(); pattern.row_count()];
        Ok(Self { ordering, pattern, blocks, inverse_diagonal, far })
    }

    /// Brings values for the slots of the pattern that was ordered into the order of this matrix.
    pub(crate) fn in_order(&self, pattern: &BlockPattern, values: &[f64]) -> Vec<T> {
        self.find_sources(pattern).into_iter().map(|slot| T::of(values[slot as usize])).collect()
    }

    /// Lets `work(row, first, blocks)` write the blocks of each row, rows in parallel; `first` is the slot of the first.
    /// Diagonal blocks are inverted on the way.
    pub(crate) fn for_each_row(&mut self, work: impl Fn(usize, usize, &mut [Block<T>]) + Sync) {
        let Self { pattern, blocks, inverse_diagonal, .. } = self;
        let diagonal = pattern.diagonal();
        split_rows(
            pattern,
            0..pattern.row_count(),
            blocks,
            inverse_diagonal,
            &|row, first, blocks, inverse| {
                work(row, first, blocks);
                *inverse = inverse_block::<T>(&blocks[diagonal[row] as usize - first]);
            },
        );
    }

    /// Inverts the diagonal block of one row after it has changed.
    pub(crate) fn invert_row(&mut self, row: usize) {
        self.inverse_diagonal[row] = inverse_block::<T>(&self.blocks[self.pattern.diagonal()[row] as usize]);
    }

    /// Where each block comes from in a matrix of the pattern that was ordered.
    pub(crate) fn find_sources(&self, pattern: &BlockPattern) -> Vec<u32> {
        let order = &self.ordering.order;
        let mut sources = Vec::with_capacity(self.blocks.len());
        for (row, &old) in order.iter().enumerate() {
            for &column in &self.pattern.columns()[self.pattern.row(row)] {
                sources.push(pattern.slot(old, order[column as usize]).unwrap_or_default());
            }
        }
        sources
    }

    /// Inverts the diagonal blocks after the values have changed.
    pub(crate) fn invert_diagonal(&mut self) {
        let (pattern, blocks) = (&self.pattern, &self.blocks);
        for_chunks(&mut self.inverse_diagonal, self.ordering.chunk, |first, part| {
            for (&slot, inverse) in pattern.diagonal()[first..].iter().zip(part) {
                *inverse = inverse_block::<T>(&blocks[slot as usize]);
            }
        });
    }

    /// One row of `A x`.
    #[inline]
    pub(crate) fn row_times(&self, row: usize, x: &[Triple<T>]) -> Triple<T> {
        let range = self.pattern.row(row);
        let mut sum = Triple::<T>::default();
        for (block, &column) in self.blocks[range.clone()].iter().zip(&self.pattern.columns()[range]) {
            sum += product::<T>(block, x[column as usize]);
        }
        self.far.row(row).for_each(|(column, factor)| sum += x[column] * factor);
        sum
    }

    /// One row of `L x`, with `L` left of the diagonal.
    #[inline]
    pub(crate) fn lower_times(&self, row: usize, x: &[Triple<T>]) -> Triple<T> {
        let lower = self.pattern.row(row).start..self.pattern.diagonal()[row] as usize;
        let mut sum = Triple::<T>::default();
        for (block, &column) in self.blocks[lower.clone()].iter().zip(&self.pattern.columns()[lower]) {
            sum += product::<T>(block, x[column as usize]);
        }
        self.far.lower(row).for_each(|(column, factor)| sum += x[column] * factor);
        sum
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
                    let mut sum = Triple::<T>::default();
                    for (block, &column) in
                        self.blocks[lower.clone()].iter().zip(&self.pattern.columns()[lower])
                    {
                        let column = column as usize;
                        let value = if column < begin { done[column] } else { own[column - first] };
                        sum += product::<T>(block, value);
                    }
                    self.far.lower(row).for_each(|(column, factor)| {
                        let value = if column < begin { done[column] } else { own[column - first] };
                        sum += value * factor;
                    });
                    own[local] = product::<T>(&self.inverse_diagonal[row], b[row] - sum);
                }
            });
        }
    }

    /// The residual after [`forward_from_zero`](Self::forward_from_zero): `b - A x = -U x`, the upper half only.
    pub(crate) fn residual_after_forward(&self, x: &[Triple<T>], r: &mut [Triple<T>]) {
        for_chunks(r, self.ordering.chunk, |first, part| {
            for (row, r) in (first..).zip(part) {
                let upper = self.pattern.diagonal()[row] as usize + 1..self.pattern.row(row).end;
                let mut sum = Triple::<T>::default();
                for (block, &column) in self.blocks[upper.clone()].iter().zip(&self.pattern.columns()[upper])
                {
                    sum += product::<T>(block, x[column as usize]);
                }
                self.far.upper(row).for_each(|(column, factor)| sum += x[column] * factor);
                *r = -sum;
            }
        });
    }

    /// One backward Gauss-Seidel sweep, the adjoint of the forward one. Tells by how much it changed each unknown: afterwards
    /// `A x = b + L change`, so that half a product finds the image of `x`.
    pub(crate) fn backward(&self, b: &[Triple<T>], x: &mut [Triple<T>], change: &mut [Triple<T>]) {
        for colour in self.ordering.colour_start.windows(2).rev() {
            let (begin, end) = (colour[0], colour[1]);
            let (before, rest) = x.split_at_mut(begin);
            let (mine, after) = rest.split_at_mut(end - begin);
            for_chunk_pairs(mine, &mut change[begin..end], self.ordering.chunk, |offset, own, change| {
                let first = begin + offset;
                for local in (0..own.len()).rev() {
                    let row = first + local;
                    let range = self.pattern.row(row);
                    let at = |column: usize| {
                        if column < begin {
                            before[column]
                        } else if column >= end {
                            after[column - end]
                        } else {
                            own[column - first]
                        }
                    };
                    let mut sum = Triple::<T>::default();
                    for (block, &column) in
                        self.blocks[range.clone()].iter().zip(&self.pattern.columns()[range])
                    {
                        if column as usize != row {
                            sum += product::<T>(block, at(column as usize));
                        }
                    }
                    self.far.row(row).for_each(|(column, factor)| sum += at(column) * factor);
                    let value = product::<T>(&self.inverse_diagonal[row], b[row] - sum);
                    change[local] = value - own[local];
                    own[local] = value;
                }
            });
        }
    }
}

/// Brings a vector into the order of a matrix.
pub(crate) fn permute_in<T: Real>(order: &[u32], from: &[glam::DVec3], to: &mut [Triple<T>]) {
    for_chunks(to, CHUNK, |first, part| {
        for (to, &old) in part.iter_mut().zip(&order[first..]) {
            *to = round_vector::<T>(from[old as usize]);
        }
    });
}

/// Brings a vector back from the order of a matrix; `places` is the new number of each old row.
pub(crate) fn permute_out<T: Real>(places: &[u32], from: &[Triple<T>], to: &mut [glam::DVec3]) {
    for_chunks(to, CHUNK, |first, part| {
        for (to, &place) in part.iter_mut().zip(&places[first..]) {
            *to = widen_vector::<T>(from[place as usize]);
        }
    });
}

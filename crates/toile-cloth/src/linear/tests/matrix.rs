//! A sparse symmetric matrix of 3x3 blocks in the plainest form: assembly and product.

use crate::linear::pattern::{CHUNK, split_rows};
use crate::linear::{BlockPattern, Stencils};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use std::sync::Arc;

/// A sparse symmetric matrix of 3x3 blocks. Both halves are stored, so that every row can be worked on alone.
#[derive(Clone, Debug)]
pub(crate) struct BlockMatrix {
    pattern: Arc<BlockPattern>,
    blocks: Vec<DMat3>,
}

impl BlockMatrix {
    /// The zero matrix of a pattern.
    pub(crate) fn new(pattern: Arc<BlockPattern>) -> Self {
        let blocks = vec![DMat3::ZERO; pattern.block_count()];
        Self { pattern, blocks }
    }

    /// Which blocks there are.
    pub(crate) fn pattern(&self) -> &Arc<BlockPattern> {
        &self.pattern
    }

    /// The blocks, in the order of the pattern's slots.
    pub(crate) fn blocks(&self) -> &[DMat3] {
        &self.blocks
    }

    /// The diagonal block of each row.
    pub(crate) fn diagonal_blocks(&self) -> impl ExactSizeIterator<Item = DMat3> + '_ {
        self.pattern.diagonal().iter().map(|&slot| self.blocks[slot as usize])
    }

    /// Sets all blocks to zero.
    pub(crate) fn set_zero(&mut self) {
        self.blocks.fill(DMat3::ZERO);
    }

    /// Adds `diagonal[i]` times the identity to the diagonal block of row `i` (masses over the square of the time step).
    pub(crate) fn add_diagonal(&mut self, diagonal: &[f64]) {
        for (&slot, &value) in self.pattern.diagonal().iter().zip(diagonal) {
            self.blocks[slot as usize] += DMat3::from_diagonal(DVec3::splat(value));
        }
    }

    /// Adds the matrices of elements: `row(element, a)` is row `a` of the element's `K` x `K` matrix of blocks.
    ///
    /// The row of a vertex asks each element around it for the one row it needs, in the order of the elements; this
    /// needs no memory for whole element matrices, runs on all threads and has the same bits on any number of them.
    pub(crate) fn add_elements<const K: usize>(
        &mut self,
        stencils: &Stencils<K>,
        row: impl Fn(usize, usize) -> [DMat3; K] + Sync,
    ) {
        self.for_each_row(|vertex, blocks| {
            for incidence in stencils.around(vertex) {
                let values = row(incidence.element as usize, incidence.local as usize);
                for (&offset, value) in incidence.offsets.iter().zip(values) {
                    blocks[offset as usize] += value;
                }
            }
        });
    }

    /// As [`add_elements`](Self::add_elements), for elements whose blocks are multiples of the identity (quadratic
    /// bending, springs of rest length zero).
    pub(crate) fn add_scalar_elements<const K: usize>(
        &mut self,
        stencils: &Stencils<K>,
        row: impl Fn(usize, usize) -> [f64; K] + Sync,
    ) {
        self.for_each_row(|vertex, blocks| {
            for incidence in stencils.around(vertex) {
                let values = row(incidence.element as usize, incidence.local as usize);
                for (&offset, value) in incidence.offsets.iter().zip(values) {
                    let block = &mut blocks[offset as usize];
                    block.x_axis.x += value;
                    block.y_axis.y += value;
                    block.z_axis.z += value;
                }
            }
        });
    }

    /// `y = A x`.
    ///
    /// # Panics
    /// If `x` is shorter than the matrix has rows.
    pub(crate) fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        y.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, y)| {
            let first = chunk * CHUNK;
            for (row, value) in (first..).zip(y) {
                *value = self.row_times(row, x);
            }
        });
    }

    /// One row of `A x`.
    #[inline]
    pub(crate) fn row_times(&self, row: usize, x: &[DVec3]) -> DVec3 {
        let range = self.pattern.row(row);
        let columns = &self.pattern.columns()[range.clone()];
        let mut sum = DVec3::ZERO;
        for (block, &column) in self.blocks[range].iter().zip(columns) {
            sum += *block * x[column as usize];
        }
        sum
    }

    /// Lets `work` write the blocks of each row, rows in parallel.
    fn for_each_row(&mut self, work: impl Fn(usize, &mut [DMat3]) + Sync) {
        let rows = self.pattern.row_count();
        let mut nothing = vec![(); rows];
        split_rows(
            &self.pattern,
            0..rows,
            &mut self.blocks,
            &mut nothing,
            &|row, _, blocks: &mut [DMat3], ()| {
                work(row, blocks);
            },
        );
    }
}

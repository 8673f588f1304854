//! Blocks at any places, made anew for each system: a matrix that is only multiplied with.

use super::block::{Block, Real, Triple, product};

/// A sparse matrix of blocks, row by row.
#[derive(Clone, Debug)]
pub(crate) struct BlockRows<T: Real> {
    /// Where each row begins; empty if there are no blocks at all.
    starts: Vec<u32>,
    columns: Vec<u32>,
    blocks: Vec<Block<T>>,
}

impl<T: Real> Default for BlockRows<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), columns: Vec::new(), blocks: Vec::new() }
    }
}

impl<T: Real> BlockRows<T> {
    /// Takes over entries, each with its row and column; entries at the same place add up.
    pub(crate) fn set(&mut self, row_count: usize, entries: &[(u32, u32, Block<T>)]) {
        self.starts.clear();
        self.columns.clear();
        self.blocks.clear();
        if entries.is_empty() {
            return;
        }
        self.starts.resize(row_count + 1, 0);
        for (row, _, _) in entries {
            self.starts[*row as usize] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.columns.resize(entries.len(), 0);
        self.blocks.resize(entries.len(), super::block::zero_block::<T>());
        // From the back, so that the entries of a row keep their order.
        for (row, column, block) in entries.iter().rev() {
            let place = &mut self.starts[*row as usize];
            *place -= 1;
            self.columns[*place as usize] = *column;
            self.blocks[*place as usize] = *block;
        }
    }

    /// One row of the product with a vector.
    #[inline]
    pub(crate) fn row_times(&self, row: usize, x: &[Triple<T>]) -> Triple<T> {
        let mut sum = Triple::<T>::default();
        if self.starts.is_empty() {
            return sum;
        }
        let range = self.starts[row] as usize..self.starts[row + 1] as usize;
        for (block, &column) in self.blocks[range.clone()].iter().zip(&self.columns[range]) {
            sum += product::<T>(block, x[column as usize]);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::block::{multiple_of_identity, round_vector};
    use glam::DVec3;

    #[test]
    fn rows_are_found_and_entries_add_up() {
        let mut rows = BlockRows::<f64>::default();
        let x: Vec<Triple<f64>> =
            (0..3).map(|i| round_vector::<f64>(DVec3::splat(f64::from(i) + 1.0))).collect();
        assert_eq!(rows.row_times(1, &x), Triple::<f64>::default());
        let block = |value: f64| multiple_of_identity(value);
        rows.set(3, &[(2, 0, block(1.0)), (1, 2, block(2.0)), (2, 1, block(3.0)), (1, 2, block(5.0))]);
        assert_eq!(rows.row_times(0, &x), Triple::<f64>::default());
        assert_eq!(rows.row_times(1, &x), round_vector::<f64>(DVec3::splat(21.0)));
        assert_eq!(rows.row_times(2, &x), round_vector::<f64>(DVec3::splat(7.0)));
    }
}

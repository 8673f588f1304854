//! A sparse symmetric matrix of scalars, each standing for a multiple of the 3x3 identity.
//!
//! Resistance to bending, taken at the flat shape, is such a matrix: it acts alike on all three coordinates and never changes.

use super::block::Real;
use super::ordering::Ordering;
use super::{BlockPattern, LinearError};

/// Rows of scalars, columns sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScalarRows<T> {
    start: Vec<u32>,
    /// For each row, the first entry right of the diagonal.
    upper: Vec<u32>,
    pub(crate) columns: Vec<u32>,
    pub(crate) values: Vec<T>,
}

impl<T: Real> ScalarRows<T> {
    /// No entries.
    pub(crate) fn none(rows: usize) -> Self {
        Self { start: vec![0; rows + 1], upper: vec![0; rows], columns: Vec::new(), values: Vec::new() }
    }

    /// The entries of a row: columns and values.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        self.entries(self.start[row], self.start[row + 1])
    }

    /// Those left of the diagonal.
    #[inline]
    pub(crate) fn lower(&self, row: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        self.entries(self.start[row], self.upper[row])
    }

    /// Those right of the diagonal.
    #[inline]
    pub(crate) fn upper(&self, row: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        self.entries(self.upper[row], self.start[row + 1])
    }

    #[inline]
    fn entries(&self, begin: u32, end: u32) -> impl Iterator<Item = (usize, T)> + '_ {
        let range = begin as usize..end as usize;
        self.columns[range.clone()]
            .iter()
            .map(|&column| column as usize)
            .zip(self.values[range].iter().copied())
    }

    fn row_count(&self) -> usize {
        self.upper.len()
    }
}

impl ScalarRows<f64> {
    /// Sums up entries `(row, column, value)`, in their order.
    pub(crate) fn from_entries(rows: usize, entries: impl Iterator<Item = (u32, u32, f64)>) -> Self {
        let mut by_row: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rows];
        for (row, column, value) in entries {
            let entries = &mut by_row[row as usize];
            match entries.iter_mut().find(|entry| entry.0 == column) {
                Some(entry) => entry.1 += value,
                None => entries.push((column, value)),
            }
        }
        Self::from_rows(by_row.into_iter())
    }

    fn from_rows(rows: impl Iterator<Item = Vec<(u32, f64)>>) -> Self {
        let mut result = Self { start: vec![0], ..Self::default() };
        for (row, mut entries) in rows.enumerate() {
            entries.sort_unstable_by_key(|entry| entry.0);
            let split = entries.partition_point(|entry| entry.0 as usize <= row);
            result.upper.push((result.columns.len() + split) as u32);
            result.columns.extend(entries.iter().map(|entry| entry.0));
            result.values.extend(entries.iter().map(|entry| entry.1));
            result.start.push(result.columns.len() as u32);
        }
        result
    }

    /// Splits off what lies in a pattern: a value for each of its slots, and the rest.
    pub(crate) fn split(&self, pattern: &BlockPattern) -> (Vec<f64>, Self) {
        let mut near = vec![0.0; pattern.block_count()];
        let rows = (0..self.row_count()).map(|row| {
            let mut rest = Vec::new();
            for (column, value) in self.row(row) {
                match pattern.slot(row as u32, column as u32) {
                    Some(slot) => near[slot as usize] = value,
                    None => rest.push((column as u32, value)),
                }
            }
            rest
        });
        let rest = Self::from_rows(rows);
        (near, rest)
    }

    /// A pattern with these entries too.
    pub(crate) fn union(&self, pattern: &BlockPattern) -> Result<BlockPattern, LinearError> {
        let mut raw = Vec::new();
        let mut starts = vec![0];
        for row in 0..pattern.row_count() {
            raw.extend_from_slice(&pattern.columns()[pattern.row(row)]);
            raw.extend(self.row(row).map(|(column, _)| column as u32));
            starts.push(raw.len());
        }
        BlockPattern::from_unsorted_rows(&mut raw, starts.windows(2).map(|pair| pair[0]..pair[1]))
    }

    /// Rows and columns renumbered by an ordering.
    pub(crate) fn permuted(&self, ordering: &Ordering) -> Self {
        let places = ordering.places();
        Self::from_rows(
            ordering
                .order
                .iter()
                .map(|&old| self.row(old as usize).map(|(column, value)| (places[column], value)).collect()),
        )
    }

    /// Each entry times a factor that depends on its row and column.
    pub(crate) fn scaled(&self, factor: impl Fn(usize, usize) -> f64) -> Self {
        let mut result = self.clone();
        for row in 0..self.row_count() {
            for place in self.start[row] as usize..self.start[row + 1] as usize {
                result.values[place] *= factor(row, self.columns[place] as usize);
            }
        }
        result
    }

    /// In another precision.
    pub(crate) fn rounded<T: Real>(self) -> ScalarRows<T> {
        let values = self.values.into_iter().map(T::of).collect();
        ScalarRows { start: self.start, upper: self.upper, columns: self.columns, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_summed_sorted_and_split() {
        let entries = [(0, 2, 1.0), (2, 0, 1.0), (0, 0, 4.0), (0, 2, 0.5), (2, 0, 0.5), (1, 1, 3.0)];
        let rows = ScalarRows::from_entries(3, entries.into_iter());
        assert_eq!(rows.row(0).collect::<Vec<_>>(), [(0, 4.0), (2, 1.5)]);
        assert_eq!(rows.lower(2).collect::<Vec<_>>(), [(0, 1.5)]);
        assert_eq!(rows.upper(0).collect::<Vec<_>>(), [(2, 1.5)]);
        let diagonal = BlockPattern::from_stencils(3, [&[0][..], &[1], &[2]].into_iter()).unwrap();
        let (near, far) = rows.split(&diagonal);
        assert_eq!(near, [4.0, 3.0, 0.0]);
        assert_eq!(far.columns, [2, 0]);
        assert_eq!(far.union(&diagonal).unwrap().block_count(), 5);
    }
}

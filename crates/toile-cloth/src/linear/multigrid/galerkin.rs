//! The coarse matrix `Pᵀ A P`: its pattern and a plan once, its values as often as they change.

use super::super::block::{
    Block, Real, Triple, add_block, add_scaled, multiple_of_identity, widen, zero_block,
};
use super::super::ordered::{OrderedMatrix, for_chunks};
use super::super::scalar_rows::ScalarRows;
use super::super::{BlockPattern, LinearError};
use super::interpolation::Weights;
use rayon::prelude::*;

/// Coarse rows one task works on.
const ROWS: usize = 32;

/// Interpolation between two levels, and the plan of the coarse product.
///
/// A coarse row gathers: first `T = sum_i w_i A_i` over the fine rows `i` it has a weight in, then every column of
/// `T` goes to the coarse columns it has weights in. The plan holds the place of each summand, so that new values
/// need no search.
#[derive(Clone, Debug)]
pub(crate) struct Transfer<T> {
    /// Fine rows: coarse columns and weights.
    down: Rows<T>,
    /// Coarse rows: fine columns and weights.
    up: Rows<T>,
    /// Weights of `down` and `up` before the mask of fixed vertices.
    down_base: Vec<f64>,
    /// For each coarse row, the first of its entries in `gathered_columns`.
    gathered_start: Vec<u32>,
    /// The fine columns of `T`, row by row.
    gathered_columns: Vec<u32>,
    /// For each coarse row, fine row and block: which column of `T`.
    gather: Vec<u16>,
    gather_start: Vec<u32>,
    /// For each coarse row, column of `T` and weight: which block of the coarse row.
    scatter: Vec<u16>,
    scatter_start: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Rows<T> {
    start: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<T>,
}

impl<T> Rows<T> {
    #[inline]
    fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }
}

impl<T: Real> Transfer<T> {
    /// Plans the product and makes the (still empty) coarse matrix. `far` are the scalars of the fine matrix.
    pub(crate) fn new(
        fine: &OrderedMatrix<T>,
        far: &ScalarRows<f64>,
        weights: Weights,
        coarse_count: usize,
    ) -> Result<(Self, OrderedMatrix<T>), LinearError> {
        let mut down = Rows { start: weights.row_start, columns: weights.columns, weights: Vec::new() };
        let up = transposed_structure(&down, coarse_count);
        let pattern = coarse_pattern(&fine.pattern, &down, &up)?;
        let (_, far) = scalar_product(&down, &weights.values, &up, far).split(&pattern);
        let coarse = OrderedMatrix::with_far(&pattern, &far)?;
        // The coarse matrix has its own order: from here on the columns of the weights are numbered in it.
        let places = coarse.ordering.places();
        for column in &mut down.columns {
            *column = places[*column as usize];
        }
        let up = transposed_structure(&down, coarse_count);
        let mut transfer = Self {
            down,
            up,
            down_base: weights.values,
            gathered_start: vec![0],
            gathered_columns: Vec::new(),
            gather: Vec::new(),
            gather_start: vec![0],
            scatter: Vec::new(),
            scatter_start: vec![0],
        };
        transfer.plan(&fine.pattern, &coarse.pattern)?;
        transfer.set_weights(|_| true);
        Ok((transfer, coarse))
    }

    fn plan(&mut self, fine: &BlockPattern, coarse: &BlockPattern) -> Result<(), LinearError> {
        let mut columns: Vec<u32> = Vec::new();
        for row in 0..coarse.row_count() {
            columns.clear();
            let members = &self.up.columns[self.up.row(row)];
            for &member in members {
                let reached = &fine.columns()[fine.row(member as usize)];
                columns.extend(reached.iter().filter(|&&column| !self.down.row(column as usize).is_empty()));
            }
            columns.sort_unstable();
            columns.dedup();
            // A vertex without weights has a place too, behind the others, where its blocks are thrown away.
            if columns.len() >= usize::from(u16::MAX) {
                return Err(LinearError::TooLarge {
                    what: "neighbours of a coarse vertex",
                    count: columns.len(),
                });
            }
            for &member in members {
                for column in &fine.columns()[fine.row(member as usize)] {
                    self.gather.push(columns.binary_search(column).unwrap_or(columns.len()) as u16);
                }
            }
            let first = coarse.row(row).start as u32;
            for &column in &columns {
                for &target in &self.down.columns[self.down.row(column as usize)] {
                    self.scatter.push((coarse.slot(row as u32, target).unwrap_or(first) - first) as u16);
                }
            }
            self.gathered_columns.extend_from_slice(&columns);
            self.gathered_start.push(self.gathered_columns.len() as u32);
            self.gather_start.push(self.gather.len() as u32);
            self.scatter_start.push(self.scatter.len() as u32);
        }
        Ok(())
    }

    /// Takes the weights of the free fine vertices, and zero for the others.
    pub(crate) fn set_weights(&mut self, free: impl Fn(usize) -> bool) {
        self.down.weights.clear();
        for row in 0..self.down.start.len() - 1 {
            let base = &self.down_base[self.down.row(row)];
            let factor = f64::from(u8::from(free(row)));
            self.down.weights.extend(base.iter().map(|&weight| T::of(weight * factor)));
        }
        let mut next: Vec<u32> = self.up.start.clone();
        self.up.weights.resize(self.down.weights.len(), T::default());
        for (&column, &weight) in self.down.columns.iter().zip(&self.down.weights) {
            let place = &mut next[column as usize];
            self.up.weights[*place as usize] = weight;
            *place += 1;
        }
    }

    /// The coarse scalars `Pᵀ F P` with the present weights.
    pub(crate) fn far_product(&self, far: &ScalarRows<f64>) -> ScalarRows<f64> {
        let weights: Vec<f64> = self.down.weights.iter().map(|weight| weight.wide()).collect();
        scalar_product(&self.down, &weights, &self.up, far)
    }

    /// Computes the values of the coarse matrix from those of the fine one, and adds multiples of the identity.
    pub(crate) fn product(&self, fine: &OrderedMatrix<T>, addition: &[T], coarse: &mut OrderedMatrix<T>) {
        let rows = coarse.pattern.row_count();
        let OrderedMatrix { pattern, blocks, .. } = coarse;
        self.product_rows(fine, pattern, 0..rows, blocks);
        for (block, &value) in blocks.iter_mut().zip(addition) {
            add_block::<T>(block, &multiple_of_identity(value));
        }
        coarse.invert_diagonal();
    }

    /// Halves the range of coarse rows until it is small enough for one task.
    fn product_rows(
        &self,
        fine: &OrderedMatrix<T>,
        pattern: &BlockPattern,
        rows: std::ops::Range<usize>,
        blocks: &mut [Block<T>],
    ) {
        if rows.len() > ROWS {
            let middle = rows.start + rows.len() / 2;
            let split = pattern.row(middle).start - pattern.row(rows.start).start;
            let (low, high) = blocks.split_at_mut(split);
            rayon::join(
                || self.product_rows(fine, pattern, rows.start..middle, low),
                || self.product_rows(fine, pattern, middle..rows.end, high),
            );
            return;
        }
        let mut gathered = Vec::new();
        let mut rest = blocks;
        for row in rows {
            let (own, others) = rest.split_at_mut(pattern.row(row).len());
            self.product_row(fine, row, &mut gathered, own);
            rest = others;
        }
    }

    fn product_row(
        &self,
        fine: &OrderedMatrix<T>,
        row: usize,
        gathered: &mut Vec<Block<T>>,
        out: &mut [Block<T>],
    ) {
        let columns =
            &self.gathered_columns[self.gathered_start[row] as usize..self.gathered_start[row + 1] as usize];
        gathered.clear();
        gathered.resize(columns.len() + 1, zero_block::<T>());
        let mut places = self.gather[self.gather_start[row] as usize..].iter();
        let members = self.up.row(row);
        for (&member, &weight) in self.up.columns[members.clone()].iter().zip(&self.up.weights[members]) {
            for (block, &place) in fine.blocks[fine.pattern.row(member as usize)].iter().zip(&mut places) {
                add_scaled::<T>(&mut gathered[usize::from(place)], weight, block);
            }
        }
        out.fill(zero_block::<T>());
        let mut targets = self.scatter[self.scatter_start[row] as usize..].iter();
        for (block, &column) in gathered.iter().zip(columns) {
            for (&weight, &target) in
                self.down.weights[self.down.row(column as usize)].iter().zip(&mut targets)
            {
                add_scaled::<T>(&mut out[usize::from(target)], weight, block);
            }
        }
    }

    /// `coarse = Pᵀ fine`.
    pub(crate) fn restrict(&self, fine: &[Triple<T>], coarse: &mut [Triple<T>]) {
        for_chunks(coarse, 4 * ROWS, |first, part| {
            for (row, value) in (first..).zip(part) {
                *value = weighted_sum(&self.up, row, fine);
            }
        });
    }

    /// `fine += P coarse`.
    pub(crate) fn prolongate(&self, coarse: &[Triple<T>], fine: &mut [Triple<T>]) {
        for_chunks(fine, 16 * ROWS, |first, part| {
            for (row, value) in (first..).zip(part) {
                *value += weighted_sum(&self.down, row, coarse);
            }
        });
    }
}

/// `Pᵀ F P` for a matrix of scalars.
fn scalar_product<T>(
    down: &Rows<T>,
    weights: &[f64],
    up: &Rows<T>,
    far: &ScalarRows<f64>,
) -> ScalarRows<f64> {
    if far.columns.is_empty() {
        return ScalarRows::none(up.start.len() - 1);
    }
    let parts = |fine: usize| {
        down.columns[down.row(fine)].iter().copied().zip(weights[down.row(fine)].iter().copied())
    };
    let of_row = |row: usize| {
        let mut entries: Vec<(u32, u32, f64)> = Vec::new();
        for &member in &up.columns[up.row(row)] {
            let own = parts(member as usize).find(|part| part.0 as usize == row).map_or(0.0, |part| part.1);
            for (column, value) in far.row(member as usize) {
                entries
                    .extend(parts(column).map(|(target, weight)| (row as u32, target, own * value * weight)));
            }
        }
        entries
    };
    ScalarRows::from_entries(up.start.len() - 1, (0..up.start.len() - 1).flat_map(of_row))
}

#[inline]
fn weighted_sum<T: Real>(rows: &Rows<T>, row: usize, values: &[Triple<T>]) -> Triple<T> {
    let range = rows.row(row);
    let mut sum = Triple::<T>::default();
    for (&column, &weight) in rows.columns[range.clone()].iter().zip(&rows.weights[range]) {
        sum += values[column as usize] * weight;
    }
    sum
}

/// The structure of the transpose; its weights are set later.
fn transposed_structure<T>(rows: &Rows<T>, columns: usize) -> Rows<T> {
    let mut start = vec![0_u32; columns + 1];
    for &column in &rows.columns {
        start[column as usize + 1] += 1;
    }
    for column in 0..columns {
        start[column + 1] += start[column];
    }
    let mut next = start.clone();
    let mut transposed = vec![0; rows.columns.len()];
    for row in 0..rows.start.len() - 1 {
        for &column in &rows.columns[rows.row(row)] {
            let place = &mut next[column as usize];
            transposed[*place as usize] = row as u32;
            *place += 1;
        }
    }
    Rows { start, columns: transposed, weights: Vec::new() }
}

/// Which coarse vertices meet in `Pᵀ A P`.
fn coarse_pattern<T>(fine: &BlockPattern, down: &Rows<T>, up: &Rows<T>) -> Result<BlockPattern, LinearError> {
    let count = up.start.len() - 1;
    let mut seen = vec![u32::MAX; count];
    let mut seen_fine = vec![u32::MAX; fine.row_count()];
    let mut raw = Vec::new();
    let mut starts = vec![0];
    for row in 0..count {
        seen[row] = row as u32;
        raw.push(row as u32);
        for &member in &up.columns[up.row(row)] {
            for &reached in &fine.columns()[fine.row(member as usize)] {
                if std::mem::replace(&mut seen_fine[reached as usize], row as u32) == row as u32 {
                    continue;
                }
                for &column in &down.columns[down.row(reached as usize)] {
                    if std::mem::replace(&mut seen[column as usize], row as u32) != row as u32 {
                        raw.push(column);
                    }
                }
            }
        }
        starts.push(raw.len());
    }
    BlockPattern::from_unsorted_rows(&mut raw, starts.windows(2).map(|pair| pair[0]..pair[1]))
}

/// The Frobenius norm of every block: how strongly two vertices are tied.
pub(crate) fn block_norms<T: Real>(blocks: &[Block<T>]) -> Vec<f64> {
    let norm = |block: &Block<T>| {
        let block = widen::<T>(block);
        (block.x_axis.length_squared() + block.y_axis.length_squared() + block.z_axis.length_squared()).sqrt()
    };
    blocks.par_iter().map(norm).collect()
}

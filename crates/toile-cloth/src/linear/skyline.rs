//! Direct solution of sparse symmetric systems: a skyline matrix, and its factorisation `L D Lᵀ`.
//!
//! Rows are stored from their first entry to the diagonal, in an order that keeps neighbours near each other. For long, narrow
//! or small cloth this is faster than any iteration and exact to rounding, and it tells more: the signs of `D` are those of the
//! eigenvalues (Sylvester's law of inertia), so a negative one means that the cloth is not in stable balance. For a large
//! square cloth of `n` vertices the work grows with `n²`; the implicit solver takes conjugate gradients with multigrid then.

use super::cuthill_mckee::reverse_cuthill_mckee;
use glam::{DMat3, DVec3};

/// A sparse symmetric matrix of 3 × 3 blocks for the vertices that are not fixed.
///
/// ```
/// use glam::{DMat3, DVec3};
/// use toile_cloth::linear::SkylineMatrix;
///
/// // Three masses in a row; the first is fixed to the wall, springs join it to the second and that to the third.
/// let neighbours = [vec![1], vec![0, 2], vec![1]];
/// let mut matrix = SkylineMatrix::new(&neighbours, &[true, false, false]);
/// for [i, j] in [[0, 1], [1, 2]] {
///     for (a, b, sign) in [(i, i, 9.0), (j, j, 9.0), (i, j, -9.0), (j, i, -9.0)] {
///         matrix.add(a, b, DMat3::from_diagonal(DVec3::splat(sign)));
///     }
/// }
/// let factor = matrix.factor();
/// assert_eq!(factor.negative_pivots(), 0);
/// let x = factor.solve(&[DVec3::Y, DVec3::ZERO, DVec3::Y * 18.0]);
/// assert_eq!(x[0], DVec3::ZERO);
/// assert!((x[2] - DVec3::Y * 4.0).length() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct SkylineMatrix {
    /// The place of each vertex in the order; none for a fixed one.
    places: Vec<Option<u32>>,
    /// The first column of each row.
    first: Vec<u32>,
    /// Where each row starts, and where the last one ends.
    starts: Vec<usize>,
    /// Rows from their first column to the diagonal.
    values: Vec<f64>,
}

/// A factorised [`SkylineMatrix`].
#[derive(Clone, Debug)]
pub struct SkylineFactor {
    /// The unit triangular factor, and the pivots on its diagonal.
    matrix: SkylineMatrix,
}

impl SkylineMatrix {
    /// A zero matrix. `neighbours` lists for each vertex those with which it shares a block, in both directions.
    ///
    /// # Panics
    /// If a neighbour does not exist, or `fixed` has not one flag for each vertex.
    pub fn new(neighbours: &[Vec<u32>], fixed: &[bool]) -> Self {
        assert_eq!(neighbours.len(), fixed.len(), "one flag for each vertex");
        let order = reverse_cuthill_mckee(neighbours, fixed);
        let mut places = vec![None; fixed.len()];
        for (place, &vertex) in order.iter().enumerate() {
            places[vertex as usize] = Some(place as u32);
        }
        let (mut first, mut starts) = (Vec::with_capacity(3 * order.len()), vec![0]);
        let mut end = 0;
        for (place, &vertex) in order.iter().enumerate() {
            let others = neighbours[vertex as usize].iter().filter_map(|&other| places[other as usize]);
            let least = 3 * others.min().unwrap_or(u32::MAX).min(place as u32);
            for row in 3 * place as u32..3 * place as u32 + 3 {
                first.push(least);
                end += (row - least) as usize + 1;
                starts.push(end);
            }
        }
        Self { places, first, starts, values: vec![0.0; end] }
    }

    /// Makes all entries zero.
    pub fn set_zero(&mut self) {
        self.values.fill(0.0);
    }

    /// Whether a block is stored: one of each pair across the diagonal is, unless a vertex is fixed. The others need not be computed.
    pub fn stores(&self, row: u32, column: u32) -> bool {
        let (i, j) = (self.places[row as usize], self.places[column as usize]);
        i.is_some() && j.is_some() && i >= j
    }

    /// Adds to the block in a vertex's row and another's column. Blocks on both sides of the diagonal must be added; those of
    /// fixed vertices are ignored.
    ///
    /// # Panics
    /// If the two are not neighbours.
    pub fn add(&mut self, row: u32, column: u32, block: DMat3) {
        let (Some(i), Some(j)) = (self.places[row as usize], self.places[column as usize]) else { return };
        if i < j {
            return;
        }
        for (r, line) in block.transpose().to_cols_array_2d().iter().enumerate() {
            let row = 3 * i as usize + r;
            let at = self.starts[row] + 3 * j as usize - self.first[row] as usize;
            // On the diagonal only the lower half is there.
            let width = if i == j { r + 1 } else { 3 };
            for (value, part) in self.values[at..at + width].iter_mut().zip(line) {
                *value += part;
            }
        }
    }

    /// Adds to every entry of the diagonal.
    pub fn add_to_diagonal(&mut self, value: f64) {
        for end in &self.starts[1..] {
            self.values[end - 1] += value;
        }
    }

    /// The mean of the diagonal, by which one can tell what is small.
    pub fn mean_diagonal(&self) -> f64 {
        let count = self.first.len();
        let sum: f64 = self.starts[1..].iter().map(|end| self.values[end - 1]).sum();
        if count == 0 { 0.0 } else { sum / count as f64 }
    }

    /// Factorises the matrix as `L D Lᵀ`, without exchanging rows.
    pub fn factor(&self) -> SkylineFactor {
        let mut matrix = self.clone();
        let mut scaled = Vec::new();
        for row in 0..matrix.first.len() {
            matrix.eliminate(row, &mut scaled);
        }
        SkylineFactor { matrix }
    }

    /// Turns a row into one of the factor; all rows before it are done.
    fn eliminate(&mut self, row: usize, scaled: &mut Vec<f64>) {
        let (done, rest) = self.values.split_at_mut(self.starts[row]);
        let first = self.first[row] as usize;
        let current = &mut rest[..=row - first];
        // `scaled` holds the row of `L D`; divided by the pivots it becomes that of `L`.
        scaled.clear();
        scaled.resize(row - first, 0.0);
        let mut pivot = current[row - first];
        for column in first..row {
            let start = first.max(self.first[column] as usize);
            let other = &done[self.starts[column]..self.starts[column + 1]];
            let other = &other[start - self.first[column] as usize..column - self.first[column] as usize];
            let inner = dot(&scaled[start - first..column - first], other);
            scaled[column - first] = current[column - first] - inner;
        }
        for (k, &value) in scaled.iter().enumerate() {
            let entry = value / done[self.starts[first + k + 1] - 1];
            current[k] = entry;
            pivot -= entry * value;
        }
        current[row - first] = pivot;
    }

    fn row(&self, row: usize) -> (usize, &[f64], f64) {
        let values = &self.values[self.starts[row]..self.starts[row + 1]];
        let (&pivot, left) = values.split_last().unwrap_or((&1.0, &[]));
        (self.first[row] as usize, left, pivot)
    }
}

impl SkylineFactor {
    /// The diagonal `D`.
    pub fn pivots(&self) -> impl Iterator<Item = f64> {
        self.matrix.starts[1..].iter().map(|end| self.matrix.values[end - 1])
    }

    /// How many eigenvalues of the matrix are negative.
    pub fn negative_pivots(&self) -> usize {
        self.pivots().filter(|&pivot| pivot < 0.0).count()
    }

    /// Whether all eigenvalues are positive, and none so small that it may be rounding.
    pub fn is_positive_definite(&self, least_pivot: f64) -> bool {
        self.pivots().all(|pivot| pivot > least_pivot)
    }

    /// Solves for a right-hand side; the values of fixed vertices are ignored, and zero in the result.
    pub fn solve(&self, right: &[DVec3]) -> Vec<DVec3> {
        let matrix = &self.matrix;
        let mut x = vec![0.0; matrix.first.len()];
        for (vertex, place) in matrix.places.iter().enumerate() {
            if let Some(place) = place {
                right[vertex].write_to_slice(&mut x[3 * *place as usize..]);
            }
        }
        for row in 0..x.len() {
            let (first, left, _) = matrix.row(row);
            x[row] -= dot(left, &x[first..row]);
        }
        for row in (0..x.len()).rev() {
            x[row] /= matrix.row(row).2;
        }
        for row in (0..x.len()).rev() {
            let (first, left, _) = matrix.row(row);
            let value = x[row];
            for (entry, &share) in x[first..row].iter_mut().zip(left) {
                *entry -= share * value;
            }
        }
        let of_vertex =
            |place: &Option<u32>| place.map_or(DVec3::ZERO, |p| DVec3::from_slice(&x[3 * p as usize..]));
        matrix.places.iter().map(of_vertex).collect()
    }
}

/// The product of two equally long vectors, summed in eight interleaved parts so that the machine can work on several at once.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_parts, b_parts) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail: f64 = a_parts.remainder().iter().zip(b_parts.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0; 8];
    for (x, y) in a_parts.zip(b_parts) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    sums.iter().sum::<f64>() + tail
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Blocks = Vec<(u32, u32, DMat3)>;

    /// A random graph with symmetric blocks: positive definite if `shift` is large enough.
    fn problem(edges: &[(u32, u32, [f64; 9])], count: u32, shift: f64) -> (Vec<Vec<u32>>, Blocks) {
        let mut neighbours = vec![Vec::new(); count as usize];
        let mut blocks: Blocks =
            (0..count).map(|v| (v, v, DMat3::from_diagonal(DVec3::splat(shift)))).collect();
        for &(a, b, values) in edges {
            let (a, b) = (a % count, b % count);
            let block = DMat3::from_cols_array(&values);
            if a == b {
                blocks.push((a, a, block + block.transpose()));
            } else {
                neighbours[a as usize].push(b);
                neighbours[b as usize].push(a);
                blocks.extend([(a, b, block), (b, a, block.transpose())]);
            }
        }
        (neighbours, blocks)
    }

    /// Eigenvalues below zero of a dense symmetric matrix, by Jacobi's rotations.
    fn negative_eigenvalues(mut a: Vec<Vec<f64>>) -> usize {
        let n = a.len();
        for _ in 0..60 {
            for p in 0..n {
                for q in p + 1..n {
                    if a[p][q].abs() < 1e-300 {
                        continue;
                    }
                    let angle = 0.5 * (2.0 * a[p][q]).atan2(a[q][q] - a[p][p]);
                    let (s, c) = angle.sin_cos();
                    for row in &mut a {
                        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                    }
                    let (upper, lower) = a.split_at_mut(q);
                    for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
                        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                    }
                }
            }
        }
        (0..n).filter(|&i| a[i][i] < 0.0).count()
    }

    fn product(blocks: &[(u32, u32, DMat3)], x: &[DVec3], fixed: &[bool]) -> Vec<DVec3> {
        let mut result = vec![DVec3::ZERO; x.len()];
        for &(i, j, block) in blocks {
            if !fixed[i as usize] && !fixed[j as usize] {
                result[i as usize] += block * x[j as usize];
            }
        }
        result
    }

    fn dense(blocks: &[(u32, u32, DMat3)], fixed: &[bool]) -> Vec<Vec<f64>> {
        let free: Vec<usize> = (0..fixed.len()).filter(|&v| !fixed[v]).collect();
        let number = |v: u32| free.iter().position(|&other| other == v as usize);
        let mut matrix = vec![vec![0.0; 3 * free.len()]; 3 * free.len()];
        for &(i, j, block) in blocks {
            if let (Some(i), Some(j)) = (number(i), number(j)) {
                for (c, column) in block.to_cols_array_2d().iter().enumerate() {
                    for (r, value) in column.iter().enumerate() {
                        matrix[3 * i + r][3 * j + c] += value;
                    }
                }
            }
        }
        matrix
    }

    fn edges() -> impl Strategy<Value = Vec<(u32, u32, [f64; 9])>> {
        proptest::collection::vec((0..64_u32, 0..64_u32, prop::array::uniform9(-1.0..1.0)), 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn solves_and_counts_as_dense_algebra_does(
            edges in edges(), count in 1..12_u32, shift in -3.0..12.0_f64, fix in 0..16_u32,
        ) {
            let (neighbours, blocks) = problem(&edges, count, shift);
            let fixed: Vec<bool> = (0..count).map(|v| fix >> (v % 4) & 1 == 1 && v % 3 == 0).collect();
            let mut matrix = SkylineMatrix::new(&neighbours, &fixed);
            for &(i, j, block) in &blocks {
                matrix.add(i, j, block);
            }
            let factor = matrix.factor();
            // Without exchange of rows a tiny pivot spoils the digits; that is what the caller asks pivots for.
            prop_assume!(factor.pivots().all(|pivot| pivot.abs() > 1e-4));
            prop_assert_eq!(factor.negative_pivots(), negative_eigenvalues(dense(&blocks, &fixed)));
            let right: Vec<DVec3> = (0..count).map(|v| DVec3::new(1.0, f64::from(v), -0.5)).collect();
            let x = factor.solve(&right);
            let found = product(&blocks, &x, &fixed);
            let size = x.iter().map(|p| p.length()).fold(1.0, f64::max);
            for v in 0..count as usize {
                let expected = if fixed[v] { DVec3::ZERO } else { right[v] };
                prop_assert!((found[v] - expected).length() < 1e-6 * size * size, "{} {}", found[v], expected);
            }
        }
    }

    #[test]
    fn an_empty_matrix_is_harmless() {
        let factor = SkylineMatrix::new(&[Vec::new()], &[true]).factor();
        assert!(factor.is_positive_definite(0.0));
        assert_eq!(factor.solve(&[DVec3::X]), [DVec3::ZERO]);
    }
}

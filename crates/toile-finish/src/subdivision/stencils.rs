//! The table that says what fine vertices are mixed from.

use super::Blend;
use rayon::prelude::*;

/// Fine vertices that one thread mixes at a time.
const CHUNK: usize = 1024;

/// Weighted sums: one row for each fine vertex, with the coarse vertices it is mixed from and their shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stencils {
    starts: Vec<u32>,
    vertices: Vec<u32>,
    weights: Vec<f64>,
}

impl Stencils {
    /// An empty table with room for some rows.
    pub(super) fn with_capacity(rows: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, vertices: Vec::with_capacity(6 * rows), weights: Vec::with_capacity(6 * rows) }
    }

    /// Adds a row; what is there twice, as on small closed meshes, is put together, and what has no weight is left out.
    pub(super) fn push(&mut self, row: &[(u32, f64)]) {
        let first = self.vertices.len();
        for &(vertex, weight) in row {
            match self.vertices[first..].iter().position(|&v| v == vertex) {
                Some(at) => self.weights[first + at] += weight,
                None if weight == 0.0 => {}
                None => {
                    self.vertices.push(vertex);
                    self.weights.push(weight);
                }
            }
        }
        self.starts.push(self.vertices.len() as u32);
    }

    /// How many fine vertices there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a fine vertex is mixed from.
    pub fn row(&self, vertex: usize) -> impl ExactSizeIterator<Item = (u32, f64)> {
        let range = self.starts[vertex] as usize..self.starts[vertex + 1] as usize;
        self.vertices[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// Mixes the values of all fine vertices; `fine` has one place for each of them.
    pub(super) fn mix<T: Blend>(&self, coarse: &[T], fine: &mut [T]) {
        fine.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, part)| {
            for (v, place) in (chunk * CHUNK..).zip(part) {
                *place =
                    self.row(v).fold(T::default(), |sum, (u, weight)| sum.plus(weight, coarse[u as usize]));
            }
        });
    }
}

//! How values on a coarse level are carried to the level below: one scalar weight per vertex and coarse vertex, the
//! same for all three unknowns.

use super::coarsening::{Aggregates, NONE, StrongGraph};
use glam::{DMat4, DVec3, DVec4};

/// A sparse matrix of weights, a row per fine vertex.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) row_start: Vec<u32>,
    pub(crate) columns: Vec<u32>,
    pub(crate) values: Vec<f64>,
}

impl Weights {
    fn with_rows(rows: usize) -> Self {
        let mut row_start = Vec::with_capacity(rows + 1);
        row_start.push(0);
        Self { row_start, columns: Vec::new(), values: Vec::new() }
    }

    fn push_row(&mut self, entries: &mut [(u32, f64)]) {
        entries.sort_unstable_by_key(|entry| entry.0);
        for &(column, value) in entries.iter().filter(|entry| entry.1 != 0.0) {
            self.columns.push(column);
            self.values.push(value);
        }
        self.row_start.push(self.columns.len() as u32);
    }

    /// Moving least squares over the nearest roots: constants exactly, coordinates as well as the roots around a vertex allow. As rigid
    /// rotations are linear in the coordinates, this carries all six rigid motions with three unknowns a coarse vertex.
    pub(crate) fn linear(aggregates: &Aggregates, graph: &StrongGraph, coordinates: &[DVec3]) -> Self {
        let mut weights = Self::with_rows(aggregates.part.len());
        let mut search = RootSearch::new(aggregates);
        for (vertex, &part) in aggregates.part.iter().enumerate() {
            if part == NONE {
                weights.push_row(&mut []);
            } else if aggregates.roots[part as usize] as usize == vertex {
                weights.push_row(&mut [(part, 1.0)]);
            } else {
                let parts = search.around(vertex as u32, graph);
                let roots =
                    parts.iter().map(|&part| (part, coordinates[aggregates.roots[part as usize] as usize]));
                weights.push_row(&mut least_squares(coordinates[vertex], roots, part));
            }
        }
        weights
    }
}

/// The most roots a vertex may lean on, and how many edges away they are looked for.
const MAX_ROOTS: usize = 4;
const ROOT_RINGS: usize = 3;

/// Breadth-first search for the roots around a vertex.
struct RootSearch {
    root_of: Vec<u32>,
    seen: Vec<u32>,
    front: Vec<u32>,
    found: Vec<u32>,
}

impl RootSearch {
    fn new(aggregates: &Aggregates) -> Self {
        let mut root_of = vec![NONE; aggregates.part.len()];
        for (part, &root) in aggregates.roots.iter().enumerate() {
            root_of[root as usize] = part as u32;
        }
        Self { seen: vec![NONE; root_of.len()], root_of, front: Vec::new(), found: Vec::new() }
    }

    /// The parts whose roots lie within a few rings, in the order they are met.
    fn around(&mut self, vertex: u32, graph: &StrongGraph) -> &[u32] {
        self.front.clear();
        self.found.clear();
        self.front.push(vertex);
        self.seen[vertex as usize] = vertex;
        let mut begin = 0;
        for _ in 0..ROOT_RINGS {
            let end = self.front.len();
            for place in begin..end {
                for &other in graph.neighbours(self.front[place] as usize) {
                    if self.seen[other as usize] != vertex {
                        self.seen[other as usize] = vertex;
                        self.front.push(other);
                        if self.root_of[other as usize] != NONE {
                            self.found.push(self.root_of[other as usize]);
                        }
                    }
                }
            }
            begin = end;
        }
        &self.found
    }
}

/// Weights over the nearest roots that add up to one and reproduce `here` as well as a slight regularisation lets them
/// (Lancaster & Salkauskas 1981: `w_k = phi_k p_kᵀ (sum phi p pᵀ)⁻¹ p(here)` with `p = (1, coordinates)`).
fn least_squares(here: DVec3, roots: impl Iterator<Item = (u32, DVec3)>, own: u32) -> Vec<(u32, f64)> {
    const REGULARISATION: f64 = 1e-2;
    let mut nearest: Vec<(u32, DVec3)> = roots.map(|(part, root)| (part, root - here)).collect();
    nearest.sort_by(|a, b| a.1.length_squared().total_cmp(&b.1.length_squared()));
    nearest.truncate(MAX_ROOTS);
    let scale = nearest.iter().map(|(_, offset)| offset.length()).sum::<f64>() / nearest.len().max(1) as f64;
    if !(scale.is_finite() && scale > 0.0) {
        return vec![(own, 1.0)];
    }
    let basis = |offset: DVec3| DVec4::new(1.0, offset.x / scale, offset.y / scale, offset.z / scale);
    let kernel = |offset: DVec3| 1.0 / ((offset / scale).length_squared() + 1e-2).powi(2);
    let mut normal = DMat4::from_diagonal(DVec4::new(0.0, REGULARISATION, REGULARISATION, REGULARISATION));
    for &(_, offset) in &nearest {
        let p = basis(offset);
        let weighted = p * kernel(offset);
        normal += DMat4::from_cols(weighted * p.x, weighted * p.y, weighted * p.z, weighted * p.w);
    }
    let dual = normal.inverse() * DVec4::X;
    if !dual.is_finite() {
        return vec![(own, 1.0)];
    }
    let mut weights: Vec<(u32, f64)> =
        nearest.iter().map(|&(part, offset)| (part, kernel(offset) * basis(offset).dot(dual))).collect();
    // Coordinates that jump (pieces laid out apart) can ask for wild extrapolation; the constant is better than that.
    if weights.iter().any(|entry| entry.1.abs() > 1.5) {
        return vec![(own, 1.0)];
    }
    // What hardly counts is left out: each weight costs time in the coarse product.
    weights.retain(|entry| entry.1.abs() > 0.02);
    let sum: f64 = weights.iter().map(|entry| entry.1).sum();
    for entry in &mut weights {
        entry.1 /= sum;
    }
    weights
}

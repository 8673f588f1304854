//! Which vertices matter to each other, and which of them stand for the others on the next level.

use super::super::BlockPattern;

/// The strong part of a matrix's graph, without the diagonal, row by row.
#[derive(Clone, Debug)]
pub(crate) struct StrongGraph {
    row_start: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<f64>,
}

impl StrongGraph {
    /// Keeps the pairs whose block norm is at least `threshold` times the largest off-diagonal norm in either row.
    /// In cloth this keeps the sides of triangles and drops pairs that only bending joins.
    pub(crate) fn new(pattern: &BlockPattern, norms: &[f64], threshold: f64) -> Self {
        let count = pattern.row_count();
        let others = |row: usize| {
            let slots = pattern.row(row).zip(&pattern.columns()[pattern.row(row)]);
            slots
                .map(|(slot, &column)| (norms[slot], column))
                .filter(move |&(_, column)| column as usize != row)
        };
        let largest: Vec<f64> =
            (0..count).map(|row| others(row).map(|(norm, _)| norm).fold(0.0, f64::max)).collect();
        let mut graph = Self { row_start: vec![0], columns: Vec::new(), weights: Vec::new() };
        for row in 0..count {
            for (norm, column) in others(row) {
                if norm > 0.0 && norm >= threshold * largest[row].min(largest[column as usize]) {
                    graph.columns.push(column);
                    graph.weights.push(norm);
                }
            }
            graph.row_start.push(graph.columns.len() as u32);
        }
        graph
    }

    /// The strong neighbours of a row.
    pub(crate) fn neighbours(&self, row: usize) -> &[u32] {
        &self.columns[self.row_start[row] as usize..self.row_start[row + 1] as usize]
    }

    /// The block norms that belong to [`neighbours`](Self::neighbours).
    pub(crate) fn weights(&self, row: usize) -> &[f64] {
        &self.weights[self.row_start[row] as usize..self.row_start[row + 1] as usize]
    }
}

/// No aggregate: a vertex without strong neighbours, which the smoother alone takes care of.
pub(crate) const NONE: u32 = u32::MAX;

/// A partition of the vertices, each part around a root.
#[derive(Clone, Debug)]
pub(crate) struct Aggregates {
    /// The vertex in the middle of each part.
    pub(crate) roots: Vec<u32>,
    /// The part of each vertex, or [`NONE`].
    pub(crate) part: Vec<u32>,
}

impl Aggregates {
    /// A maximal independent set of roots: closer to each other than those of [`new`](Self::new).
    pub(crate) fn independent(graph: &StrongGraph, sequence: &[u32]) -> Self {
        let mut roots = Vec::new();
        let mut part = vec![NONE; sequence.len()];
        for &vertex in sequence {
            let neighbours = graph.neighbours(vertex as usize);
            if !neighbours.is_empty() && part[vertex as usize] == NONE {
                for &member in neighbours {
                    let member = &mut part[member as usize];
                    *member = if *member == NONE { roots.len() as u32 } else { *member };
                }
                part[vertex as usize] = roots.len() as u32;
                roots.push(vertex);
            }
        }
        Self { roots, part }
    }

    /// Greedy aggregation (Vaněk, Mandel & Brezina 1996): a vertex none of whose neighbours is taken becomes a root
    /// and takes them; a vertex that is left joins the neighbour it is tied to most strongly.
    pub(crate) fn new(graph: &StrongGraph, sequence: &[u32]) -> Self {
        let mut roots = Vec::new();
        let mut part = vec![NONE; sequence.len()];
        for &vertex in sequence {
            let neighbours = graph.neighbours(vertex as usize);
            let free = |&other: &u32| part[other as usize] == NONE;
            if !neighbours.is_empty() && free(&vertex) && neighbours.iter().all(free) {
                for &member in neighbours {
                    part[member as usize] = roots.len() as u32;
                }
                part[vertex as usize] = roots.len() as u32;
                roots.push(vertex);
            }
        }
        let first = part.clone();
        for &vertex in sequence {
            let vertex = vertex as usize;
            let ties = graph.neighbours(vertex).iter().zip(graph.weights(vertex));
            let ties = ties.filter(|&(&other, _)| first[other as usize] != NONE);
            let strongest = ties.fold(None, |best: Option<(u32, f64)>, (&other, &weight)| match best {
                Some((_, held)) if held >= weight => best,
                _ => Some((other, weight)),
            });
            if let (NONE, Some((other, _))) = (part[vertex], strongest) {
                part[vertex] = first[other as usize];
            }
        }
        Self { roots, part }
    }
}

//! Every feature against every other: slow, and beyond doubt.

use super::boxes::{Box32, around};
use super::{BroadPhase, BroadReport, Candidates, Query, QueryError};
use rayon::prelude::*;
use std::time::Instant;

/// Compares all pairs.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    vertices: Vec<Box32>,
    edges: Vec<Box32>,
    triangles: Vec<Box32>,
}

impl BroadPhase for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn find(&mut self, query: &Query<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        query.vertex_boxes(&mut self.vertices)?;
        let Self { vertices, edges, triangles } = self;
        let (features, filter) = (query.features, query.filter);
        edges.clear();
        edges.extend(features.edges().iter().map(|&edge| around(vertices, edge)));
        triangles.clear();
        triangles.extend(features.triangles().iter().map(|&triangle| around(vertices, triangle)));
        let built = Instant::now();
        let of_vertex = |v: usize| {
            let near = triangles.iter().enumerate().filter(|(_, other)| vertices[v].overlaps(other));
            let pairs = near.map(|(t, _)| [v as u32, t as u32]);
            pairs.filter(|&[v, t]| filter.vertex_triangle(features, v, t)).collect::<Vec<_>>()
        };
        found.vertex_triangle.par_extend((0..vertices.len()).into_par_iter().flat_map_iter(of_vertex));
        let of_edge = |e: usize| {
            let near = (e + 1..edges.len()).filter(|&other| edges[e].overlaps(&edges[other]));
            let pairs = near.map(|other| [e as u32, other as u32]);
            pairs.filter(|&[a, b]| filter.edge_edge(features, a, b)).collect::<Vec<_>>()
        };
        found.edge_edge.par_extend((0..edges.len()).into_par_iter().flat_map_iter(of_edge));
        let (v, e, t) = (vertices.len() as u64, edges.len() as u64, triangles.len() as u64);
        let tests = v * t + e * e.saturating_sub(1) / 2;
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn reset(&mut self) {}

    fn memory(&self) -> usize {
        size_of::<Box32>() * (self.vertices.capacity() + self.edges.capacity() + self.triangles.capacity())
    }
}

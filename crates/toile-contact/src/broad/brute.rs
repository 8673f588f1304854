//! Every feature against every other: slow, and beyond doubt.

use super::boxes::{Box32, around};
use super::units::{Part, Units};
use super::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use std::ops::Range;
use std::time::Instant;

/// Compares all pairs.
#[derive(Debug, Default)]
pub struct Brute {
    vertices: Vec<Box32>,
    edges: Vec<Box32>,
    triangles: Vec<Box32>,
    units: Units<()>,
}

impl Brute {
    /// Compares a part of all pairs: vertices and triangles row by row, and then edges and edges, of which those that come before
    /// the row's own are passed over.
    fn compare(&self, pairs: Range<u64>, query: &BroadQuery<'_>, part: &mut Part) {
        let Self { vertices, edges, triangles, .. } = self;
        let (features, filter) = (query.features, query.filter);
        let first = (vertices.len() * triangles.len()) as u64;
        rows(pairs.start.min(first)..pairs.end.min(first), triangles.len(), |v, columns| {
            let near = columns.filter(|&t| vertices[v].overlaps(&triangles[t])).map(|t| [v as u32, t as u32]);
            part.found.vertex_triangle.extend(near.filter(|&[v, t]| filter.vertex_triangle(features, v, t)));
        });
        rows(pairs.start.max(first) - first..pairs.end.max(first) - first, edges.len(), |e, columns| {
            let later = columns.start.max(e + 1)..columns.end;
            let near = later.filter(|&f| edges[e].overlaps(&edges[f])).map(|f| [e as u32, f as u32]);
            part.found.edge_edge.extend(near.filter(|&[e, f]| filter.edge_edge(features, e, f)));
        });
    }
}

/// Calls back with the rows of a table that a range of its places is in, and the columns in each.
fn rows(places: Range<u64>, columns: usize, mut visit: impl FnMut(usize, Range<usize>)) {
    let width = columns as u64;
    let mut place = places.start;
    while place < places.end {
        let row = place / width;
        let end = places.end.min((row + 1) * width);
        visit(row as usize, (place - row * width) as usize..(end - row * width) as usize);
        place = end;
    }
}

impl BroadPhase for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        query.vertex_boxes(&mut self.vertices)?;
        let Self { vertices, edges, triangles, .. } = self;
        edges.clear();
        edges.extend(query.features.edges().iter().map(|&edge| around(vertices, edge)));
        triangles.clear();
        triangles.extend(query.features.triangles().iter().map(|&triangle| around(vertices, triangle)));
        let (v, e, t) = (vertices.len() as u64, edges.len() as u64, triangles.len() as u64);
        let built = Instant::now();
        let mut units = std::mem::take(&mut self.units);
        units.run(v * t + e * e, found, |pairs, part, ()| self.compare(pairs, query, part));
        self.units = units;
        let tests = v * t + e * e.saturating_sub(1) / 2;
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn memory(&self) -> usize {
        size_of::<Box32>() * (self.vertices.capacity() + self.edges.capacity() + self.triangles.capacity())
            + self.units.memory(|()| 0)
    }
}

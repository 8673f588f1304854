//! Compares the features of two clusters, or of one with itself.
//!
//! Which of four columns a row meets comes out of the comparison as bits. The bits of all rows are gathered first and turned
//! into pairs in one loop after that, whose length is known: a loop for each row would end in a mispredicted branch each time.

use super::block::{ALL, LANES, Row};
use super::clusters::Clusters;
use super::flat::Flat;
use super::table::{Part, sharing};
use crate::broad::boxes::{Box32, around};
use crate::broad::{BroadQuery, Candidates};
use toile_geom::bounds::KDop;
use wide::u32x4;

/// Compares clusters and keeps what overlaps.
#[derive(Debug)]
pub(super) struct Comparison<'a, const SLABS: usize> {
    pub(super) clusters: &'a Clusters<SLABS>,
    pub(super) query: &'a BroadQuery<'a>,
    /// Whether pairs must be shown to the filter, besides those that share a vertex.
    pub(super) filtered: bool,
    /// The boxes of the vertices as they are now, if those in the clusters are larger.
    pub(super) exact: Option<&'a [Box32]>,
    /// Nodes that need not be compared with themselves.
    pub(super) flat: &'a Flat,
}

impl<const SLABS: usize> Comparison<'_, SLABS> {
    /// Compares two clusters whose volumes are given.
    pub(super) fn two(
        &self,
        (a, around_a): (usize, &KDop<SLABS>),
        (b, around_b): (usize, &KDop<SLABS>),
        hits: &mut Hits,
        found: &mut Candidates,
    ) -> u64 {
        if self.clusters.is_held(a) && self.clusters.is_held(b) {
            return 0;
        }
        let (in_a, in_b) = (&Row::from(around_a), &Row::from(around_b));
        let Clusters { vertices, edges, triangles, .. } = self.clusters;
        let before = (found.vertex_triangle.len(), found.edge_edge.len());
        let pairs = &mut found.vertex_triangle;
        let mut tests = every((vertices.part(a), in_a), (triangles.part(b), in_b), hits, pairs);
        tests += every((vertices.part(b), in_b), (triangles.part(a), in_a), hits, pairs);
        tests += every((edges.part(a), in_a), (edges.part(b), in_b), hits, &mut found.edge_edge);
        self.finish(before, found);
        tests
    }

    /// Compares the features of a cluster with each other.
    pub(super) fn one(
        &self,
        (cluster, around): (usize, &KDop<SLABS>),
        hits: &mut Hits,
        found: &mut Candidates,
    ) -> u64 {
        if self.clusters.is_held(cluster) {
            return 0;
        }
        let Clusters { vertices, edges, triangles, .. } = self.clusters;
        let before = (found.vertex_triangle.len(), found.edge_edge.len());
        let around = &Row::from(around);
        let (vertices, triangles) = ((vertices.part(cluster), around), (triangles.part(cluster), around));
        let mut tests = every(vertices, triangles, hits, &mut found.vertex_triangle);
        tests += each_pair(&edges.part(cluster), hits, &mut found.edge_edge);
        self.finish(before, found);
        tests
    }

    /// Takes out what does not overlap as it is now, or what the filter does not let pass.
    #[inline]
    fn finish(&self, (vertex_triangle, edge_edge): (usize, usize), found: &mut Candidates) {
        let (features, filter) = (self.query.features, self.query.filter);
        if let Some(boxes) = self.exact {
            keep(&mut found.vertex_triangle, vertex_triangle, |[v, t]| {
                around(boxes, features.triangles()[t as usize]).overlaps(&boxes[v as usize])
            });
            keep(&mut found.edge_edge, edge_edge, |[a, b]| {
                let [a, b] = [a, b].map(|edge| around(boxes, features.edges()[edge as usize]));
                a.overlaps(&b)
            });
        }
        if self.filtered {
            keep(&mut found.vertex_triangle, vertex_triangle, |[v, t]| {
                filter.vertex_triangle(features, v, t)
            });
            keep(&mut found.edge_edge, edge_edge, |[a, b]| filter.edge_edge(features, a, b));
        }
    }
}

/// Keeps those pairs from the place `first` on that pass.
fn keep(pairs: &mut Vec<[u32; 2]>, first: usize, passes: impl Fn([u32; 2]) -> bool) {
    let mut end = first;
    for place in first..pairs.len() {
        if passes(pairs[place]) {
            pairs[end] = pairs[place];
            end += 1;
        }
    }
    pairs.truncate(end);
}

/// How many blocks are compared with how many others at a time, so that the bits of a row fit into one number.
const BLOCKS: usize = 64 / LANES;

/// Which columns the rows meet.
#[derive(Debug)]
pub(super) struct Hits {
    /// The columns' blocks that the rows reach, and the numbers of their features.
    blocks: [usize; BLOCKS + 1],
    block_count: usize,
    columns: [[u32; LANES]; BLOCKS + 1],
    /// A bit for each column that a row meets; rows that meet none are left out.
    masks: [u64; 66],
    rows: [u32; 66],
    row_count: usize,
}

impl Default for Hits {
    fn default() -> Self {
        Self {
            blocks: [0; BLOCKS + 1],
            block_count: 0,
            columns: [[0; LANES]; BLOCKS + 1],
            masks: [0; 66],
            rows: [0; 66],
            row_count: 0,
        }
    }
}

impl Hits {
    #[inline]
    fn push_block(&mut self, block: usize, numbers: [u32; LANES], reached: bool) {
        self.blocks[self.block_count] = block;
        self.columns[self.block_count] = numbers;
        self.block_count += usize::from(reached);
    }

    #[inline]
    fn push_row(&mut self, row: u32, mask: u64) {
        self.rows[self.row_count] = row;
        self.masks[self.row_count] = mask;
        self.row_count += usize::from(mask != 0);
    }

    /// Adds the pairs, and forgets them. Edges are put into the order of their numbers.
    #[inline]
    fn take_pairs<const EDGES: bool>(&mut self, found: &mut Vec<[u32; 2]>) {
        let Self { masks, rows, .. } = &*self;
        let total: u32 = masks[..self.row_count].iter().map(|mask| mask.count_ones()).sum();
        let columns = self.columns.as_flattened();
        // The next row's bits are fetched before they are needed, so that no pair waits for them.
        let (mut row, mut mask, mut next) = (0, masks[0], masks[1]);
        found.extend((0..total).map(|_| {
            let [one, other] = [rows[row], columns[mask.trailing_zeros() as usize]];
            mask &= mask.wrapping_sub(1);
            row += usize::from(mask == 0);
            mask = if mask == 0 { next } else { mask };
            next = masks[row + 1];
            if EDGES { [one.min(other), one.max(other)] } else { [one, other] }
        }));
        self.row_count = 0;
        self.block_count = 0;
    }
}

/// A part of a cluster, and the volume around the cluster.
type Side<'a, const SLABS: usize, const CORNERS: usize> = (Part<'a, SLABS, CORNERS>, &'a Row<SLABS>);

/// Compares every row that reaches into the columns' volume with every column in whose block one reaches into the rows';
/// returns how many volumes were compared.
#[inline]
fn every<const SLABS: usize, const R: usize, const C: usize>(
    (rows, around_rows): Side<'_, SLABS, R>,
    (columns, around_columns): Side<'_, SLABS, C>,
    hits: &mut Hits,
    found: &mut Vec<[u32; 2]>,
) -> u64 {
    let mut tests = 0;
    for first_row in (0..rows.volumes.len()).step_by(BLOCKS) {
        let rows = rows.range(first_row, BLOCKS);
        let mut wanted = 0;
        for (block, volumes) in rows.volumes.iter().enumerate() {
            wanted |= u64::from(volumes.overlaps(around_columns)) << (LANES * block);
        }
        tests += rows.volumes.len();
        if wanted == 0 {
            continue;
        }
        for first_column in (0..columns.volumes.len()).step_by(BLOCKS) {
            let columns = columns.range(first_column, BLOCKS);
            for (block, volumes) in columns.volumes.iter().enumerate() {
                hits.push_block(block, columns.numbers[block], volumes.overlaps(around_rows) != 0);
            }
            tests += columns.volumes.len() + hits.block_count * wanted.count_ones() as usize;
            let mut left = if hits.block_count == 0 { 0 } else { wanted };
            while left != 0 {
                let row = left.trailing_zeros() as usize;
                left &= left - 1;
                let mask = against(&rows, row, &columns, &hits.blocks[..hits.block_count]);
                hits.push_row(rows.numbers[row / LANES][row % LANES], mask);
            }
            if R == 2 { hits.take_pairs::<true>(found) } else { hits.take_pairs::<false>(found) }
        }
    }
    (LANES * tests) as u64
}

/// Compares all edges of a part with each other.
#[inline]
fn each_pair<const SLABS: usize>(
    part: &Part<'_, SLABS, 2>,
    hits: &mut Hits,
    found: &mut Vec<[u32; 2]>,
) -> u64 {
    let mut tests = 0;
    for first_row in (0..part.volumes.len()).step_by(BLOCKS) {
        let rows = part.range(first_row, BLOCKS);
        for first_column in (first_row..part.volumes.len()).step_by(BLOCKS) {
            let columns = part.range(first_column, BLOCKS);
            for (block, numbers) in columns.numbers.iter().enumerate() {
                hits.push_block(block, *numbers, true);
            }
            for row in 0..LANES * rows.volumes.len() {
                // Within the same blocks only with those that come after it.
                let own = first_row == first_column;
                let first = if own { row / LANES } else { 0 };
                tests += columns.volumes.len() - first;
                let mask =
                    against(&rows, row, &columns, &hits.blocks[first..hits.block_count]) << (LANES * first);
                let after = if own { (u64::MAX << row) << 1 } else { u64::MAX };
                hits.push_row(rows.numbers[row / LANES][row % LANES], mask & after);
            }
            hits.take_pairs::<true>(found);
        }
    }
    (LANES * tests) as u64
}

/// Which columns of some blocks a row overlaps without sharing a vertex, a bit for each.
#[inline]
fn against<const SLABS: usize, const R: usize, const C: usize>(
    rows: &Part<'_, SLABS, R>,
    row: usize,
    columns: &Part<'_, SLABS, C>,
    blocks: &[usize],
) -> u64 {
    let (block, lane) = (row / LANES, row % LANES);
    let volume = rows.volumes[block].row(lane);
    let vertices = rows.corners(block, lane).map(u32x4::splat);
    let mut hits = 0;
    for (place, &block) in blocks.iter().enumerate() {
        let shared = sharing(&columns.corners[block], &vertices);
        let mask = columns.volumes[block].overlaps(&volume) & (ALL ^ shared);
        hits |= u64::from(mask) << (LANES * place);
    }
    hits
}

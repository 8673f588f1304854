//! Compares the features of two clusters, or of one with itself.

use super::block::{ALL, LANES, Row, lanes};
use super::clusters::Clusters;
use super::table::Part;
use crate::broad::{Candidates, Query};
use toile_geom::bounds::KDop;
use wide::u32x4;

/// Compares clusters and keeps what overlaps.
#[derive(Debug)]
pub(super) struct Comparison<'a, const SLABS: usize> {
    pub(super) clusters: &'a Clusters<SLABS>,
    pub(super) query: &'a Query<'a>,
    /// Whether pairs must be shown to the filter, besides those that share a vertex.
    pub(super) filtered: bool,
}

impl<const SLABS: usize> Comparison<'_, SLABS> {
    /// Compares two clusters whose volumes are given.
    pub(super) fn two(
        &self,
        (a, around_a): (usize, &KDop<SLABS>),
        (b, around_b): (usize, &KDop<SLABS>),
        found: &mut Candidates,
    ) -> u64 {
        let (in_a, in_b) = (Row::from(around_a), Row::from(around_b));
        let Clusters { vertices, edges, triangles, .. } = self.clusters;
        let Candidates { vertex_triangle, edge_edge } = found;
        let mut tests = 0;
        let mut meet = |vertex, triangle| self.push_vertex_triangle(vertex_triangle, vertex, triangle);
        tests += every(&vertices.part(a), &triangles.part(b), &in_b, &mut meet);
        tests += every(&vertices.part(b), &triangles.part(a), &in_a, &mut meet);
        tests += every(&edges.part(a), &edges.part(b), &in_b, &mut |one, other| {
            self.push_edge_edge(edge_edge, one, other);
        });
        tests
    }

    /// Compares the features of a cluster with each other.
    pub(super) fn one(&self, (cluster, around): (usize, &KDop<SLABS>), found: &mut Candidates) -> u64 {
        let Clusters { vertices, edges, triangles, .. } = self.clusters;
        let Candidates { vertex_triangle, edge_edge } = found;
        let mut tests =
            every(&vertices.part(cluster), &triangles.part(cluster), &Row::from(around), &mut |vertex, triangle| {
                self.push_vertex_triangle(vertex_triangle, vertex, triangle);
            });
        tests += each_pair(&edges.part(cluster), &mut |one, other| self.push_edge_edge(edge_edge, one, other));
        tests
    }

    #[inline]
    fn push_vertex_triangle(&self, found: &mut Vec<[u32; 2]>, vertex: u32, triangle: u32) {
        if !self.filtered || self.query.filter.vertex_triangle(self.query.features, vertex, triangle) {
            found.push([vertex, triangle]);
        }
    }

    #[inline]
    fn push_edge_edge(&self, found: &mut Vec<[u32; 2]>, one: u32, other: u32) {
        if !self.filtered || self.query.filter.edge_edge(self.query.features, one, other) {
            found.push([one.min(other), one.max(other)]);
        }
    }
}

/// Compares every row that reaches into the columns' volume with every column; returns how many volumes were compared.
#[inline]
fn every<const SLABS: usize, const R: usize, const C: usize>(
    rows: &Part<'_, SLABS, R>,
    columns: &Part<'_, SLABS, C>,
    around_columns: &Row<SLABS>,
    meet: &mut impl FnMut(u32, u32),
) -> u64 {
    let mut tests = rows.volumes.len();
    for (block, volumes) in rows.volumes.iter().enumerate() {
        for lane in lanes(volumes.overlaps(around_columns)) {
            tests += columns.volumes.len();
            against(rows, (block, lane), columns, 0, ALL, meet);
        }
    }
    (LANES * tests) as u64
}

/// Compares all features of a part with each other.
#[inline]
fn each_pair<const SLABS: usize, const R: usize>(
    rows: &Part<'_, SLABS, R>,
    meet: &mut impl FnMut(u32, u32),
) -> u64 {
    let mut tests = 0;
    for block in 0..rows.volumes.len() {
        for lane in 0..LANES {
            tests += rows.volumes.len() - block;
            against(rows, (block, lane), rows, block, ALL & !((2 << lane) - 1), meet);
        }
    }
    (LANES * tests) as u64
}

/// Compares one row with the columns from a block on, in that block only with some of them.
#[inline]
fn against<const SLABS: usize, const R: usize, const C: usize>(
    rows: &Part<'_, SLABS, R>,
    (block, lane): (usize, usize),
    columns: &Part<'_, SLABS, C>,
    first: usize,
    mut wanted: u32,
    meet: &mut impl FnMut(u32, u32),
) {
    let row = rows.volumes[block].row(lane);
    let vertices = rows.corners(block, lane).map(u32x4::splat);
    for column in first..columns.volumes.len() {
        let mut mask = wanted & columns.volumes[column].overlaps(&row);
        wanted = ALL;
        if mask != 0 {
            mask &= !columns.sharing(column, &vertices);
            for other in lanes(mask) {
                meet(rows.numbers[block][lane], columns.numbers[column][other]);
            }
        }
    }
}

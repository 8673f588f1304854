//! The leaves: small clusters of triangles with the vertices and edges they own.
//!
//! A vertex or an edge is owned by the first triangle in the order of the leaves that has it (Curtis et al. 2008), so that each
//! pair of features meets in one pair of clusters only.

use super::order::Entry;
use super::table::Table;
use crate::features::Features;
use toile_geom::bounds::KDop;

/// The features of all clusters.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters<const SLABS: usize> {
    pub(super) vertices: Table<SLABS, 1>,
    pub(super) edges: Table<SLABS, 2>,
    pub(super) triangles: Table<SLABS, 3>,
    /// Which vertices and edges are owned already, while clusters are gathered.
    owned_vertices: Vec<bool>,
    owned_edges: Vec<bool>,
    /// Which clusters cannot move; none if empty.
    held: Vec<bool>,
}

impl<const SLABS: usize> Clusters<SLABS> {
    /// Gathers the features of clusters, of which each has a range of the entries.
    pub(super) fn gather(
        &mut self,
        features: &Features,
        entries: &[Entry],
        ranges: impl Iterator<Item = std::ops::Range<usize>>,
    ) {
        self.vertices.clear();
        self.edges.clear();
        self.triangles.clear();
        self.owned_vertices.clear();
        self.owned_vertices.resize(features.vertex_count(), false);
        self.owned_edges.clear();
        self.owned_edges.resize(features.edges().len(), false);
        for range in ranges {
            for entry in &entries[range] {
                self.add(features, entry.item as usize);
            }
            self.vertices.close();
            self.edges.close();
            self.triangles.close();
        }
        self.vertices.finish();
        self.edges.finish();
        self.triangles.finish();
    }

    /// Adds a triangle, or the vertex whose number comes after all triangles', to the last cluster.
    fn add(&mut self, features: &Features, item: usize) {
        let Some(&corners) = features.triangles().get(item) else {
            let vertex = (item - features.triangles().len()) as u32;
            self.vertices.push(vertex, [vertex]);
            return;
        };
        self.triangles.push(item as u32, corners);
        for vertex in corners {
            if !std::mem::replace(&mut self.owned_vertices[vertex as usize], true) {
                self.vertices.push(vertex, [vertex]);
            }
        }
        for edge in features.triangle_edges()[item] {
            if !std::mem::replace(&mut self.owned_edges[edge as usize], true) {
                self.edges.push(edge, features.edges()[edge as usize]);
            }
        }
    }

    /// Renews all volumes from those of the vertices.
    pub(super) fn refit(&mut self, volumes: &[KDop<SLABS>]) {
        self.vertices.refit(volumes);
        self.edges.refit(volumes);
        self.triangles.refit(volumes);
    }

    /// Renews the volumes of features that have a stale vertex.
    pub(super) fn refit_stale(&mut self, volumes: &[KDop<SLABS>], stale: &[bool]) {
        self.vertices.refit_stale(volumes, stale);
        self.edges.refit_stale(volumes, stale);
        self.triangles.refit_stale(volumes, stale);
    }

    /// Finds the clusters of which no vertex can move.
    pub(super) fn find_held(&mut self, fixed: &[bool]) {
        let Self { vertices, triangles, held, .. } = self;
        held.clear();
        if !fixed.is_empty() {
            let is_fixed = |v: u32| fixed[v as usize];
            held.extend((0..vertices.cluster_count()).map(|cluster| {
                vertices.part(cluster).all_corners(is_fixed) && triangles.part(cluster).all_corners(is_fixed)
            }));
        }
    }

    /// Whether no vertex of a cluster can move.
    #[inline]
    pub(super) fn is_held(&self, cluster: usize) -> bool {
        self.held.get(cluster).is_some_and(|held| *held)
    }

    /// The volume around a cluster. Its vertices are looked at because some may be in no triangle.
    pub(super) fn volume(&self, cluster: usize) -> KDop<SLABS> {
        let (triangles, vertices) = (self.triangles.part(cluster), self.vertices.part(cluster));
        super::block::union(&triangles.around(), &vertices.around())
    }

    pub(super) fn memory(&self) -> usize {
        let owned = self.owned_vertices.capacity() + self.owned_edges.capacity() + self.held.capacity();
        owned + self.vertices.memory() + self.edges.memory() + self.triangles.memory()
    }
}

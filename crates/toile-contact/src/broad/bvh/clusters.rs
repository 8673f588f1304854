//! The leaves: small clusters of triangles with the vertices and edges they own.
//!
//! Each vertex and each edge is owned by one triangle that has it (Curtis et al. 2008), and by the cluster of that triangle, so
//! that each pair of features meets in one pair of clusters only. Which triangle that is follows from the features alone: each
//! cluster can be gathered without knowing the others.

use super::order::Entry;
use super::table::{Slots, Table};
use crate::broad::items::{owned_by, owned_corners, owned_edges};
use crate::features::Features;
use rayon::prelude::*;
use std::ops::Range;
use toile_geom::bounds::KDop;

/// The features of all clusters.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters<const SLABS: usize> {
    pub(super) vertices: Table<SLABS, 1>,
    pub(super) edges: Table<SLABS, 2>,
    pub(super) triangles: Table<SLABS, 3>,
    /// Which of its vertices and edges each triangle owns.
    owned: Vec<u8>,
    /// The first item of each cluster, and the number of items.
    starts: Vec<u32>,
    /// Which clusters cannot move; none if empty.
    held: Vec<bool>,
}

/// Fewer triangles are looked at by one thread.
const PARALLEL: usize = 4096;

/// Fewer clusters are gathered by one thread.
const PARALLEL_CLUSTERS: usize = 64;

/// Where the features of some clusters go.
struct Places<'a, const SLABS: usize> {
    vertices: Slots<'a, SLABS, 1>,
    edges: Slots<'a, SLABS, 2>,
    triangles: Slots<'a, SLABS, 3>,
}

impl<const SLABS: usize> Clusters<SLABS> {
    /// Finds out what each triangle owns.
    pub(super) fn find_owned(&mut self, features: &Features) {
        self.owned.resize(features.triangles().len(), 0);
        let triangles = self.owned.par_iter_mut().with_min_len(PARALLEL).enumerate();
        triangles.for_each(|(triangle, owned)| *owned = owned_by(features, triangle as u32));
    }

    /// Gathers the features of clusters, of which each has a range of the entries, one after the other.
    pub(super) fn gather(
        &mut self,
        features: &Features,
        entries: &[Entry],
        ranges: impl Iterator<Item = Range<usize>>,
    ) {
        let Self { vertices, edges, triangles, owned, starts, .. } = self;
        starts.clear();
        starts.push(0);
        starts.extend(ranges.map(|range| range.end as u32));
        let members = Members { features, entries, owned, starts };
        let counts = (vertices.counts(members.clusters()), edges.counts(members.clusters()));
        let counts = counts.into_par_iter().zip(triangles.counts(members.clusters()));
        counts.with_min_len(PARALLEL_CLUSTERS).enumerate().for_each(|(cluster, ((v, e), t))| {
            [*v, *e, *t] = members.count(cluster);
        });
        let places = Places {
            vertices: vertices.make_room(),
            edges: edges.make_room(),
            triangles: triangles.make_room(),
        };
        members.gather(0..members.clusters(), places);
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
        let own = self.owned.capacity() + size_of::<u32>() * self.starts.capacity() + self.held.capacity();
        own + self.vertices.memory() + self.edges.memory() + self.triangles.memory()
    }
}

/// What clusters are gathered from.
#[derive(Clone, Copy)]
struct Members<'a> {
    features: &'a Features,
    entries: &'a [Entry],
    owned: &'a [u8],
    starts: &'a [u32],
}

impl Members<'_> {
    fn clusters(&self) -> usize {
        self.starts.len() - 1
    }

    fn items(&self, cluster: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[cluster] as usize..self.starts[cluster + 1] as usize;
        self.entries[range].iter().map(|entry| entry.item as usize)
    }

    /// How many vertices, edges and triangles a cluster has.
    fn count(&self, cluster: usize) -> [u32; 3] {
        let mut counts = [0; 3];
        for item in self.items(cluster) {
            // What comes after all triangles is a vertex that is in none.
            let (owned, triangle) = self.owned.get(item).map_or((1, 0), |owned| (*owned, 1));
            counts[0] += owned_corners(owned).count_ones();
            counts[1] += owned_edges(owned).count_ones();
            counts[2] += triangle;
        }
        counts
    }

    /// Gathers some clusters, each half on its own.
    fn gather<const SLABS: usize>(&self, clusters: Range<usize>, places: Places<'_, SLABS>) {
        if clusters.len() <= PARALLEL_CLUSTERS {
            self.gather_each(clusters, places);
            return;
        }
        let middle = usize::midpoint(clusters.start, clusters.end);
        let (vertices, later_vertices) = places.vertices.split(middle);
        let (edges, later_edges) = places.edges.split(middle);
        let (triangles, later_triangles) = places.triangles.split(middle);
        let places = Places { vertices, edges, triangles };
        let later = Places { vertices: later_vertices, edges: later_edges, triangles: later_triangles };
        rayon::join(
            || self.gather(clusters.start..middle, places),
            || self.gather(middle..clusters.end, later),
        );
    }

    fn gather_each<const SLABS: usize>(&self, clusters: Range<usize>, mut places: Places<'_, SLABS>) {
        let Places { vertices, edges, triangles } = &mut places;
        for cluster in clusters {
            vertices.open(cluster);
            edges.open(cluster);
            triangles.open(cluster);
            for item in self.items(cluster) {
                let Some(&corners) = self.features.triangles().get(item) else {
                    let vertex = (item - self.features.triangles().len()) as u32;
                    vertices.push(vertex, [vertex]);
                    continue;
                };
                triangles.push(item as u32, corners);
                let owned = self.owned[item];
                for (_, vertex) in (0..).zip(corners).filter(|(n, _)| owned_corners(owned) >> n & 1 == 1) {
                    vertices.push(vertex, [vertex]);
                }
                let sides = (0..).zip(self.features.triangle_edges()[item]);
                for (_, edge) in sides.filter(|(n, _)| owned_edges(owned) >> n & 1 == 1) {
                    edges.push(edge, self.features.edges()[edge as usize]);
                }
            }
        }
    }
}

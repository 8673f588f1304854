//! Only the leaves that overlap: where to look, for methods that look more closely themselves.

use super::BvhSettings;
use super::block::union;
use super::forest::{Forest, Node};
use super::method::{find_middles, list_items};
use super::order::{Entry, Sorter};
use super::traverse::{Pair, expand};
use super::vertices::{Renewed, Vertices};
use crate::broad::boxes::Box32;
use crate::broad::{Query, QueryError};
use crate::features::Features;
use toile_geom::bounds::KDop;

/// Pairs of clusters of triangles whose volumes overlap.
#[derive(Clone, Debug)]
pub(crate) struct LeafPairs<const SLABS: usize> {
    settings: BvhSettings,
    fingerprint: Option<u64>,
    boxes: Vec<Box32>,
    vertices: Vertices<SLABS>,
    entries: Vec<Entry>,
    counts: Vec<usize>,
    sorter: Sorter,
    forest: Forest<SLABS>,
    /// The vertices of each cluster's triangles, cluster by cluster.
    members: Vec<u32>,
    starts: Vec<u32>,
    stack: Vec<Pair>,
    pairs: Vec<[u32; 2]>,
    tests: u64,
}

impl<const SLABS: usize> LeafPairs<SLABS> {
    /// Nothing yet; the settings' leaf size, arity and build count.
    pub(crate) fn new(settings: BvhSettings) -> Self {
        Self {
            settings,
            fingerprint: None,
            boxes: Vec::new(),
            vertices: Vertices::default(),
            entries: Vec::new(),
            counts: Vec::new(),
            sorter: Sorter::new(settings.build),
            forest: Forest::default(),
            members: Vec::new(),
            starts: Vec::new(),
            stack: Vec::new(),
            pairs: Vec::new(),
            tests: 0,
        }
    }

    pub(crate) fn reset(&mut self) {
        self.fingerprint = None;
    }

    /// Only checks a query and finds the boxes of its vertices.
    pub(crate) fn check(&mut self, query: &Query<'_>) -> Result<u64, QueryError> {
        query.vertex_boxes(&mut self.boxes)?;
        Ok(0)
    }

    /// Finds the pairs of a query; returns how many volumes were compared. While nothing moves by more than the slack, the last
    /// pairs are kept.
    pub(crate) fn update(&mut self, query: &Query<'_>, slack: f64) -> Result<u64, QueryError> {
        query.vertex_boxes(&mut self.boxes)?;
        let fingerprint = query.features.fingerprint();
        if self.fingerprint != Some(fingerprint) {
            self.build(query.features);
            self.fingerprint = Some(fingerprint);
        }
        let Self { vertices, members, starts, .. } = self;
        if slack > 0.0 {
            if vertices.renew_stale(query, slack) == Renewed::None {
                return Ok(0);
            }
        } else {
            vertices.renew(query, &self.boxes);
        }
        self.forest.refit(|cluster| {
            let members = &members[starts[cluster] as usize..starts[cluster + 1] as usize];
            members.iter().fold(KDop::EMPTY, |all, &v| union(&all, &vertices.volumes[v as usize]))
        });
        self.descend(query);
        Ok(self.tests)
    }

    fn build(&mut self, features: &Features) {
        let Self { settings, boxes, entries, counts, forest, members, starts, .. } = self;
        list_items(features, entries, counts);
        forest.lay_out((0..).zip(counts.iter().copied()), settings.leaf_size.clamp(1, 64), settings.arity);
        find_middles(features, boxes, entries);
        for tree in &forest.trees {
            let part = &mut entries[tree.first_item as usize..][..tree.items as usize];
            self.sorter.sort(part, forest.halves(tree), (0, 0));
        }
        members.clear();
        starts.clear();
        starts.push(0);
        let mut own = Vec::new();
        for range in forest.cluster_items() {
            own.clear();
            for entry in &entries[range] {
                let item = entry.item as usize;
                match features.triangles().get(item) {
                    Some(corners) => own.extend_from_slice(corners),
                    None => own.push((item - features.triangles().len()) as u32),
                }
            }
            own.sort_unstable();
            own.dedup();
            members.extend_from_slice(&own);
            starts.push(members.len() as u32);
        }
        self.vertices.clear();
    }

    fn descend(&mut self, query: &Query<'_>) {
        let Self { forest, stack, pairs, .. } = self;
        pairs.clear();
        self.tests = 0;
        let root = |tree: usize| Node { tree: tree as u32, level: 0, index: 0 };
        for a in 0..forest.trees.len() {
            for b in a..forest.trees.len() {
                let meet = query.filter.meshes_meet(forest.trees[a].mesh, forest.trees[b].mesh);
                if meet && (a == b || forest.volume(root(a)).overlaps(&forest.volume(root(b)))) {
                    stack.push([root(a), root(b)]);
                }
            }
        }
        while let Some(pair) = stack.pop() {
            if forest.is_leaf(pair[0]) && forest.is_leaf(pair[1]) {
                pairs.push(pair.map(|node| forest.cluster(node) as u32));
            } else {
                self.tests += expand(forest, pair, stack);
            }
        }
    }

    /// The pairs of clusters, of which some are of a cluster with itself.
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// The vertices of a cluster.
    pub(crate) fn members(&self, cluster: u32) -> &[u32] {
        let cluster = cluster as usize;
        &self.members[self.starts[cluster] as usize..self.starts[cluster + 1] as usize]
    }

    /// Whether two clusters have a vertex in common.
    pub(crate) fn are_neighbours(&self, clusters: [u32; 2]) -> bool {
        let [one, other] = clusters.map(|cluster| self.members(cluster));
        let (mut a, mut b) = (0, 0);
        while let (Some(v), Some(w)) = (one.get(a), other.get(b)) {
            if v == w {
                return true;
            }
            a += usize::from(v < w);
            b += usize::from(w < v);
        }
        false
    }

    pub(crate) fn boxes(&self) -> &[Box32] {
        &self.boxes
    }

    pub(crate) fn memory(&self) -> usize {
        size_of::<Box32>() * self.boxes.capacity()
            + size_of::<Entry>() * self.entries.capacity()
            + size_of::<u32>() * (self.members.capacity() + self.starts.capacity())
            + size_of::<Pair>() * self.stack.capacity()
            + size_of::<[u32; 2]>() * self.pairs.capacity()
            + self.vertices.memory()
            + self.sorter.memory()
            + self.forest.memory()
    }
}

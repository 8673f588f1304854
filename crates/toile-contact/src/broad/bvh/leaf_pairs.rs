//! Only the leaves that overlap: where to look, for methods that look more closely themselves.

use super::BvhSettings;
use super::block::union;
use super::forest::{Forest, Node};
use super::method::{find_middles, list_items};
use super::order::{Entry, Sorter};
use super::traverse::{Front, Pair, expand};
use super::vertices::{Renewed, Vertices};
use crate::broad::boxes::Box32;
use crate::broad::{BroadQuery, QueryError};
use crate::features::Features;
use rayon::prelude::*;
use std::ops::Range;
use toile_geom::bounds::KDop;

/// Pairs of clusters of triangles whose volumes overlap; clusters are as large as those of the usual trees.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafPairs<const SLABS: usize> {
    fingerprint: Option<u64>,
    boxes: Vec<Box32>,
    vertices: Vertices<SLABS>,
    entries: Vec<Entry>,
    counts: Vec<usize>,
    sorter: Sorter,
    forest: Forest<SLABS>,
    /// The vertices of each cluster's triangles: three places for each item.
    members: Vec<u32>,
    /// The first item of each cluster, and the number of items.
    starts: Vec<u32>,
    /// How many vertices each cluster has.
    lengths: Vec<u32>,
    front: Front,
    tasks: Vec<Task>,
    pairs: Vec<[u32; 2]>,
}

/// A piece of the descent, and what was found there.
#[derive(Clone, Debug, Default)]
struct Task {
    stack: Vec<Pair>,
    pairs: Vec<[u32; 2]>,
    tests: u64,
}

/// Pairs of nodes from which one thread descends at a time.
const PAIRS: usize = 64;

impl<const SLABS: usize> LeafPairs<SLABS> {
    pub(crate) fn reset(&mut self) {
        self.fingerprint = None;
    }

    /// Only checks a query and finds the boxes of its vertices.
    pub(crate) fn check(&mut self, query: &BroadQuery<'_>) -> Result<u64, QueryError> {
        query.vertex_boxes(&mut self.boxes)?;
        Ok(0)
    }

    /// Finds the pairs of a query; returns how many volumes were compared. While nothing moves by more than the slack, the last
    /// pairs are kept.
    pub(crate) fn update(&mut self, query: &BroadQuery<'_>, slack: f64) -> Result<u64, QueryError> {
        query.vertex_boxes(&mut self.boxes)?;
        let fingerprint = query.features.fingerprint();
        if self.fingerprint != Some(fingerprint) {
            self.build(query.features);
            self.fingerprint = Some(fingerprint);
        }
        let Self { vertices, members, starts, lengths, .. } = self;
        if slack > 0.0 {
            if vertices.renew_stale(query, slack) == Renewed::None {
                return Ok(0);
            }
        } else {
            vertices.renew(query, &self.boxes);
        }
        self.forest.refit(|cluster| {
            let members = &members[3 * starts[cluster] as usize..][..lengths[cluster] as usize];
            members.iter().fold(KDop::EMPTY, |all, &v| union(&all, &vertices.volumes[v as usize]))
        });
        Ok(self.descend(query))
    }

    fn build(&mut self, features: &Features) {
        let Self { boxes, entries, counts, forest, members, starts, lengths, .. } = self;
        let settings = BvhSettings::default();
        list_items(features, entries, counts);
        forest.lay_out((0..).zip(counts.iter().copied()), settings.leaf_size, settings.arity);
        find_middles(features, boxes, entries);
        for tree in &forest.trees {
            let part = &mut entries[tree.first_item as usize..][..tree.items as usize];
            self.sorter.sort(part, forest.halves(tree), (0, 0));
        }
        starts.clear();
        starts.push(0);
        starts.extend(forest.cluster_items().map(|range| range.end as u32));
        members.resize(3 * entries.len(), 0);
        lengths.resize(starts.len() - 1, 0);
        list_members(features, entries, starts, members, lengths);
        self.vertices.clear();
    }

    fn descend(&mut self, query: &BroadQuery<'_>) -> u64 {
        let Self { forest, front, tasks, pairs, .. } = self;
        front.pairs.clear();
        let root = |tree: usize| Node { tree: tree as u32, level: 0, index: 0 };
        for a in 0..forest.trees.len() {
            for b in a..forest.trees.len() {
                let meet = query.filter.meshes_meet(forest.trees[a].mesh, forest.trees[b].mesh);
                if meet && (a == b || forest.volume(root(a)).overlaps(&forest.volume(root(b)))) {
                    front.pairs.push([root(a), root(b)]);
                }
            }
        }
        let mut tests = front.widen(forest, |_| false);
        let pieces = front.pairs.len().div_ceil(PAIRS);
        if tasks.len() < pieces {
            tasks.resize_with(pieces, Task::default);
        }
        let tasks = &mut tasks[..pieces];
        tasks
            .par_iter_mut()
            .zip(front.pairs.par_chunks(PAIRS))
            .for_each(|(task, from)| task.run(forest, from));
        pairs.clear();
        for task in tasks {
            pairs.extend_from_slice(&task.pairs);
            tests += task.tests;
        }
        tests
    }

    /// The pairs of clusters, of which some are of a cluster with itself.
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// The vertices of a cluster.
    pub(crate) fn members(&self, cluster: u32) -> &[u32] {
        let cluster = cluster as usize;
        &self.members[3 * self.starts[cluster] as usize..][..self.lengths[cluster] as usize]
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
            + size_of::<u32>() * (self.members.capacity() + self.starts.capacity() + self.lengths.capacity())
            + self.front.memory()
            + self.tasks.iter().map(Task::memory).sum::<usize>()
            + size_of::<[u32; 2]>() * self.pairs.capacity()
            + self.vertices.memory()
            + self.sorter.memory()
            + self.forest.memory()
    }
}

impl Task {
    /// Descends from some pairs of nodes.
    fn run<const SLABS: usize>(&mut self, forest: &Forest<SLABS>, from: &[Pair]) {
        self.pairs.clear();
        self.tests = 0;
        for pair in from {
            self.stack.push(*pair);
            while let Some(pair) = self.stack.pop() {
                if forest.are_leaves(pair) {
                    self.pairs.push(pair.map(|node| forest.cluster(node) as u32));
                } else {
                    self.tests += expand(forest, pair, &mut self.stack);
                }
            }
        }
    }

    fn memory(&self) -> usize {
        size_of::<Pair>() * self.stack.capacity() + size_of::<[u32; 2]>() * self.pairs.capacity()
    }
}

/// Lists the vertices of some clusters, each once; each half of the clusters on its own.
fn list_members(
    features: &Features,
    entries: &[Entry],
    starts: &[u32],
    members: &mut [u32],
    lengths: &mut [u32],
) {
    /// Fewer clusters are left to one thread.
    const PARALLEL: usize = 64;
    let items = |cluster: usize| starts[cluster] as usize..starts[cluster + 1] as usize;
    let first = starts[0] as usize;
    if lengths.len() > PARALLEL {
        let middle = lengths.len() / 2;
        let (low, high) = members.split_at_mut(3 * (starts[middle] as usize - first));
        let (low_lengths, high_lengths) = lengths.split_at_mut(middle);
        rayon::join(
            || list_members(features, entries, &starts[..=middle], low, low_lengths),
            || list_members(features, entries, &starts[middle..], high, high_lengths),
        );
        return;
    }
    for (cluster, length) in lengths.iter_mut().enumerate() {
        let Range { start, end } = items(cluster);
        let places = &mut members[3 * (start - first)..3 * (end - first)];
        for (place, entry) in places.chunks_exact_mut(3).zip(&entries[start..end]) {
            let item = entry.item as usize;
            let lone = |triangles: usize| [(item - triangles) as u32; 3];
            let triangles = features.triangles();
            place.copy_from_slice(&triangles.get(item).copied().unwrap_or_else(|| lone(triangles.len())));
        }
        places.sort_unstable();
        *length = dedup(places) as u32;
    }
}

/// Moves each number of a sorted list once to its front; returns how many there are.
fn dedup(sorted: &mut [u32]) -> usize {
    let mut kept = 0;
    for place in 0..sorted.len() {
        if place == 0 || sorted[place] != sorted[place - 1] {
            sorted[kept] = sorted[place];
            kept += 1;
        }
    }
    kept
}

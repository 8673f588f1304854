//! The method: from a query to candidates.

use super::clusters::Clusters;
use super::compare::Comparison;
use super::forest::{Forest, Node};
use super::order::{Entry, sort};
use super::traverse::{Descent, Pair};
use super::{BVH_NAMES, BvhSettings, Volume};
use crate::broad::boxes::{Box32, around};
use crate::broad::{BroadPhase, BroadReport, Candidates, Query, QueryError};
use crate::features::{Features, NO_OWNER};
use rayon::prelude::*;
use std::time::Instant;
use toile_geom::bounds::KDop;

/// A forest of bounding volumes with `SLABS` slabs.
#[derive(Clone, Debug)]
pub struct Bvh<const SLABS: usize = 3> {
    settings: BvhSettings,
    name: &'static str,
    /// What the trees were built for.
    fingerprint: Option<u64>,
    boxes: Vec<Box32>,
    volumes: Vec<KDop<SLABS>>,
    entries: Vec<Entry>,
    codes: Vec<u64>,
    forest: Forest<SLABS>,
    clusters: Clusters<SLABS>,
    descent: Descent,
}

/// The method of a name, if it is one of a tree.
pub(crate) fn by_name(name: &str) -> Option<Box<dyn BroadPhase>> {
    let known = BVH_NAMES.iter().find(|known| **known == name);
    Some(boxed(BvhSettings::by_name(name)?, known.unwrap_or(&"bvh")))
}

/// The method with some settings, called by a name.
fn boxed(settings: BvhSettings, name: &'static str) -> Box<dyn BroadPhase> {
    match settings.volume {
        Volume::Box => Box::new(Bvh::<3>::new(settings, name)),
        Volume::Dop14 => Box::new(Bvh::<7>::new(settings, name)),
        Volume::Dop18 => Box::new(Bvh::<9>::new(settings, name)),
        Volume::Dop26 => Box::new(Bvh::<13>::new(settings, name)),
    }
}

impl<const SLABS: usize> Bvh<SLABS> {
    fn new(settings: BvhSettings, name: &'static str) -> Self {
        Self {
            settings,
            name,
            fingerprint: None,
            boxes: Vec::new(),
            volumes: Vec::new(),
            entries: Vec::new(),
            codes: Vec::new(),
            forest: Forest::default(),
            clusters: Clusters::default(),
            descent: Descent::default(),
        }
    }

    /// Builds the trees from the boxes of the vertices.
    fn build(&mut self, features: &Features) {
        let Self { settings, boxes, entries, forest, clusters, .. } = self;
        let triangles = features.triangles();
        let middle = |bounds: Box32| std::array::from_fn(|axis| f32::midpoint(bounds.min[axis], bounds.max[axis]));
        entries.clear();
        let mut counts = vec![0_usize; features.mesh_count()];
        let mut triangle = 0;
        for mesh in 0..features.mesh_count() as u16 {
            let (first, end) = (entries.len(), features.vertices_of(mesh).end);
            while triangle < triangles.len() && triangles[triangle][0] < end {
                let center = middle(around(boxes, triangles[triangle]));
                entries.push(Entry { center, item: triangle as u32 });
                triangle += 1;
            }
            for vertex in features.vertices_of(mesh) {
                if features.vertex_owners()[vertex as usize] == NO_OWNER {
                    let center = middle(boxes[vertex as usize]);
                    entries.push(Entry { center, item: triangles.len() as u32 + vertex });
                }
            }
            counts[usize::from(mesh)] = entries.len() - first;
        }
        forest.lay_out((0..).zip(counts), settings.leaf_size.clamp(1, 64), settings.arity);
        for tree in &forest.trees {
            let part = &mut entries[tree.first_item as usize..][..tree.items as usize];
            sort(settings.build, part, forest.depth(tree), &mut self.codes);
        }
        clusters.gather(features, entries, forest.cluster_items());
    }

    /// Renews all volumes.
    fn refit(&mut self, query: &Query<'_>) {
        let margin = 0.5 * query.distance;
        let still = std::ptr::eq(query.start, query.end);
        let Self { boxes, volumes, clusters, forest, .. } = self;
        volumes.resize(boxes.len(), KDop::EMPTY);
        volumes.par_iter_mut().enumerate().with_min_len(1024).for_each(|(v, volume)| {
            if SLABS > 3 {
                let ends = [query.start[v], query.end[v]];
                *volume = KDop::around(ends.into_iter().take(if still { 1 } else { 2 })).inflated(margin);
            }
            // The same box as every method's, to the last bit.
            volume.low[..3].copy_from_slice(&boxes[v].min);
            volume.high[..3].copy_from_slice(&boxes[v].max);
        });
        clusters.refit(volumes);
        forest.refit(|cluster| clusters.volume(cluster));
    }

    /// The pairs of trees that may meet.
    fn start(&self, query: &Query<'_>) -> Vec<Pair> {
        let root = |tree: usize| Node { tree: tree as u32, level: 0, index: 0 };
        let mut pairs = Vec::new();
        let trees = &self.forest.trees;
        for a in 0..trees.len() {
            for b in a..trees.len() {
                let overlap = || self.forest.volume(root(a)).overlaps(&self.forest.volume(root(b)));
                if query.filter.meshes_meet(trees[a].mesh, trees[b].mesh) && (a == b || overlap()) {
                    pairs.push([root(a), root(b)]);
                }
            }
        }
        pairs
    }
}

/// A number that differs for different features.
fn fingerprint(features: &Features) -> u64 {
    let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let corners = features.triangles().iter().fold(features.vertex_count() as u64, |hash, &[a, b, c]| {
        mix(mix(hash, u64::from(a) << 32 | u64::from(b)), u64::from(c))
    });
    (0..features.mesh_count()).fold(corners, |hash, mesh| mix(hash, u64::from(features.vertices_of(mesh as u16).end)))
}

impl<const SLABS: usize> BroadPhase for Bvh<SLABS> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn find(&mut self, query: &Query<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        query.vertex_boxes(&mut self.boxes)?;
        let fingerprint = fingerprint(query.features);
        if self.fingerprint != Some(fingerprint) {
            self.build(query.features);
            self.fingerprint = Some(fingerprint);
        }
        self.refit(query);
        let built = Instant::now();
        let start = self.start(query);
        let filtered = query.filter.looks_at_vertices();
        let comparison = Comparison { clusters: &self.clusters, query, filtered };
        let tests = self.descent.run(&self.forest, &comparison, start.into_iter(), found);
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn reset(&mut self) {
        self.fingerprint = None;
    }

    fn memory(&self) -> usize {
        size_of::<Box32>() * self.boxes.capacity()
            + size_of::<KDop<SLABS>>() * self.volumes.capacity()
            + size_of::<Entry>() * self.entries.capacity()
            + size_of::<u64>() * self.codes.capacity()
            + self.clusters.memory()
            + self.forest.memory()
            + self.descent.memory()
    }
}

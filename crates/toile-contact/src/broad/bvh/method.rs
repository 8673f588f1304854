//! The method: from a query to candidates.

use super::clusters::Clusters;
use super::compare::Comparison;
use super::flat::Flat;
use super::forest::Forest;
use super::order::{Entry, Sorter};
use super::quality::{Loose, Quality};
use super::traverse::Descent;
use super::vertices::{Renewed, Vertices};
use super::{BVH_NAMES, BvhSettings, Volume};
use crate::broad::boxes::{Box32, around};
use crate::broad::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use crate::features::{Features, NO_OWNER};
use rayon::prelude::*;
use std::time::Instant;
use toile_geom::allowance::{Allowance, Room};
use toile_geom::bounds::KDop;
use toile_geom::names::UnknownName;

/// A forest of bounding volumes with `SLABS` slabs; see [the module](super).
#[derive(Clone, Debug)]
pub struct BvhBroadPhase<const SLABS: usize = 3> {
    settings: BvhSettings,
    name: &'static str,
    /// What the trees were built for.
    fingerprint: Option<u64>,
    boxes: Vec<Box32>,
    vertices: Vertices<SLABS>,
    entries: Vec<Entry>,
    counts: Vec<usize>,
    sorter: Sorter,
    forest: Forest<SLABS>,
    clusters: Clusters<SLABS>,
    quality: Quality,
    flat: Flat,
    loose: Vec<Loose>,
    descent: Descent,
    rebuilds: [u64; 2],
}

/// The method of a name.
pub(in crate::broad) fn named(name: &str) -> Result<Box<dyn BroadPhase>, UnknownName> {
    let known = BVH_NAMES.iter().find(|known| **known == name);
    Ok(boxed(BvhSettings::named(name)?, known.unwrap_or(&"bvh")))
}

/// The method with some settings.
pub fn bvh(settings: BvhSettings) -> Box<dyn BroadPhase> {
    boxed(settings, "bvh")
}

fn boxed(settings: BvhSettings, name: &'static str) -> Box<dyn BroadPhase> {
    match settings.volume {
        Volume::Box => Box::new(BvhBroadPhase::<3>::new(settings, name)),
        Volume::Dop14 => Box::new(BvhBroadPhase::<7>::new(settings, name)),
        Volume::Dop18 => Box::new(BvhBroadPhase::<9>::new(settings, name)),
        Volume::Dop26 => Box::new(BvhBroadPhase::<13>::new(settings, name)),
    }
}

impl<const SLABS: usize> Default for BvhBroadPhase<SLABS> {
    fn default() -> Self {
        Self::new(BvhSettings::default(), "bvh")
    }
}

impl<const SLABS: usize> BvhBroadPhase<SLABS> {
    /// Trees with some settings, called by a name. The settings' kind of volume is not looked at, `SLABS` counts.
    pub fn new(settings: BvhSettings, name: &'static str) -> Self {
        Self {
            settings,
            name,
            fingerprint: None,
            boxes: Vec::new(),
            vertices: Vertices::default(),
            entries: Vec::new(),
            counts: Vec::new(),
            sorter: Sorter::new(settings.build),
            forest: Forest::default(),
            clusters: Clusters::default(),
            quality: Quality::default(),
            flat: Flat::default(),
            loose: Vec::new(),
            descent: Descent::default(),
            rebuilds: [0; 2],
        }
    }

    /// How often all trees were built from nothing, and how often they or parts of them were sorted anew because their volumes
    /// had become loose.
    pub fn rebuilds(&self) -> [u64; 2] {
        self.rebuilds
    }

    /// Builds the trees from the boxes of the vertices.
    fn build(&mut self, features: &Features) {
        let Self { settings, boxes, entries, counts, forest, .. } = self;
        list_items(features, entries, counts);
        forest.lay_out((0..).zip(counts.iter().copied()), settings.leaf_size.clamp(1, 64), settings.arity);
        find_middles(features, boxes, entries);
        for tree in &forest.trees {
            let part = &mut entries[tree.first_item as usize..][..tree.items as usize];
            self.sorter.sort(part, forest.halves(tree), (0, 0));
        }
        self.clusters.find_owned(features);
        self.clusters.gather(features, entries, forest.cluster_items());
        if settings.flat {
            self.flat.gather(features, entries, forest);
        }
        self.vertices.clear();
        self.rebuilds[0] += 1;
    }

    /// Renews the volumes.
    fn refit(&mut self, query: &BroadQuery<'_>) {
        let Self { vertices, clusters, forest, .. } = self;
        let renewed = if self.settings.slack > 0.0 {
            vertices.renew_stale(query, self.settings.slack)
        } else {
            vertices.renew(query, &self.boxes);
            Renewed::All
        };
        match renewed {
            Renewed::All => clusters.refit(&vertices.volumes),
            Renewed::Some => clusters.refit_stale(&vertices.volumes, &vertices.stale),
            Renewed::None => return,
        }
        forest.refit(|cluster| clusters.volume(cluster));
    }

    /// The boxes and the volumes of a number of vertices, for a caller that fills in volumes of its own.
    pub(super) fn places(&mut self, count: usize) -> (&mut [Box32], &mut [KDop<SLABS>]) {
        self.boxes.resize(count, Box32::default());
        self.vertices.volumes.resize(count, KDop::EMPTY);
        (&mut self.boxes, &mut self.vertices.volumes)
    }

    /// Renews the trees after the boxes and volumes of the vertices were filled in.
    pub(super) fn renew(&mut self, features: &Features) {
        let is_known = self.fingerprint == Some(features.fingerprint());
        if !is_known {
            self.build(features);
        }
        let Self { vertices, clusters, forest, .. } = self;
        clusters.refit(&vertices.volumes);
        forest.refit(|cluster| clusters.volume(cluster));
        if is_known {
            self.tighten(features);
        } else {
            self.quality.note(&self.forest, &self.clusters);
            self.fingerprint = Some(features.fingerprint());
        }
    }

    /// Finds the pairs that overlap in the trees as they are, as far as there is room for them; returns how many volumes were compared.
    pub(super) fn look(&mut self, query: &BroadQuery<'_>, room: &Room, found: &mut Candidates) -> u64 {
        self.clusters.find_held(query.filter.fixed());
        let comparison = Comparison {
            clusters: &self.clusters,
            query,
            filtered: query.filter.looks_at_vertices(),
            flat: &self.flat,
            exact: (self.settings.slack > 0.0).then_some(&self.boxes),
        };
        self.descent.run(&self.forest, &comparison, room, found)
    }

    /// Sorts anew what has become loose.
    fn tighten(&mut self, features: &Features) {
        let Self { quality, forest, clusters, entries, loose, .. } = self;
        quality.loose(forest, clusters, self.settings.looseness, loose);
        if loose.is_empty() {
            return;
        }
        for Loose { items, tree, node } in &*loose {
            let part = &mut entries[items.clone()];
            find_middles(features, &self.boxes, part);
            self.sorter.sort(part, forest.halves(&forest.trees[*tree]), *node);
        }
        clusters.gather(features, entries, forest.cluster_items());
        if self.settings.flat {
            self.flat.gather(features, entries, forest);
        }
        clusters.refit(&self.vertices.volumes);
        forest.refit(|cluster| clusters.volume(cluster));
        quality.note(forest, clusters);
        self.rebuilds[1] += 1;
    }
}

/// Lists the triangles and the vertices that are in none, mesh by mesh, and counts them. A vertex has its number after those of
/// all triangles.
pub(super) fn list_items(features: &Features, entries: &mut Vec<Entry>, counts: &mut Vec<usize>) {
    let triangles = features.triangles();
    let entry = |item: u32| Entry { center: [0.0; 3], item };
    entries.clear();
    counts.clear();
    let mut first = 0;
    for mesh in 0..features.mesh_count() as u16 {
        let (before, vertices) = (entries.len(), features.vertices_of(mesh));
        let end = first + triangles[first..].partition_point(|corners| corners[0] < vertices.end);
        entries.extend((first as u32..end as u32).map(entry));
        first = end;
        let lone = vertices.filter(|&v| features.vertex_owners()[v as usize] == NO_OWNER);
        entries.extend(lone.map(|v| entry(triangles.len() as u32 + v)));
        counts.push(entries.len() - before);
    }
}

/// Fills in where the items are.
pub(super) fn find_middles(features: &Features, boxes: &[Box32], entries: &mut [Entry]) {
    /// Fewer are left to one thread.
    const PARALLEL: usize = 4096;
    let triangles = features.triangles();
    entries.par_iter_mut().with_min_len(PARALLEL).for_each(|entry| {
        let item = entry.item as usize;
        let bounds = match triangles.get(item) {
            Some(&corners) => around(boxes, corners),
            None => boxes[item - triangles.len()],
        };
        entry.center = std::array::from_fn(|axis| f32::midpoint(bounds.min[axis], bounds.max[axis]));
    });
}

impl<const SLABS: usize> BroadPhase for BvhBroadPhase<SLABS> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        query.vertex_boxes(&mut self.boxes).inspect_err(|_| found.clear())?;
        let fingerprint = query.features.fingerprint();
        if self.fingerprint == Some(fingerprint) {
            self.refit(query);
            self.tighten(query.features);
        } else {
            self.build(query.features);
            self.refit(query);
            self.quality.note(&self.forest, &self.clusters);
            self.fingerprint = Some(fingerprint);
        }
        self.flat.clear_marks();
        if self.settings.flat && query.distance == 0.0 && query.start == query.end {
            self.flat.mark(query.features, &self.entries, &self.forest, query.start);
        }
        let built = Instant::now();
        let tests = self.look(query, &Allowance::UNLIMITED.room(), found);
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn reset(&mut self) {
        self.fingerprint = None;
    }

    fn memory(&self) -> usize {
        size_of::<Box32>() * self.boxes.capacity()
            + size_of::<Entry>() * self.entries.capacity()
            + size_of::<usize>() * self.counts.capacity()
            + size_of::<Loose>() * self.loose.capacity()
            + self.vertices.memory()
            + self.sorter.memory()
            + self.clusters.memory()
            + self.forest.memory()
            + self.quality.memory()
            + self.flat.memory()
            + self.descent.memory()
    }
}

//! Which pairs of triangles no direction keeps apart on their way.

use super::hull::{Hull, POINTS, ROUNDING};
use super::obstacles::Obstacles;
use super::patches::Patches;
use crate::subdivision::RefinementError;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use toile_geom::bvh::Bvh;

/// Finds close pairs; keeps what it needs from call to call.
#[derive(Clone, Debug, Default)]
pub(super) struct CloseFinder {
    hulls: Vec<Hull>,
}

/// Where vertices start from and go to, and the triangles between them.
#[derive(Clone, Copy)]
pub(super) struct Ways<'a> {
    pub(super) start: &'a [DVec3],
    pub(super) end: &'a [DVec3],
    pub(super) triangles: &'a [[u32; 3]],
}

impl CloseFinder {
    /// The pairs of triangles in patches without a common corner, and of triangles with those of the obstacles, that may come closer than a
    /// distance; triangles of the obstacles are numbered after the own ones.
    pub(super) fn find(
        &mut self,
        patches: &Patches,
        ways: &Ways<'_>,
        around: &Obstacles,
        distance: f64,
    ) -> Result<Vec<[u32; 2]>, RefinementError> {
        // Single precision is finest near the origin.
        let own_origin = || ways.start.first().copied().unwrap_or_default();
        let origin = if around.triangles.is_empty() { own_origin() } else { around.origin };
        let places = |p: usize| {
            let vertices = patches.vertices(p);
            let mut points = [DVec3::ZERO; POINTS];
            for (n, &v) in vertices.iter().enumerate() {
                (points[n], points[n + 6]) = (ways.start[v as usize], ways.end[v as usize]);
            }
            Hull::around(points, origin)
        };
        self.hulls.clear();
        self.hulls.par_extend((0..patches.len()).into_par_iter().with_min_len(256).map(places));
        let hulls = &self.hulls;
        let largest = hulls.par_iter().with_min_len(256).map(Hull::largest).reduce(|| 0.0, f32::max);
        let distance = distance as f32 + ROUNDING * largest.max(around.largest);
        // Half of the distance on each side, since both boxes are grown.
        let grown = |hull: &Hull| hull.bounds().inflated(0.5 * f64::from(distance));
        let boxes: Vec<_> = hulls.par_iter().with_min_len(256).map(grown).collect();
        let tree = Bvh::new(&boxes);
        let counter = Counter::default();
        let own = tree.self_pairs(|a, b| {
            !counter.is_full()
                && !patches.touch(a, b)
                && !hulls[a as usize].is_apart(&hulls[b as usize], distance)
                && counter.count()
        });
        let outer = tree.pairs(&around.tree, |p, t| {
            !counter.is_full()
                && !hulls[p as usize].is_apart(&around.hulls[t as usize], distance)
                && counter.count()
        });
        counter.check()?;
        let parts = Parts { patches, ways, around, hulls, distance, origin };
        let own = own.par_iter().flat_map_iter(|&pair| parts.of_patches(pair));
        let outer = outer.par_iter().flat_map_iter(|&pair| parts.of_patch_and_outer(pair));
        let mut pairs: Vec<[u32; 2]> = own.collect();
        pairs.par_extend(outer);
        if pairs.len() > MOST_PAIRS {
            Err(RefinementError::Collapsed { pairs: MOST_PAIRS })
        } else {
            Ok(pairs)
        }
    }
}

/// The most pairs that are looked at: some hundred times as many as a crowded outfit has.
const MOST_PAIRS: usize = 2_000_000;

/// Counts pairs of patches, so that a mesh that has collapsed into a point does not take all memory.
#[derive(Default)]
struct Counter(AtomicUsize);

impl Counter {
    fn is_full(&self) -> bool {
        self.0.load(Ordering::Relaxed) > MOST_PAIRS
    }

    /// Counts one; always true.
    fn count(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        true
    }

    fn check(&self) -> Result<(), RefinementError> {
        if self.is_full() { Err(RefinementError::Collapsed { pairs: MOST_PAIRS }) } else { Ok(()) }
    }
}

/// Pairs of patches taken apart into pairs of triangles.
struct Parts<'a> {
    patches: &'a Patches,
    ways: &'a Ways<'a>,
    around: &'a Obstacles,
    hulls: &'a [Hull],
    distance: f32,
    origin: DVec3,
}

impl Parts<'_> {
    fn hull(&self, triangle: u32) -> Hull {
        let [a, b, c] = self.ways.triangles[triangle as usize].map(|v| v as usize);
        let (start, end) = (self.ways.start, self.ways.end);
        Hull::around([start[a], start[b], start[c], end[a], end[b], end[c]], self.origin)
    }

    /// The triangles of a patch that come close to something.
    fn near(&self, patch: u32, other: &Hull) -> impl Iterator<Item = (u32, Hull)> {
        let triangles = self.patches.triangles(patch).map(|t| (t, self.hull(t)));
        triangles.filter(|(_, hull)| !hull.is_apart(other, self.distance))
    }

    fn of_patches(&self, [a, b]: [u32; 2]) -> Vec<[u32; 2]> {
        let second: Vec<(u32, Hull)> = self.near(b, &self.hulls[a as usize]).collect();
        let close = |(t, hull): (u32, Hull)| {
            let partners = second.iter().filter(move |(_, other)| !hull.is_apart(other, self.distance));
            partners.map(move |(u, _)| [t, *u])
        };
        self.near(a, &self.hulls[b as usize]).flat_map(close).collect()
    }

    fn of_patch_and_outer(&self, [patch, outer]: [u32; 2]) -> Vec<[u32; 2]> {
        let number = self.ways.triangles.len() as u32 + outer;
        self.near(patch, &self.around.hulls[outer as usize]).map(|(t, _)| [t, number]).collect()
    }
}

//! The volumes of the vertices, and which of them are stale.

use crate::broad::BroadQuery;
use crate::broad::boxes::Box32;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::bounds::KDop;

/// A volume for each vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Vertices<const SLABS: usize> {
    pub(super) volumes: Vec<KDop<SLABS>>,
    /// With slack: where the vertices were when their volumes were made.
    places: Vec<[DVec3; 2]>,
    /// With slack: whose volumes were made anew by the last query.
    pub(super) stale: Vec<bool>,
    distance: f64,
}

/// Fewer vertices are left to one thread.
const PARALLEL: usize = 1024;

/// What must be done after the vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Renewed {
    All,
    Some,
    None,
}

impl<const SLABS: usize> Vertices<SLABS> {
    /// Forgets where the vertices were.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Renews all volumes.
    pub(super) fn renew(&mut self, query: &BroadQuery<'_>, boxes: &[Box32]) {
        let grow = Growth::new(0.5 * query.distance);
        self.volumes.resize(boxes.len(), KDop::EMPTY);
        self.volumes.par_iter_mut().zip(boxes).enumerate().with_min_len(PARALLEL).for_each(
            |(v, (volume, now))| {
                *volume = grow.volume(query, v, now);
            },
        );
    }

    /// Renews the volumes of those vertices that moved by more than the slack.
    pub(super) fn renew_stale(&mut self, query: &BroadQuery<'_>, slack: f64) -> Renewed {
        let count = query.start.len();
        let all = self.places.len() != count || self.distance != query.distance;
        self.distance = query.distance;
        self.volumes.resize(count, KDop::EMPTY);
        self.places.resize(count, [DVec3::ZERO; 2]);
        self.stale.resize(count, false);
        let margin = 0.5 * query.distance + slack;
        let grow = Growth::new(margin);
        let places = self.places.par_iter_mut().zip(&mut self.volumes).zip(&mut self.stale);
        let renewed = places.enumerate().with_min_len(PARALLEL).map(|(v, ((place, volume), stale))| {
            let now = [query.start[v], query.end[v]];
            let moved = |i: usize| now[i].distance_squared(place[i]) > slack * slack;
            *stale = all || moved(0) || moved(1);
            if *stale {
                *place = now;
                *volume = grow.volume(query, v, &Box32::swept(now[0], now[1], margin));
            }
            *stale
        });
        match (all, renewed.reduce(|| false, |a, b| a | b)) {
            (true, _) => Renewed::All,
            (_, true) => Renewed::Some,
            _ => Renewed::None,
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<KDop<SLABS>>() * self.volumes.capacity()
            + size_of::<[DVec3; 2]>() * self.places.capacity()
            + self.stale.capacity()
    }
}

/// How far each slab is moved outwards.
struct Growth<const SLABS: usize> {
    steps: [f32; SLABS],
}

impl<const SLABS: usize> Growth<SLABS> {
    fn new(margin: f64) -> Self {
        Self { steps: KDop::around([DVec3::ZERO]).inflated(margin).high }
    }

    /// The volume around the way of a vertex whose grown box is known: the box is the same as every method's to the last bit.
    #[inline]
    fn volume(&self, query: &BroadQuery<'_>, vertex: usize, grown: &Box32) -> KDop<SLABS> {
        let mut volume = KDop::EMPTY;
        if SLABS > 3 {
            let ends = [query.start[vertex], query.end[vertex]];
            volume = KDop::around(ends.into_iter().take(if query.is_still() { 1 } else { 2 }));
            for slab in 3..SLABS {
                volume.low[slab] = (volume.low[slab] - self.steps[slab]).next_down();
                volume.high[slab] = (volume.high[slab] + self.steps[slab]).next_up();
            }
        }
        volume.low[..3].copy_from_slice(&grown.min);
        volume.high[..3].copy_from_slice(&grown.max);
        volume
    }
}

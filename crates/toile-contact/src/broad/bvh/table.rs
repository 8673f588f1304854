//! The features of one kind, cluster by cluster, in blocks of four.

use super::block::{Block, LANES, union};
use rayon::prelude::*;
use toile_geom::bounds::KDop;
use wide::u32x4;

/// Marks an empty lane.
const NONE: u32 = u32::MAX;

/// The vertices (`CORNERS` = 1), edges (2) or triangles (3) that clusters own.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<const SLABS: usize, const CORNERS: usize> {
    volumes: Vec<Block<SLABS>>,
    corners: Vec<[[u32; LANES]; CORNERS]>,
    numbers: Vec<[u32; LANES]>,
    /// The first block of each cluster, and the number of blocks.
    starts: Vec<u32>,
    lane: usize,
}

/// The features of one cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a, const SLABS: usize, const CORNERS: usize> {
    pub(super) volumes: &'a [Block<SLABS>],
    pub(super) corners: &'a [[[u32; LANES]; CORNERS]],
    pub(super) numbers: &'a [[u32; LANES]],
}

/// Fewer blocks are renewed by one thread.
const PARALLEL: usize = 1024;

impl<const SLABS: usize, const CORNERS: usize> Table<SLABS, CORNERS> {
    pub(super) fn clear(&mut self) {
        self.volumes.clear();
        self.corners.clear();
        self.numbers.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Adds a feature to the last cluster.
    #[inline]
    pub(super) fn push(&mut self, number: u32, corners: [u32; CORNERS]) {
        if self.lane == 0 {
            self.numbers.push([NONE; LANES]);
            self.corners.push([[NONE; LANES]; CORNERS]);
        }
        if let (Some(numbers), Some(places)) = (self.numbers.last_mut(), self.corners.last_mut()) {
            numbers[self.lane] = number;
            for (place, corner) in places.iter_mut().zip(corners) {
                place[self.lane] = corner;
            }
        }
        self.lane = (self.lane + 1) % LANES;
    }

    /// Ends the last cluster.
    pub(super) fn close(&mut self) {
        self.lane = 0;
        self.starts.push(self.numbers.len() as u32);
    }

    /// All features are there: makes room for their volumes.
    pub(super) fn finish(&mut self) {
        self.volumes.resize(self.numbers.len(), Block::EMPTY);
    }

    /// Renews all volumes from those of the vertices.
    pub(super) fn refit(&mut self, vertices: &[KDop<SLABS>]) {
        let blocks = self.volumes.par_iter_mut().zip(self.corners.par_iter()).with_min_len(PARALLEL);
        blocks.for_each(|(block, corners)| fill(block, corners, vertices));
    }

    /// Renews those blocks of which a feature has a vertex that is stale.
    pub(super) fn refit_stale(&mut self, vertices: &[KDop<SLABS>], stale: &[bool]) {
        let blocks = self.volumes.par_iter_mut().zip(self.corners.par_iter()).with_min_len(PARALLEL);
        blocks.for_each(|(block, corners)| {
            if corners.as_flattened().iter().any(|&v| v != NONE && stale[v as usize]) {
                fill(block, corners, vertices);
            }
        });
    }

    pub(super) fn cluster_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    #[inline]
    pub(super) fn part(&self, cluster: usize) -> Part<'_, SLABS, CORNERS> {
        let blocks = self.starts[cluster] as usize..self.starts[cluster + 1] as usize;
        Part {
            volumes: &self.volumes[blocks.clone()],
            corners: &self.corners[blocks.clone()],
            numbers: &self.numbers[blocks],
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<Block<SLABS>>() * self.volumes.capacity()
            + size_of::<[u32; LANES]>() * (CORNERS * self.corners.capacity() + self.numbers.capacity())
            + size_of::<u32>() * self.starts.capacity()
    }
}

/// Renews a block from the volumes of its features' corners.
#[inline]
fn fill<const SLABS: usize, const CORNERS: usize>(
    block: &mut Block<SLABS>,
    corners: &[[u32; LANES]; CORNERS],
    vertices: &[KDop<SLABS>],
) {
    for lane in 0..LANES {
        if corners[0][lane] == NONE {
            break;
        }
        let mut volume = vertices[corners[0][lane] as usize];
        for corner in &corners[1..] {
            volume = union(&volume, &vertices[corner[lane] as usize]);
        }
        block.set(lane, &volume);
    }
}

impl<const SLABS: usize, const CORNERS: usize> Part<'_, SLABS, CORNERS> {
    /// The volume around all.
    pub(super) fn around(&self) -> KDop<SLABS> {
        self.volumes.iter().fold(KDop::EMPTY, |all, block| union(&all, &block.around()))
    }

    /// Half the surfaces of all boxes together.
    pub(super) fn half_surfaces(&self) -> f64 {
        self.volumes.iter().map(Block::half_surfaces).sum()
    }

    /// Whether all corners of all features have a property.
    pub(super) fn all_corners(&self, property: impl Fn(u32) -> bool) -> bool {
        self.corners.iter().flatten().flatten().all(|&v| v == NONE || property(v))
    }

    /// The corners of a feature.
    #[inline]
    pub(super) fn corners(&self, block: usize, lane: usize) -> [u32; CORNERS] {
        std::array::from_fn(|corner| self.corners[block][corner][lane])
    }

    /// Some of its blocks.
    #[inline]
    pub(super) fn range(&self, first: usize, count: usize) -> Self {
        let blocks = first..self.volumes.len().min(first + count);
        Self {
            volumes: &self.volumes[blocks.clone()],
            corners: &self.corners[blocks.clone()],
            numbers: &self.numbers[blocks],
        }
    }
}

/// Which features of a block have one of some vertices, a bit for each.
#[inline]
pub(super) fn sharing<const CORNERS: usize, const OTHERS: usize>(
    corners: &[[u32; LANES]; CORNERS],
    vertices: &[u32x4; OTHERS],
) -> u32 {
    let mut shared = u32x4::splat(0);
    for corner in corners {
        let corner = u32x4::new(*corner);
        for vertex in vertices {
            shared |= corner.simd_eq(*vertex);
        }
    }
    shared.to_bitmask()
}

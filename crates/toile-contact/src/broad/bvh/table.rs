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
}

/// Places for the features of some clusters.
#[derive(Debug)]
pub(super) struct Slots<'a, const SLABS: usize, const CORNERS: usize> {
    /// The first block of them.
    first: usize,
    volumes: &'a mut [Block<SLABS>],
    corners: &'a mut [[[u32; LANES]; CORNERS]],
    numbers: &'a mut [[u32; LANES]],
    starts: &'a [u32],
    /// Where the next feature goes, from the first block on.
    next: usize,
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
    /// Forgets all clusters; returns the place for the number of features of each new one.
    pub(super) fn counts(&mut self, clusters: usize) -> &mut [u32] {
        self.starts.resize(clusters + 1, 0);
        self.starts[0] = 0;
        &mut self.starts[1..]
    }

    /// Turns the numbers of features into where they begin, and hands out the places for them.
    pub(super) fn make_room(&mut self) -> Slots<'_, SLABS, CORNERS> {
        let mut blocks = 0;
        for start in &mut self.starts[1..] {
            blocks += start.div_ceil(LANES as u32);
            *start = blocks;
        }
        let Self { volumes, corners, numbers, starts } = self;
        volumes.resize(blocks as usize, Block::EMPTY);
        corners.resize(blocks as usize, [[NONE; LANES]; CORNERS]);
        numbers.resize(blocks as usize, [NONE; LANES]);
        Slots { first: 0, volumes, corners, numbers, starts, next: 0 }
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

impl<const SLABS: usize, const CORNERS: usize> Slots<'_, SLABS, CORNERS> {
    /// The places before those of a cluster, and the others.
    pub(super) fn split(self, cluster: usize) -> (Self, Self) {
        let Self { first, volumes, corners, numbers, starts, .. } = self;
        let middle = starts[cluster] as usize;
        let (volumes, later_volumes) = volumes.split_at_mut(middle - first);
        let (corners, later_corners) = corners.split_at_mut(middle - first);
        let (numbers, later_numbers) = numbers.split_at_mut(middle - first);
        let later = Self {
            first: middle,
            volumes: later_volumes,
            corners: later_corners,
            numbers: later_numbers,
            starts,
            next: 0,
        };
        (Self { first, volumes, corners, numbers, starts, next: 0 }, later)
    }

    /// Goes to the places of a cluster. Those of its last block are emptied, since it may have fewer features.
    pub(super) fn open(&mut self, cluster: usize) {
        let [begin, end] = [cluster, cluster + 1].map(|n| self.starts[n] as usize - self.first);
        self.next = LANES * begin;
        if end > begin {
            self.volumes[end - 1] = Block::EMPTY;
            self.corners[end - 1] = [[NONE; LANES]; CORNERS];
            self.numbers[end - 1] = [NONE; LANES];
        }
    }

    /// Adds a feature to the cluster.
    #[inline]
    pub(super) fn push(&mut self, number: u32, corners: [u32; CORNERS]) {
        let (block, lane) = (self.next / LANES, self.next % LANES);
        self.numbers[block][lane] = number;
        for (place, corner) in self.corners[block].iter_mut().zip(corners) {
            place[lane] = corner;
        }
        self.next += 1;
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

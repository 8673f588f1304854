//! Items of similar size in the cells of one lattice.
//!
//! The cells suit the items that are not much larger than most, the tier's *own*. They are put into all cells that their boxes
//! reach. All larger items are *visitors*: Wong splits a large triangle into smaller ones for the search only ("virtual
//! subdivision", 2014, 5.3) and keeps one entry for each cell and whole triangle. Since candidates are defined by boxes, it is
//! the visitor's box that is split here, and only where cells have own items in them, so that one triangle across the whole scene
//! costs no more than the cells in use. Visitors among themselves meet in the next tier, whose cells suit them. Items that are
//! never compared with each other (both held) are visitors in all tiers.

use super::super::boxes::Box32;
use super::super::items::Items;
use super::super::radix::{Entries, RadixSort};
use super::lattice::{self, AXIS_BITS, CellRange, Lattice, cells_in_range, morton};
use rayon::prelude::*;

/// Bits of an entry's word below the number of its cell. They hold the size (its logarithm) of the largest block of cells in
/// which this entry speaks for its item.
pub(crate) const BLOCK_BITS: u32 = 5;

/// An entry that speaks for its item in blocks of any size.
const ANY_BLOCK: u32 = (1 << BLOCK_BITS) - 1;

/// Items that are along no axis more than this many times as large as the mean are own. The greatest of the three ratios is 3 on
/// average at most, so at least a quarter of the items have none above 4.
const OWN_EXTENT: f64 = 4.0;

/// Visitors one thread looks up at a time.
const VISITORS: usize = 128;

/// How large cells are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CellSize {
    /// A multiple of the mean size of the items; what is much larger is a visitor.
    Mean(f64),
    /// Such that no item reaches more than two cells along an axis.
    Largest,
}

impl CellSize {
    /// How many cells along an axis own items reach at most.
    fn own_span(self) -> u32 {
        match self {
            Self::Mean(factor) => (OWN_EXTENT / factor).ceil() as u32 + 2,
            Self::Largest => u32::MAX,
        }
    }
}

/// One lattice and what is in it.
#[derive(Debug, Default)]
pub(crate) struct Tier {
    ranges: Vec<CellRange>,
    active: Vec<u32>,
    passive: Vec<u32>,
    own: Vec<u32>,
    larger: Vec<u32>,
    /// The word of an entry is the number of its cell and the size of the block it speaks for its item in.
    pub(crate) own_entries: Entries,
    pub(crate) visitor_entries: Entries,
    /// The numbers of the cells with own items, in order, and where their entries begin.
    pub(crate) keys: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    offsets: Vec<usize>,
    found: Vec<Vec<(u64, u32)>>,
    sort: RadixSort,
}

impl Tier {
    /// Starts over with all items.
    pub(crate) fn begin(&mut self, items: &Items) {
        self.active.clear();
        self.passive.clear();
        for item in 0..items.boxes().len() as u32 {
            if items.passive(item) { self.passive.push(item) } else { self.active.push(item) }
        }
    }

    /// Puts the smaller of the remaining items into cells and keeps the larger for the next tier; false if none remain.
    pub(crate) fn advance(&mut self, items: &Items, size: CellSize) -> bool {
        if self.active.is_empty() {
            return false;
        }
        let lattice = self.lattice(items, size);
        self.ranges.resize(items.boxes().len(), CellRange::default());
        let boxes = items.boxes();
        self.ranges
            .par_iter_mut()
            .with_min_len(2048)
            .zip(boxes)
            .for_each(|(range, around)| *range = lattice.range(around));
        self.own.clear();
        self.larger.clear();
        let most = size.own_span();
        for &item in &self.active {
            let fits = lattice::span(&self.ranges[item as usize]) <= most;
            if fits { self.own.push(item) } else { self.larger.push(item) }
        }
        self.register_own();
        self.register_visitors();
        std::mem::swap(&mut self.active, &mut self.larger);
        true
    }

    /// The cells an item reaches.
    #[inline]
    pub(crate) fn first_cell(&self, item: u32) -> [u32; 3] {
        self.ranges[item as usize][0]
    }

    /// Cells that suit the remaining items, along each axis by itself: layers of cloth are often moved all in one direction.
    fn lattice(&self, items: &Items, size: CellSize) -> Lattice {
        let mut bounds = Box32::default();
        let (mut sum, mut largest, mut middle) = ([0.0; 3], [0.0_f64; 3], [0.0; 3]);
        for &item in &self.active {
            let around = &items.boxes()[item as usize];
            bounds = bounds.union(around);
            for (axis, middle) in middle.iter_mut().enumerate() {
                let (low, high) = (f64::from(around.min[axis]), f64::from(around.max[axis]));
                sum[axis] += high - low;
                largest[axis] = largest[axis].max(high - low);
                *middle += 0.5 * (low + high);
            }
        }
        let count = self.active.len() as f64;
        let sides = std::array::from_fn(|axis| {
            let wanted = match size {
                CellSize::Mean(factor) => factor * sum[axis] / count,
                // A little more, so that rounding does not make three cells of two.
                CellSize::Largest => 1.001 * largest[axis],
            };
            // Points have no size: then the scene's decides, or anything if that is a point too.
            let scene = f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
            let side = if wanted > 0.0 { wanted } else { scene / f64::from(1 << (AXIS_BITS - 1)) };
            if side.is_normal() { side } else { 1.0 }
        });
        Lattice::new(&bounds, middle.map(|coordinate| coordinate / count), sides)
    }

    fn register_own(&mut self) {
        self.offsets.clear();
        let mut total = 0;
        for &item in &self.own {
            self.offsets.push(total);
            total += lattice::volume(&self.ranges[item as usize]);
        }
        self.own_entries.set_len(total);
        let (entries, ranges) = (&self.own_entries, &self.ranges);
        self.own.par_iter().with_min_len(1024).zip(&self.offsets).for_each(|(&item, &offset)| {
            let [low, high] = ranges[item as usize];
            let mut place = offset;
            for z in low[2]..=high[2] {
                for y in low[1]..=high[1] {
                    for x in low[0]..=high[0] {
                        let cell = [x, y, z];
                        let word = morton(cell) << BLOCK_BITS | u64::from(speaks_up_to(cell, low));
                        entries.set(place, word, item);
                        place += 1;
                    }
                }
            }
        });
        self.sort_own();
    }

    fn sort_own(&mut self) {
        let highest = self.own.iter().map(|&item| morton(self.ranges[item as usize][1]));
        let bits = highest.max().map_or(1, |key| u64::BITS - key.leading_zeros());
        self.sort.sort(&mut self.own_entries, BLOCK_BITS, BLOCK_BITS + bits);
        self.keys.clear();
        self.starts.clear();
        for place in 0..self.own_entries.len() {
            let key = self.own_entries.word(place) >> BLOCK_BITS;
            if self.keys.last() != Some(&key) {
                self.keys.push(key);
                self.starts.push(place as u32);
            }
        }
        self.starts.push(self.own_entries.len() as u32);
    }

    /// Enters visitors into the cells of own items that they reach.
    fn register_visitors(&mut self) {
        let (larger, passive) = (&self.larger, &self.passive);
        let count = larger.len() + passive.len();
        let chunks = count.div_ceil(VISITORS);
        if self.found.len() < chunks {
            self.found.resize_with(chunks, Vec::new);
        }
        let (keys, ranges) = (&self.keys, &self.ranges);
        self.found[..chunks].par_iter_mut().enumerate().for_each(|(chunk, found)| {
            found.clear();
            for n in chunk * VISITORS..count.min((chunk + 1) * VISITORS) {
                let item = larger.get(n).copied().unwrap_or_else(|| passive[n - larger.len()]);
                let mut last = None;
                cells_in_range(keys, ranges[item as usize], &mut |place| {
                    let key = keys[place];
                    let block = last.map_or(ANY_BLOCK, |last: u64| (last ^ key).ilog2() / 3);
                    found.push((key << BLOCK_BITS | u64::from(block), item));
                    last = Some(key);
                });
            }
        });
        self.offsets.clear();
        let mut total = 0;
        for found in &self.found[..chunks] {
            self.offsets.push(total);
            total += found.len();
        }
        self.visitor_entries.set_len(total);
        let entries = &self.visitor_entries;
        self.found[..chunks].par_iter().zip(&self.offsets).for_each(|(found, &offset)| {
            for (place, &(word, item)) in (offset..).zip(found) {
                entries.set(place, word, item);
            }
        });
        let bits = self.keys.last().map_or(1, |key| u64::BITS - key.leading_zeros());
        self.sort.sort(&mut self.visitor_entries, BLOCK_BITS, BLOCK_BITS + bits);
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let lists = [&self.active, &self.passive, &self.own, &self.larger, &self.starts];
        size_of::<CellRange>() * self.ranges.capacity()
            + lists.iter().map(|list| 4 * list.capacity()).sum::<usize>()
            + self.own_entries.memory()
            + self.visitor_entries.memory()
            + 8 * (self.keys.capacity() + self.offsets.capacity())
            + self.found.iter().map(|found| size_of::<(u64, u32)>() * found.capacity()).sum::<usize>()
            + self.sort.memory()
    }
}

/// The size (its logarithm) of the largest block in which a cell is the lowest of those that an item with the given first cell
/// reaches: the item is counted there and nowhere else in the block ("token", Fan et al. 2011).
#[inline]
fn speaks_up_to(cell: [u32; 3], first: [u32; 3]) -> u32 {
    let along = |axis: usize| {
        if cell[axis] == first[axis] { ANY_BLOCK } else { cell[axis].trailing_zeros() }
    };
    along(0).min(along(1)).min(along(2))
}

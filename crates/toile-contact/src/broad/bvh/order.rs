//! Brings triangles into the order of a tree's leaves.

use rayon::prelude::*;

/// Something to sort: a triangle or a lone vertex, by its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) center: [f32; 3],
    pub(super) item: u32,
}

/// How the triangles are brought into order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// Halves at the median of the longest side, again and again: tight volumes.
    #[default]
    Median,
    /// Along a space-filling curve (Morton 1966; Lauterbach et al. 2009): quicker to sort, looser leaves.
    Morton,
}

/// Parts with fewer entries are sorted by one thread.
const PARALLEL: usize = 8192;

/// Where the leaves of a balanced tree begin: `2^depth` leaves share `items` so that their numbers differ by one at most.
#[inline]
pub(super) fn leaf_start(items: usize, depth: u32, leaf: usize) -> usize {
    ((items as u64 * leaf as u64) >> depth) as usize
}

/// How often the items must be halved until no leaf has more than `leaf_size`.
pub(super) fn depth_for(items: usize, leaf_size: usize) -> u32 {
    items.div_ceil(leaf_size.max(1)).max(1).next_power_of_two().trailing_zeros()
}

/// Sorts entries, and keeps the memory it needs for that.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    build: Build,
    codes: Vec<(u64, Entry)>,
}

impl Sorter {
    pub(super) fn new(build: Build) -> Self {
        Self { build, codes: Vec::new() }
    }

    /// Sorts the entries below a node of a tree, which is given by its level and number in the binary tree.
    pub(super) fn sort(&mut self, entries: &mut [Entry], tree: Halves, (level, index): (u32, usize)) {
        match self.build {
            Build::Median => tree.split(entries, level, index),
            Build::Morton => along_curve(entries, &mut self.codes),
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<(u64, Entry)>() * self.codes.capacity()
    }
}

/// The shape of the tree that is sorted for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves {
    pub(super) items: usize,
    /// It has `2^depth` leaves.
    pub(super) depth: u32,
}

impl Halves {
    /// Splits node `index` of a level, whose entries are given.
    fn split(self, entries: &mut [Entry], level: u32, index: usize) {
        if level == self.depth {
            arrange(entries);
            return;
        }
        let leaf =
            |index: usize, level: u32| leaf_start(self.items, self.depth, index << (self.depth - level));
        let middle = leaf(2 * index + 1, level + 1) - leaf(index, level);
        if middle < entries.len() {
            let axis = longest_axis(entries);
            entries.select_nth_unstable_by(middle, |a, b| {
                a.center[axis].total_cmp(&b.center[axis]).then(a.item.cmp(&b.item))
            });
        }
        let parallel = entries.len() > PARALLEL;
        let (low, high) = entries.split_at_mut(middle);
        if parallel {
            rayon::join(
                || self.split(low, level + 1, 2 * index),
                || self.split(high, level + 1, 2 * index + 1),
            );
        } else {
            self.split(low, level + 1, 2 * index);
            self.split(high, level + 1, 2 * index + 1);
        }
    }
}

/// Halves what is within a leaf, so that features that lie close to each other share a block.
fn arrange(entries: &mut [Entry]) {
    if entries.len() > 2 {
        let axis = longest_axis(entries);
        entries.sort_unstable_by(|a, b| a.center[axis].total_cmp(&b.center[axis]).then(a.item.cmp(&b.item)));
        let (low, high) = entries.split_at_mut(entries.len() / 2);
        arrange(low);
        arrange(high);
    }
}

/// The least and the greatest coordinates of the middles.
fn extent(entries: &[Entry]) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for entry in entries {
        for axis in 0..3 {
            low[axis] = super::block::least(low[axis], entry.center[axis]);
            high[axis] = super::block::most(high[axis], entry.center[axis]);
        }
    }
    (low, high)
}

fn longest_axis(entries: &[Entry]) -> usize {
    let (low, high) = extent(entries);
    let side = |axis: usize| high[axis] - low[axis];
    (1..3).fold(0, |best, axis| if side(axis) > side(best) { axis } else { best })
}

/// Sorts along the curve through cubic cells, 2^20 of them along the longest side.
fn along_curve(entries: &mut [Entry], codes: &mut Vec<(u64, Entry)>) {
    let (low, high) = extent(entries);
    let side = (0..3).map(|axis| f64::from(high[axis]) - f64::from(low[axis])).fold(0.0, f64::max);
    let scale = if side > 0.0 { f64::from((1 << 20) - 1) / side } else { 0.0 };
    let code = |entry: &Entry| -> u64 {
        let cell = |axis: usize| ((f64::from(entry.center[axis]) - f64::from(low[axis])) * scale) as u64;
        spread(cell(0)) | spread(cell(1)) << 1 | spread(cell(2)) << 2
    };
    codes.clear();
    codes.extend(entries.iter().map(|entry| (code(entry), *entry)));
    codes.par_sort_unstable_by_key(|(code, entry)| (*code, entry.item));
    for (place, (_, entry)) in entries.iter_mut().zip(&*codes) {
        *place = *entry;
    }
}

/// Puts two empty bits between the 21 lowest bits of a number.
fn spread(value: u64) -> u64 {
    let mut bits = value & 0x1f_ffff;
    bits = (bits | bits << 32) & 0x001f_0000_0000_ffff;
    bits = (bits | bits << 16) & 0x001f_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x100f_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x10c3_0c30_c30c_30c3;
    (bits | bits << 2) & 0x1249_2492_4924_9249
}

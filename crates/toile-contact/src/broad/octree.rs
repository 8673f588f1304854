//! A grid whose cells are fine where triangles are crowded: the leaves of an octree that needs the fewest comparisons.
//!
//! **When to use it:** where density varies much, such as knots and gathered cloth; it compares fewer boxes than the
//! [grid](super::grid) and takes longer to build.
//!
//! After Wong 2014, chapter 6, in two stages. First all items go into the finest cells. Then, from the finest blocks of cells to
//! the coarsest, each block is either kept whole or left divided, whichever is cheaper: the cheapest of all ways to divide, as
//! no decision is taken before all finer ones are known. Wong keeps full trees in flat arrays; here only cells in use exist,
//! sorted along Morton's curve, where a block is a range. Wong's cost of a block with `n` items is `n (n − 1) / 2`, which counts
//! pairs that are then left to other blocks. Here it is the pairs that are really compared in it, and something for each entry
//! (without which finer would never be dearer): in the knots that saves another sixth of all comparisons.

use super::grid::Blocks;
use super::grid::lattice::cell_of;
use super::grid::leaf::Leaf;
use super::grid::tier::{BLOCK_BITS, CellSize, Tier};
use super::radix::Entries;
use rayon::prelude::*;

/// The finest cells are this many times as large as the items are on average.
const CELL_FACTOR: f64 = 0.7;

/// The logarithm of the size of the largest blocks.
const TOP: u32 = 3;

/// An entry in a block costs as much as this many comparisons.
const ENTRY_COST: u64 = 1;

/// Blocks of the largest size that one thread divides at a time.
const CHUNK: usize = 64;

/// Puts cells together to blocks.
#[derive(Debug, Default)]
pub(super) struct Division {
    /// The first cell of each of the largest blocks, and the number of cells.
    tops: Vec<usize>,
    found: Vec<Vec<Leaf>>,
}

impl Blocks for Division {
    fn name(&self) -> &'static str {
        "octree"
    }

    fn cell_size(&self) -> CellSize {
        CellSize::Mean(CELL_FACTOR)
    }

    fn fill(&mut self, tier: &Tier, leaves: &mut Vec<Leaf>) {
        self.tops.clear();
        let mut last = None;
        for (place, key) in tier.keys.iter().map(|key| key >> (3 * TOP)).enumerate() {
            if last.replace(key) != Some(key) {
                self.tops.push(place);
            }
        }
        self.tops.push(tier.keys.len());
        let chunks = (self.tops.len() - 1).div_ceil(CHUNK);
        if self.found.len() < chunks {
            self.found.resize_with(chunks, Vec::new);
        }
        let tops = &self.tops;
        self.found[..chunks].par_iter_mut().enumerate().for_each(|(chunk, found)| {
            found.clear();
            let end = (tops.len() - 1).min((chunk + 1) * CHUNK);
            for pair in tops[chunk * CHUNK..=end].windows(2) {
                Divider { tier, leaves: found }.divide(TOP, [pair[0], pair[1]], None);
            }
        });
        leaves.clear();
        for found in &self.found[..chunks] {
            leaves.extend_from_slice(found);
        }
    }

    fn memory(&self) -> usize {
        8 * self.tops.capacity()
            + self.found.iter().map(|found| size_of::<Leaf>() * found.capacity()).sum::<usize>()
    }
}

/// Divides one of the largest blocks.
struct Divider<'a> {
    tier: &'a Tier,
    leaves: &'a mut Vec<Leaf>,
}

impl Divider<'_> {
    /// Finds the cheapest division of a block, given its cells and the visitors in the block around it; adds its leaves and
    /// returns what they cost.
    fn divide(&mut self, level: u32, cells: [usize; 2], around: Option<[usize; 2]>) -> u64 {
        let tier = self.tier;
        let [begin, end] = cells;
        // A block with one cell in use is that cell.
        let level = if end - begin == 1 { 0 } else { level };
        let first = tier.keys[begin] >> (3 * level);
        let visitors = visitors_of(&tier.visitor_entries, first, level, around);
        let leaf = Leaf {
            first: cell_of(first << (3 * level)),
            level,
            own: [tier.starts[begin], tier.starts[end]],
            visitors: visitors.map(|place| place as u32),
        };
        let [own, visitors_here, pairs] = leaf.count(tier);
        if pairs == 0 {
            return 0;
        }
        let whole = pairs + ENTRY_COST * (own + visitors_here);
        let before = self.leaves.len();
        if level > 0 {
            let mut parts = 0;
            let mut low = begin;
            while low < end {
                let part = tier.keys[low] >> (3 * (level - 1));
                let keys = &tier.keys[low..end];
                let high = low + keys.partition_point(|key| key >> (3 * (level - 1)) == part);
                parts += self.divide(level - 1, [low, high], Some(visitors));
                low = high;
            }
            if parts < whole {
                return parts;
            }
            self.leaves.truncate(before);
        }
        self.leaves.push(leaf);
        whole
    }
}

/// The entries of visitors in a block.
fn visitors_of(entries: &Entries, block: u64, level: u32, around: Option<[usize; 2]>) -> [usize; 2] {
    let [low, high] = around.unwrap_or([0, entries.len()]);
    let shift = 3 * level + BLOCK_BITS;
    let begin = entries.lower_bound(low, high, block << shift);
    [begin, entries.lower_bound(begin, high, (block + 1) << shift)]
}

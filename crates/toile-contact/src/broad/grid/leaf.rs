//! Comparing the items that meet in a block of cells, each pair of items in one block only.
//!
//! Two boxes overlap in a box whose lower corner lies in exactly one block: there they are compared, and nowhere else ("token
//! position", Wong 2014, 6.3). Along each axis that corner is the lower side of one of the two. So an item gets three bits, one
//! for each axis along which its lower side is in the block, and a pair belongs here if together they have all three. Items are
//! sorted by these bits, and only groups that fit each other are compared: nothing is spent on pairs that belong elsewhere. Like
//! Le Grand's control bits these are three comparisons made beforehand, but they hold for boxes and blocks of any size.

use super::super::items::{Comparer, Items};
use super::super::lanes::LaneBox;
use super::super::radix::Entries;
use super::super::units::Part;
use super::tier::{BLOCK_BITS, Tier};
use std::ops::Range;

/// A block of cells and the entries in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Its lowest cell.
    pub(crate) first: [u32; 3],
    /// The logarithm of its size in cells.
    pub(crate) level: u32,
    /// From which entry of own items to which.
    pub(crate) own: [u32; 2],
    /// From which entry of visitors to which.
    pub(crate) visitors: [u32; 2],
}

/// Groups of own items and of visitors; the bits of a group's number say along which axes lower sides are *outside* the block, so
/// that those to be compared with all others come first.
const GROUPS: usize = 8;

/// What groups fit each other: those whose lower sides are both outside along no axis.
#[inline]
fn fit(one: usize, other: usize) -> bool {
    one & (other % GROUPS) == 0
}

impl Leaf {
    /// Calls back with all items in the block, each once, and its group.
    #[inline]
    fn members(&self, tier: &Tier, visit: &mut impl FnMut(u32, usize)) {
        let mut list = |entries: &Entries, [begin, end]: [u32; 2], base: usize| {
            for place in begin as usize..end as usize {
                let block = entries.word(place) as u32 & ((1 << BLOCK_BITS) - 1);
                if block >= self.level {
                    let item = entries.item(place);
                    let lower = tier.first_cell(item);
                    let bit = |axis: usize| usize::from(lower[axis] < self.first[axis]) << axis;
                    visit(item, base + (bit(0) | bit(1) | bit(2)));
                }
            }
        };
        list(&tier.own_entries, self.own, 0);
        list(&tier.visitor_entries, self.visitors, GROUPS);
    }

    /// How many own items, visitors and pairs to be compared there are.
    pub(crate) fn count(&self, tier: &Tier) -> [u64; 3] {
        let mut counts = [0_u64; 2 * GROUPS];
        self.members(tier, &mut |_, group| counts[group] += 1);
        let mut pairs = counts[0] * counts[0].saturating_sub(1) / 2;
        for one in 0..GROUPS {
            for other in (one + 1..2 * GROUPS).filter(|&other| fit(one, other)) {
                pairs += counts[one] * counts[other];
            }
        }
        let (own, visitors) = counts.split_at(GROUPS);
        [own.iter().sum(), visitors.iter().sum(), pairs]
    }
}

/// The items of a block, sorted by their groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    items: Vec<u32>,
    boxes: Vec<LaneBox>,
    unsorted: Vec<(u32, u8)>,
    /// Where each group begins.
    starts: [usize; 2 * GROUPS + 1],
}

impl Members {
    /// Takes the items of a block.
    pub(crate) fn fill(&mut self, leaf: &Leaf, tier: &Tier, items: &Items) {
        let mut starts = [0; 2 * GROUPS + 1];
        self.unsorted.clear();
        leaf.members(tier, &mut |item, group| {
            starts[group + 1] += 1;
            self.unsorted.push((item, group as u8));
        });
        for group in 0..2 * GROUPS {
            starts[group + 1] += starts[group];
        }
        self.starts = starts;
        self.items.resize(self.unsorted.len(), 0);
        self.boxes.resize(self.unsorted.len(), LaneBox::default());
        for &(item, group) in &self.unsorted {
            let place = &mut starts[usize::from(group)];
            self.items[*place] = item;
            self.boxes[*place] = (&items.boxes()[item as usize]).into();
            *place += 1;
        }
    }

    /// Compares some of the pairs, counted as [`Leaf::count`] does.
    pub(crate) fn compare(&self, pairs: Range<u64>, comparer: &Comparer<'_>, part: &mut Part) {
        let mut skip = pairs.start;
        let mut left = pairs.end - pairs.start;
        for one in 0..GROUPS {
            for row in self.starts[one]..self.starts[one + 1] {
                if left == 0 {
                    return;
                }
                if one == 0 {
                    // Fits all groups, which lie side by side.
                    let columns = clip(row + 1..self.items.len(), &mut skip, &mut left);
                    self.compare_row(row, columns, comparer, part);
                    continue;
                }
                for other in (one + 1..2 * GROUPS).filter(|&other| fit(one, other)) {
                    let columns = clip(self.starts[other]..self.starts[other + 1], &mut skip, &mut left);
                    self.compare_row(row, columns, comparer, part);
                }
            }
        }
    }

    #[inline]
    fn compare_row(&self, row: usize, columns: Range<usize>, comparer: &Comparer<'_>, part: &mut Part) {
        let (item, around) = (self.items[row], self.boxes[row]);
        let others = self.items[columns.clone()].iter().zip(&self.boxes[columns]);
        for (&other, other_box) in others {
            if comparer.may_meet(item, other) {
                part.tests += 1;
                if around.overlaps(other_box) {
                    part.tests += comparer.features(item, other, &mut part.found);
                }
            }
        }
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        4 * self.items.capacity()
            + size_of::<LaneBox>() * self.boxes.capacity()
            + size_of::<(u32, u8)>() * self.unsorted.capacity()
    }
}

/// The part of a row of pairs that is left after skipping some and taking at most a number of them.
#[inline]
fn clip(row: Range<usize>, skip: &mut u64, left: &mut u64) -> Range<usize> {
    let length = row.len() as u64;
    let skipped = length.min(*skip);
    let taken = (length - skipped).min(*left);
    *skip -= skipped;
    *left -= taken;
    let begin = row.start + skipped as usize;
    begin..begin + taken as usize
}

/// Compares the pairs of all blocks.
pub(crate) struct Blockwise<'a> {
    pub(crate) leaves: &'a [Leaf],
    /// How many pairs there are up to the end of each block.
    pub(crate) ends: &'a [u64],
    pub(crate) tier: &'a Tier,
    pub(crate) items: &'a Items,
    pub(crate) comparer: Comparer<'a>,
}

impl Blockwise<'_> {
    /// Compares a range of them.
    pub(crate) fn compare(&self, range: Range<u64>, part: &mut Part, members: &mut Members) {
        let first = self.ends.partition_point(|&end| end <= range.start);
        for leaf in first..self.leaves.len() {
            let begin = if leaf == 0 { 0 } else { self.ends[leaf - 1] };
            if begin >= range.end {
                return;
            }
            members.fill(&self.leaves[leaf], self.tier, self.items);
            let pairs = range.start.max(begin) - begin..range.end.min(self.ends[leaf]) - begin;
            members.compare(pairs, &self.comparer, part);
        }
    }
}

//! A grid whose cells suit most triangles, with larger ones subdivided for the search only.
//!
//! **When to use it:** for cloth of even triangles, alone or near bodies; it is built anew at each query, so a mesh may change
//! from one query to the next.
//!
//! Follows Wong 2014, chapter 5, with what that chapter leaves open put right: Wong's control bits miss pairs of triangles that
//! share a cell which is home to neither, and pairs whose representing parts are far apart. Here a pair is compared in the one
//! cell with the lower corner of the overlap of the two *whole* boxes ([`leaf`]), and both are entered there whatever their size
//! ([`tier`]). Cells are sorted along Morton's curve, which serves as the hash.

pub(crate) mod lattice;
pub(crate) mod leaf;
pub(crate) mod tier;

use super::items::{Comparer, Items};
use super::units::Units;
use super::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use lattice::cell_of;
use leaf::{Blockwise, Leaf, Members};
use rayon::prelude::*;
use std::time::Instant;
use tier::{BLOCK_BITS, CellSize, Tier};

/// Cells are this many times as large as the items are on average along each axis. Larger cells mean more comparisons and fewer
/// entries; the time is nearly the same for half and for one and a half times as large ones.
const CELL_FACTOR: f64 = 2.0;

/// How cells are put together to blocks.
pub(crate) trait Blocks: std::fmt::Debug + Send {
    /// The name of the method.
    fn name(&self) -> &'static str;

    /// How large cells are.
    fn cell_size(&self) -> CellSize;

    /// Fills in the blocks of a tier.
    fn fill(&mut self, tier: &Tier, leaves: &mut Vec<Leaf>);

    /// The memory in use, in bytes.
    fn memory(&self) -> usize;
}

/// A grid of cells that are put together to blocks in some way.
#[derive(Debug)]
pub(crate) struct BlockGrid<B> {
    blocks: B,
    items: Items,
    tier: Tier,
    leaves: Vec<Leaf>,
    ends: Vec<u64>,
    units: Units<Members>,
}

impl<B> BlockGrid<B> {
    pub(crate) fn new(blocks: B) -> Self {
        Self {
            blocks,
            items: Items::default(),
            tier: Tier::default(),
            leaves: Vec::new(),
            ends: Vec::new(),
            units: Units::default(),
        }
    }

    /// Counts the pairs of each block, and all of them.
    fn count_pairs(&mut self) -> u64 {
        let (leaves, tier) = (&self.leaves, &self.tier);
        self.ends.resize(leaves.len(), 0);
        self.ends
            .par_iter_mut()
            .with_min_len(512)
            .zip(leaves)
            .for_each(|(end, leaf)| *end = leaf.count(tier)[2]);
        let mut total = 0;
        for end in &mut self.ends {
            total += *end;
            *end = total;
        }
        total
    }
}

impl<B: Blocks> BroadPhase for BlockGrid<B> {
    fn name(&self) -> &'static str {
        self.blocks.name()
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let mut begin = Instant::now();
        let mut report = BroadReport::default();
        found.clear();
        self.items.renew(query)?;
        self.tier.begin(&self.items);
        while self.tier.advance(&self.items, self.blocks.cell_size()) {
            self.blocks.fill(&self.tier, &mut self.leaves);
            let total = self.count_pairs();
            let built = Instant::now();
            let Self { items, tier, leaves, ends, units, .. } = self;
            let comparer = Comparer::new(items, query);
            report.tests += units.run(total, found, |range, part, members| {
                Blockwise { leaves, ends, tier, items, comparer }.compare(range, part, members);
            });
            report.build += built - begin;
            begin = Instant::now();
            report.query += begin - built;
        }
        Ok(report)
    }

    fn memory(&self) -> usize {
        self.items.memory()
            + self.tier.memory()
            + self.blocks.memory()
            + size_of::<Leaf>() * self.leaves.capacity()
            + 8 * self.ends.capacity()
            + self.units.memory(Members::memory)
    }
}

/// Each cell is a block of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleCells {
    /// Whether cells suit most triangles, and larger ones are subdivided. Else they suit the largest, as in a traditional grid: to see what
    /// subdivision is good for.
    pub(crate) subdivide: bool,
}

impl Blocks for SingleCells {
    fn name(&self) -> &'static str {
        if self.subdivide { "grid" } else { "grid-plain" }
    }

    fn cell_size(&self) -> CellSize {
        if self.subdivide { CellSize::Mean(CELL_FACTOR) } else { CellSize::Largest }
    }

    fn fill(&mut self, tier: &Tier, leaves: &mut Vec<Leaf>) {
        leaves.clear();
        let mut visitor = 0;
        for (place, &key) in tier.keys.iter().enumerate() {
            let begin = visitor;
            while visitor < tier.visitor_entries.len()
                && tier.visitor_entries.word(visitor) >> BLOCK_BITS == key
            {
                visitor += 1;
            }
            let own = [tier.starts[place], tier.starts[place + 1]];
            if own[1] - own[0] > 1 || visitor > begin {
                let visitors = [begin as u32, visitor as u32];
                leaves.push(Leaf { first: cell_of(key), level: 0, own, visitors });
            }
        }
    }

    fn memory(&self) -> usize {
        0
    }
}

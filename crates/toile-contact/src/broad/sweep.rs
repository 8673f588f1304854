//! Sweep and prune: triangles sorted along one axis, each compared with those that begin before it ends.
//!
//! **When to use it:** for few triangles, or things spread along a line; it needs little memory.
//!
//! The axis is the one along which the triangles' middles vary most. A large sheet has many triangles at the same place of any
//! axis, so the scene is cut into strips along the axis of second greatest variance, and each strip is swept by itself. A pair in
//! several strips is compared in the first they have in common. Held triangles are kept in lists of their own, since they are not
//! compared with each other.

use super::boxes::Box32;
use super::items::{Comparer, Items};
use super::lanes::LaneBox;
use super::radix::{Entries, RadixSort};
use super::units::{Part, Units};
use super::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use rayon::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// Strips are this many times as wide as triangles are on average.
const STRIP_FACTOR: f64 = 2.0;

/// The most strips there are.
const STRIP_BITS: u32 = 20;

/// One sorted list of the entries of all strips.
#[derive(Debug, Default)]
struct List {
    entries: Entries,
    /// The boxes of the entries, for reading one after the other.
    boxes: Vec<LaneBox>,
}

/// Sorts along an axis.
#[derive(Debug, Default)]
pub struct Sweep {
    items: Items,
    strips: Strips,
    active: List,
    passive: List,
    offsets: Vec<usize>,
    /// How many comparisons there are up to the end of each row.
    ends: Vec<u64>,
    sort: RadixSort,
    units: Units<()>,
}

/// How the scene is cut.
#[derive(Clone, Copy, Debug, Default)]
struct Strips {
    /// The axis that is swept, and the one across which strips lie.
    axes: [usize; 2],
    origin: f64,
    per_metre: f64,
}

impl Strips {
    fn new(boxes: &[Box32]) -> Self {
        let (mut sum, mut squares, mut extents) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let mut low = [f64::INFINITY; 3];
        for around in boxes {
            for axis in 0..3 {
                let (min, max) = (f64::from(around.min[axis]), f64::from(around.max[axis]));
                let middle = 0.5 * (min + max);
                sum[axis] += middle;
                squares[axis] += middle * middle;
                extents[axis] += max - min;
                low[axis] = low[axis].min(min);
            }
        }
        let count = boxes.len().max(1) as f64;
        let variance = |axis: usize| squares[axis] / count - (sum[axis] / count).powi(2);
        let mut axes = [0, 1, 2];
        axes.sort_by(|&a, &b| variance(b).total_cmp(&variance(a)));
        let second = axes[1];
        let width = STRIP_FACTOR * extents[second] / count;
        let widest = variance(second).max(0.0).sqrt() / f64::from(1 << (STRIP_BITS - 3));
        let per_metre = 1.0 / width.max(widest);
        Self {
            axes: [axes[0], second],
            origin: low[second],
            per_metre: if per_metre.is_normal() { per_metre } else { 1.0 },
        }
    }

    /// The strips a box reaches: the first and the last.
    #[inline]
    fn of(&self, around: &Box32) -> [u64; 2] {
        let last = f64::from((1 << STRIP_BITS) - 1);
        let strip = |side: f32| ((f64::from(side) - self.origin) * self.per_metre).clamp(0.0, last) as u64;
        [strip(around.min[self.axes[1]]), strip(around.max[self.axes[1]])]
    }

    /// A word that sorts by strip and then by place along the axis.
    #[inline]
    fn word(strip: u64, place: f32) -> u64 {
        strip << 32 | u64::from(ordered(place))
    }
}

/// Bits that are in the same order as the numbers.
#[inline]
fn ordered(value: f32) -> u32 {
    // Adding zero makes one of the two zeros.
    let bits = (value + 0.0).to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

impl List {
    /// Enters the active or the passive items into the strips they reach.
    fn fill(
        &mut self,
        items: &Items,
        passive: bool,
        strips: &Strips,
        offsets: &mut Vec<usize>,
        sort: &mut RadixSort,
    ) {
        offsets.clear();
        let mut total = 0;
        let boxes = items.boxes();
        let mut highest = 0;
        for (item, around) in (0..).zip(boxes) {
            offsets.push(total);
            if items.passive(item) == passive {
                let [first, last] = strips.of(around);
                total += (last - first) as usize + 1;
                highest = highest.max(last);
            }
        }
        self.entries.set_len(total);
        let entries = &self.entries;
        let each = boxes.par_iter().zip(&*offsets).with_min_len(1024).enumerate();
        each.filter(|&(item, _)| items.passive(item as u32) == passive).for_each(
            |(item, (around, &offset))| {
                let [first, last] = strips.of(around);
                for (place, strip) in (offset..).zip(first..=last) {
                    entries.set(place, Strips::word(strip, around.min[strips.axes[0]]), item as u32);
                }
            },
        );
        sort.sort(&mut self.entries, 0, 32 + (u64::BITS - highest.leading_zeros()));
        self.boxes.resize(total, LaneBox::default());
        let entries = &self.entries;
        self.boxes
            .par_iter_mut()
            .enumerate()
            .with_min_len(1024)
            .for_each(|(place, around)| *around = (&boxes[entries.item(place) as usize]).into());
    }

    fn memory(&self) -> usize {
        self.entries.memory() + size_of::<LaneBox>() * self.boxes.capacity()
    }
}

/// An entry, and the entries of a list that begin while it lasts.
struct Row<'a> {
    item: u32,
    around: Box32,
    strip: u64,
    others: &'a List,
    columns: Range<usize>,
}

impl Sweep {
    /// Rows are: active entries against later active ones, the same against passive ones that do not begin before, and passive
    /// ones against active ones that begin after.
    fn row(&self, row: usize) -> Row<'_> {
        let active = self.active.entries.len();
        let (list, place, others) = if row < active {
            (&self.active, row, &self.active)
        } else if row < 2 * active {
            (&self.active, row - active, &self.passive)
        } else {
            (&self.passive, row - 2 * active, &self.active)
        };
        let word = list.entries.word(place);
        let item = list.entries.item(place);
        let around = self.items.boxes()[item as usize];
        let strip = word >> 32;
        let first = if row < active {
            row + 1
        } else {
            let after = u64::from(row >= 2 * active);
            others.entries.lower_bound(0, others.entries.len(), word + after)
        };
        let end = Strips::word(strip, around.max[self.strips.axes[0]]) + 1;
        let last = others.entries.lower_bound(first, others.entries.len(), end);
        Row { item, around, strip, others, columns: first..last }
    }

    fn build(&mut self, query: &BroadQuery<'_>) -> Result<u64, QueryError> {
        self.items.renew(query)?;
        self.strips = Strips::new(self.items.boxes());
        let Self { items, strips, active, passive, offsets, sort, .. } = self;
        active.fill(items, false, strips, offsets, sort);
        passive.fill(items, true, strips, offsets, sort);
        let rows =
            if passive.entries.len() == 0 { 1 } else { 2 } * active.entries.len() + passive.entries.len();
        let mut ends = std::mem::take(&mut self.ends);
        ends.resize(rows, 0);
        let this = &*self;
        ends.par_iter_mut()
            .enumerate()
            .with_min_len(1024)
            .for_each(|(row, end)| *end = this.row(row).columns.len() as u64);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        self.ends = ends;
        Ok(total)
    }

    fn compare(&self, range: Range<u64>, comparer: &Comparer<'_>, part: &mut Part) {
        let first = self.ends.partition_point(|&end| end <= range.start);
        for row in first..self.ends.len() {
            let begin = if row == 0 { 0 } else { self.ends[row - 1] };
            if begin >= range.end {
                return;
            }
            let Row { item, around, strip, others, columns } = self.row(row);
            let low = columns.start + (range.start.max(begin) - begin) as usize;
            let high = columns.start + (range.end.min(self.ends[row]) - begin) as usize;
            let lanes = LaneBox::from(&around);
            let first_strip = self.strips.of(&around)[0];
            for place in low..high {
                let other = others.entries.item(place);
                if !comparer.may_meet(item, other) {
                    continue;
                }
                part.tests += 1;
                // Most pairs are apart, so the strip is asked for afterwards.
                if lanes.overlaps(&others.boxes[place])
                    && strip == first_strip.max(self.strips.of(&self.items.boxes()[other as usize])[0])
                {
                    part.tests += comparer.features(item, other, &mut part.found);
                }
            }
        }
    }
}

impl BroadPhase for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        let total = self.build(query)?;
        let built = Instant::now();
        let mut units = std::mem::take(&mut self.units);
        let comparer = Comparer::new(&self.items, query);
        let tests = units.run(total, found, |range, part, ()| self.compare(range, &comparer, part));
        self.units = units;
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn memory(&self) -> usize {
        self.items.memory()
            + self.active.memory()
            + self.passive.memory()
            + 8 * (self.offsets.capacity() + self.ends.capacity())
            + self.sort.memory()
            + self.units.memory(|()| 0)
    }
}

#[cfg(test)]
mod tests {
    use super::ordered;

    #[test]
    fn bits_of_numbers_are_in_their_order() {
        let numbers = [f32::MIN, -2.5, -1e-40, -0.0, 1e-40, 1.0, f32::MAX];
        assert!(numbers.windows(2).all(|pair| ordered(pair[0]) < ordered(pair[1])));
        assert_eq!(ordered(-0.0), ordered(0.0));
    }
}

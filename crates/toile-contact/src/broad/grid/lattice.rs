//! Cells of equal size, though not of equal sides, and one number for each of them.

use crate::broad::boxes::Box32;

/// Bits of a cell's coordinate. What lies outside is counted to the outermost cells: only slower, never missed.
pub(crate) const AXIS_BITS: u32 = 18;

/// The greatest coordinate of a cell.
const LAST: f64 = ((1_u32 << AXIS_BITS) - 1) as f64;

/// Where the cells are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lattice {
    origin: [f64; 3],
    cells_per_metre: [f64; 3],
}

/// The cells a box reaches: the lowest and the highest.
pub(crate) type CellRange = [[u32; 3]; 2];

impl Lattice {
    /// Cells with sides of given lengths that cover a box, or as much around `middle` as there are numbers for.
    pub(crate) fn new(bounds: &Box32, middle: [f64; 3], size: [f64; 3]) -> Self {
        let origin = std::array::from_fn(|axis| {
            let (low, high) = (f64::from(bounds.min[axis]), f64::from(bounds.max[axis]));
            let reach = LAST * size[axis];
            if high - low <= reach { low } else { (middle[axis] - 0.5 * reach).max(low) }
        });
        Self { origin, cells_per_metre: size.map(|side| 1.0 / side) }
    }

    /// The cell of a point. A greater coordinate never has a lower cell, so boxes that overlap reach a common cell.
    #[inline]
    pub(crate) fn cell(&self, point: [f32; 3]) -> [u32; 3] {
        std::array::from_fn(|axis| {
            let place = (f64::from(point[axis]) - self.origin[axis]) * self.cells_per_metre[axis];
            place.clamp(0.0, LAST) as u32
        })
    }

    /// The cells of a box.
    #[inline]
    pub(crate) fn range(&self, around: &Box32) -> CellRange {
        [self.cell(around.min), self.cell(around.max)]
    }
}

/// How many cells there are along the axis with most of them.
#[inline]
pub(crate) fn span([low, high]: &CellRange) -> u32 {
    (0..3).map(|axis| high[axis] - low[axis] + 1).fold(0, u32::max)
}

/// How many cells there are.
#[inline]
pub(crate) fn volume([low, high]: &CellRange) -> usize {
    (0..3).map(|axis| (high[axis] - low[axis] + 1) as usize).product()
}

/// The cell's number on Morton's curve: the bits of its coordinates in turn, so that the cells of a block follow each other.
#[inline]
pub(crate) fn morton(cell: [u32; 3]) -> u64 {
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}

/// The cell of a number.
#[inline]
pub(crate) fn cell_of(key: u64) -> [u32; 3] {
    [gather(key), gather(key >> 1), gather(key >> 2)]
}

/// Puts two zeros between any two bits.
#[inline]
fn spread(value: u32) -> u64 {
    let mut bits = u64::from(value) & 0x1F_FFFF;
    bits = (bits | bits << 32) & 0x001F_0000_0000_FFFF;
    bits = (bits | bits << 16) & 0x001F_0000_FF00_00FF;
    bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F;
    bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3;
    (bits | bits << 2) & 0x1249_2492_4924_9249
}

/// Takes every third bit.
#[inline]
fn gather(key: u64) -> u32 {
    let mut bits = key & 0x1249_2492_4924_9249;
    bits = (bits | bits >> 2) & 0x10C3_0C30_C30C_30C3;
    bits = (bits | bits >> 4) & 0x100F_00F0_0F00_F00F;
    bits = (bits | bits >> 8) & 0x001F_0000_FF00_00FF;
    bits = (bits | bits >> 16) & 0x001F_0000_0000_FFFF;
    ((bits | bits >> 32) & 0x1F_FFFF) as u32
}

/// Which of some cells in order of their numbers are in a range: calls back with the place of each.
///
/// Splits the range at the highest bit in which the numbers of its lowest and highest cell differ, and goes on where cells are.
pub(crate) fn cells_in_range(keys: &[u64], range: CellRange, visit: &mut impl FnMut(usize)) {
    search(keys, 0, range, visit);
}

fn search(keys: &[u64], base: usize, [low, high]: CellRange, visit: &mut impl FnMut(usize)) {
    /// Up to this number of cells, each is looked at by itself.
    const FEW_CELLS: usize = 8;
    let (first, last) = (morton(low), morton(high));
    let begin = keys.partition_point(|&key| key < first);
    let keys = &keys[begin..];
    let keys = &keys[..keys.partition_point(|&key| key <= last)];
    let base = base + begin;
    if keys.len() <= FEW_CELLS {
        for (place, &key) in (base..).zip(keys) {
            let cell = cell_of(key);
            if (0..3).all(|axis| low[axis] <= cell[axis] && cell[axis] <= high[axis]) {
                visit(place);
            }
        }
        return;
    }
    // More keys than one between them, so the two differ.
    let bit = (first ^ last).ilog2();
    let axis = bit as usize % 3;
    let middle = high[axis] >> (bit / 3) << (bit / 3);
    let (mut below, mut above) = (high, low);
    below[axis] = middle - 1;
    above[axis] = middle;
    search(keys, base, [low, below], visit);
    search(keys, base, [above, high], visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_and_cells_belong_to_each_other(cell in prop::array::uniform3(0..1_u32 << AXIS_BITS)) {
            prop_assert_eq!(cell_of(morton(cell)), cell);
        }

        #[test]
        fn cells_of_a_range_are_found_each_once_and_in_order(
            cells in prop::collection::btree_set(prop::array::uniform3(0..12_u32), 0..200),
            low in prop::array::uniform3(0..12_u32),
            size in prop::array::uniform3(0..12_u32),
        ) {
            let high = std::array::from_fn(|axis| low[axis] + size[axis]);
            let mut keys: Vec<_> = cells.into_iter().map(morton).collect();
            keys.sort_unstable();
            let mut found = Vec::new();
            cells_in_range(&keys, [low, high], &mut |place| found.push(keys[place]));
            let inside = |cell: [u32; 3]| (0..3).all(|a| low[a] <= cell[a] && cell[a] <= high[a]);
            let expected: Vec<_> = keys.iter().copied().filter(|&key| inside(cell_of(key))).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

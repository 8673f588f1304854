//! Four bounding volumes side by side, so that one instruction compares four of them.

use super::moving::MOVING;
use toile_geom::bounds::KDop;
use wide::f32x4;

/// How many volumes are compared at once: the width that every processor has.
pub(super) const LANES: usize = 4;
/// All lanes.
pub(super) const ALL: u32 = (1 << LANES) - 1;

/// Four volumes of `SLABS` slabs, slab by slab.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Block<const SLABS: usize> {
    low: [[f32; LANES]; SLABS],
    high: [[f32; LANES]; SLABS],
}

/// One volume, ready to be compared with the four of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<const SLABS: usize> {
    low: [f32x4; SLABS],
    high: [f32x4; SLABS],
}

impl<const SLABS: usize> Block<SLABS> {
    /// Four volumes that hold nothing and overlap nothing.
    pub(super) const EMPTY: Self =
        Self { low: [[f32::INFINITY; LANES]; SLABS], high: [[f32::NEG_INFINITY; LANES]; SLABS] };

    #[inline]
    pub(super) fn set(&mut self, lane: usize, volume: &KDop<SLABS>) {
        for slab in 0..SLABS {
            self.low[slab][lane] = volume.low[slab];
            self.high[slab][lane] = volume.high[slab];
        }
    }

    #[inline]
    pub(super) fn get(&self, lane: usize) -> KDop<SLABS> {
        KDop {
            low: std::array::from_fn(|s| self.low[s][lane]),
            high: std::array::from_fn(|s| self.high[s][lane]),
        }
    }

    /// One of the four, spread over all lanes.
    #[inline]
    pub(super) fn row(&self, lane: usize) -> Row<SLABS> {
        Row {
            low: std::array::from_fn(|s| f32x4::splat(self.low[s][lane])),
            high: std::array::from_fn(|s| f32x4::splat(self.high[s][lane])),
        }
    }

    /// Which of the four overlap a volume, a bit for each.
    #[inline]
    pub(super) fn overlaps(&self, row: &Row<SLABS>) -> u32 {
        if SLABS == MOVING {
            return self.overlaps_moving(row);
        }
        let mut mask = ALL;
        // The box decides most pairs; the slabs across are looked at only where it does not.
        for group in 0..SLABS.div_ceil(3) {
            let mut overlap = f32x4::splat(f32::from_bits(u32::MAX));
            for slab in 3 * group..SLABS.min(3 * group + 3) {
                overlap &= f32x4::new(self.low[slab]).simd_le(row.high[slab]);
                overlap &= row.low[slab].simd_le(f32x4::new(self.high[slab]));
            }
            mask &= overlap.to_bitmask();
            if SLABS > 3 && mask == 0 {
                break;
            }
        }
        mask
    }

    /// The same for boxes that move: two overlap at some time unless one is above the other at the beginning and at the end.
    #[inline]
    fn overlaps_moving(&self, row: &Row<SLABS>) -> u32 {
        let mut overlap = f32x4::splat(f32::from_bits(u32::MAX));
        for axis in 0..3 {
            let end = axis + 3;
            overlap &= f32x4::new(self.low[axis]).simd_le(row.high[axis])
                | f32x4::new(self.low[end]).simd_le(row.high[end]);
            overlap &= row.low[axis].simd_le(f32x4::new(self.high[axis]))
                | row.low[end].simd_le(f32x4::new(self.high[end]));
        }
        overlap.to_bitmask()
    }

    /// Half the surfaces of the four boxes together; those that hold nothing have none.
    pub(super) fn half_surfaces(&self) -> f64 {
        let sides =
            |lane: usize| -> [f32; 3] { std::array::from_fn(|s| self.high[s][lane] - self.low[s][lane]) };
        let surface = |[x, y, z]: [f32; 3]| if x < 0.0 { 0.0 } else { f64::from(x * y + y * z + z * x) };
        (0..LANES).map(|lane| surface(sides(lane))).sum()
    }

    /// The volume around the four.
    #[inline]
    pub(super) fn around(&self) -> KDop<SLABS> {
        let least = |side: &[f32; LANES]| least(least(side[0], side[1]), least(side[2], side[3]));
        let most = |side: &[f32; LANES]| most(most(side[0], side[1]), most(side[2], side[3]));
        KDop {
            low: std::array::from_fn(|s| least(&self.low[s])),
            high: std::array::from_fn(|s| most(&self.high[s])),
        }
    }
}

impl<const SLABS: usize> From<&KDop<SLABS>> for Row<SLABS> {
    #[inline]
    fn from(volume: &KDop<SLABS>) -> Self {
        Self { low: volume.low.map(f32x4::splat), high: volume.high.map(f32x4::splat) }
    }
}

/// The lesser of two numbers that are not NaN, in one instruction.
#[inline]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two numbers that are not NaN, in one instruction.
#[inline]
pub(super) fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The volume around both, of volumes without NaN.
#[inline]
pub(super) fn union<const SLABS: usize>(one: &KDop<SLABS>, other: &KDop<SLABS>) -> KDop<SLABS> {
    KDop {
        low: std::array::from_fn(|s| least(one.low[s], other.low[s])),
        high: std::array::from_fn(|s| most(one.high[s], other.high[s])),
    }
}

/// The lanes of a mask, from the first to the last.
#[inline]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros();
        mask &= mask - 1;
        Some(lane as usize)
    })
}

//! Boxes in a form that a processor compares at once.

use super::boxes::Box32;
use wide::f32x4;

/// A box as four lanes for each corner, the last of which is the same in all boxes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LaneBox {
    min: f32x4,
    max: f32x4,
}

impl From<&Box32> for LaneBox {
    #[inline]
    fn from(source: &Box32) -> Self {
        let ([a, b, c], [d, e, f]) = (source.min, source.max);
        Self { min: f32x4::new([a, b, c, 0.0]), max: f32x4::new([d, e, f, 0.0]) }
    }
}

impl LaneBox {
    /// Around both.
    #[inline]
    #[must_use]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self { min: self.min.fast_min(other.min), max: self.max.fast_max(other.max) }
    }

    /// Whether they have a point in common.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (self.min.simd_le(other.max) & other.min.simd_le(self.max)).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_say_the_same_as_boxes(corners in prop::array::uniform4(prop::array::uniform3(-4_i8..4))) {
            let make = |a: [i8; 3], b: [i8; 3]| Box32 {
                min: std::array::from_fn(|n| f32::from(a[n].min(b[n]))),
                max: std::array::from_fn(|n| f32::from(a[n].max(b[n]))),
            };
            let (one, other) = (make(corners[0], corners[1]), make(corners[2], corners[3]));
            let (a, b) = (LaneBox::from(&one), LaneBox::from(&other));
            prop_assert_eq!(a.overlaps(&b), one.overlaps(&other));
            let (union, expected) = (a.union(&b), LaneBox::from(&one.union(&other)));
            prop_assert_eq!((union.min, union.max), (expected.min, expected.max));
        }
    }
}

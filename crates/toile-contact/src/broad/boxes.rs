//! The boxes that decide what a candidate is.
//!
//! A box holds a feature at the beginning and the end of its motion, grown by half the distance asked for, and is rounded
//! outwards to single precision. All methods compare these very boxes in the end, so that they agree to the last pair.

use glam::DVec3;

/// A box in single precision, rounded outwards. The lower corner and then the upper one, so that boxes overlap if no lower
/// coordinate is above the other's upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box32 {
    /// The lower corner.
    pub min: [f32; 3],
    /// The upper corner.
    pub max: [f32; 3],
}

impl Default for Box32 {
    /// Holds nothing.
    fn default() -> Self {
        Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] }
    }
}

/// The greatest `f32` that is not above a number.
#[inline]
pub(crate) fn round_down(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) > value { near.next_down() } else { near }
}

/// The least `f32` that is not below a number.
#[inline]
pub(crate) fn round_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

impl Box32 {
    /// Around the way of a vertex from `start` to `end`, grown by `margin`.
    #[inline]
    pub fn swept(start: DVec3, end: DVec3, margin: f64) -> Self {
        let (low, high) = (start.min(end) - margin, start.max(end) + margin);
        Self { min: low.to_array().map(round_down), max: high.to_array().map(round_up) }
    }

    /// Around both.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// Whether they have a point in common.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }
}

/// The union of the boxes of some vertices.
#[inline]
pub(crate) fn around<const K: usize>(boxes: &[Box32], vertices: [u32; K]) -> Box32 {
    let mut result = boxes[vertices[0] as usize];
    for v in &vertices[1..] {
        result = result.union(&boxes[*v as usize]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rounding_goes_outwards_by_no_more_than_one_step(value in -1e3..1e3_f64) {
            let (low, high) = (round_down(value), round_up(value));
            prop_assert!(f64::from(low) <= value && value <= f64::from(high));
            prop_assert!(low == high || low.next_up() == high);
        }
    }

    #[test]
    fn a_box_holds_the_whole_way_and_touching_boxes_overlap() {
        let one = Box32::swept(DVec3::ZERO, DVec3::X, 0.25);
        assert_eq!((one.min, one.max), ([-0.25; 3], [1.25, 0.25, 0.25]));
        assert!(one.overlaps(&Box32::swept(DVec3::X * 1.5, DVec3::X * 2.0, 0.25)));
        assert!(!one.overlaps(&Box32::swept(DVec3::X * 1.51, DVec3::X * 2.0, 0.25)));
        assert!(!one.overlaps(&Box32::default()));
    }
}

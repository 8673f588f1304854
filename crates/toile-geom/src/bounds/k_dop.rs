//! Discrete orientation polytopes: slabs in `k / 2` fixed directions.

use super::Aabb;
use glam::DVec3;

/// The slab directions: the three axes, the four space diagonals, the six face diagonals. They are integers, so that
/// a projection is a short sum without products.
const DIRECTIONS: [[i8; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [-1, 1, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
    [1, -1, 0],
    [1, 0, -1],
    [0, 1, -1],
];

/// Which of [`DIRECTIONS`] a k-DOP with `n` slabs uses.
const fn direction(n: usize, slab: usize) -> [i8; 3] {
    // 18-DOP: axes and face diagonals; the others take the directions in order.
    if n == 9 && slab >= 3 { DIRECTIONS[slab + 4] } else { DIRECTIONS[slab] }
}

/// A box.
pub type Dop6 = KDop<3>;
/// A box with its corners cut off.
pub type Dop14 = KDop<7>;
/// A box with its edges cut off: the usual choice for cloth.
pub type Dop18 = KDop<9>;
/// A box with its corners and edges cut off.
pub type Dop26 = KDop<13>;

/// A bounding volume of `SLABS` slabs (`k = 2 * SLABS`), in `f32`, rounded outwards.
///
/// ```
/// use toile_geom::bounds::{Dop6, Dop18};
/// use toile_geom::glam::DVec3;
///
/// // Two parallel diagonal sticks: their boxes overlap, their 18-DOPs do not.
/// let a = [DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0)];
/// let b = [DVec3::new(0.5, 0.0, 0.0), DVec3::new(1.0, 0.5, 0.0)];
/// assert!(Dop6::around(a).overlaps(&Dop6::around(b)));
/// assert!(!Dop18::around(a).overlaps(&Dop18::around(b)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KDop<const SLABS: usize> {
    /// The lower end of each slab.
    pub low: [f32; SLABS],
    /// The upper end of each slab.
    pub high: [f32; SLABS],
}

impl<const SLABS: usize> KDop<SLABS> {
    /// The volume that contains nothing.
    pub const EMPTY: Self = Self { low: [f32::INFINITY; SLABS], high: [f32::NEG_INFINITY; SLABS] };

    /// The smallest volume around some points that `f32` can hold.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; SLABS], [f64::NEG_INFINITY; SLABS]);
        for point in points {
            for slab in 0..SLABS {
                let (value, error) = project(point, direction(SLABS, slab));
                let (below, above) = (value - error, value + error);
                // Plain comparisons are one instruction, and leave out what is not a number too.
                low[slab] = if below < low[slab] { below } else { low[slab] };
                high[slab] = if above > high[slab] { above } else { high[slab] };
            }
        }
        // Rounding keeps the order of numbers, so it is enough to do it once.
        Self { low: low.map(round_down), high: high.map(round_up) }
    }

    /// The smallest volume of this kind around both.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        for slab in 0..SLABS {
            self.low[slab] = self.low[slab].min(other.low[slab]);
            self.high[slab] = self.high[slab].max(other.high[slab]);
        }
        self
    }

    /// The volume with every face moved outwards so far that it contains all points within `margin`.
    #[must_use]
    pub fn inflated(mut self, margin: f64) -> Self {
        for slab in 0..SLABS {
            let length = direction(SLABS, slab).iter().map(|&d| f64::from(d.abs())).sum::<f64>().sqrt();
            // One part in 1e12 covers the rounding of the product and the square root.
            let step = margin * length * (1.0 + 1e-12);
            self.low[slab] = round_down(f64::from(self.low[slab]) - step);
            self.high[slab] = round_up(f64::from(self.high[slab]) + step);
        }
        self
    }

    /// Whether the two may share a point; `false` is a proof that they do not.
    pub fn overlaps(&self, other: &Self) -> bool {
        // Without early exit the compiler turns this into a few vector instructions.
        let mut overlap = true;
        for slab in 0..SLABS {
            overlap &= self.low[slab] <= other.high[slab];
            overlap &= other.low[slab] <= self.high[slab];
        }
        overlap
    }

    /// The extent along a slab's direction, in units of that direction's length.
    pub fn extent(&self, slab: usize) -> f32 {
        self.high[slab] - self.low[slab]
    }

    /// The coordinate axis along which it is longest: where a tree splits.
    pub fn longest_axis(&self) -> usize {
        (1..3).fold(0, |best, axis| if self.extent(axis) > self.extent(best) { axis } else { best })
    }

    /// Whether it contains no point.
    pub fn is_empty(&self) -> bool {
        (0..SLABS).any(|slab| self.low[slab] > self.high[slab])
    }

    /// The middle of the axis slabs.
    pub fn center(&self) -> [f32; 3] {
        std::array::from_fn(|axis| f32::midpoint(self.low[axis], self.high[axis]))
    }

    /// A lower bound of the squared distance from a point to the contents, from the axis slabs.
    pub fn distance_squared(&self, point: DVec3) -> f64 {
        self.aabb().distance_squared(point)
    }

    /// The box of the axis slabs.
    pub fn aabb(&self) -> Aabb {
        let corner = |c: &[f32; SLABS]| DVec3::new(f64::from(c[0]), f64::from(c[1]), f64::from(c[2]));
        Aabb { min: corner(&self.low), max: corner(&self.high) }
    }
}

impl<const SLABS: usize> Default for KDop<SLABS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl From<&Aabb> for Dop6 {
    fn from(aabb: &Aabb) -> Self {
        let (min, max) = (aabb.min.to_array(), aabb.max.to_array());
        Self { low: min.map(round_down), high: max.map(round_up) }
    }
}

/// The coordinate along an integer direction, and a bound of its rounding error.
#[inline]
fn project(p: DVec3, direction: [i8; 3]) -> (f64, f64) {
    let [x, y, z] = direction.map(f64::from);
    let value = x * p.x + y * p.y + z * p.z;
    let terms = direction.iter().filter(|&&d| d != 0).count();
    if terms == 1 {
        return (value, 0.0);
    }
    let magnitude = (x * p.x).abs() + (y * p.y).abs() + (z * p.z).abs();
    (value, f64::EPSILON * magnitude)
}

/// The largest `f32` not above the value.
fn round_down(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) > value { rounded.next_down() } else { rounded }
}

/// The smallest `f32` not below the value.
fn round_up(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) < value { rounded.next_up() } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        // Mixed magnitudes: projections onto diagonals then suffer from cancellation.
        let coordinate = prop_oneof![-1.0..1.0, -1e-9..1e-9, -1e6..1e6, Just(0.1), Just(-0.1)];
        [coordinate.clone(), coordinate.clone(), coordinate].prop_map(DVec3::from)
    }

    fn touching_contents_overlap<const SLABS: usize>(a: [DVec3; 3], b: [DVec3; 2]) {
        // Both volumes contain the first point of `a`.
        let one = KDop::<SLABS>::around(a);
        let other = KDop::<SLABS>::around([a[0], b[0], b[1]]);
        assert!(one.overlaps(&other) && other.overlaps(&one));
        let all = KDop::<SLABS>::around([a[0], a[1], a[2], b[0], b[1]]);
        assert_eq!(one.union(&other), all);
    }

    proptest! {
        #[test]
        fn never_separates_what_touches(a in [point(), point(), point()], b in [point(), point()]) {
            touching_contents_overlap::<3>(a, b);
            touching_contents_overlap::<7>(a, b);
            touching_contents_overlap::<9>(a, b);
            touching_contents_overlap::<13>(a, b);
        }

        #[test]
        fn a_point_on_a_segment_is_inside_its_volume(a in point(), b in point(), t in 0.0..1.0) {
            // The midpoint is exact up to one rounding, which the outward rounding of `f32` must cover.
            let p = a.lerp(b, t);
            prop_assume!(p.is_finite());
            let inside = Dop26::around([a, b]).inflated(1e-9 * a.distance(b));
            prop_assert!(inside.overlaps(&Dop26::around([p])));
        }

        #[test]
        fn inflating_reaches_every_point_within_the_margin(a in point(), d in point(), margin in 0.0..2.0_f64) {
            prop_assume!(d.length() > 0.0);
            let near = a + d.normalize() * margin * 0.999_999;
            prop_assert!(Dop26::around([a]).inflated(margin).overlaps(&Dop26::around([near])));
        }
    }

    #[test]
    fn more_slabs_separate_more() {
        let a = [DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0)];
        let b = [DVec3::new(0.6, 0.0, 0.0), DVec3::new(1.0, 0.4, 0.4)];
        assert!(Dop6::around(a).overlaps(&Dop6::around(b)));
        assert!(!Dop18::around(a).overlaps(&Dop18::around(b)));
        assert!(!Dop26::around(a).overlaps(&Dop26::around(b)));
    }
}

//! A query in relative coordinates: only differences of corners matter, and they lose no digits far from the origin.

use super::real::{Real, Vector, mix_vectors};

/// How the corners of two simplices move relative to each other.
///
/// With `P = 3` a point and a triangle, with `P = 4` two edges. The pairs are the differences between each corner of
/// the first and each of the second: `p - x₀, p - x₁, p - x₂` or `a₀ - b₀, a₀ - b₁, a₁ - b₀, a₁ - b₁`. The sides are
/// `x₁ - x₀, x₂ - x₀` or `b₁ - b₀, a₀ - a₁`, so that in both cases the two touch where
/// `pair₀ = v side₀ + w side₁` with `(v, w)` in the unit triangle (`P = 3`) or the unit square (`P = 4`).
///
/// Each component is one subtraction of input coordinates, so it has a relative error of at most 2⁻⁵³.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach<R, const P: usize> {
    pub(super) start: Corners<R, P>,
    pub(super) end: Corners<R, P>,
}

/// The differences at one time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners<R, const P: usize> {
    pub(super) pairs: [Vector<R>; P],
    pub(super) sides: [Vector<R>; 2],
}

/// Where two lines or a line and a plane meet, all values multiplied by the square of the common normal.
pub(super) struct Meeting<R> {
    pub(super) v: R,
    pub(super) w: R,
    pub(super) one: R,
}

impl<R: Real, const P: usize> Corners<R, P> {
    #[inline(always)]
    pub(super) fn new(points: [Vector<R>; 4]) -> Self {
        let [p, q, r, s] = points;
        let mut pairs = [p - q; P];
        let sides = if P == 3 {
            pairs[1] = p - r;
            pairs[2] = p - s;
            [r - q, s - q]
        } else {
            pairs[0] = p - r;
            pairs[1] = p - s;
            pairs[2] = q - r;
            pairs[P - 1] = q - s;
            [s - r, p - q]
        };
        Self { pairs, sides }
    }

    /// The normal of the triangle, or the common normal of the edges; not of unit length.
    #[inline(always)]
    pub(super) fn normal(&self) -> Vector<R> {
        self.sides[0].cross(self.sides[1])
    }

    /// Where the point's foot is in the triangle, or where the edges' lines are closest.
    #[inline(always)]
    pub(super) fn meeting(&self, normal: Vector<R>) -> Meeting<R> {
        let [first, second] = self.sides;
        let offset = self.pairs[0];
        Meeting {
            v: offset.cross(second).dot(normal),
            w: first.cross(offset).dot(normal),
            one: normal.dot(normal),
        }
    }

    /// A sum of the sizes of all components, which is not finite if one of them is not.
    #[inline(always)]
    pub(super) fn total(&self) -> R {
        let mut total = self.sides[0].norm_one() + self.sides[1].norm_one();
        for pair in &self.pairs {
            total = total + pair.norm_one();
        }
        total
    }

    #[inline(always)]
    fn map(&self, other: &Self, f: impl Fn(Vector<R>, Vector<R>) -> Vector<R>) -> Self {
        Self {
            pairs: std::array::from_fn(|i| f(self.pairs[i], other.pairs[i])),
            sides: std::array::from_fn(|i| f(self.sides[i], other.sides[i])),
        }
    }
}

impl<R: Real> Meeting<R> {
    /// Whether it is inside both by at least `margin` of their extent.
    #[inline(always)]
    pub(super) fn inside<const P: usize>(&self, margin: f64) -> R::Mask {
        let margin = R::splat(margin) * self.one;
        let rest = self.one - margin;
        let positive = self.v.above(margin) & self.w.above(margin);
        if P == 3 {
            positive & rest.above(self.v + self.w)
        } else {
            positive & rest.above(self.v) & rest.above(self.w)
        }
    }
}

impl<R: Real, const P: usize> Approach<R, P> {
    #[inline(always)]
    pub(super) fn new(start: [Vector<R>; 4], end: [Vector<R>; 4]) -> Self {
        Self { start: Corners::new(start), end: Corners::new(end) }
    }

    /// The differences at a time of the step, rounded.
    #[inline(always)]
    pub(super) fn at(&self, time: R) -> Corners<R, P> {
        self.start.map(&self.end, |start, end| mix_vectors(start, end, time))
    }
}

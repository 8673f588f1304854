//! One text for one query and for several at a time: what the tests need of a number, and vectors of such numbers.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Numbers of different queries side by side, as many as a register holds: wider ones are split and spill. Each query's
/// result is the same for every width.
#[cfg(target_feature = "avx")]
pub(super) type Wide = wide::f64x4;
/// Numbers of different queries side by side, as many as a register holds: wider ones are split and spill. Each query's
/// result is the same for every width.
#[cfg(not(target_feature = "avx"))]
pub(super) type Wide = wide::f64x2;

/// How many those are.
pub(super) const LANES: usize = size_of::<Wide>() / size_of::<f64>();

/// A number, or numbers that belong to different queries.
///
/// Every comparison with a number that is not one is false, so that a certificate made of comparisons is refused.
pub(super) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The answer of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    fn splat(value: f64) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The smaller; either if one of them is not a number.
    fn least(self, other: Self) -> Self;
    /// The larger; either if one of them is not a number.
    fn greatest(self, other: Self) -> Self;
    fn above(self, other: Self) -> Self::Mask;
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

impl Real for f64 {
    type Mask = bool;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn greatest(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn above(self, other: Self) -> bool {
        self > other
    }
    #[inline(always)]
    fn choose(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}

impl Real for Wide {
    type Mask = Wide;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Wide::splat(value)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Wide::abs(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Wide::sqrt(self)
    }
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.fast_min(other)
    }
    #[inline(always)]
    fn greatest(self, other: Self) -> Self {
        self.fast_max(other)
    }
    #[inline(always)]
    fn above(self, other: Self) -> Wide {
        self.simd_gt(other)
    }
    #[inline(always)]
    fn choose(mask: Wide, yes: Self, no: Self) -> Self {
        mask.bitselect(yes, no)
    }
}

/// A vector in space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector<R> {
    pub(super) x: R,
    pub(super) y: R,
    pub(super) z: R,
}

impl<R: Real> Vector<R> {
    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(super) fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The sizes of the components.
    #[inline(always)]
    pub(super) fn sizes(self) -> Self {
        Self { x: self.x.abs(), y: self.y.abs(), z: self.z.abs() }
    }

    /// The cross product with sums instead of differences, which bounds it if all components are sizes.
    #[inline(always)]
    pub(super) fn cross_sum(self, other: Self) -> Self {
        Self {
            x: self.y * other.z + self.z * other.y,
            y: self.z * other.x + self.x * other.z,
            z: self.x * other.y + self.y * other.x,
        }
    }

    #[inline(always)]
    pub(super) fn times(self, factor: R) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    /// The sum of the sizes of the components.
    #[inline(always)]
    pub(super) fn norm_one(self) -> R {
        self.x.abs() + self.y.abs() + self.z.abs()
    }

    /// The size of the largest component.
    #[inline(always)]
    pub(super) fn norm_max(self) -> R {
        self.x.abs().greatest(self.y.abs()).greatest(self.z.abs())
    }

    #[inline(always)]
    pub(super) fn choose(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: R::choose(mask, yes.x, no.x),
            y: R::choose(mask, yes.y, no.y),
            z: R::choose(mask, yes.z, no.z),
        }
    }
}

impl<R: Real> Add for Vector<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<R: Real> Sub for Vector<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

/// A value that goes from `start` to `end` in a straight line.
#[inline(always)]
pub(super) fn mix<R: Real>(start: R, end: R, time: R) -> R {
    start * (R::splat(1.0) - time) + end * time
}

/// A vector that goes from `start` to `end` in a straight line.
#[inline(always)]
pub(super) fn mix_vectors<R: Real>(start: Vector<R>, end: Vector<R>, time: R) -> Vector<R> {
    Vector { x: mix(start.x, end.x, time), y: mix(start.y, end.y, time), z: mix(start.z, end.z, time) }
}

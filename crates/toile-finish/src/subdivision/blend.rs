//! What can be mixed: positions, texture coordinates, numbers.

use glam::{DVec2, DVec3};

/// A value at vertices of which weighted sums make sense.
pub trait Blend: Copy + Default + Send + Sync {
    /// This plus a share of another value.
    #[must_use]
    fn plus(self, weight: f64, other: Self) -> Self;

    /// The middle between two values.
    #[must_use]
    fn middle(self, other: Self) -> Self;
}

impl Blend for f64 {
    #[inline]
    fn plus(self, weight: f64, other: Self) -> Self {
        self + weight * other
    }

    #[inline]
    fn middle(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl Blend for DVec2 {
    #[inline]
    fn plus(self, weight: f64, other: Self) -> Self {
        self + weight * other
    }

    #[inline]
    fn middle(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl Blend for DVec3 {
    #[inline]
    fn plus(self, weight: f64, other: Self) -> Self {
        self + weight * other
    }

    #[inline]
    fn middle(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

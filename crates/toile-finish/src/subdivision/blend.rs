//! What can be mixed: positions, texture coordinates, numbers.

use std::ops::{Add, Mul};

/// A value at vertices of which weighted sums make sense.
pub trait Blend: Copy + Default + Send + Sync {
    /// This plus a share of another value.
    #[must_use]
    fn plus(self, weight: f64, other: Self) -> Self;

    /// The middle between two values.
    #[must_use]
    fn middle(self, other: Self) -> Self;
}

impl<T> Blend for T
where
    T: Copy + Default + Send + Sync + Add<Output = T> + Mul<f64, Output = T>,
{
    #[inline]
    fn plus(self, weight: f64, other: Self) -> Self {
        self + other * weight
    }

    #[inline]
    fn middle(self, other: Self) -> Self {
        (self + other) * 0.5
    }
}

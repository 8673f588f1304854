//! The outer product of two vectors.

use glam::{DMat3, DVec3};

/// The outer product `a bᵀ`.
#[inline]
pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

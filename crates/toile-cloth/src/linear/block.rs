//! Arithmetic on 3x3 blocks in either precision, for the insides of preconditioners.

use glam::DMat3;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A floating point number: `f32` halves the memory a preconditioner has to stream, `f64` is the reference.
pub(crate) trait Real:
    Copy
    + Default
    + Send
    + Sync
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Rounds to this precision.
    fn of(value: f64) -> Self;
    /// Widens.
    fn wide(self) -> f64;
}

impl Real for f32 {
    #[inline]
    fn of(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    #[inline]
    fn of(value: f64) -> Self {
        value
    }
    #[inline]
    fn wide(self) -> f64 {
        self
    }
}

/// A 3x3 block, column by column.
pub(crate) type Block<T> = [T; 9];
/// The three unknowns of a vertex.
pub(crate) type Triple<T> = [T; 3];

/// `sum += a x`, the nine products kept apart so that they fill vector registers; [`fold`] adds them up.
#[inline]
pub(crate) fn add_products<T: Real>(sum: &mut Block<T>, a: &Block<T>, x: &Triple<T>) {
    let [x, y, z] = *x;
    let spread = [x, x, x, y, y, y, z, z, z];
    for k in 0..9 {
        sum[k] += a[k] * spread[k];
    }
}

/// The vector that [`add_products`] has collected.
#[inline]
pub(crate) fn fold<T: Real>(sum: &Block<T>) -> Triple<T> {
    [sum[0] + sum[3] + sum[6], sum[1] + sum[4] + sum[7], sum[2] + sum[5] + sum[8]]
}

/// `sum += w x`.
#[inline]
pub(crate) fn add_multiple<T: Real>(sum: &mut Triple<T>, w: T, x: &Triple<T>) {
    for k in 0..3 {
        sum[k] += w * x[k];
    }
}

/// `a - b`.
#[inline]
pub(crate) fn subtract<T: Real>(a: &Triple<T>, b: &Triple<T>) -> Triple<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a x`.
#[inline]
pub(crate) fn product<T: Real>(a: &Block<T>, x: &Triple<T>) -> Triple<T> {
    let mut sum = [T::default(); 9];
    add_products(&mut sum, a, x);
    fold(&sum)
}

/// `sum += w a`.
#[inline]
pub(crate) fn add_scaled<T: Real>(sum: &mut Block<T>, w: T, a: &Block<T>) {
    let mut result = *sum;
    for k in 0..9 {
        result[k] += w * a[k];
    }
    *sum = result;
}

/// Rounds a block.
#[inline]
pub(crate) fn round<T: Real>(a: &DMat3) -> Block<T> {
    a.to_cols_array().map(T::of)
}

/// Widens a block.
#[inline]
pub(crate) fn widen<T: Real>(a: &Block<T>) -> DMat3 {
    DMat3::from_cols_array(&a.map(Real::wide))
}

/// The inverse of a symmetric positive definite block; of one that is not, the inverse of its positive diagonal
/// entries (one where an entry is not positive), so that a preconditioner stays positive definite on any input.
pub(crate) fn positive_inverse(a: &DMat3) -> DMat3 {
    let (xx, yy, zz) = (a.x_axis.x, a.y_axis.y, a.z_axis.z);
    let xy = 0.5 * (a.x_axis.y + a.y_axis.x);
    let xz = 0.5 * (a.x_axis.z + a.z_axis.x);
    let yz = 0.5 * (a.y_axis.z + a.z_axis.y);
    // Cofactors: cheaper than a general inverse, and needed for the test as well.
    let (cxx, cxy, cxz) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
    let determinant = xx * cxx + xy * cxy + xz * cxz;
    let minor = xx * yy - xy * xy;
    let scale = xx * yy * zz;
    if xx > 0.0 && minor > 0.0 && determinant > 1e-12 * scale && scale > 0.0 {
        let (cyy, cyz) = (xx * zz - xz * xz, xy * xz - xx * yz);
        let inverse =
            DMat3::from_cols_array(&[cxx, cxy, cxz, cxy, cyy, cyz, cxz, cyz, minor]) * determinant.recip();
        if inverse.is_finite() {
            return inverse;
        }
    }
    let diagonal = glam::DVec3::new(xx, yy, zz);
    let invert = |value: f64| if value > 0.0 && value.recip().is_finite() { value.recip() } else { 1.0 };
    DMat3::from_diagonal(glam::DVec3::new(invert(diagonal.x), invert(diagonal.y), invert(diagonal.z)))
}

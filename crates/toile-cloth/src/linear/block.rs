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

/// A 3x3 block, column by column, each column padded with a zero: four numbers are what a vector register takes at once.
pub(crate) type Block<T> = [T; 12];
/// The three unknowns of a vertex, padded with a zero.
pub(crate) type Triple<T> = [T; 4];
/// Where the diagonal is in a block.
pub(crate) const DIAGONAL: [usize; 3] = [0, 5, 10];

/// `sum += a x`.
#[inline(always)]
pub(crate) fn add_product<T: Real>(sum: &mut Triple<T>, a: &Block<T>, x: &Triple<T>) {
    for k in 0..4 {
        sum[k] += a[k] * x[0] + a[4 + k] * x[1] + a[8 + k] * x[2];
    }
}

/// `sum += w x`.
#[inline(always)]
pub(crate) fn add_multiple<T: Real>(sum: &mut Triple<T>, w: T, x: &Triple<T>) {
    for k in 0..4 {
        sum[k] += w * x[k];
    }
}

/// `a - b`.
#[inline(always)]
pub(crate) fn subtract<T: Real>(a: &Triple<T>, b: &Triple<T>) -> Triple<T> {
    std::array::from_fn(|k| a[k] - b[k])
}

/// `a x`.
#[inline(always)]
pub(crate) fn product<T: Real>(a: &Block<T>, x: &Triple<T>) -> Triple<T> {
    let mut sum = [T::default(); 4];
    add_product(&mut sum, a, x);
    sum
}

/// `sum += w a`.
#[inline(always)]
pub(crate) fn add_scaled<T: Real>(sum: &mut Block<T>, w: T, a: &Block<T>) {
    for k in 0..12 {
        sum[k] += w * a[k];
    }
}

/// Rounds a block.
#[inline]
pub(crate) fn round<T: Real>(a: &DMat3) -> Block<T> {
    let column = |v: glam::DVec3| [T::of(v.x), T::of(v.y), T::of(v.z), T::default()];
    let (x, y, z) = (column(a.x_axis), column(a.y_axis), column(a.z_axis));
    [x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], z[0], z[1], z[2], z[3]]
}

/// Widens a block.
#[inline]
pub(crate) fn widen<T: Real>(a: &Block<T>) -> DMat3 {
    let column = |c: usize| glam::DVec3::new(a[c].wide(), a[c + 1].wide(), a[c + 2].wide());
    DMat3::from_cols(column(0), column(4), column(8))
}

/// Rounds a vector.
#[inline]
pub(crate) fn round_vector<T: Real>(v: glam::DVec3) -> Triple<T> {
    [T::of(v.x), T::of(v.y), T::of(v.z), T::default()]
}

/// Widens a vector.
#[inline]
pub(crate) fn widen_vector<T: Real>(v: &Triple<T>) -> glam::DVec3 {
    glam::DVec3::new(v[0].wide(), v[1].wide(), v[2].wide())
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

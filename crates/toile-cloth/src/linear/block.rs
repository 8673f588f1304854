//! Arithmetic on 3x3 blocks in either precision, for the insides of preconditioners.

use glam::{DMat3, DVec3, DVec4, Vec4};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A floating point number: `f32` halves the memory a preconditioner has to stream, `f64` is the reference.
pub(crate) trait Real:
    Copy
    + Default
    + Debug
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
    /// Four of them: what a vector register takes at once.
    type Lanes: Lanes<Self>;
    /// Rounds to this precision.
    fn of(value: f64) -> Self;
    /// Widens.
    fn wide(self) -> f64;
}

/// Four numbers, of which three are used: the unknowns of a vertex, or a column of a block.
pub(crate) trait Lanes<T>:
    Copy
    + Default
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Mul<T, Output = Self>
{
    /// Three numbers, and a zero.
    fn new(x: T, y: T, z: T) -> Self;
    /// The three numbers.
    fn parts(self) -> [T; 3];
}

impl Real for f32 {
    type Lanes = Vec4;
    #[inline]
    fn of(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Lanes<f32> for Vec4 {
    #[inline]
    fn new(x: f32, y: f32, z: f32) -> Self {
        Vec4::new(x, y, z, 0.0)
    }
    #[inline]
    fn parts(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
}

impl Real for f64 {
    type Lanes = DVec4;
    #[inline]
    fn of(value: f64) -> Self {
        value
    }
    #[inline]
    fn wide(self) -> f64 {
        self
    }
}

impl Lanes<f64> for DVec4 {
    #[inline]
    fn new(x: f64, y: f64, z: f64) -> Self {
        DVec4::new(x, y, z, 0.0)
    }
    #[inline]
    fn parts(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
}

/// A 3x3 block, column by column.
pub(crate) type Block<T> = [<T as Real>::Lanes; 3];
/// The three unknowns of a vertex.
pub(crate) type Triple<T> = <T as Real>::Lanes;

/// `a x`.
#[inline]
pub(crate) fn product<T: Real>(a: &Block<T>, x: Triple<T>) -> Triple<T> {
    let [x, y, z] = x.parts();
    a[0] * x + a[1] * y + a[2] * z
}

/// `sum += a`.
#[inline]
pub(crate) fn add_block<T: Real>(sum: &mut Block<T>, a: &Block<T>) {
    for k in 0..3 {
        sum[k] += a[k];
    }
}

/// `sum += w a`.
#[inline]
pub(crate) fn add_scaled<T: Real>(sum: &mut Block<T>, w: T, a: &Block<T>) {
    for k in 0..3 {
        sum[k] += a[k] * w;
    }
}

/// A multiple of the identity.
#[inline]
pub(crate) fn multiple_of_identity<T: Real>(w: T) -> Block<T> {
    let zero = T::default();
    [Lanes::new(w, zero, zero), Lanes::new(zero, w, zero), Lanes::new(zero, zero, w)]
}

/// The zero block.
#[inline]
pub(crate) fn zero_block<T: Real>() -> Block<T> {
    [Triple::<T>::default(); 3]
}

/// The transposed block.
#[inline]
pub(crate) fn transposed<T: Real>(a: &Block<T>) -> Block<T> {
    let [x, y, z] = [a[0].parts(), a[1].parts(), a[2].parts()];
    [Lanes::new(x[0], y[0], z[0]), Lanes::new(x[1], y[1], z[1]), Lanes::new(x[2], y[2], z[2])]
}

/// Rounds a block.
#[inline]
pub(crate) fn round<T: Real>(a: &DMat3) -> Block<T> {
    [round_vector::<T>(a.x_axis), round_vector::<T>(a.y_axis), round_vector::<T>(a.z_axis)]
}

/// Widens a block.
#[inline]
pub(crate) fn widen<T: Real>(a: &Block<T>) -> DMat3 {
    DMat3::from_cols(widen_vector::<T>(a[0]), widen_vector::<T>(a[1]), widen_vector::<T>(a[2]))
}

/// Rounds a vector.
#[inline]
pub(crate) fn round_vector<T: Real>(v: DVec3) -> Triple<T> {
    Lanes::new(T::of(v.x), T::of(v.y), T::of(v.z))
}

/// Widens a vector.
#[inline]
pub(crate) fn widen_vector<T: Real>(v: Triple<T>) -> DVec3 {
    DVec3::from(v.parts().map(Real::wide))
}

/// The inverse of a symmetric positive definite block; of one that is not, the inverse of its positive diagonal
/// entries (one where an entry is not positive), so that a preconditioner stays positive definite on any input.
#[inline]
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
    let diagonal = DVec3::new(xx, yy, zz);
    let invert = |value: f64| if value > 0.0 && value.recip().is_finite() { value.recip() } else { 1.0 };
    DMat3::from_diagonal(DVec3::new(invert(diagonal.x), invert(diagonal.y), invert(diagonal.z)))
}

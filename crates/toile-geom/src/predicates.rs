//! Orientation predicates that are never wrong.
//!
//! A sign decides whether cloth has passed through cloth, so it must be the sign of the real number, not of a rounded
//! one. Each predicate works in three stages: a floating-point evaluation with a proven error bound, which settles
//! almost every call; Shewchuk's adaptive expansions (the [`robust`] crate) when the bound does not; and big integers
//! when coordinates are so large or so small (beyond about 1e±90) that expansions would overflow or underflow.
//!
//! Reference: J. R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates*,
//! Discrete & Computational Geometry 18, 1997.

use glam::{DVec2, DVec3};
use num_bigint::{BigInt, Sign as BigSign};

/// The exact sign of a real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Less than zero.
    Negative,
    /// Exactly zero.
    Zero,
    /// Greater than zero.
    Positive,
}

impl Sign {
    /// The sign of a value that is itself exact.
    fn of(value: f64) -> Self {
        if value > 0.0 {
            Self::Positive
        } else if value < 0.0 {
            Self::Negative
        } else {
            Self::Zero
        }
    }

    /// Whether this is [`Sign::Zero`].
    pub fn is_zero(self) -> bool {
        self == Self::Zero
    }

    /// Whether the two are of strictly opposite sign.
    pub fn opposes(self, other: Self) -> bool {
        !self.is_zero() && other == -self
    }
}

impl std::ops::Neg for Sign {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Zero => Self::Zero,
            Self::Positive => Self::Negative,
        }
    }
}

/// Half an ulp of 1: the unit of Shewchuk's error bounds.
const EPSILON: f64 = f64::EPSILON / 2.0;
const ORIENT2D_BOUND: f64 = (3.0 + 16.0 * EPSILON) * EPSILON;
const ORIENT3D_BOUND: f64 = (7.0 + 56.0 * EPSILON) * EPSILON;
/// The error bounds hold without underflow; what underflow can add is far below this.
const UNDERFLOW_GUARD: f64 = 1e-280;

/// The side of the line `a b` (looking from `a` to `b`) on which `c` lies: positive to the left.
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let left = (a.x - c.x) * (b.y - c.y);
    let right = (a.y - c.y) * (b.x - c.x);
    let det = left - right;
    if det.abs() > ORIENT2D_BOUND * (left.abs() + right.abs()) + UNDERFLOW_GUARD {
        return Sign::of(det);
    }
    orient2d_exact(a, b, c)
}

/// The side of the plane `a b c` on which `d` lies: positive on the side of the normal `(b - a) × (c - a)`.
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let (ad, bd, cd) = (a - d, b - d, c - d);
    let (bxcy, cxby) = (bd.x * cd.y, cd.x * bd.y);
    let (cxay, axcy) = (cd.x * ad.y, ad.x * cd.y);
    let (axby, bxay) = (ad.x * bd.y, bd.x * ad.y);
    let det = ad.z * (cxby - bxcy) + bd.z * (axcy - cxay) + cd.z * (bxay - axby);
    let permanent = ad.z.abs() * (bxcy.abs() + cxby.abs())
        + bd.z.abs() * (cxay.abs() + axcy.abs())
        + cd.z.abs() * (axby.abs() + bxay.abs());
    if det.abs() > ORIENT3D_BOUND * permanent + UNDERFLOW_GUARD {
        return Sign::of(det);
    }
    orient3d_exact(a, b, c, d)
}

/// Whether three points lie exactly on one line (or coincide).
pub fn collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    projection_axis(a, b, c).is_none()
}

/// An axis along which the triangle can be projected without collapsing, or `None` if it is degenerate.
///
/// The dominant axis of the rounded normal is tried first: it is nearly always the answer.
pub fn projection_axis(a: DVec3, b: DVec3, c: DVec3) -> Option<Axis> {
    let normal = (b - a).cross(c - a).abs();
    let first = if normal.x >= normal.y && normal.x >= normal.z {
        [Axis::X, Axis::Y, Axis::Z]
    } else if normal.y >= normal.z {
        [Axis::Y, Axis::Z, Axis::X]
    } else {
        [Axis::Z, Axis::X, Axis::Y]
    };
    first.into_iter().find(|axis| !orient2d(axis.drop(a), axis.drop(b), axis.drop(c)).is_zero())
}

/// A coordinate axis along which points are projected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Project onto the `yz` plane.
    X,
    /// Project onto the `zx` plane.
    Y,
    /// Project onto the `xy` plane.
    Z,
}

impl Axis {
    /// The point without this coordinate: a projection that involves no arithmetic and so is exact.
    pub fn drop(self, p: DVec3) -> DVec2 {
        match self {
            Self::X => DVec2::new(p.y, p.z),
            Self::Y => DVec2::new(p.z, p.x),
            Self::Z => DVec2::new(p.x, p.y),
        }
    }
}

#[cold]
fn orient2d_exact(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    if [a, b, c].iter().all(|p| is_tame(p.x) && is_tame(p.y)) {
        let coord = |p: DVec2| robust::Coord { x: p.x, y: p.y };
        return Sign::of(robust::orient2d(coord(a), coord(b), coord(c)));
    }
    let v = integers([a.x, a.y, b.x, b.y, c.x, c.y]);
    big_sign(&((&v[0] - &v[4]) * (&v[3] - &v[5]) - (&v[1] - &v[5]) * (&v[2] - &v[4])))
}

#[cold]
fn orient3d_exact(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    if [a, b, c, d].iter().all(|p| is_tame(p.x) && is_tame(p.y) && is_tame(p.z)) {
        let coord = |p: DVec3| robust::Coord3D { x: p.x, y: p.y, z: p.z };
        // `robust` calls the side below the counter-clockwise face positive.
        return -Sign::of(robust::orient3d(coord(a), coord(b), coord(c), coord(d)));
    }
    let v = integers([a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z]);
    let row = |p: usize| [&v[p] - &v[0], &v[p + 1] - &v[1], &v[p + 2] - &v[2]];
    let (b, c, d) = (row(3), row(6), row(9));
    big_sign(
        &(&d[0] * (&b[1] * &c[2] - &b[2] * &c[1])
            + &d[1] * (&b[2] * &c[0] - &b[0] * &c[2])
            + &d[2] * (&b[0] * &c[1] - &b[1] * &c[0])),
    )
}

/// Whether products of three differences of such numbers, and the tails of those products, are all representable.
fn is_tame(x: f64) -> bool {
    let x = x.abs();
    x == 0.0 || (1e-90..=1e90).contains(&x)
}

/// The numbers as integers, all multiplied by the same power of two. Non-finite input counts as zero: readers refuse
/// it, and no sign would be right.
fn integers<const N: usize>(values: [f64; N]) -> [BigInt; N] {
    let parts = values.map(|x| {
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let (mantissa, exponent) = match exponent {
            0x7ff => (0, 1),
            0 => (fraction, 1),
            _ => (fraction | 1 << 52, exponent),
        };
        (if x.is_sign_negative() { -mantissa } else { mantissa }, exponent)
    });
    let lowest = parts.iter().map(|part| part.1).min().unwrap_or(0);
    parts.map(|(mantissa, exponent)| BigInt::from(mantissa) << (exponent - lowest))
}

fn big_sign(value: &BigInt) -> Sign {
    match value.sign() {
        BigSign::Minus => Sign::Negative,
        BigSign::NoSign => Sign::Zero,
        BigSign::Plus => Sign::Positive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_follow_the_right_hand_rule() {
        let (o, x, y, z) = (DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z);
        assert_eq!(orient3d(o, x, y, z), Sign::Positive);
        assert_eq!(orient3d(o, y, x, z), Sign::Negative);
        assert_eq!(orient3d(o, x, y, x + y), Sign::Zero);
        assert_eq!(orient2d(DVec2::ZERO, DVec2::X, DVec2::Y), Sign::Positive);
    }

    #[test]
    fn one_ulp_off_the_plane_is_seen() {
        let (a, b, c) = (DVec3::new(0.1, 0.1, 0.1), DVec3::new(0.7, 0.2, 0.1), DVec3::new(0.3, 0.9, 0.1));
        let d = DVec3::new(0.35, 0.4, 0.1);
        assert_eq!(orient3d(a, b, c, d), Sign::Zero);
        assert_eq!(orient3d(a, b, c, d.with_z(0.1_f64.next_up())), Sign::Positive);
        assert_eq!(orient3d(a, b, c, d.with_z(0.1_f64.next_down())), Sign::Negative);
    }

    #[test]
    fn tiny_and_huge_coordinates_keep_their_sign() {
        for scale in [1e-300, 1e-150, 1e150, 1e300, f64::MIN_POSITIVE * 1e-10] {
            let (a, b, c) = (DVec3::ZERO, DVec3::X * scale, DVec3::Y * scale);
            for (d, sign) in [(DVec3::Z, Sign::Positive), (-DVec3::Z, Sign::Negative), (DVec3::X, Sign::Zero)]
            {
                assert_eq!(orient3d(a, b, c, d * scale), sign, "scale {scale:e}");
            }
            assert_eq!(orient2d(a.truncate(), b.truncate(), c.truncate()), Sign::Positive, "scale {scale:e}");
        }
    }
}

//! The second certificate: the four corners are never in one plane.
//!
//! Where the two touch, their four corners are coplanar. The signed volume `g(t) = d₀ · (e₀ × e₁)` of the differences
//! and sides is a cubic in time; written in Bernstein form, `g = Σ bᵢ Bᵢ(t)`, it stays within the smallest and the
//! largest of its four coefficients. With a separation `s`, the distance is at least `|g| / |e₀ × e₁|`, so `|g|` must
//! stay above `s max |e₀ × e₁|`; the maximum is bounded by the three Bernstein coefficients of the normal.
//!
//! **Error bound.** Each coefficient is a sum of determinants; a determinant has six products of three differences.
//! A product has at most 3 rounding errors from the differences, 2 from the cross product, 3 from the dot product and
//! 3 from the sums over determinants and the division by 3; so a coefficient is off by at most `6 · 11.1 u · A B C`,
//! with `A`, `B`, `C` the largest components of the three factors. The coefficients of a part of the step come from
//! three levels of interpolation between coefficients of size at most `6 A B C`, three roundings each: `6 · 9.1 u
//! A B C` more. Together below `122 u A B C`; [`VOLUME_ERROR`] is `256 u`.

use super::approach::Approach;
use super::axis::{LARGEST, UNDERFLOW};
use super::real::{Real, Vector, mix};

const VOLUME_ERROR: f64 = 128.0 * f64::EPSILON;

/// The signed volume over the step.
pub(super) struct Volume<R> {
    /// Its Bernstein coefficients.
    pub(super) coefficients: [R; 4],
    /// What a value must exceed to prove that the two are apart.
    pub(super) margin: R,
}

impl<R: Real> Volume<R> {
    #[inline(always)]
    pub(super) fn new<const P: usize>(approach: &Approach<R, P>, separation: f64) -> Self {
        let ([a, b], [c, d]) = (approach.start.sides, approach.end.sides);
        let (offset, later) = (approach.start.pairs[0], approach.end.pairs[0]);
        let normals = [a.cross(b), a.cross(d) + c.cross(b), c.cross(d)];
        let third = R::splat(1.0 / 3.0);
        let coefficients = [
            normals[0].dot(offset),
            (normals[0].dot(later) + normals[1].dot(offset)) * third,
            (normals[2].dot(offset) + normals[1].dot(later)) * third,
            normals[2].dot(later),
        ];
        let sizes = [
            offset.norm_max().greatest(later.norm_max()),
            a.norm_max().greatest(c.norm_max()),
            b.norm_max().greatest(d.norm_max()),
        ];
        let margin = margin_for_rounding(sizes);
        if separation > 0.0 {
            let area = largest_normal(normals, sizes);
            return Self { coefficients, margin: margin + area * R::splat(separation) };
        }
        Self { coefficients, margin }
    }

    /// The same volume or its negative, so that it begins positive.
    #[inline(always)]
    pub(super) fn from_above(mut self) -> Self {
        let negative = R::splat(0.0).above(self.coefficients[0]);
        self.coefficients = self.coefficients.map(|b| R::choose(negative, -b, b));
        self
    }

    /// The coefficients of the part of the step between two times.
    #[inline(always)]
    pub(super) fn between(&self, from: R, to: R) -> [R; 4] {
        let [b0, b1, b2, b3] = self.coefficients;
        let [a, b, c] = [mix(b0, b1, from), mix(b1, b2, from), mix(b2, b3, from)];
        let [p, q, r] = [mix(b0, b1, to), mix(b1, b2, to), mix(b2, b3, to)];
        let (aa, ab) = (mix(a, b, from), mix(b, c, from));
        let (pp, pq) = (mix(p, q, to), mix(q, r, to));
        let (a_then_p, b_then_p) = (mix(a, b, to), mix(b, c, to));
        [mix(aa, ab, from), mix(aa, ab, to), mix(a_then_p, b_then_p, to), mix(pp, pq, to)]
    }

    /// The value at a time.
    #[inline(always)]
    pub(super) fn at(&self, time: R) -> R {
        let [b0, b1, b2, b3] = self.coefficients;
        let [a, b, c] = [mix(b0, b1, time), mix(b1, b2, time), mix(b2, b3, time)];
        mix(mix(a, b, time), mix(b, c, time), time)
    }

    /// Whether these coefficients prove the two apart while the volume is positive.
    #[inline(always)]
    pub(super) fn all_above(&self, coefficients: [R; 4]) -> R::Mask {
        let [a, b, c, d] = coefficients.map(|b| b.above(self.margin));
        a & b & c & d
    }

    /// Whether these coefficients prove the two apart, whatever the sign.
    #[inline(always)]
    pub(super) fn apart(&self, coefficients: [R; 4]) -> R::Mask {
        self.all_above(coefficients) | self.all_above(coefficients.map(|b| -b))
    }
}

/// The error bound; infinite where sizes are beyond the range for which it was derived.
#[inline(always)]
fn margin_for_rounding<R: Real>([a, b, c]: [R; 3]) -> R {
    let margin = a * b * c * R::splat(VOLUME_ERROR) + R::splat(UNDERFLOW);
    let sane = R::splat(LARGEST).above(a.greatest(b).greatest(c));
    R::choose(sane, margin, R::splat(f64::INFINITY))
}

/// A bound on the length of the normal during the step.
#[inline(always)]
fn largest_normal<R: Real>(normals: [Vector<R>; 3], [_, b, c]: [R; 3]) -> R {
    let middle = normals[1].times(R::splat(0.5));
    let [start, middle, end] = [normals[0], middle, normals[2]].map(|n| n.dot(n));
    let length = start.greatest(middle).greatest(end).sqrt() * R::splat(1.0 + 16.0 * f64::EPSILON);
    length + b * c * R::splat(64.0 * f64::EPSILON)
}

//! The second certificate: the four corners are never in one plane.
//!
//! Where the two touch, their four corners are coplanar. The signed volume `g(t) = d₀ · (e₀ × e₁)` of the differences
//! and sides is a cubic in time; written in Bernstein form, `g = Σ bᵢ Bᵢ(t)`, it stays within the smallest and the
//! largest of its four coefficients. With a separation `s`, the distance is at least `|g| / |e₀ × e₁|`, so `|g|` must
//! stay above `s max |e₀ × e₁|`; the maximum is bounded by the three Bernstein coefficients of the normal.
//!
//! **Error bound.** Each coefficient is a sum of determinants; a determinant has six products of three differences.
//! A product has at most 3 rounding errors from the differences, 2 from the cross product, 3 from the dot product and
//! 3 from the sums over determinants and the division by 3. The coefficients of a part of the step come from three
//! levels of interpolation between coefficients, three roundings each. So a coefficient is off by at most
//! `(11 + 9) · 1.01 u` times the largest sum of the sizes of the products in any of the four coefficients;
//! [`VOLUME_ERROR`] is `32 u`. [`Volume::careful`] computes that sum; [`Volume::new`] bounds it by `6 A B C` with `A`, `B`,
//! `C` the largest components of the three factors. [`Volume::exact`] computes the coefficients without rounding, so that only
//! the last of the 11 errors and those of the interpolation are left, relative to the coefficients themselves.

use super::approach::Approach;
use super::axis::{LARGEST, UNDERFLOW, length_bound};
use super::expansion::{Expansion, two_difference};
use super::real::{Real, Vector, mix};
use glam::DVec3;

const VOLUME_ERROR: f64 = 16.0 * f64::EPSILON;

/// The signed volume over the step.
pub(super) struct Volume<R> {
    /// Its Bernstein coefficients.
    pub(super) coefficients: [R; 4],
    /// What a value must exceed to prove that the two are apart.
    pub(super) margin: R,
}

impl<R: Real> Volume<R> {
    /// With a bound on errors that is quick to compute.
    #[inline(always)]
    pub(super) fn new<const P: usize>(approach: &Approach<R, P>, separation: f64) -> Self {
        let [factors, later] = factors(approach);
        let normals = normals(&factors, &later, Vector::cross);
        let [a, b, c] = std::array::from_fn(|i| factors[i].norm_max().greatest(later[i].norm_max()));
        let products = a * b * c * R::splat(6.0);
        let sane = R::splat(LARGEST).above(a.greatest(b).greatest(c));
        let mut margin = R::choose(sane, margin_for(products), R::splat(f64::INFINITY));
        if separation > 0.0 {
            margin = margin + largest_normal(normals, b * c) * R::splat(separation);
        }
        Self { coefficients: coefficients(normals, factors[0], later[0], Vector::dot), margin }
    }

    /// With a tighter bound on errors, relative to the products that are summed, for differences below [`LARGEST`].
    pub(super) fn careful<const P: usize>(approach: &Approach<R, P>, separation: f64) -> Self {
        let [factors, later] = factors(approach);
        let [sizes, later_sizes] = [&factors, &later].map(|f| f.map(Vector::sizes));
        let areas = normals(&sizes, &later_sizes, Vector::cross_sum);
        let [a, b, c, d] = coefficients(areas, sizes[0], later_sizes[0], Vector::dot);
        let mut volume = Self::new(approach, separation);
        volume.margin = margin_for(a.greatest(b).greatest(c.greatest(d)));
        if separation > 0.0 {
            let [b, c] = [1, 2].map(|i| factors[i].norm_max().greatest(later[i].norm_max()));
            let normals = normals(&factors, &later, Vector::cross);
            volume.margin = volume.margin + largest_normal(normals, b * c) * R::splat(separation);
        }
        volume
    }

    /// The coefficients of the part of the step between two times.
    #[inline(always)]
    pub(super) fn between(&self, from: R, to: R) -> [R; 4] {
        // The blossom g(u, v, w) of the cubic, by de Casteljau's interpolation: the part from s to t has the coefficients
        // g(s, s, s), g(s, s, t), g(s, t, t), g(t, t, t).
        let [b0, b1, b2, b3] = self.coefficients;
        let [a, b, c] = [mix(b0, b1, from), mix(b1, b2, from), mix(b2, b3, from)];
        let [p, q, r] = [mix(b0, b1, to), mix(b1, b2, to), mix(b2, b3, to)];
        let (aa, ab) = (mix(a, b, from), mix(b, c, from));
        let (pp, pq) = (mix(p, q, to), mix(q, r, to));
        let (a_then_p, b_then_p) = (mix(a, b, to), mix(b, c, to));
        [mix(aa, ab, from), mix(aa, ab, to), mix(a_then_p, b_then_p, to), mix(pp, pq, to)]
    }

    /// The coefficients of the rest of the step after a time.
    #[inline(always)]
    pub(super) fn after(&self, from: R) -> [R; 4] {
        let [b0, b1, b2, b3] = self.coefficients;
        let [a, b, c] = [mix(b0, b1, from), mix(b1, b2, from), mix(b2, b3, from)];
        let (aa, ab) = (mix(a, b, from), mix(b, c, from));
        [mix(aa, ab, from), ab, c, b3]
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

/// A vector without rounding.
pub(super) type ExactVector = [Expansion; 3];

/// The difference of two points; none if a part of it is so small that products of three of them underflow.
pub(super) fn exact_difference(a: DVec3, b: DVec3) -> Option<ExactVector> {
    /// Products of the last digits of three such numbers are still far above the smallest number.
    const SMALLEST: f64 = 1e-85;
    let parts: [[f64; 2]; 3] = std::array::from_fn(|axis| two_difference(a[axis], b[axis]));
    let usual = |part: &f64| *part == 0.0 || (SMALLEST..LARGEST).contains(&part.abs());
    parts.as_flattened().iter().all(usual).then(|| parts.map(Expansion::of))
}

impl Volume<f64> {
    /// From coefficients that are computed exactly, for touching only; none if that is impossible.
    pub(super) fn exact<const P: usize>(start: [DVec3; 4], end: [DVec3; 4]) -> Option<Self> {
        let factors = |[p, q, r, s]: [DVec3; 4]| {
            let pairs = if P == 3 { [(p, q), (r, q), (s, q)] } else { [(p, r), (s, r), (p, q)] };
            let [offset, first, second] = pairs.map(|(a, b)| exact_difference(a, b));
            Some([offset?, first?, second?])
        };
        let ends = [factors(start)?, factors(end)?];
        let mut sums = [Expansion::of([0.0; 2]); 4];
        // Which of the three factors are those of the end.
        for which in 0..8_usize {
            let factor = |n: usize| &ends[which >> n & 1][n];
            let place = &mut sums[which.count_ones() as usize];
            *place = place.plus(&determinant(factor(0), factor(1), factor(2)));
        }
        let third = 1.0 / 3.0;
        let [a, b, c, d] = sums.map(|sum| sum.value());
        let coefficients = [a?, b? * third, c? * third, d?];
        let largest = coefficients.iter().fold(0.0, |largest: f64, b| largest.max(b.abs()));
        Some(Self { coefficients, margin: largest * VOLUME_ERROR + UNDERFLOW })
    }
}

fn determinant(a: &ExactVector, b: &ExactVector, c: &ExactVector) -> Expansion {
    let part = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[i].times(&b[j].times(&c[k]).minus(&b[k].times(&c[j])))
    };
    part(0).plus(&part(1)).plus(&part(2))
}

/// The three vectors whose determinant the volume is, at the start and at the end.
#[inline(always)]
fn factors<R: Real, const P: usize>(approach: &Approach<R, P>) -> [[Vector<R>; 3]; 2] {
    [&approach.start, &approach.end].map(|corners| [corners.pairs[0], corners.sides[0], corners.sides[1]])
}

/// The normal's Bernstein coefficients, the middle one doubled.
#[inline(always)]
fn normals<R: Real>(
    [_, a, b]: &[Vector<R>; 3],
    [_, c, d]: &[Vector<R>; 3],
    cross: impl Fn(Vector<R>, Vector<R>) -> Vector<R>,
) -> [Vector<R>; 3] {
    [cross(*a, *b), cross(*a, *d) + cross(*c, *b), cross(*c, *d)]
}

/// The volume's Bernstein coefficients.
#[inline(always)]
fn coefficients<R: Real>(
    normals: [Vector<R>; 3],
    offset: Vector<R>,
    later: Vector<R>,
    dot: impl Fn(Vector<R>, Vector<R>) -> R,
) -> [R; 4] {
    let third = R::splat(1.0 / 3.0);
    [
        dot(normals[0], offset),
        (dot(normals[0], later) + dot(normals[1], offset)) * third,
        (dot(normals[2], offset) + dot(normals[1], later)) * third,
        dot(normals[2], later),
    ]
}

/// The error bound of coefficients whose products have sizes that sum up to this.
#[inline(always)]
fn margin_for<R: Real>(products: R) -> R {
    products * R::splat(VOLUME_ERROR) + R::splat(UNDERFLOW)
}

/// A bound on the length of the normal during the step; `area` is the product of its factors' largest components.
#[inline(always)]
fn largest_normal<R: Real>(normals: [Vector<R>; 3], area: R) -> R {
    let middle = normals[1].times(R::splat(0.5));
    let [start, middle, end] = [normals[0], middle, normals[2]].map(|n| n.dot(n));
    length_bound(start.greatest(middle).greatest(end)) + area * R::splat(64.0 * f64::EPSILON)
}

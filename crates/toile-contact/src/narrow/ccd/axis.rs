//! The first certificate: a fixed direction along which the two are apart, a separating axis.
//!
//! Let `n` be any vector and `dₖ(t)` the differences of corners, linear in `t`. If `n · dₖ(t) > s |n|` for every pair
//! `k`, a plane with normal `n` has the one on this side and the other on that, and they are farther apart than `s`.
//! Each `n · dₖ` is linear in time, so the times at which a given `n` proves this are one interval, known from
//! the values at both ends of the step. It does not matter how `n` was found: a bad one only proves less.
//!
//! **Error bound.** With unit roundoff `u = 2⁻⁵³`, each component of `dₖ` at the ends of the step is off by a factor
//! `1 + δ`, `|δ| ≤ u`; the product and the two sums of the dot product add three more such factors, and the
//! subtraction of the margin one. So the error is below `5.01 u Σ |nᵢ dᵢ|`. [`AXIS_ERROR`] is `8 u`, which leaves room
//! for rounding in the bound itself; [`UNDERFLOW`] exceeds what can be lost to underflow. The bound is relative: along
//! a coordinate axis the smallest gap is seen. A computed time of crossing is a quotient with a relative error below
//! `3 u` and is moved inwards by `4 u`.

use super::approach::Approach;
use super::real::{Real, Vector};
use super::volume::ExactVector;

/// The relative error of a projection, rounded up generously.
const AXIS_ERROR: f64 = 4.0 * f64::EPSILON;

/// More than is lost by underflow while sizes stay below [`LARGEST`]: one rounding in the subnormal range, `2⁻¹⁰⁷⁵`,
/// grows by no more than `LARGEST²` in what follows it.
pub(super) const UNDERFLOW: f64 = 1e-200;

/// Differences larger than this must be scaled down first.
pub(super) const LARGEST: f64 = 1e50;

/// A closed interval of time in which the two are proved apart; empty if it ends before it begins.
pub(super) struct FreeTime<R> {
    pub(super) from: R,
    pub(super) to: R,
}

impl<R: Real> FreeTime<R> {
    /// The whole step.
    #[inline(always)]
    fn all() -> Self {
        Self { from: R::splat(0.0), to: R::splat(1.0) }
    }

    /// That part of it in which a value that goes from one to another in a straight line is positive.
    #[inline(always)]
    fn while_positive(self, at_start: R, at_end: R) -> Self {
        let (zero, one) = (R::splat(0.0), R::splat(1.0));
        let (apart_at_start, apart_at_end) = (at_start.above(zero), at_end.above(zero));
        let crossing = at_start / (at_start - at_end);
        let latest = crossing * R::splat(1.0 - 2.0 * f64::EPSILON);
        let earliest = crossing * R::splat(1.0 + 2.0 * f64::EPSILON);
        let to = R::choose(apart_at_end, one, R::choose(apart_at_start, latest, -one));
        let from = R::choose(apart_at_start, zero, R::choose(apart_at_end, earliest, one + one));
        Self { from: self.from.greatest(from), to: self.to.least(to) }
    }
}

/// The times at which `axis` proves that the two are farther apart than `separation`.
#[inline(always)]
pub(super) fn free_time<R: Real, const P: usize>(
    axis: Vector<R>,
    approach: &Approach<R, P>,
    separation: R,
) -> FreeTime<R> {
    let margin = separation * length_bound(axis.dot(axis)) + R::splat(UNDERFLOW);
    let mut free = FreeTime::all();
    for (start, end) in approach.start.pairs.iter().zip(&approach.end.pairs) {
        free = free.while_positive(lower_bound(axis, *start, margin), lower_bound(axis, *end, margin));
    }
    free
}

/// The same for touching only and without rounding errors of projections; never if they cannot be computed.
pub(super) fn exact_free_time<const P: usize>(
    axis: [f64; 3],
    start: &[ExactVector; P],
    end: &[ExactVector; P],
) -> FreeTime<f64> {
    // Any direction will do, so what may underflow is left out.
    let largest = axis.iter().fold(0.0, |largest: f64, part| largest.max(part.abs()));
    let axis = axis.map(|part| if part.abs() > 1e-30 * largest { part / largest } else { 0.0 });
    let along = |vector: &ExactVector| {
        let [x, y, z] = std::array::from_fn(|i| vector[i].times_one(axis[i]));
        let value = x.plus(&y).plus(&z).value().unwrap_or(-1.0);
        // A lower bound, as the rounded one is: what is zero touches, and is not positive.
        value - (2.0 * f64::EPSILON * value.abs() + UNDERFLOW)
    };
    let pairs = start.iter().zip(end);
    pairs.fold(FreeTime::all(), |free, (start, end)| free.while_positive(along(start), along(end)))
}

/// An upper bound of a length whose square this is, rounded. Squares below the smallest normal number belong to
/// lengths below 10⁻¹⁵⁰.
#[inline(always)]
pub(super) fn length_bound<R: Real>(squared: R) -> R {
    squared.sqrt() * R::splat(1.0 + 8.0 * f64::EPSILON) + R::splat(1e-150)
}

/// A lower bound of `axis · difference - margin`.
#[inline(always)]
fn lower_bound<R: Real>(axis: Vector<R>, difference: Vector<R>, margin: R) -> R {
    let (x, y, z) = (axis.x * difference.x, axis.y * difference.y, axis.z * difference.z);
    let error = (x.abs() + y.abs() + z.abs()) * R::splat(AXIS_ERROR);
    (x + y + z) - (error + margin)
}

//! Four queries at a time: what can be decided without branches.
//!
//! First, bounds: the boxes of the two over the step are apart, or their corners are never coplanar. These discard
//! nearly all of what a broad phase hands over. For the rest, one guess: when the corners are first coplanar. If
//! the two meet inside of each other then, it is an impact once the volume proves them apart until just before; if
//! beside each other, the direction across the side that separates them proves them apart around that time and the
//! volume before and after. What is still open is left to the march.

use super::approach::{Approach, Corners};
use super::axis::{LARGEST, free_time};
use super::real::{Real, Vector, mix};
use super::volume::Volume;
use glam::DVec3;
use wide::f64x4;

/// Queries in a lane.
pub(super) const LANES: usize = 4;

/// Steps of Newton's method for the guess. Errors at most double the digits each time.
const NEWTON_STEPS: usize = 4;

/// How far inside, in parts of the extent, a meeting must be to be decided here.
const CLEARLY_INSIDE: f64 = 1e-6;

/// Queries next to each other.
pub(super) struct Lane<const P: usize> {
    start: [Vector<f64x4>; 4],
    end: [Vector<f64x4>; 4],
    separation: f64,
}

/// What a guess decided: one bit a query.
pub(super) struct Verdict {
    pub(super) impact: u32,
    pub(super) apart: u32,
    /// The times of the impacts.
    pub(super) times: [f64; LANES],
}

impl<const P: usize> Lane<P> {
    #[inline(always)]
    pub(super) fn new(start: [[DVec3; 4]; LANES], end: [[DVec3; 4]; LANES], separation: f64) -> Self {
        let gather = |corners: [[DVec3; 4]; LANES]| {
            std::array::from_fn(|corner| Vector {
                x: f64x4::new(corners.map(|c| c[corner].x)),
                y: f64x4::new(corners.map(|c| c[corner].y)),
                z: f64x4::new(corners.map(|c| c[corner].z)),
            })
        };
        Self { start: gather(start), end: gather(end), separation }
    }

    /// The queries that bounds do not discard, one bit each.
    #[inline(always)]
    pub(super) fn may_touch(&self) -> u32 {
        let all = (1 << LANES) - 1;
        let boxes_apart = self.boxes_apart().to_bitmask();
        if boxes_apart == all {
            return 0;
        }
        let approach = Approach::<f64x4, P>::new(self.start, self.end);
        let volume = Volume::new(&approach, self.separation);
        let apart = volume.apart(volume.coefficients).to_bitmask();
        all & !(boxes_apart | apart)
    }

    /// Whether the boxes of the two over the step are apart. Coordinates are compared as they are, without error; only a
    /// difference of theirs, needed for a separation, is rounded.
    #[inline(always)]
    fn boxes_apart(&self) -> f64x4 {
        let separation = f64x4::splat(self.separation * (1.0 + 4.0 * f64::EPSILON));
        let first = if P == 3 { 1 } else { 2 };
        let bounds = |axis: fn(&Vector<f64x4>) -> f64x4, from: usize, to: usize| {
            let (mut low, mut high) = (axis(&self.start[from]), axis(&self.start[from]));
            for corner in self.start[from..to].iter().chain(&self.end[from..to]).map(axis) {
                (low, high) = (low.least(corner), high.greatest(corner));
            }
            (low, high)
        };
        let apart_along = |axis| {
            let ((low, high), (other_low, other_high)) = (bounds(axis, 0, first), bounds(axis, first, 4));
            (low - other_high).above(separation) | (other_low - high).above(separation)
        };
        let apart = apart_along(|v| v.x) | apart_along(|v| v.y) | apart_along(|v| v.z);
        // The smaller of a number and what is not a number may be either.
        let total = self.start.iter().chain(&self.end).fold(f64x4::ZERO, |sum, v| sum + v.norm_one());
        apart & f64x4::INFINITY.above(total)
    }

    /// Decides what one guess can decide.
    #[inline(always)]
    pub(super) fn guess(&self, tolerance: f64) -> Verdict {
        let approach = Approach::<f64x4, P>::new(self.start, self.end);
        let volume = Volume::new(&approach, self.separation).from_above();
        let coplanar = first_root(&volume);
        let corners = approach.at(coplanar);
        let normal = corners.normal();
        let total = approach.start.total() + approach.end.total();
        let sane = f64x4::splat(LARGEST).above(total);
        let meeting = corners.meeting(normal);

        // An impact, reported half the tolerance before the guess.
        let before = (coplanar - f64x4::splat(0.5 * tolerance)).greatest(f64x4::ZERO);
        let free_before = volume.all_above(volume.between(f64x4::ZERO, before)) | !before.above(f64x4::ZERO);
        let impact = sane
            & free_before
            & meeting.inside::<P>(CLEARLY_INSIDE)
            & self.within_separation(&approach, &volume, before + f64x4::splat(tolerance));

        // Beside each other.
        let axis = corners.axis_between(normal);
        let free = free_time(axis, &approach, f64x4::splat(self.separation));
        let begun = volume.apart(volume.between(f64x4::ZERO, free.from.least(f64x4::ONE)));
        let ended = volume.apart(volume.between(free.to.greatest(f64x4::ZERO), f64x4::ONE));
        let apart = sane
            & !free.from.above(free.to)
            & (begun | !free.from.above(f64x4::ZERO))
            & (ended | !f64x4::ONE.above(free.to));
        Verdict { impact: impact.to_bitmask(), apart: apart.to_bitmask(), times: before.to_array() }
    }

    /// Whether the volume has fallen to the separation or changed sign at a time in the step.
    #[inline(always)]
    fn within_separation(
        &self,
        approach: &Approach<f64x4, P>,
        volume: &Volume<f64x4>,
        time: f64x4,
    ) -> f64x4 {
        let mut limit = f64x4::ZERO;
        if self.separation > 0.0 {
            let normal = approach.at(time).normal();
            limit = normal.dot(normal).sqrt() * f64x4::splat(self.separation);
        }
        !volume.at(time).above(limit) & !time.above(f64x4::ONE)
    }
}

/// A guess at the time when a positive volume first comes down to its margin. Any number in 0 ..= 1 will do.
#[inline(always)]
fn first_root(volume: &Volume<f64x4>) -> f64x4 {
    let [b0, b1, b2, b3] = volume.coefficients.map(|b| b - volume.margin);
    let three = f64x4::splat(3.0);
    let slopes = [(b1 - b0) * three, (b2 - b1) * three, (b3 - b2) * three];
    let mut time = within_step(b0 / (b0 - b3));
    for _ in 0..NEWTON_STEPS {
        let [p, q, r] = [mix(b0, b1, time), mix(b1, b2, time), mix(b2, b3, time)];
        let value = mix(mix(p, q, time), mix(q, r, time), time);
        let slope = mix(mix(slopes[0], slopes[1], time), mix(slopes[1], slopes[2], time), time);
        time = within_step(time - value / slope);
    }
    time
}

/// A time in the step; its beginning instead of what is not a number.
#[inline(always)]
fn within_step(time: f64x4) -> f64x4 {
    let known = f64x4::choose(time.above(f64x4::ZERO), time, f64x4::ZERO);
    f64x4::choose(f64x4::ONE.above(known), known, f64x4::ONE)
}

impl<const P: usize> Corners<f64x4, P> {
    /// For coplanar corners: the direction in their plane, across that side which the other one is farthest beyond.
    #[inline(always)]
    fn axis_between(&self, normal: Vector<f64x4>) -> Vector<f64x4> {
        let [first, second] = self.sides;
        let meeting = self.meeting(normal);
        // Beyond a side by (part of the extent) · (twice the area) / (length of the side), squared for comparison.
        let beyond = |part: f64x4, side: Vector<f64x4>| part * part.abs() / side.dot(side);
        let candidates = if P == 3 {
            let third = second - first;
            [
                (beyond(-meeting.v, second), second),
                (beyond(-meeting.w, first), first),
                (beyond(meeting.v + meeting.w - meeting.one, third), third),
            ]
        } else {
            let past = |part: f64x4| (-part).greatest(part - meeting.one);
            let (v, w) = ((beyond(past(meeting.v), second), second), (beyond(past(meeting.w), first), first));
            [v, w, w]
        };
        let [mut best, second, third] = candidates;
        for other in [second, third] {
            let farther = other.0.above(best.0);
            best = (f64x4::choose(farther, other.0, best.0), Vector::choose(farther, other.1, best.1));
        }
        let axis = normal.cross(best.1);
        let negative = f64x4::ZERO.above(axis.dot(self.pairs[0]));
        Vector::choose(negative, axis.times(f64x4::splat(-1.0)), axis)
    }
}

//! Several queries at a time: what can be decided without branches.
//!
//! First, bounds: the boxes of the two over the step are apart, or their corners are never coplanar. These discard
//! nearly all of what a broad phase hands over. For the rest, one guess: when the corners are first coplanar. If
//! the two meet inside of each other then, it is an impact once the volume proves them apart until just before; if
//! beside each other, the direction across the side that separates them proves them apart around that time and the
//! volume before and after. What is still open is left to the march.

use super::approach::{Approach, Corners, Meeting};
use super::axis::{LARGEST, free_time};
use super::real::{LANES, Real, Vector, Wide};
use super::volume::Volume;
use glam::DVec3;

/// Steps of Newton's method for the guess. Errors at most double the digits each time.
const NEWTON_STEPS: usize = 4;

/// Guesses for one query: a cubic has three roots.
const ROOT_GUESSES: usize = 3;

/// How far inside, in parts of the extent, a meeting must be to be decided here.
const CLEARLY_INSIDE: f64 = 1e-9;

/// Queries next to each other.
pub(super) struct Lane<const P: usize> {
    start: [Vector<Wide>; 4],
    end: [Vector<Wide>; 4],
    separation: f64,
}

/// Queries whose boxes overlap.
pub(super) struct Open<const P: usize> {
    approach: Approach<Wide, P>,
    volume: Volume<Wide>,
    separation: f64,
}

/// What guesses decided: one bit a query.
pub(super) struct Verdict {
    pub(super) impact: u32,
    pub(super) apart: u32,
    /// The times of the impacts.
    pub(super) times: [f64; LANES],
}

/// All queries of a lane.
pub(super) const ALL: u32 = (1 << LANES) - 1;

impl<const P: usize> Lane<P> {
    /// Queries given by their corners' numbers.
    #[inline(always)]
    pub(super) fn new(start: &[DVec3], end: &[DVec3], queries: [[u32; 4]; LANES], separation: f64) -> Self {
        let gather = |positions: &[DVec3], i: usize| {
            let places: [DVec3; LANES] = std::array::from_fn(|lane| positions[queries[lane][i] as usize]);
            Vector {
                x: Wide::new(places.map(|p| p.x)),
                y: Wide::new(places.map(|p| p.y)),
                z: Wide::new(places.map(|p| p.z)),
            }
        };
        Self {
            start: std::array::from_fn(|i| gather(start, i)),
            end: std::array::from_fn(|i| gather(end, i)),
            separation,
        }
    }

    /// The queries whose boxes are not apart, one bit each.
    #[inline(always)]
    pub(super) fn near(&self) -> u32 {
        ALL & !self.boxes_apart().to_bitmask()
    }

    /// What is needed to tell more.
    #[inline(always)]
    pub(super) fn open(&self) -> Open<P> {
        let approach = Approach::<Wide, P>::new(self.start, self.end);
        let volume = Volume::new(&approach, self.separation);
        Open { approach, volume, separation: self.separation }
    }

    /// Whether the boxes of the two over the step are apart. Coordinates are compared as they are, without error; only a
    /// difference of theirs, needed for a separation, is rounded.
    #[inline(always)]
    fn boxes_apart(&self) -> Wide {
        let separation = Wide::splat(self.separation * (1.0 + 4.0 * f64::EPSILON));
        let first = if P == 3 { 1 } else { 2 };
        let bounds = |axis: fn(&Vector<Wide>) -> Wide, from: usize, to: usize| {
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
        let total = self.start.iter().chain(&self.end).fold(Wide::ZERO, |sum, v| sum + (v.x + v.y + v.z));
        apart & Wide::INFINITY.above(total.abs())
    }
}

impl<const P: usize> Open<P> {
    /// The queries whose corners may be coplanar during the step, one bit each.
    #[inline(always)]
    pub(super) fn may_be_coplanar(&self) -> u32 {
        ALL & !self.volume.apart(self.volume.coefficients).to_bitmask()
    }

    /// Decides what guesses can decide.
    #[inline(always)]
    pub(super) fn guess(&self, tolerance: f64) -> Verdict {
        let total = self.approach.start.total() + self.approach.end.total();
        let mut open = Wide::splat(LARGEST).above(total);
        let (mut impact, mut apart) = (Wide::ZERO, Wide::ZERO);
        let (mut front, mut times) = (Wide::ZERO, Wide::ZERO);
        for _ in 0..ROOT_GUESSES {
            let round = self.round(front, tolerance, open);
            times = Wide::choose(open & round.impact, round.before, times);
            impact |= open & round.impact;
            apart |= open & round.apart;
            open = open & round.advanced & !(round.impact | round.apart);
            if !open.any() {
                break;
            }
            front = Wide::choose(open, round.front, front);
        }
        Verdict { impact: impact.to_bitmask(), apart: apart.to_bitmask(), times: times.to_array() }
    }

    /// One guess for the `open` queries, which are apart up to `front`.
    #[inline(always)]
    fn round(&self, front: Wide, tolerance: f64, open: Wide) -> Round {
        let (approach, volume) = (&self.approach, &self.volume);
        let (zero, one) = (Wide::ZERO, Wide::ONE);
        let ahead = volume.after(front);
        let coplanar = front + (one - front) * first_root(ahead, volume.margin);
        let corners = approach.at(coplanar);
        let normal = corners.normal();
        let meeting = corners.meeting(normal);

        // An impact, reported half the tolerance before the guess.
        let before = (coplanar - Wide::splat(0.5 * tolerance)).greatest(front);
        let free_before = volume.apart(volume.between(front, before)) | !before.above(front);
        let reached = self.reached(zero.above(ahead[0]), before + Wide::splat(tolerance));
        let impact = free_before & meeting.inside::<P>(CLEARLY_INSIDE) & reached;
        if !(open & !impact).any() {
            return Round { before, impact, advanced: zero, front, apart: zero };
        }

        // Beside each other.
        let axis = corners.axis_between(normal, &meeting);
        let free = free_time(axis, approach, Wide::splat(self.separation));
        let begun = volume.apart(volume.between(front, free.from.greatest(front).least(one)));
        let ended = volume.apart(volume.after(free.to.greatest(zero)));
        let advanced = free.to.above(front) & !free.from.above(free.to) & (begun | !free.from.above(front));
        Round { before, impact, advanced, front: free.to, apart: advanced & (ended | !one.above(free.to)) }
    }

    /// Whether the volume, which began negative or not, has fallen to the separation or changed sign at a time in the
    /// step.
    #[inline(always)]
    fn reached(&self, negative: Wide, time: Wide) -> Wide {
        let mut limit = Wide::ZERO;
        if self.separation > 0.0 {
            let normal = self.approach.at(time).normal();
            limit = normal.dot(normal).sqrt() * Wide::splat(self.separation);
        }
        let value = self.volume.at(time);
        !Wide::choose(negative, -value, value).above(limit) & !time.above(Wide::ONE)
    }
}

/// What one guess decided.
struct Round {
    /// There is an impact, and `before` is just before it.
    impact: Wide,
    before: Wide,
    /// The two are apart up to `front`.
    advanced: Wide,
    front: Wide,
    /// The two are apart to the end.
    apart: Wide,
}

/// A guess at where a polynomial in Bernstein form first comes closer to zero than the margin. Any number in 0 ..= 1 will
/// do.
#[inline(always)]
fn first_root(coefficients: [Wide; 4], margin: Wide) -> Wide {
    let zero = Wide::ZERO;
    let negative = zero.above(coefficients[0]);
    let [b0, b1, b2, b3] = coefficients.map(|b| Wide::choose(negative, -b, b) - margin);
    let (two, three) = (Wide::splat(2.0), Wide::splat(3.0));
    let (linear, quadratic) = ((b1 - b0) * three, (b2 - b1 - b1 + b0) * three);
    let cubic = b3 - b0 + (b1 - b2) * three;
    // The polygon of the coefficients comes down in one of its three parts.
    let (first, second) = (b1.above(zero), b2.above(zero) & b1.above(zero));
    let from = Wide::choose(second, b2, Wide::choose(first, b1, b0));
    let to = Wide::choose(second, b3, Wide::choose(first, b2, b1));
    let part = Wide::choose(second, two, Wide::choose(first, Wide::ONE, zero));
    let mut time = within_step((part + from / (from - to)) * Wide::splat(1.0 / 3.0));
    for _ in 0..NEWTON_STEPS {
        let value = ((cubic * time + quadratic) * time + linear) * time + b0;
        let slope = (cubic * three * time + quadratic * two) * time + linear;
        time = within_step(time - value / slope);
    }
    time
}

/// A time in the step; its beginning instead of what is not a number.
#[inline(always)]
fn within_step(time: Wide) -> Wide {
    let known = Wide::choose(time.above(Wide::ZERO), time, Wide::ZERO);
    known.least(Wide::ONE)
}

impl<const P: usize> Corners<Wide, P> {
    /// For coplanar corners: the direction in their plane, across that side which the other one is farthest beyond.
    #[inline(always)]
    fn axis_between(&self, normal: Vector<Wide>, meeting: &Meeting<Wide>) -> Vector<Wide> {
        let [first, second] = self.sides;
        // Beyond a side by (part of the extent) · (twice the area) / (length of the side), squared for comparison.
        let beyond = |part: Wide, side: Vector<Wide>| part * part.abs() / side.dot(side);
        let candidates = if P == 3 {
            let third = second - first;
            [
                (beyond(-meeting.v, second), second),
                (beyond(-meeting.w, first), first),
                (beyond(meeting.v + meeting.w - meeting.one, third), third),
            ]
        } else {
            let past = |part: Wide| (-part).greatest(part - meeting.one);
            let (v, w) = ((beyond(past(meeting.v), second), second), (beyond(past(meeting.w), first), first));
            [v, w, w]
        };
        let [mut best, second, third] = candidates;
        for other in [second, third] {
            let farther = other.0.above(best.0);
            best = (Wide::choose(farther, other.0, best.0), Vector::choose(farther, other.1, best.1));
        }
        let axis = normal.cross(best.1);
        let negative = Wide::ZERO.above(axis.dot(self.pairs[0]));
        Vector::choose(negative, axis.times(Wide::splat(-1.0)), axis)
    }
}

//! One query, carefully: marches through the step from one proof of being apart to the next (conservative advancement).
//!
//! The front is the time up to which the two are proved apart. It advances alternately by the [volume](super::volume):
//! to where its Bernstein polygon comes down to the margin, which near a simple root converges like Newton's method;
//! and by an [axis](super::axis): the direction between the closest points at the front, which carries on
//! where the corners are coplanar but the two are beside each other. Where neither advances, both are tried on without
//! rounding errors, and if they do not advance either, the two touch as far as can be decided. Only certified times are passed, so what is reported is never later than the truth.

use super::approach::{Approach, Corners};
use super::axis::{LARGEST, exact_free_time, free_time};
use super::real::Vector;
use super::volume::{ExactVector, Volume, exact_difference};
use super::{CcdSettings, Impact};
use glam::DVec3;
use toile_geom::distance;

/// Steps after which the march gives up and reports an impact at its front. Conservative, and hardly ever reached.
const MAX_STEPS: usize = 400;

/// An advance shorter than this is no advance.
const SHORT_STEP: f64 = 1e-10;

/// How far inside, in parts of the extent, a meeting must be to count as certain.
pub(super) const CERTAIN: f64 = 1e-9;

/// The first time at which the two come within the separation, or slightly before.
pub(super) fn first_impact<const P: usize>(
    start: [DVec3; 4],
    end: [DVec3; 4],
    settings: &CcdSettings,
) -> Option<Impact> {
    let Some((mut query, separation)) = Query::<P>::new(start, end, settings.min_separation) else {
        return Some(Impact { time: 0.0 });
    };
    let mut front = 0.0;
    let mut window = 1.0;
    for _ in 0..MAX_STEPS {
        let coplanar = query.advance_by_volume(front, &mut window);
        let mut next = query.advance_along_closest(coplanar, separation);
        if next - front <= SHORT_STEP {
            next = query.advance_along_features(next, separation);
        }
        if next >= 1.0 {
            return None;
        }
        let advance = next - front;
        front = next;
        if query.touches_within(front, settings.tolerance.max(0.0), separation) {
            break;
        }
        if advance <= SHORT_STEP {
            if query.exact.is_some() || separation > 0.0 || !query.sharpen() {
                break;
            }
            window = 1.0;
        }
    }
    Some(Impact { time: front })
}

/// A query of a size at which nothing overflows.
struct Query<const P: usize> {
    start: [DVec3; 4],
    end: [DVec3; 4],
    approach: Approach<f64, P>,
    volume: Volume<f64>,
    /// The differences between corners without rounding, at the start and at the end, once they are needed.
    exact: Option<[[ExactVector; P]; 2]>,
}

impl<const P: usize> Query<P> {
    /// The query and the separation in its scale; none if a coordinate is not finite or all corners coincide.
    fn new(start: [DVec3; 4], end: [DVec3; 4], separation: f64) -> Option<(Self, f64)> {
        let of = |points: [DVec3; 4], scale: f64| points.map(|p| vector(p * scale));
        let scaled = |scale: f64| Approach::<f64, P>::new(of(start, scale), of(end, scale));
        let total = |approach: &Approach<f64, P>| approach.start.total() + approach.end.total();
        let mut scale = 1.0;
        let mut approach = scaled(scale);
        let usual = 1.0 / LARGEST..LARGEST;
        if !usual.contains(&total(&approach)) {
            let largest = start.iter().chain(&end).map(|p| p.abs().max_element()).fold(0.0, f64::max);
            // A power of two changes no digits.
            let wanted = if total(&approach) < 1.0 { total(&approach) } else { largest };
            scale = power_of_two_below(1.0 / wanted);
            approach = scaled(scale);
            if !usual.contains(&total(&approach)) {
                return None;
            }
        }
        let separation = separation.max(0.0) * scale;
        if !separation.is_finite() {
            return None;
        }
        let volume = Volume::careful(&approach, separation);
        let [start, end] = [start, end].map(|corners| corners.map(|p| p * scale));
        Some((Self { start, end, approach, volume, exact: None }, separation))
    }

    /// Goes over to proofs without rounding errors; returns whether that is possible.
    #[cold]
    fn sharpen(&mut self) -> bool {
        let pairs = |[p, q, r, s]: [DVec3; 4]| {
            let all =
                if P == 3 { [(p, q), (p, r), (p, s), (p, s)] } else { [(p, r), (p, s), (q, r), (q, s)] };
            let all = all.map(|(a, b)| exact_difference(a, b));
            let mut exact = [all[0]?; P];
            for (place, difference) in exact.iter_mut().zip(all) {
                *place = difference?;
            }
            Some(exact)
        };
        let Some(volume) = Volume::exact::<P>(self.start, self.end) else { return false };
        self.volume = volume;
        self.exact = pairs(self.start).and_then(|start| Some([start, pairs(self.end)?]));
        self.exact.is_some()
    }

    /// The time up to which the volume proves the two apart. `window` is how far ahead to look: the tighter, the better
    /// the bound.
    fn advance_by_volume(&self, front: f64, window: &mut f64) -> f64 {
        let to = (front + *window).min(1.0);
        let coefficients = self.volume.between(front, to);
        let sign = coefficients[0].signum();
        let above = coefficients.map(|b| b * sign - self.volume.margin);
        let Some(part) = polygon_stays_above(above) else {
            *window *= 8.0;
            return to;
        };
        // The last rounding errors of the sum are taken off.
        let reached = front + (to - front) * part - 2.0 * f64::EPSILON;
        if reached > front {
            *window = (4.0 * (reached - front)).min(1.0);
            reached
        } else {
            // Looking ahead again once past the plane.
            *window = 1.0;
            front
        }
    }

    /// The time up to which the direction between the closest points at the front proves the two apart.
    fn advance_along_closest(&self, front: f64, separation: f64) -> f64 {
        if front >= 1.0 {
            return front;
        }
        self.advance_along(closest_difference(&self.approach.at(front)), front, separation)
    }

    /// The same with directions that are known without much rounding, for what is so close that the direction between
    /// closest points is noise: the normal, those across the sides in the plane, and the coordinate axes.
    fn advance_along_features(&self, front: f64, separation: f64) -> f64 {
        let corners = self.approach.at(front);
        let pairs = corners.pairs.map(to_point);
        let [first, second] = corners.sides.map(to_point);
        let normal = first.cross(second);
        let across = [first, second, first - second].map(|side| normal.cross(side));
        let sum: DVec3 = pairs.iter().sum();
        let axes = across.into_iter().chain(DVec3::AXES).chain([normal]);
        axes.map(|axis| self.advance_along(axis * axis.dot(sum).signum(), front, separation))
            .fold(front, f64::max)
    }

    fn advance_along(&self, axis: DVec3, front: f64, separation: f64) -> f64 {
        let free = match &self.exact {
            Some([start, end]) => exact_free_time(axis.to_array(), start, end),
            None => free_time(vector(axis), &self.approach, separation),
        };
        if free.from <= front && free.to > front { free.to } else { front }
    }

    /// Whether the two certainly touch by `tolerance` later: they are on the other side of each other then, and
    /// inside of each other's extent all the while.
    fn touches_within(&self, front: f64, tolerance: f64, separation: f64) -> bool {
        let later = front + tolerance;
        if later > 1.0 {
            return false;
        }
        let corners = self.approach.at(later);
        let normal = corners.normal();
        let side = self.volume.at(front).signum();
        side * self.volume.at(later) <= separation * normal.dot(normal).sqrt()
            && corners.meeting(normal).inside::<P>(CERTAIN)
            && {
                let corners = self.approach.at(front);
                corners.meeting(corners.normal()).inside::<P>(CERTAIN)
            }
    }
}

/// The part of the interval in which the hull of the points `(i / 3, above[i])` stays above zero; none if it always
/// does. The hull comes down on a line between a point above and a later one below; the earliest of these bounds it.
fn polygon_stays_above(above: [f64; 4]) -> Option<f64> {
    if above.iter().all(|&b| b > 0.0) {
        return None;
    }
    if above.iter().any(|b| b.is_nan()) || above[0] <= 0.0 {
        return Some(0.0);
    }
    let mut part = 1.0_f64;
    for i in 0..3 {
        for j in i + 1..4 {
            if above[i] > 0.0 && above[j] <= 0.0 {
                let crossing = i as f64 + (j - i) as f64 * above[i] / (above[i] - above[j]);
                part = part.min(crossing * (1.0 / 3.0));
            }
        }
    }
    Some(part * (1.0 - 8.0 * f64::EPSILON))
}

/// The difference between the closest points, from the second to the first.
fn closest_difference<const P: usize>(corners: &Corners<f64, P>) -> DVec3 {
    let pairs = corners.pairs.map(to_point);
    if P == 3 {
        let triangle = [-pairs[0], -pairs[1], -pairs[2]];
        distance::point_triangle(DVec3::ZERO, triangle).pair.difference()
    } else {
        let first = [DVec3::ZERO, -to_point(corners.sides[1])];
        let second = [-pairs[0], -pairs[1]];
        distance::edge_edge(first, second).pair.difference()
    }
}

fn vector(p: DVec3) -> Vector<f64> {
    Vector { x: p.x, y: p.y, z: p.z }
}

fn to_point(v: Vector<f64>) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

/// The largest power of two that is not above a positive number, within the range of normal numbers.
fn power_of_two_below(value: f64) -> f64 {
    let exponent = value.clamp(f64::MIN_POSITIVE, f64::MAX).to_bits() >> 52;
    f64::from_bits(exponent << 52)
}

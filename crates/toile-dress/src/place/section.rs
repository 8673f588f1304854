//! The cross-section of a hull at its two ends: smooth convex rings around what is to be enclosed.
//!
//! A ring is known by its support: for each direction the farthest point. Adding a distance to the support moves the ring outwards and
//! rounds its corners; averaging over turned copies makes it smooth, because the average of convex shapes in the sense of Minkowski is convex.
//! Between the ends the support changes evenly, so that both are enough to tell what lies inside; and points of both rings with the same normal are
//! joined by lines along which the surface between them keeps one tangent plane, which makes it developable.

use glam::DVec2;
use std::f64::consts::TAU;

/// Directions that the support is known in.
const DIRECTIONS: usize = 720;
/// Only one of this number of directions is looked at to find out which rings are the shortest.
const COARSE: usize = 20;
/// Which points the upper ring goes around and which the lower one, as shares of the way from the upper end to the lower: all, or only those near.
const SPLITS: [[f64; 2]; 8] =
    [[1.0, 0.0], [0.85, 0.15], [0.75, 0.25], [0.6, 0.4], [0.5, 0.5], [0.4, 0.6], [0.3, 0.7], [0.15, 0.85]];

/// The lengths of both rings differ by this share of the way between them at most, which is the angle that the unrolled cone opens by.
const STEEPEST: f64 = 0.4;

/// Two closed convex curves with common normals, in even steps of their mean length, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct RingSection {
    /// The points of the upper and the lower curve.
    pub points: [Vec<DVec2>; 2],
    /// The outward normals of both.
    pub normals: Vec<DVec2>,
    /// The lengths of the curves.
    pub lengths: [f64; 2],
    /// The middle of all points.
    pub center: DVec2,
    /// The smallest radius of their bends.
    pub tightest: f64,
}

impl RingSection {
    /// The shortest rings that keep a distance from points between them, each with its share of the way from the upper ring (0) to the lower (1).
    /// Normals are smoothed over an angle in radians (not at all for 0), steps are about `step` long. `None` if there are no points.
    ///
    /// The rings are so far apart as `height` says. They do not differ by more than a share of that, because a straight piece would not go around
    /// a cone that opens quickly; with a height of 0 they are the same.
    pub fn around(
        points: &[(DVec2, f64)],
        height: f64,
        distance: f64,
        smoothing: f64,
        step: f64,
    ) -> Option<Self> {
        let ends = |[upper, lower]: [f64; 2]| {
            let above = convex_hull(points.iter().filter(|p| p.1 <= upper).map(|p| p.0));
            let below = convex_hull(points.iter().filter(|p| p.1 >= lower).map(|p| p.0));
            let opens = (closed_length(&above) - closed_length(&below)).abs();
            let fits = !above.is_empty() && !below.is_empty() && opens <= STEEPEST * height;
            fits.then_some([above, below])
        };
        let candidates = SPLITS.into_iter().filter_map(ends).map(|ends| {
            let outside = outside(points, &ends);
            let around = |corners: &[DVec2]| closed_length(corners) + TAU * outside;
            (around(&ends[0]) + around(&ends[1]), outside, ends)
        });
        let (_, outside, ends) = candidates.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let curves = ends.map(|corners| curve(&corners, distance + outside, smoothing));
        let tightest = tightest(&curves[0]).min(tightest(&curves[1]));
        Some(Self { tightest, ..Self::resampled(&curves, step)? })
    }

    /// Curves of points with even normals, in even steps.
    fn resampled(curves: &[Vec<DVec2>; 2], step: f64) -> Option<Self> {
        let count = curves[0].len();
        let length = |curve: &[DVec2], k: usize| curve[k].distance(curve[(k + 1) % count]);
        let steps: Vec<f64> =
            (0..count).map(|k| 0.5 * (length(&curves[0], k) + length(&curves[1], k))).collect();
        let total: f64 = steps.iter().sum();
        if !(total.is_finite() && total > 1e-6) {
            return None;
        }
        let samples = ((total / step).ceil() as usize).clamp(48, 2000);
        let mut points = [Vec::with_capacity(samples), Vec::with_capacity(samples)];
        let mut normals = Vec::with_capacity(samples);
        let (mut k, mut before) = (0, 0.0);
        for i in 0..samples {
            let wanted = total * i as f64 / samples as f64;
            while k + 1 < count && before + steps[k] <= wanted {
                before += steps[k];
                k += 1;
            }
            let share = if steps[k] > 0.0 { ((wanted - before) / steps[k]).clamp(0.0, 1.0) } else { 0.0 };
            for (ring, curve) in points.iter_mut().zip(curves) {
                ring.push(curve[k].lerp(curve[(k + 1) % count], share));
            }
            normals.push(DVec2::from_angle(TAU * (k as f64 + share) / count as f64));
        }
        let center = points.iter().flatten().sum::<DVec2>() / (2 * samples) as f64;
        let lengths = points.each_ref().map(|ring| closed_length(ring));
        Some(Self { points, normals, lengths, center, tightest: 0.0 })
    }

    /// The mean of both lengths.
    pub fn mean_length(&self) -> f64 {
        0.5 * (self.lengths[0] + self.lengths[1])
    }

    /// Where a ray from the centre at an angle meets the mean curve, as a share of its length.
    pub fn share_at_angle(&self, angle: f64) -> f64 {
        let ray = DVec2::from_angle(angle);
        let count = self.normals.len();
        for i in 0..count {
            let at = |k: usize| self.points[0][k].midpoint(self.points[1][k]) - self.center;
            let [a, b] = [i, (i + 1) % count].map(at);
            let (left, right) = (ray.perp_dot(a), ray.perp_dot(b));
            if left <= 0.0 && right > 0.0 && ray.dot(a) > 0.0 {
                return (i as f64 + left / (left - right)) / count as f64;
            }
        }
        0.0
    }
}

fn direction(k: usize) -> DVec2 {
    DVec2::from_angle(TAU * k as f64 / DIRECTIONS as f64)
}

/// The corner farthest in a direction.
fn farthest(corners: &[DVec2], n: DVec2) -> DVec2 {
    corners.iter().copied().fold(DVec2::NAN, |a, b| if a.dot(n) >= b.dot(n) { a } else { b })
}

/// How far points reach out of the surface between two ends at most.
fn outside(points: &[(DVec2, f64)], ends: &[Vec<DVec2>; 2]) -> f64 {
    let mut worst = 0.0f64;
    for n in (0..DIRECTIONS).step_by(COARSE).map(direction) {
        let [above, below] = ends.each_ref().map(|corners| farthest(corners, n).dot(n));
        let out = |&(p, share): &(DVec2, f64)| p.dot(n) - (above + (below - above) * share);
        worst = points.iter().map(out).fold(worst, f64::max);
    }
    worst
}

fn closed_length(points: &[DVec2]) -> f64 {
    (0..points.len()).map(|k| points[k].distance(points[(k + 1) % points.len()])).sum()
}

/// The curve at a distance around corners, a point for each direction of its normal.
fn curve(corners: &[DVec2], distance: f64, smoothing: f64) -> Vec<DVec2> {
    let support: Vec<DVec2> = (0..DIRECTIONS).map(|k| farthest(corners, direction(k))).collect();
    let smooth = smoothed(&support, smoothing);
    let inside = |k: usize| (support[k] - smooth[k]).dot(direction(k));
    let lacking = (0..DIRECTIONS).map(inside).fold(0.0, f64::max);
    (0..DIRECTIONS).map(|k| smooth[k] + direction(k) * (distance + lacking)).collect()
}

/// The mean of the curves that turned copies of the shape have, weighted by a bell as wide as an angle.
fn smoothed(support: &[DVec2], angle: f64) -> Vec<DVec2> {
    let reach = (2.0 * angle / TAU * DIRECTIONS as f64).round() as i64;
    if reach < 1 {
        return support.to_vec();
    }
    let weights: Vec<(i64, f64, DVec2)> = (-reach..=reach)
        .map(|k| {
            let turn = TAU * k as f64 / DIRECTIONS as f64;
            (k, (-0.5 * (turn / angle).powi(2)).exp(), DVec2::from_angle(turn))
        })
        .collect();
    let total: f64 = weights.iter().map(|w| w.1).sum();
    let at = |k: i64| support[k.rem_euclid(DIRECTIONS as i64) as usize];
    let mean = |k: i64| {
        weights.iter().map(|&(shift, weight, turn)| turn.rotate(at(k - shift)) * weight).sum::<DVec2>()
    };
    (0..DIRECTIONS as i64).map(|k| mean(k) / total).collect()
}

/// The smallest radius of a curve whose points are those of even directions: the way over a twelfth of a turn, over the angle.
fn tightest(curve: &[DVec2]) -> f64 {
    let (count, over) = (curve.len(), curve.len() / 12);
    let steps: Vec<f64> = (0..count).map(|k| curve[k].distance(curve[(k + 1) % count])).collect();
    let way = |k: usize| (0..over).map(|i| steps[(k + i) % count]).sum::<f64>();
    (0..count).map(way).fold(f64::INFINITY, f64::min) / (TAU / 12.0)
}

/// The corners of the convex hull, counter-clockwise (Andrew 1979).
pub(super) fn convex_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut sorted: Vec<DVec2> = points.filter(|p| p.is_finite()).collect();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(p - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut sorted.iter().copied());
    hull.extend(half(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f64, share: f64) -> Vec<(DVec2, f64)> {
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (0.2, 0.3)]
            .map(|(x, y)| (half * DVec2::new(x, y), share))
            .to_vec()
    }

    #[test]
    fn a_ring_around_a_square_is_as_long_as_geometry_says() {
        let points = [square(0.1, 0.0), square(0.1, 1.0)].concat();
        let ring = RingSection::around(&points, 1.0, 0.03, 0.0, 0.002).unwrap();
        for length in ring.lengths {
            assert!((length - (0.8 + TAU * 0.03)).abs() < 1e-3, "{length}");
        }
        assert!(ring.center.length() < 1e-4);
    }

    #[test]
    fn rings_follow_what_tapers() {
        let points: Vec<(DVec2, f64)> =
            (0..=10).flat_map(|k| square(0.1 + 0.01 * f64::from(k), 0.1 * f64::from(k))).collect();
        let ring = RingSection::around(&points, 3.0, 0.0, 0.0, 0.002).unwrap();
        assert!(ring.lengths[0] < 0.95 && ring.lengths[1] > 1.55, "{:?}", ring.lengths);
        for (p, share) in points {
            for k in 0..ring.normals.len() {
                let surface = ring.points[0][k].lerp(ring.points[1][k], share);
                assert!((p - surface).dot(ring.normals[k]) < 2e-3, "{p} at {share} is outside");
            }
        }
    }

    #[test]
    fn a_smooth_ring_is_round_and_still_encloses() {
        let points = square(0.1, 0.5);
        let ring = RingSection::around(&points, 1.0, 0.0, 0.3, 0.005).unwrap();
        assert!(ring.tightest > 0.01 && ring.tightest < 0.1, "{}", ring.tightest);
        let count = ring.normals.len();
        for i in 0..count {
            let [a, b, c] = [i, i + 1, i + 2].map(|k| ring.points[0][k % count]);
            assert!((b - a).angle_to(c - b) > -1e-6, "convex");
            // The ring is a polygon, and its sides are chords of the smooth curve that encloses. Between two of its points the curve stays below the
            // tangents there, so a chord cuts this deep at most.
            let turn = ring.normals[i].angle_to(ring.normals[(i + 1) % count]);
            let chord = 0.5 * a.distance(b) * (0.5 * turn).tan();
            for (p, _) in &points {
                let inside = (b - a).normalize_or_zero().perp_dot(*p - a);
                assert!(inside > -chord - 1e-9, "{p} is outside by {} with chords of {chord}", -inside);
            }
        }
    }

    #[test]
    fn nothing_has_no_ring() {
        assert_eq!(RingSection::around(&[], 1.0, 0.1, 0.1, 0.01), None);
        assert_eq!(RingSection::around(&[(DVec2::NAN, 0.0)], 1.0, 0.1, 0.1, 0.01), None);
    }
}

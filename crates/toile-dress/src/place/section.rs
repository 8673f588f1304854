//! The cross-section of a hull: a smooth convex ring around points.
//!
//! The ring is known by its support: for each direction the farthest point. Adding a distance to the support moves the ring outwards and
//! rounds its corners; averaging over turned copies makes it smooth, because the average of convex shapes in the sense of Minkowski is convex.

use glam::DVec2;
use std::f64::consts::TAU;

/// Directions that the support is known in.
const DIRECTIONS: usize = 720;

/// A closed convex curve with its normals, in even steps of its length, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The points.
    pub points: Vec<DVec2>,
    /// The outward normals.
    pub normals: Vec<DVec2>,
    /// The length of the curve.
    pub length: f64,
    /// The middle of the points.
    pub center: DVec2,
    /// The smallest radius of its bends.
    pub tightest: f64,
}

impl Section {
    /// The ring at a distance around points, its normal smoothed over an angle in radians (none for 0), in steps of about `step`.
    /// `None` if there are no points.
    pub fn around(points: &[DVec2], distance: f64, smoothing: f64, step: f64) -> Option<Self> {
        let corners = convex_hull(points.iter().copied());
        let first = *corners.first()?;
        let direction = |k: usize| DVec2::from_angle(TAU * k as f64 / DIRECTIONS as f64);
        let farthest =
            |n: DVec2| corners.iter().copied().fold(first, |a, b| if b.dot(n) > a.dot(n) { b } else { a });
        let support: Vec<DVec2> = (0..DIRECTIONS).map(|k| farthest(direction(k))).collect();
        let smooth = smoothed(&support, smoothing);
        let inside = |k: usize| (support[k] - smooth[k]).dot(direction(k));
        let lacking = (0..DIRECTIONS).map(inside).fold(0.0, f64::max);
        let curve: Vec<DVec2> =
            (0..DIRECTIONS).map(|k| smooth[k] + direction(k) * (distance + lacking)).collect();
        let tightest = tightest(&curve);
        Some(Self { tightest, ..Self::resampled(&curve, step)? })
    }

    /// A curve in even steps; the normals are those of the directions.
    fn resampled(curve: &[DVec2], step: f64) -> Option<Self> {
        let count = curve.len();
        let lengths: Vec<f64> = (0..count).map(|k| curve[k].distance(curve[(k + 1) % count])).collect();
        let length: f64 = lengths.iter().sum();
        if !(length.is_finite() && length > 1e-6) {
            return None;
        }
        let samples = ((length / step).ceil() as usize).clamp(48, 2000);
        let (mut points, mut normals) = (Vec::with_capacity(samples), Vec::with_capacity(samples));
        let (mut k, mut before) = (0, 0.0);
        for i in 0..samples {
            let wanted = length * i as f64 / samples as f64;
            while k + 1 < count && before + lengths[k] <= wanted {
                before += lengths[k];
                k += 1;
            }
            let share = if lengths[k] > 0.0 { ((wanted - before) / lengths[k]).clamp(0.0, 1.0) } else { 0.0 };
            points.push(curve[k].lerp(curve[(k + 1) % count], share));
            normals.push(DVec2::from_angle(TAU * (k as f64 + share) / count as f64));
        }
        let center = points.iter().sum::<DVec2>() / samples as f64;
        Some(Self { points, normals, length, center, tightest: 0.0 })
    }

    /// Where a ray from the centre at an angle meets the curve, as a share of its length.
    pub fn share_at_angle(&self, angle: f64) -> f64 {
        let ray = DVec2::from_angle(angle);
        let count = self.points.len();
        for i in 0..count {
            let [a, b] = [i, (i + 1) % count].map(|k| self.points[k] - self.center);
            let (left, right) = (ray.perp_dot(a), ray.perp_dot(b));
            if left <= 0.0 && right > 0.0 && ray.dot(a) > 0.0 {
                return (i as f64 + left / (left - right)) / count as f64;
            }
        }
        0.0
    }
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

    fn square() -> Vec<DVec2> {
        [(0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1), (0.02, 0.03)]
            .map(|(x, y)| DVec2::new(x, y))
            .to_vec()
    }

    #[test]
    fn a_ring_around_a_square_is_as_long_as_geometry_says() {
        let ring = Section::around(&square(), 0.03, 0.0, 0.002).unwrap();
        assert!((ring.length - (0.8 + TAU * 0.03)).abs() < 1e-4, "{}", ring.length);
        assert!(ring.center.length() < 1e-4);
        assert!((ring.share_at_angle(0.0)).min(1.0 - ring.share_at_angle(0.0)) < 0.26);
    }

    #[test]
    fn a_smooth_ring_is_round_and_still_encloses() {
        let ring = Section::around(&square(), 0.0, 0.3, 0.005).unwrap();
        let count = ring.points.len();
        for i in 0..count {
            let [a, b, c] = [i, i + 1, i + 2].map(|k| ring.points[k % count]);
            let turn = (b - a).angle_to(c - b);
            assert!(turn > -1e-6, "convex");
            assert!(turn < 0.25, "no corner: {turn}");
            for p in square() {
                assert!((b - a).perp_dot(p - a) > -1e-9, "{p} is outside");
            }
        }
    }

    #[test]
    fn nothing_has_no_ring() {
        assert_eq!(Section::around(&[], 0.1, 0.1, 0.01), None);
        assert_eq!(Section::around(&[DVec2::NAN], 0.1, 0.1, 0.01), None);
    }
}

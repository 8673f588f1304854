//! A band of triangles between two rings, and the same band unrolled in the plane.
//!
//! A band has no vertex in its interior, so that unrolling it triangle by triangle keeps all lengths and angles, whatever its two rings look like
//! (Fuhrmann 2006, §3.3). Unrolled, the band has two ends that are the same line in space; it goes on beyond them, turn after turn.

use glam::{DMat2, DVec2, DVec3};

/// A closed band in space and in the plane, where the band runs to the right and its first ring is above.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The upper and the lower ring in space.
    rings: [Vec<DVec3>; 2],
    /// Both rings in the plane over three turns, from a turn before the first point on.
    flat: [Vec<DVec2>; 2],
}

impl Strip {
    /// The band between two rings of as many points, both going around to the right as seen from outside.
    pub fn new(upper: Vec<DVec3>, lower: Vec<DVec3>) -> Self {
        let count = upper.len().min(lower.len());
        let at = |ring: &[DVec3], k: usize| ring[k % count.max(1)];
        let mut flat = [Vec::with_capacity(3 * count + 1), Vec::with_capacity(3 * count + 1)];
        if count > 0 {
            flat[0].push(DVec2::new(0.0, upper[0].distance(lower[0])));
            flat[1].push(DVec2::ZERO);
            for k in 0..3 * count {
                let [a, b] = [at(&upper, k), at(&lower, k)];
                let [next_a, next_b] = [at(&upper, k + 1), at(&lower, k + 1)];
                let [flat_a, flat_b] = [flat[0][k], flat[1][k]];
                let new_a = unrolled([b, a, next_a], [flat_b, flat_a]);
                flat[0].push(new_a);
                flat[1].push(unrolled([b, next_a, next_b], [flat_b, new_a]));
            }
        }
        Self { rings: [upper, lower], flat }
    }

    /// How many points a ring has.
    pub fn count(&self) -> usize {
        self.rings[0].len().min(self.rings[1].len())
    }

    /// The lengths of both rings.
    pub fn lengths(&self) -> [f64; 2] {
        let count = self.count();
        [0, 1].map(|r| (0..count).map(|k| self.rings[r][k].distance(self.rings[r][(k + 1) % count])).sum())
    }

    /// The line across the band at a place around it, in turns from the first point on (-1 to 2): its ends above and below in the plane.
    pub fn ruling(&self, turns: f64) -> [DVec2; 2] {
        let count = self.count();
        let place = ((turns + 1.0) * count as f64).clamp(0.0, 3.0 * count as f64 - 1e-9);
        let (k, share) = (place as usize, place.fract());
        [0, 1].map(|r| self.flat[r][k].lerp(self.flat[r][(k + 1).min(3 * count)], share))
    }

    /// The mean direction from the lower to the upper ring around a place, over a number of turns in all.
    pub fn upward(&self, turns: f64, over: f64) -> DVec2 {
        let sum: DVec2 = (0..=16)
            .map(|k| {
                let [above, below] = self.ruling(turns + over * (f64::from(k) / 16.0 - 0.5));
                above - below
            })
            .sum();
        sum.normalize_or(DVec2::Y)
    }

    /// The facet that a point of the plane lies in or nearest above or below, searched from a place on.
    fn facet(&self, point: DVec2, turns: f64) -> usize {
        let last = 3 * self.count() - 1;
        let mut k = (((turns + 1.0) * self.count() as f64) as usize).min(last);
        // To the right of a line that points up.
        let beyond = |k: usize| {
            let [above, below] = [self.flat[0][k], self.flat[1][k]];
            (above - below).perp_dot(point - below) < 0.0
        };
        for _ in 0..=self.count() {
            if k > 0 && !beyond(k) {
                k -= 1;
            } else if k < last && beyond(k + 1) {
                k += 1;
            } else {
                break;
            }
        }
        k
    }

    /// Where a point of the plane is: around the band in turns, and across it from 0 above to 1 below; searched from a place on.
    pub fn coordinates(&self, point: DVec2, turns: f64) -> (f64, f64) {
        let k = self.facet(point, turns);
        let side = |k: usize| {
            let [above, below] = [self.flat[0][k], self.flat[1][k]];
            let line = above - below;
            (line.perp_dot(point - below) / line.length(), (above - point).dot(line) / line.length_squared())
        };
        let (before, after) = (side(k), side(k + 1));
        let width = before.0 - after.0;
        let share = if width.abs() > 1e-12 { (before.0 / width).clamp(0.0, 1.0) } else { 0.5 };
        let around = (k as f64 + share) / self.count() as f64 - 1.0;
        (around, before.1 + (after.1 - before.1) * share)
    }

    /// The point in space of a point of the plane, searched from a place around the band on: the map ψ.
    pub fn lift(&self, point: DVec2, turns: f64) -> DVec3 {
        let count = self.count();
        let k = self.facet(point, turns);
        let corner = |ring: usize, k: usize| (self.flat[ring][k], self.rings[ring][k % count]);
        let (a, b, c, d) = (corner(0, k), corner(1, k), corner(0, k + 1), corner(1, k + 1));
        // The diagonal from below to above parts the facet.
        let above = (c.0 - b.0).perp_dot(point - b.0) >= 0.0;
        let triangle = if above { [b, c, a] } else { [b, d, c] };
        let [p, q, r] = triangle.map(|corner| corner.0);
        let area = (q - p).perp_dot(r - p);
        if area.abs() < 1e-18 {
            return triangle[0].1;
        }
        let (u, v) = ((point - p).perp_dot(r - p) / area, (q - p).perp_dot(point - p) / area);
        triangle[0].1 * (1.0 - u - v) + triangle[1].1 * u + triangle[2].1 * v
    }

    /// The point of the plane of a place around the band and across it: the inverse of [`coordinates`](Self::coordinates).
    pub fn point(&self, turns: f64, across: f64) -> DVec2 {
        let [above, below] = self.ruling(turns);
        above.lerp(below, across)
    }
}

/// The third corner of a triangle in the plane whose first two are there already; it lies to the right of the way from the first to the second.
fn unrolled([a, b, c]: [DVec3; 3], [flat_a, flat_b]: [DVec2; 2]) -> DVec2 {
    let along = (b - a).normalize_or_zero();
    let x = (c - a).dot(along);
    let y = ((c - a) - along * x).length();
    let direction = (flat_b - flat_a).normalize_or(DVec2::Y);
    flat_a + DMat2::from_cols(direction, -direction.perp()) * DVec2::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn cone(radii: [f64; 2], height: f64, count: usize) -> Strip {
        let ring = |radius: f64, y: f64| {
            let point = |k: usize| {
                let angle = TAU * k as f64 / count as f64;
                DVec3::new(radius * angle.sin(), y, radius * angle.cos())
            };
            (0..count).map(point).collect::<Vec<_>>()
        };
        Strip::new(ring(radii[0], height), ring(radii[1], 0.0))
    }

    #[test]
    fn a_cone_unrolls_to_the_sector_that_geometry_says() {
        let strip = cone([0.2, 0.5], 1.0, 400);
        let direction = |turns: f64| {
            let [above, below] = strip.ruling(turns);
            above - below
        };
        // Slant s = sqrt(h² + (r1 - r2)²), sector angle 2 pi |r1 - r2| / s.
        let expected = TAU * 0.3 / (1.0f64 + 0.09).sqrt();
        let angle: f64 =
            (0..4).map(|q| direction(0.25 * f64::from(q)).angle_to(direction(0.25 * f64::from(q + 1)))).sum();
        assert!((angle.abs() - expected).abs() < 1e-4, "{angle} for {expected}");
    }

    #[test]
    fn lifting_and_coordinates_agree_with_the_rings() {
        let strip = cone([0.2, 0.3], 0.5, 100);
        for turns in [-0.3, 0.0, 0.41, 0.99, 1.2] {
            for across in [0.0, 0.3, 1.0] {
                let flat = strip.point(turns, across);
                let (around, down) = strip.coordinates(flat, turns + 0.1);
                assert!(
                    (around - turns).abs() < 1e-9 && (down - across).abs() < 1e-9,
                    "{turns} {across}: {around} {down}"
                );
                let lifted = strip.lift(flat, turns - 0.1);
                assert!((lifted.y - 0.5 * (1.0 - across)).abs() < 1e-9);
                let radius = DVec2::new(lifted.x, lifted.z).length();
                assert!((radius - (0.2 + 0.1 * across)).abs() < 3e-4, "{radius}");
            }
        }
    }

    #[test]
    fn lengths_stay() {
        let strip = cone([0.1, 0.4], 0.6, 300);
        let start = strip.point(0.2, 0.4);
        for k in 0..50 {
            let to = start + 0.01 * DVec2::from_angle(f64::from(k));
            let gap = strip.lift(start, 0.2).distance(strip.lift(to, 0.2));
            assert!((gap - 0.01).abs() < 3e-5, "{gap}");
        }
    }
}

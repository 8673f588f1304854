//! Gradient noise: smooth, between -1 and 1, the same on every machine.

use glam::DVec2;
use std::f64::consts::{SQRT_2, TAU};
use toile_geom::random::Random;

/// Cells of the first octave in a texture.
const CELLS: f64 = 4.0;
/// How many octaves there are.
const OCTAVES: i32 = 3;

/// How many gradients there are.
const GRADIENTS: usize = 256;

/// Unit vectors, and an order of their numbers to look them up in without a pattern.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    gradients: Vec<DVec2>,
    order: Vec<u8>,
}

impl Noise {
    pub(super) fn new() -> Self {
        let mut random = Random::new(1);
        let mut order: Vec<u8> = (0..=u8::MAX).collect();
        (1..GRADIENTS).rev().for_each(|n| order.swap(n, random.below(n + 1)));
        let gradients = (0..GRADIENTS).map(|_| DVec2::from_angle(TAU * random.unit())).collect();
        Self { gradients, order }
    }

    /// Noise with its slope at a place, in a texture from 0 to 1: octaves that each count less than the one before by a factor.
    pub(super) fn at(&self, at: DVec2, persistence: f64) -> (f64, DVec2) {
        let (mut value, mut slope, mut total) = (0.0, DVec2::ZERO, 0.0);
        for octave in 0..OCTAVES {
            let (weight, frequency) = (persistence.powi(octave), CELLS * 2.0_f64.powi(octave));
            let (one, rise) = self.octave_at(at * frequency, octave);
            value += weight * one;
            slope += weight * frequency * rise;
            total += weight;
        }
        (value / total, slope / total)
    }

    /// One octave on cells of size 1, and its slope.
    fn octave_at(&self, at: DVec2, octave: i32) -> (f64, DVec2) {
        let cell = at.floor();
        let part = at - cell;
        let corner = |i: f64, j: f64| {
            let gradient = self.gradient(cell + DVec2::new(i, j), octave);
            (gradient.dot(part - DVec2::new(i, j)), gradient)
        };
        let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
        let ((u, du), (v, dv)) = (fade(part.x), fade(part.y));
        let low = a.0 + u * (b.0 - a.0);
        let high = c.0 + u * (d.0 - c.0);
        let slope = (a.1.lerp(b.1, u)).lerp(c.1.lerp(d.1, u), v)
            + DVec2::new(du * ((b.0 - a.0) * (1.0 - v) + (d.0 - c.0) * v), dv * (high - low));
        // The largest value of a cell with unit gradients is the half of its diagonal.
        (SQRT_2 * (low + v * (high - low)), SQRT_2 * slope)
    }

    /// A unit vector for each corner.
    fn gradient(&self, corner: DVec2, octave: i32) -> DVec2 {
        // The corners of a texture repeat after as many cells as there are gradients.
        let number = |x: f64| x.rem_euclid(GRADIENTS as f64) as usize % GRADIENTS;
        let look_up = |seed: usize, next: usize| usize::from(self.order[(seed + next) % GRADIENTS]);
        let row = look_up(octave as usize, number(corner.y));
        self.gradients[look_up(row, number(corner.x))]
    }
}

/// `6 t⁵ - 15 t⁴ + 10 t³`, and its slope: curvature is continuous from cell to cell.
fn fade(t: f64) -> (f64, f64) {
    (t * t * t * (t * (6.0 * t - 15.0) + 10.0), 30.0 * t * t * (t - 1.0) * (t - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_one_and_slopes_are_those_of_the_values() {
        let (noise, mut random) = (Noise::new(), Random::new(2));
        let (mut lowest, mut highest) = (0.0_f64, 0.0_f64);
        for _ in 0..20_000 {
            let at = DVec2::new(random.between(-2.0, 3.0), random.between(-2.0, 3.0));
            let (value, slope) = noise.at(at, 0.4);
            let step = 1e-6;
            let rise = |by: DVec2| (noise.at(at + by, 0.4).0 - noise.at(at - by, 0.4).0) / (2.0 * step);
            let measured = DVec2::new(rise(DVec2::X * step), rise(DVec2::Y * step));
            assert!(slope.distance(measured) < 1e-5 * (1.0 + slope.length()), "{at}");
            (lowest, highest) = (lowest.min(value), highest.max(value));
        }
        assert!((-1.0..-0.5).contains(&lowest) && (0.5..=1.0).contains(&highest), "{lowest} {highest}");
    }
}

//! Gradient noise: smooth, between -1 and 1, the same on every machine.

use glam::DVec2;
use std::f64::consts::{SQRT_2, TAU};
use toile_geom::random::Random;

/// Cells of the first octave in a texture.
const CELLS: f64 = 4.0;
/// How many octaves there are.
const OCTAVES: i32 = 3;

/// Noise with its slope at a place, in a texture from 0 to 1: octaves that each count less than the one before by a factor.
pub(super) fn noise(at: DVec2, persistence: f64) -> (f64, DVec2) {
    let (mut value, mut slope, mut total) = (0.0, DVec2::ZERO, 0.0);
    for octave in 0..OCTAVES {
        let (weight, frequency) = (persistence.powi(octave), CELLS * 2.0_f64.powi(octave));
        let (one, rise) = octave_at(at * frequency, octave);
        value += weight * one;
        slope += weight * frequency * rise;
        total += weight;
    }
    (value / total, slope / total)
}

/// One octave on cells of size 1, and its slope.
fn octave_at(at: DVec2, octave: i32) -> (f64, DVec2) {
    let cell = at.floor();
    let part = at - cell;
    let corner = |i: f64, j: f64| {
        let gradient = gradient(cell + DVec2::new(i, j), octave);
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

/// `6 t⁵ - 15 t⁴ + 10 t³`, and its slope: curvature is continuous from cell to cell.
fn fade(t: f64) -> (f64, f64) {
    (t * t * t * (t * (6.0 * t - 15.0) + 10.0), 30.0 * t * t * (t - 1.0) * (t - 1.0))
}

/// A unit vector for each corner.
fn gradient(corner: DVec2, octave: i32) -> DVec2 {
    let seeds = [corner.x as i64 as u64, corner.y as i64 as u64, octave as u64];
    DVec2::from_angle(TAU * Random::of_seeds(&seeds).unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_one_and_slopes_are_those_of_the_values() {
        let mut random = Random::new(2);
        let (mut lowest, mut highest) = (0.0_f64, 0.0_f64);
        for _ in 0..20_000 {
            let at = DVec2::new(random.between(-2.0, 3.0), random.between(-2.0, 3.0));
            let (value, slope) = noise(at, 0.4);
            let step = 1e-6;
            let rise = |by: DVec2| (noise(at + by, 0.4).0 - noise(at - by, 0.4).0) / (2.0 * step);
            let measured = DVec2::new(rise(DVec2::X * step), rise(DVec2::Y * step));
            assert!(slope.distance(measured) < 1e-5 * (1.0 + slope.length()), "{at}");
            (lowest, highest) = (lowest.min(value), highest.max(value));
        }
        assert!((-1.0..-0.5).contains(&lowest) && (0.5..=1.0).contains(&highest), "{lowest} {highest}");
    }
}

//! Sine modulation: a curve that winds to and fro, so that much length finds room on a short ring.
//!
//! Where the thesis adds a sine to the curve, here the *direction* of the curve follows a sine of its length (the meander of Langbein and Leopold
//! 1966). For the same length it bends far less at its crests, and its length is known: `1 / J0(amplitude)` of the ring's.

use glam::DVec2;
use std::f64::consts::TAU;

/// Beyond this the loops of the meander would come near each other.
const MAX_WAVE_ANGLE: f64 = 1.95;
/// Steps of the integrals over a period.
const INTEGRATION_STEPS: usize = 64;

/// A meander around a ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wave {
    /// How many waves go around.
    pub count: usize,
    /// The largest angle between curve and ring, in radians.
    pub steepness: f64,
}

impl Wave {
    /// The wave that makes a ring longer by a factor, with as many waves as an inner radius of the bends allows.
    pub fn longer_by(factor: f64, ring: f64, radius: f64) -> Self {
        let (mut low, mut high) = (0.0, MAX_WAVE_ANGLE);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if 1.0 / shortening(middle) < factor { low = middle } else { high = middle }
        }
        let steepness = 0.5 * (low + high);
        // A bend's radius is the length of a wave over 2 pi times the steepness.
        let wave_length = TAU * steepness * radius;
        let count = (ring / (wave_length * shortening(steepness)).max(1e-9)) as usize;
        Self { count: count.clamp(3, 24), steepness }
    }

    /// How much longer the curve is than the ring.
    pub fn factor(&self) -> f64 {
        1.0 / shortening(self.steepness)
    }

    /// Where the curve is at a share of its length: as a share of the ring, and how far outside of it in ring lengths.
    pub fn at(&self, share: f64) -> (f64, f64) {
        let waves = share * self.count as f64;
        let (whole, part) = (waves.floor(), waves - waves.floor());
        let moved = integral(self.steepness, part) / shortening(self.steepness);
        ((whole + moved.x) / self.count as f64, moved.y / self.count as f64)
    }
}

/// Along and across after a part of a wave of length one.
fn integral(steepness: f64, part: f64) -> DVec2 {
    let step = part / INTEGRATION_STEPS as f64;
    let direction = |k: usize| DVec2::from_angle(steepness * (TAU * step * (k as f64 + 0.5)).sin());
    (0..INTEGRATION_STEPS).map(direction).sum::<DVec2>() * step
}

/// The share of its length that a wave advances: the Bessel function J0.
fn shortening(steepness: f64) -> f64 {
    integral(steepness, 1.0).x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wave_is_as_long_as_asked() {
        for factor in [1.05, 1.5, 2.0, 3.5] {
            let wave = Wave::longer_by(factor, 1.2, 0.03);
            assert!((wave.factor() - factor).abs() < 1e-6);
            let point = |k: usize| {
                let (along, out) = wave.at(k as f64 / 4000.0);
                DVec2::new(along, out)
            };
            let length: f64 = (0..4000).map(|k| point(k).distance(point(k + 1))).sum();
            assert!((length - factor).abs() < 0.002 * factor, "{length} for {factor}");
            assert!((0..4000).all(|k| point(k).y > -1e-9), "never inside of the ring");
        }
    }

    #[test]
    fn bessel_is_known() {
        assert!((shortening(1.0) - 0.765_197_7).abs() < 1e-6);
    }
}

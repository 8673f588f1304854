//! The elastica: how a beam bends that can be bent but not stretched.

use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

/// The shape of a clamped strip of length 1 under loads.
#[derive(Clone, Debug, PartialEq)]
pub struct Cantilever {
    /// Points along the strip, from the clamp at the origin to the tip; `x` is reach and `y` drop.
    pub points: Vec<DVec2>,
}

impl Cantilever {
    /// How far the tip reaches and how far it has dropped, as shares of the length.
    pub fn tip(&self) -> DVec2 {
        self.points.last().copied().unwrap_or_default()
    }
}

/// Steps of the integration: enough for eight digits at any load that cloth meets.
const STEPS: u32 = 4000;

/// A strip that is clamped horizontally and bends under its weight, `weight` being `Γ = ρ g L³ / B`, and under a force at its
/// tip, `force` being `P L² / (B b)`.
///
/// The downward slope `ψ` obeys `ψ'' = -(Γ (1 - s) + P) cos ψ` with `ψ(0) = 0` and `ψ'(1) = 0`. It is integrated from the free end,
/// whose slope is found by bisection: in this direction errors do not grow as the solution hangs down.
pub fn cantilever(weight: f64, force: f64) -> Cantilever {
    // The distance of the tip's slope from the vertical, between none and all of it.
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        // A tip too near to the vertical leaves a slope at the clamp.
        if integrate(weight, force, middle, |_, _| {}) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    // Simpson's rule would need middle values; the midpoint slopes of the cubic through both ends do as well.
    let mut slopes = vec![];
    integrate(weight, force, 0.5 * (low + high), |slope, curvature| slopes.push([slope, curvature]));
    slopes.reverse();
    let step = 1.0 / f64::from(STEPS);
    let mut points = vec![DVec2::ZERO];
    for pair in slopes.windows(2) {
        let [[a, ka], [b, kb]] = [pair[0], pair[1]];
        let middle = 0.5 * (a + b) + step * (ka - kb) / 8.0;
        let mean = |f: fn(f64) -> f64| (f(a) + 4.0 * f(middle) + f(b)) / 6.0;
        let last = points.last().copied().unwrap_or_default();
        points.push(last + step * DVec2::new(mean(f64::cos), mean(f64::sin)));
    }
    Cantilever { points }
}

/// Integrates from the tip to the clamp (Runge and Kutta's fourth order) and returns the slope there. `see` is called with slope
/// and curvature at each point.
fn integrate(weight: f64, force: f64, from_vertical: f64, mut see: impl FnMut(f64, f64)) -> f64 {
    let step = 1.0 / f64::from(STEPS);
    // `t` is the distance from the tip; `d` the derivative of the slope along it.
    let bend = |t: f64, slope: f64| -(weight * t + force) * slope.cos();
    let (mut slope, mut d) = (FRAC_PI_2 - from_vertical, 0.0);
    see(slope, -d);
    for i in 0..STEPS {
        let t = f64::from(i) * step;
        let (a, ka) = (d, bend(t, slope));
        let (b, kb) = (d + 0.5 * step * ka, bend(t + 0.5 * step, slope + 0.5 * step * a));
        let (c, kc) = (d + 0.5 * step * kb, bend(t + 0.5 * step, slope + 0.5 * step * b));
        let (e, ke) = (d + step * kc, bend(t + step, slope + step * c));
        slope += step * (a + 2.0 * b + 2.0 * c + e) / 6.0;
        d += step * (ka + 2.0 * kb + 2.0 * kc + ke) / 6.0;
        see(slope, -d);
        // Past the horizontal it has missed the clamp; going on would only swing to and fro.
        if slope < -FRAC_PI_2 {
            return slope;
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_bend_as_in_the_published_tables() {
        // Drop over reach, from a collocation solver.
        for (gamma, expected) in [
            (0.1, 0.012_499_554),
            (1.0, 0.124_561_77),
            (10.0, 1.066_802_3),
            (100.0, 5.888_104_6),
            (200.0, 8.906_770_7),
        ] {
            let tip = cantilever(gamma, 0.0).tip();
            assert!((tip.y / tip.x / expected - 1.0).abs() < 1e-6, "{gamma}: {}", tip.y / tip.x);
        }
    }

    #[test]
    fn end_loads_bend_as_mattiassons_elliptic_integrals() {
        // K. Mattiasson 1981, as quoted by Sze, Liu and Lo 2004.
        for (load, back, down) in [
            (0.2, 0.002_646_548, 0.066_364_48),
            (1.0, 0.056_433_236, 0.301_720_77),
            (10.0, 0.554_995_6, 0.810_609_02),
        ] {
            let tip = cantilever(0.0, load).tip();
            assert!((tip - DVec2::new(1.0 - back, down)).length() < 1e-7, "{load}: {tip}");
        }
    }
}

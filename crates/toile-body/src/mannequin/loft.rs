//! A limb or trunk as sections along a straight axis, with a smooth curve through the table of sections.

use glam::{DVec2, DVec3};

/// One section of a loft: where it is and what it looks like.
///
/// The section is an oval about the axis. `front` and `back` are where it ends along the front direction, `outer` and
/// `inner` along the side direction, all seen from the axis. The power makes the oval rounder (2) or boxier (more), on its
/// front and back halves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Station {
    /// Metres along the axis.
    pub(crate) along: f64,
    /// Where it ends towards the side direction.
    pub(crate) outer: f64,
    /// Where it ends against the side direction, a negative number.
    pub(crate) inner: f64,
    /// Where it ends towards the front.
    pub(crate) front: f64,
    /// Where it ends towards the back, a negative number.
    pub(crate) back: f64,
    /// The oval's power in front and behind.
    pub(crate) power: [f64; 2],
}

/// Ovals swept along an axis, with round ends.
#[derive(Clone, Debug)]
pub(crate) struct Loft {
    origin: DVec3,
    along: DVec3,
    side: DVec3,
    front: DVec3,
    /// Metres by which the ends bulge beyond the first and the last station.
    caps: [f64; 2],
    /// No point of the loft is farther from the axis.
    reach: f64,
    knots: Vec<f64>,
    /// Width, depth, middle (side and front), and powers at each knot, and how they change along the axis.
    values: Vec<[f64; COLUMNS]>,
    slopes: Vec<[f64; COLUMNS]>,
}

const COLUMNS: usize = 6;

impl Loft {
    /// A loft through the stations, which go up along the axis. The axes are the way along, to the side and to the front.
    pub(crate) fn new(origin: DVec3, axes: [DVec3; 3], stations: &[Station], caps: [f64; 2]) -> Self {
        let [along, side, front] = axes;
        let knots: Vec<f64> = stations.iter().map(|s| s.along).collect();
        let values: Vec<[f64; COLUMNS]> = stations
            .iter()
            .map(|s| {
                [
                    0.5 * (s.outer - s.inner),
                    0.5 * (s.front - s.back),
                    0.5 * (s.outer + s.inner),
                    0.5 * (s.front + s.back),
                    s.power[0],
                    s.power[1],
                ]
            })
            .collect();
        let slopes = smooth_slopes(&knots, &values);
        let farthest = |s: &Station| s.outer.max(-s.inner).hypot(s.front.max(-s.back));
        let reach = stations.iter().map(farthest).fold(caps[0].max(caps[1]), f64::max);
        Self { origin, along, side, front, caps, reach, knots, values, slopes }
    }

    /// About the distance to the surface, negative inside: exact to first order near the surface.
    pub(crate) fn distance(&self, p: DVec3) -> f64 {
        let local = p - self.origin;
        let t = local.dot(self.along);
        let across = DVec2::new(local.dot(self.side), local.dot(self.front));
        let (low, high) = (self.knots[0], self.knots[self.knots.len() - 1]);
        let (clamped, beyond, cap) = if t < low {
            (low, low - t, self.caps[0])
        } else if t > high {
            (high, t - high, self.caps[1])
        } else {
            (t, 0.0, 1.0)
        };
        let (section, change) = self.section(clamped);
        let (rho, gradient) = oval(&section, across);
        if beyond > 0.0 {
            let cap_part = beyond / cap;
            let whole = rho.hypot(cap_part).max(1e-9);
            let slope = (gradient * (rho / whole)).length().hypot(cap_part / (cap * whole));
            return (whole - 1.0) / slope.max(1e-9);
        }
        // How the section's growth and shift along the axis change it; that of the powers is too small to matter.
        let offset = across - DVec2::new(section[2], section[3]);
        let along = -gradient.x * (offset.x / section[0] * change[0] + change[2])
            - gradient.y * (offset.y / section[1] * change[1] + change[3]);
        (rho - 1.0) / gradient.length().hypot(along).max(1e-9)
    }

    /// A distance that the loft is certainly away: that of a ball swept along its axis.
    pub(crate) fn at_least(&self, p: DVec3) -> f64 {
        let local = p - self.origin;
        let t = local.dot(self.along).clamp(self.knots[0], self.knots[self.knots.len() - 1]);
        local.distance(self.along * t) - self.reach
    }

    /// A box around the loft.
    pub(crate) fn bounds(&self) -> toile_geom::bounds::Aabb {
        let mut aabb = toile_geom::bounds::Aabb::EMPTY;
        let last = self.values.len() - 1;
        for (i, v) in self.values.iter().enumerate() {
            let t = match i {
                0 => self.knots[0] - self.caps[0],
                _ if i == last => self.knots[last] + self.caps[1],
                _ => self.knots[i],
            };
            for (x, z) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
                aabb.extend([self.origin
                    + self.along * t
                    + self.side * (v[2] + x * v[0])
                    + self.front * (v[3] + z * v[1])]);
            }
        }
        aabb
    }

    /// The section's numbers at a place along the axis, and how they change there.
    fn section(&self, t: f64) -> ([f64; COLUMNS], [f64; COLUMNS]) {
        let upper = self.knots.partition_point(|&knot| knot < t).clamp(1, self.knots.len() - 1);
        let lower = upper - 1;
        let span = self.knots[upper] - self.knots[lower];
        let s = (t - self.knots[lower]) / span;
        let (s2, s3) = (s * s, s * s * s);
        let basis =
            [2.0 * s3 - 3.0 * s2 + 1.0, 3.0 * s2 - 2.0 * s3, (s3 - 2.0 * s2 + s) * span, (s3 - s2) * span];
        let rate = 6.0 * (s2 - s) / span;
        let rates = [rate, -rate, 3.0 * s2 - 4.0 * s + 1.0, 3.0 * s2 - 2.0 * s];
        let mix = |weights: [f64; 4]| {
            std::array::from_fn(|c| {
                weights[0] * self.values[lower][c]
                    + weights[1] * self.values[upper][c]
                    + weights[2] * self.slopes[lower][c]
                    + weights[3] * self.slopes[upper][c]
            })
        };
        (mix(basis), mix(rates))
    }
}

/// How far out a point is in an oval, 1 on its line, and how that changes with the point.
fn oval(section: &[f64; COLUMNS], p: DVec2) -> (f64, DVec2) {
    let [half_width, half_depth, side, front, power_front, power_back] = *section;
    let (x, z) = ((p.x - side) / half_width, (p.y - front) / half_depth);
    let power = if z > 0.0 { power_front } else { power_back };
    let (ax, az) = (x.abs(), z.abs());
    let largest = ax.max(az);
    if largest < 1e-9 {
        return (0.0, DVec2::new(1.0 / half_width, 0.0));
    }
    // Scaled by the larger coordinate: no power overflows, and one of the two is a power of one.
    let small = ax.min(az) / largest;
    let small_power = small.powf(power - 1.0);
    let sum = 1.0 + small_power * small;
    let root = sum.powf(1.0 / power);
    let factor = root / sum;
    let (px, pz) = if ax >= az { (1.0, small_power) } else { (small_power, 1.0) };
    let gradient = DVec2::new(factor * px * x.signum() / half_width, factor * pz * z.signum() / half_depth);
    (root * largest, gradient)
}

/// Slopes at the knots of the curve with continuous curvature through the table, flat at both ends so that caps join
/// smoothly: a tridiagonal system, solved from the ends inwards.
fn smooth_slopes(knots: &[f64], values: &[[f64; COLUMNS]]) -> Vec<[f64; COLUMNS]> {
    let count = knots.len();
    let mut slopes = vec![[0.0; COLUMNS]; count];
    let mut ratio = vec![0.0; count];
    for i in 1..count.saturating_sub(1) {
        let inverse = [1.0 / (knots[i] - knots[i - 1]), 1.0 / (knots[i + 1] - knots[i])];
        let pivot = 2.0 * (inverse[0] + inverse[1]) - inverse[0] * ratio[i - 1];
        ratio[i] = inverse[1] / pivot;
        for c in 0..COLUMNS {
            let rises = [values[i][c] - values[i - 1][c], values[i + 1][c] - values[i][c]];
            let right = 3.0 * (rises[0] * inverse[0].powi(2) + rises[1] * inverse[1].powi(2));
            slopes[i][c] = (right - inverse[0] * slopes[i - 1][c]) / pivot;
        }
    }
    for i in (1..count.saturating_sub(1)).rev() {
        let above = slopes[i + 1];
        for (slope, next) in slopes[i].iter_mut().zip(above) {
            *slope -= ratio[i] * next;
        }
    }
    slopes
}

//! What is around a patch or a triangle on its way, in single precision, and directions that separate two of them.

use glam::{DVec3, Vec3};
use toile_geom::bounds::Aabb;
use wide::f32x4;

/// How many points there are room for: six vertices at the start and at the end.
pub(super) const POINTS: usize = 12;

/// What rounding may take of a gap, as a part of the largest coordinate. Rounding points to single precision and two sums of three products
/// each take less than half of it.
pub(super) const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// How often a direction is reflected.
const REFLECTIONS: usize = 4;

/// Some points, a middle and a direction across.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hull {
    x: [f32x4; 3],
    y: [f32x4; 3],
    z: [f32x4; 3],
    centre: Vec3,
    normal: Vec3,
}

impl Hull {
    /// Around at least three points, of which the first three are the corners at the start; coordinates count from an origin.
    #[inline]
    pub(super) fn around<const N: usize>(points: [DVec3; N], origin: DVec3) -> Self {
        let points = points.map(|p| (p - origin).as_vec3());
        let lanes = |axis: usize| {
            [0, 1, 2]
                .map(|block| f32x4::new([0, 1, 2, 3].map(|lane| points[(4 * block + lane).min(N - 1)][axis])))
        };
        let [a, b, c] = [points[0], points[1], points[2]];
        Self {
            x: lanes(0),
            y: lanes(1),
            z: lanes(2),
            centre: (a + b + c) / 3.0,
            normal: (b - a).cross(c - a).normalize_or_zero(),
        }
    }

    #[inline]
    fn along(&self, direction: Vec3) -> [f32x4; 3] {
        let [x, y, z] = direction.to_array().map(f32x4::splat);
        [0, 1, 2].map(|n| self.x[n] * x + self.y[n] * y + self.z[n] * z)
    }

    /// The least coordinate along a direction.
    #[inline]
    fn low(&self, direction: Vec3) -> f32 {
        let [a, b, c] = self.along(direction);
        let [a, b, c, d] = a.fast_min(b).fast_min(c).to_array();
        a.min(b).min(c.min(d))
    }

    /// The greatest coordinate along a direction.
    #[inline]
    fn high(&self, direction: Vec3) -> f32 {
        let [a, b, c] = self.along(direction);
        let [a, b, c, d] = a.fast_max(b).fast_max(c).to_array();
        a.max(b).max(c.max(d))
    }

    /// How far this is beyond another along a direction, times its length.
    #[inline]
    fn gap(&self, other: &Self, direction: Vec3) -> f32 {
        self.low(direction) - other.high(direction)
    }

    /// Whether a direction shows that the two are farther apart than a distance.
    #[inline]
    pub(super) fn is_apart(&self, other: &Self, distance: f32) -> bool {
        let between = self.centre - other.centre;
        if self.gap(other, between) > distance * between.length() {
            return true;
        }
        for normal in [self.normal, other.normal] {
            let toward = if normal.dot(between) < 0.0 { -normal } else { normal };
            // A normal is no longer than one and the rounding of its length, which is in what rounding may take.
            if self.gap(other, toward) > distance {
                return true;
            }
        }
        self.is_apart_by_search(other, between, distance)
    }

    /// Looks for a separating direction by reflecting one at the line between the points that are extreme along it (Chung and Wang 1996).
    fn is_apart_by_search(&self, other: &Self, between: Vec3, distance: f32) -> bool {
        let mut direction = between.normalize_or_zero();
        for _ in 0..REFLECTIONS {
            let (low, near) = self.extreme(direction);
            let (high, far) = other.extreme(-direction);
            if low + high > distance * direction.length() {
                return true;
            }
            let across = (near - far).normalize_or_zero();
            direction = (direction - 2.0 * across.dot(direction) * across).normalize_or_zero();
        }
        false
    }

    /// The least coordinate along a direction, and its point.
    fn extreme(&self, direction: Vec3) -> (f32, Vec3) {
        let along = self.along(direction).map(f32x4::to_array);
        let mut best = (along[0][0], 0);
        for n in 1..POINTS {
            if along[n / 4][n % 4] < best.0 {
                best = (along[n / 4][n % 4], n);
            }
        }
        let pick = |axis: &[f32x4; 3]| axis[best.1 / 4].to_array()[best.1 % 4];
        (best.0, Vec3::new(pick(&self.x), pick(&self.y), pick(&self.z)))
    }

    /// The box around all points.
    #[inline]
    pub(super) fn bounds(&self) -> Aabb {
        let of = |direction: Vec3| (f64::from(self.low(direction)), f64::from(self.high(direction)));
        let [x, y, z] = Vec3::AXES.map(of);
        Aabb { min: DVec3::new(x.0, y.0, z.0), max: DVec3::new(x.1, y.1, z.1) }
    }

    /// The largest size of a coordinate.
    #[inline]
    pub(super) fn largest(&self) -> f32 {
        let bounds = self.bounds();
        bounds.min.abs().max(bounds.max.abs()).max_element() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toile_geom::intersect::triangles_intersect;

    fn place() -> impl Strategy<Value = DVec3> {
        [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0].prop_map(DVec3::from)
    }

    fn triangle() -> impl Strategy<Value = [DVec3; 3]> {
        [place(), place(), place()]
    }

    proptest! {
        #[test]
        fn what_is_apart_does_not_intersect(a in triangle(), b in triangle(), shift in place(), size in 0.01..1.0_f64) {
            let [a, b] = [a.map(|p| p * size), b.map(|p| p * size + shift * 0.7 * size)];
            let [one, other] = [a, b].map(|t| Hull::around(t, DVec3::ONE));
            let margin = ROUNDING * one.largest().max(other.largest());
            prop_assert!(!(one.is_apart(&other, margin) && triangles_intersect(a, b)));
            prop_assert!(!one.is_apart(&one, margin));
        }
    }

    #[test]
    fn most_of_what_is_apart_is_found() {
        let mut random = toile_geom::random::Random::new(5);
        let mut point = || DVec3::from([0; 3].map(|_| random.between(-1.0, 1.0)));
        let (mut apart, mut found) = (0, 0);
        for _ in 0..2000 {
            let (a, b) = ([point(), point(), point()], [point(), point(), point()]);
            if !triangles_intersect(a, b) {
                apart += 1;
                found +=
                    usize::from(Hull::around(a, DVec3::ZERO).is_apart(&Hull::around(b, DVec3::ZERO), 1e-5));
            }
        }
        assert!(found * 10 > apart * 9, "{found} of {apart}");
    }
}

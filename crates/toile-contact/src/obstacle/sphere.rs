//! A ball.

use super::{MovingPoint, ObstacleSurface, SurfacePoint};
use glam::DVec3;

/// A ball, which may move at a constant velocity and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The centre at time 0.
    pub center: DVec3,
    /// The radius in metres.
    pub radius: f64,
    /// How fast it moves, in m/s.
    pub velocity: DVec3,
    /// How it turns: along the axis, in radians a second.
    pub spin: DVec3,
}

impl Sphere {
    /// A ball at rest.
    pub fn new(center: DVec3, radius: f64) -> Self {
        Self { center, radius, velocity: DVec3::ZERO, spin: DVec3::ZERO }
    }
}

impl ObstacleSurface for Sphere {
    fn nearest(&self, point: MovingPoint, time: f64) -> SurfacePoint {
        let from_center = point.now - (self.center + self.velocity * time);
        // At the very centre all directions are as good; up lets the cloth out against gravity.
        let normal = from_center.normalize_or(DVec3::Y);
        SurfacePoint {
            distance: from_center.length() - self.radius,
            normal,
            velocity: self.velocity + self.spin.cross(normal * self.radius),
        }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::Plane;
    use proptest::prelude::*;

    #[test]
    fn a_spinning_ball_carries_its_surface_along() {
        let ball = Sphere { spin: DVec3::Y * 2.0, ..Sphere::new(DVec3::X, 0.5) };
        let found = ball.nearest(DVec3::new(1.0, 0.0, 3.0).into(), 7.0);
        assert_eq!((found.distance, found.normal), (2.5, DVec3::Z));
        assert_eq!(found.velocity, DVec3::X);
    }

    proptest! {
        /// The distance changes along the normal at unit rate, so that walking it back leads to the surface.
        #[test]
        fn the_nearest_point_lies_on_the_surface(
            point in [-2.0..2.0_f64, -2.0..2.0, -2.0..2.0], time in 0.0..2.0_f64,
        ) {
            let point = DVec3::from(point);
            let ball = Sphere { velocity: DVec3::new(0.3, -0.2, 0.1), ..Sphere::new(DVec3::splat(0.1), 0.7) };
            let plane = Plane { normal: DVec3::new(1.0, 2.0, -0.5), velocity: DVec3::Y, ..Plane::floor(0.2) };
            let surfaces: [&dyn ObstacleSurface; 2] = [&ball, &plane];
            for shape in surfaces {
                let found = shape.nearest(point.into(), time);
                let surface = shape.nearest((point - found.normal * found.distance).into(), time);
                prop_assert!(surface.distance.abs() < 1e-12, "{:?}", surface);
            }
        }
    }
}

//! A half-space: a floor, a wall, a table without edges.

use super::{MovingPoint, ObstacleSurface, SurfacePoint};
use glam::DVec3;

/// Everything below a plane, which may move at a constant velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point of the plane at time 0.
    pub point: DVec3,
    /// The normal, outwards; need not be of unit length.
    pub normal: DVec3,
    /// How fast it moves, in m/s. A motion along the plane is that of a conveyor belt.
    pub velocity: DVec3,
}

impl Plane {
    /// A floor at a height.
    pub fn floor(height: f64) -> Self {
        Self { point: DVec3::Y * height, normal: DVec3::Y, velocity: DVec3::ZERO }
    }
}

impl ObstacleSurface for Plane {
    fn nearest(&self, point: MovingPoint, time: f64) -> SurfacePoint {
        let normal = self.normal.normalize_or(DVec3::Y);
        let on_plane = self.point + self.velocity * time;
        SurfacePoint { distance: (point.now - on_plane).dot(normal), normal, velocity: self.velocity }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(*self)
    }
}

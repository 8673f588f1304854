//! Solid things that cloth lies on.

mod plane;
mod sphere;

pub use plane::Plane;
pub use sphere::Sphere;

use crate::friction::FrictionLaw;
use glam::DVec3;
use std::fmt::Debug;

/// The place on a collider's surface that is nearest to some point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The distance from the surface to the point in metres; negative if the point is inside.
    pub distance: f64,
    /// The unit normal of the surface there, outwards.
    pub normal: DVec3,
    /// How fast the surface moves there, in m/s.
    pub velocity: DVec3,
}

/// A solid thing that may move.
pub trait Collider: Debug + Send + Sync {
    /// The surface point nearest to `point`, at a time in seconds.
    fn nearest(&self, point: DVec3, time: f64) -> SurfacePoint;

    /// Its friction against cloth.
    fn friction(&self) -> FrictionLaw;
}

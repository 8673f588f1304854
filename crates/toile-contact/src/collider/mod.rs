//! Solid things that cloth lies on.
//!
//! | collider | what it is |
//! |---|---|
//! | [`Plane`], [`Sphere`] | exact shapes |
//! | [`FieldCollider`] | a body of any shape and any number of triangles, through its distance field: still, rigid, linked or animated |

pub mod field;
mod plane;
mod rigid;
mod sphere;

pub use field::FieldCollider;
pub use plane::Plane;
pub use rigid::{RigidMotion, RigidPose, Turning};
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

    /// The surface points nearest to many points at one time, added to a list: whoever has to find out where it is at a time does so
    /// only once.
    fn nearest_of_all(&self, points: &[DVec3], time: f64, found: &mut Vec<SurfacePoint>) {
        found.extend(points.iter().map(|&point| self.nearest(point, time)));
    }

    /// Whether the middles of edges are kept out as vertices are, so that cloth does not cut into it between its vertices.
    fn minds_edges(&self) -> bool {
        false
    }

    /// How fast what is found inside at the beginning of a step is let out, in m/s. By default at once.
    fn recovery_speed(&self) -> f64 {
        f64::INFINITY
    }
}

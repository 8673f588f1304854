//! What finds the nearest point of a surface.

use glam::DVec3;
use std::fmt::Debug;

/// The place on an obstacle's surface that is nearest to some point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The distance from the surface to the point in metres; negative if the point is inside.
    pub distance: f64,
    /// The unit normal of the surface there, outwards.
    pub normal: DVec3,
    /// How fast the surface moves there, in m/s.
    pub velocity: DVec3,
}

/// A point that is asked for, and where it was when the step began: a surface that does not know its inside can tell from that on which side
/// the point belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPoint {
    /// Where the point was when the step began.
    pub before: DVec3,
    /// Where it is.
    pub now: DVec3,
}

impl From<DVec3> for MovingPoint {
    /// A point that has always been where it is.
    fn from(point: DVec3) -> Self {
        Self { before: point, now: point }
    }
}

/// A solid thing that may move, and that cloth meets by the nearest points of its surface.
pub trait ObstacleSurface: Debug + Send + Sync {
    /// The surface point nearest to a point at a time in seconds, seen from where the point was before.
    fn nearest(&self, point: MovingPoint, time: f64) -> SurfacePoint;

    /// A copy, for a world of its own.
    fn boxed_clone(&self) -> Box<dyn ObstacleSurface>;

    /// Called once before the contacts of a step that lasts from one time to another are looked for: what has to be drawn or gathered first is
    /// made here.
    fn prepare(&mut self, _from: f64, _to: f64) {}

    /// The surface points nearest to many points at one time, added to a list. A surface that has to find out where it is at a time does
    /// so only once here.
    fn nearest_of_all(&self, points: &[MovingPoint], time: f64, found: &mut Vec<SurfacePoint>) {
        found.extend(points.iter().map(|&point| self.nearest(point, time)));
    }

    /// Whether the midpoints of edges are kept out as vertices are, so that cloth does not cut into it between its vertices.
    fn tests_edge_midpoints(&self) -> bool {
        false
    }

    /// How fast what penetrates it at the beginning of a step is let out, in m/s. By default at once.
    fn max_depenetration_speed(&self) -> f64 {
        f64::INFINITY
    }
}

//! The axes of a hull: up along the segment, ahead from where angles are counted, aside to the viewer's right.

use glam::{DVec2, DVec3};

/// A place and three directions at right angles.
///
/// Seen from outside with [`up`](Self::up) upwards, angles around the axis grow to the right, as a piece's `x` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFrame {
    /// A point of the axis.
    pub origin: DVec3,
    /// Along the axis, towards the head or the shoulder.
    pub up: DVec3,
    /// The direction of the angle zero.
    pub ahead: DVec3,
    /// The direction of a quarter turn.
    pub aside: DVec3,
}

impl HullFrame {
    /// A frame with an axis; `ahead` is made perpendicular to it.
    pub fn new(origin: DVec3, up: DVec3, ahead: DVec3) -> Self {
        let up = up.normalize_or(DVec3::Y);
        let ahead = (ahead - up * ahead.dot(up)).normalize_or(up.any_orthonormal_vector());
        Self { origin, up, ahead, aside: up.cross(ahead) }
    }

    /// How far up the axis a point is.
    pub fn height(&self, point: DVec3) -> f64 {
        (point - self.origin).dot(self.up)
    }

    /// A point seen along the axis: ahead and aside.
    pub fn flat(&self, point: DVec3) -> DVec2 {
        let from = point - self.origin;
        DVec2::new(from.dot(self.ahead), from.dot(self.aside))
    }

    /// The point in space of a flat one at a height.
    pub fn point(&self, flat: DVec2, height: f64) -> DVec3 {
        self.origin + self.ahead * flat.x + self.aside * flat.y + self.up * height
    }

    /// The angle of a direction around the axis.
    pub fn angle(&self, direction: DVec3) -> f64 {
        direction.dot(self.aside).atan2(direction.dot(self.ahead))
    }
}

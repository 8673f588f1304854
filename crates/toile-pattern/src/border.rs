//! How near something is to the outline of a piece, asked again and again.

use crate::curve::Curve;
use crate::lint::contains;
use crate::outline::Outline;
use glam::DVec2;

/// The outline as straight parts.
pub(crate) struct Border {
    points: Vec<DVec2>,
    pub(crate) low: DVec2,
    pub(crate) high: DVec2,
}

impl Border {
    pub(crate) fn of(outline: &Outline) -> Self {
        let points = outline.flattened(2e-4);
        let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (low, high) = points.iter().fold(start, |(low, high), &point| (low.min(point), high.max(point)));
        Self { points, low, high }
    }

    /// Whether a point is on it, or at most so far from it.
    pub(crate) fn is_near(&self, point: DVec2, distance: f64) -> bool {
        let room = DVec2::splat(distance);
        if point.cmplt(self.low - room).any() || point.cmpgt(self.high + room).any() {
            return false;
        }
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).any(|(&a, &b)| {
            let along = b - a;
            let share = (point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
            a.lerp(b, share.clamp(0.0, 1.0)).distance_squared(point) <= distance * distance
        })
    }

    /// Whether a curve runs along it, nowhere further than so far from it.
    pub(crate) fn is_followed(&self, curve: &Curve, distance: f64) -> bool {
        (0..=12).all(|part| self.is_near(curve.point(f64::from(part) / 12.0), distance))
    }

    pub(crate) fn contains(&self, point: DVec2) -> bool {
        point.cmpge(self.low).all() && point.cmple(self.high).all() && contains(&self.points, point)
    }
}

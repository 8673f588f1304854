//! Closed outlines, and which of them lie around which.

use crate::lint::contains;
use crate::outline::Outline;
use glam::DVec2;

/// A line to cut is at most this far from the line to sew, in metres.
const WIDEST_ALLOWANCE: f64 = 0.05;
/// How far polygons may be from curves here, in metres.
const TOLERANCE: f64 = 1e-3;

/// A closed outline with what is asked of it again and again.
pub(crate) struct Closed {
    /// The number of what it comes from.
    pub(crate) shape: usize,
    pub(crate) outline: Outline,
    pub(crate) area: f64,
    polygon: Vec<DVec2>,
    low: DVec2,
    high: DVec2,
}

impl Closed {
    pub(crate) fn new(shape: usize, outline: Outline) -> Self {
        let polygon = outline.flattened(TOLERANCE);
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for &point in &polygon {
            (low, high) = (low.min(point), high.max(point));
        }
        Self { shape, area: outline.area(), outline, polygon, low, high }
    }

    /// Whether its box reaches around another's, but for a hair.
    fn encloses(&self, other: &Self) -> bool {
        let hair = DVec2::splat(TOLERANCE);
        (self.low - hair).cmple(other.low).all() && (self.high + hair).cmpge(other.high).all()
    }

    pub(crate) fn is_inside_of(&self, outer: &Self) -> bool {
        self.area < outer.area
            && outer.encloses(self)
            && self.polygon.iter().all(|&point| contains(&outer.polygon, point))
    }

    /// Whether it is the line to cut around another.
    pub(crate) fn follows(&self, inner: &Self) -> bool {
        if inner.area >= self.area || inner.area < 0.5 * self.area || !self.encloses(inner) {
            return false;
        }
        inner.polygon.iter().all(|&point| {
            let distance = self.distance(point);
            distance < WIDEST_ALLOWANCE && (distance < TOLERANCE || contains(&self.polygon, point))
        })
    }

    /// The mean distance of another outline from it.
    pub(crate) fn gap(&self, inner: &Self) -> f64 {
        let sum: f64 = inner.polygon.iter().map(|&point| self.distance(point)).sum();
        sum / inner.polygon.len().max(1) as f64
    }

    fn distance(&self, point: DVec2) -> f64 {
        let next = self.polygon.iter().cycle().skip(1);
        let side = |(a, b): (&DVec2, &DVec2)| {
            let t = (point - *a).dot(*b - *a) / (*b - *a).length_squared().max(f64::MIN_POSITIVE);
            a.lerp(*b, t.clamp(0.0, 1.0)).distance(point)
        };
        self.polygon.iter().zip(next).map(side).fold(f64::INFINITY, f64::min)
    }
}

//! The axis-aligned box.

use glam::DVec3;

/// An axis-aligned box, closed: its faces belong to it. The empty box has `min > max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The smallest coordinates.
    pub min: DVec3,
    /// The largest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The box that contains nothing.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// Whether it contains no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with a margin added on every side.
    #[must_use]
    pub fn inflated(self, margin: f64) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Whether the two share a point; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the point lies in the box or on its faces.
    pub fn contains(&self, point: DVec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// The middle of the box.
    pub fn center(&self) -> DVec3 {
        self.min.midpoint(self.max)
    }

    /// The eight corners.
    pub fn corners(&self) -> [DVec3; 8] {
        let pick = |i: usize, axis: usize| {
            if i >> axis & 1 == 0 { self.min[axis] } else { self.max[axis] }
        };
        std::array::from_fn(|i| DVec3::new(pick(i, 0), pick(i, 1), pick(i, 2)))
    }

    /// The edge lengths; zero for the empty box.
    pub fn size(&self) -> DVec3 {
        (self.max - self.min).max(DVec3::ZERO)
    }

    /// The squared distance from a point to the box, zero inside.
    pub fn distance_squared(&self, point: DVec3) -> f64 {
        (self.min - point).max(point - self.max).max(DVec3::ZERO).length_squared()
    }
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Extend<DVec3> for Aabb {
    fn extend<I: IntoIterator<Item = DVec3>>(&mut self, points: I) {
        for point in points {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }
}

impl FromIterator<DVec3> for Aabb {
    fn from_iter<I: IntoIterator<Item = DVec3>>(points: I) -> Self {
        let mut aabb = Self::EMPTY;
        aabb.extend(points);
        aabb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_boxes_overlap_and_empty_ones_never_do() {
        let unit: Aabb = [DVec3::ZERO, DVec3::ONE].into_iter().collect();
        let beside: Aabb = [DVec3::X, DVec3::new(2.0, 1.0, 1.0)].into_iter().collect();
        assert!(unit.overlaps(&beside));
        assert!(!unit.overlaps(&Aabb::EMPTY) && Aabb::EMPTY.is_empty());
        assert_eq!(unit.union(Aabb::EMPTY), unit);
        assert_eq!(unit.distance_squared(DVec3::new(2.0, 0.5, -1.0)), 2.0);
        assert_eq!(unit.distance_squared(DVec3::splat(0.5)), 0.0);
        assert_eq!(unit.corners().into_iter().collect::<Aabb>(), unit);
        assert_eq!(unit.corners().iter().sum::<DVec3>(), DVec3::splat(4.0));
    }
}

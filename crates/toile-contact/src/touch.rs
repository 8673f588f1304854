//! Contacts of points with colliders, each as a half-space that the point may not enter.

use crate::collider::Collider;
use crate::friction::FrictionLaw;
use glam::DVec3;
use rayon::prelude::*;

/// A point that is at a surface, or will be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The point's number.
    pub vertex: u32,
    /// The unit normal of the surface, outwards.
    pub normal: DVec3,
    /// The point stays out as long as `normal · x ≥ offset`; thickness is included.
    pub offset: f64,
    /// How fast the surface moves there, in m/s.
    pub velocity: DVec3,
    /// The friction of the surface.
    pub friction: FrictionLaw,
}

impl Touch {
    /// How deep a place is in the half-space, in metres; negative outside.
    pub fn depth(&self, place: DVec3) -> f64 {
        self.offset - self.normal.dot(place)
    }
}

/// The contacts of points that are within `reach` of a surface at a time. Cloth stays `thickness` away from it.
///
/// `reach` must cover what a point may move in the step; a point has a contact for each collider near it, in the order of the
/// points and then of the colliders.
pub fn touches(
    points: &[DVec3],
    colliders: &[Box<dyn Collider>],
    time: f64,
    thickness: f64,
    reach: impl Fn(usize) -> f64 + Sync,
) -> Vec<Touch> {
    if colliders.is_empty() {
        return Vec::new();
    }
    let of_point = |(v, &point): (usize, &DVec3)| {
        let reach = thickness + reach(v);
        colliders.iter().filter_map(move |collider| {
            let found = collider.nearest(point, time);
            (found.distance < reach).then(|| Touch {
                vertex: v as u32,
                normal: found.normal,
                offset: found.normal.dot(point) - found.distance + thickness,
                velocity: found.velocity,
                friction: collider.friction(),
            })
        })
    };
    points.par_iter().enumerate().flat_map_iter(of_point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{Plane, Sphere};

    #[test]
    fn only_points_within_reach_touch_and_depth_includes_the_thickness() {
        let colliders: Vec<Box<dyn Collider>> =
            vec![Box::new(Plane::floor(0.0)), Box::new(Sphere::new(DVec3::Y, 0.5))];
        let points = [DVec3::Y * 0.3, DVec3::Y * 1.52, DVec3::new(5.0, 0.001, 0.0)];
        let found = touches(&points, &colliders, 0.0, 0.002, |_| 0.05);
        let what: Vec<(u32, f64)> = found.iter().map(|t| (t.vertex, t.normal.y)).collect();
        assert_eq!(what, [(1, 1.0), (2, 1.0)]);
        assert!((found[0].depth(points[1]) + 0.018).abs() < 1e-12);
        assert!((found[1].depth(points[2]) - 0.001).abs() < 1e-12);
    }
}

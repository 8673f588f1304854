//! Clipping: cuts a triangle to what can be projected and to what the integer arithmetic can hold.

use super::camera::{Homogeneous, ScreenTransform};
use super::setup::ScreenVertex;
use glam::DVec3;

/// Pixel coordinates beyond this are clipped, far outside of any image, so that edge functions fit into an `i64`.
pub(super) const GUARD_BAND: f64 = (1 << 20) as f64;

/// A triangle cut by six planes has at most nine corners.
const MOST_CORNERS: usize = 9;

/// A convex polygon in the image, with room for the corners that six cuts can add.
pub(super) struct Polygon<T> {
    corners: [T; MOST_CORNERS],
    count: usize,
}

impl<T: Copy> Polygon<T> {
    fn new(fill: T) -> Self {
        Self { corners: [fill; MOST_CORNERS], count: 0 }
    }

    fn push(&mut self, corner: T) {
        if let Some(slot) = self.corners.get_mut(self.count) {
            *slot = corner;
            self.count += 1;
        }
    }

    pub(super) fn corners(&self) -> &[T] {
        &self.corners[..self.count]
    }
}

/// The part of a triangle that lies between the near and far planes and inside the guard band.
///
/// `None` if nothing is left, or if a coordinate is not finite.
pub(super) fn clip_triangle(
    corners: [DVec3; 3],
    transform: &ScreenTransform,
) -> Option<Polygon<ScreenVertex>> {
    let corners = corners.map(|p| transform.apply(p));
    if corners.iter().any(|q| !(q.x.is_finite() && q.y.is_finite() && q.depth.is_finite())) {
        return None;
    }
    let mut polygon = Polygon::new(corners[0]);
    for corner in corners {
        polygon.push(corner);
    }
    let (near, far) = (transform.near, transform.far);
    // The near plane comes first: behind it, `w` may be zero or negative and the guard band is meaningless.
    polygon = cut(&polygon, |q| q.depth - near);
    polygon = cut(&polygon, |q| far - q.depth);
    polygon = cut(&polygon, |q| GUARD_BAND * q.w - q.x);
    polygon = cut(&polygon, |q| GUARD_BAND * q.w + q.x);
    polygon = cut(&polygon, |q| GUARD_BAND * q.w - q.y);
    polygon = cut(&polygon, |q| GUARD_BAND * q.w + q.y);
    let first = polygon.corners().first()?;
    let mut snapped = Polygon::new(ScreenVertex::snap(*first, transform.perspective));
    for &corner in polygon.corners() {
        snapped.push(ScreenVertex::snap(corner, transform.perspective));
    }
    Some(snapped)
}

/// Keeps the part of a polygon where `inside` is not negative (Sutherland and Hodgman 1974).
fn cut(polygon: &Polygon<Homogeneous>, inside: impl Fn(&Homogeneous) -> f64) -> Polygon<Homogeneous> {
    let corners = polygon.corners();
    let Some(last) = corners.last() else {
        return Polygon::new(polygon.corners[0]);
    };
    let mut kept = Polygon::new(*last);
    let mut previous = last;
    for corner in corners {
        let (before, here) = (inside(previous), inside(corner));
        if (before < 0.0) != (here < 0.0) {
            kept.push(crossing(previous, before, corner, here));
        }
        if here >= 0.0 {
            kept.push(*corner);
        }
        previous = corner;
    }
    kept
}

/// Where an edge crosses the plane. Always computed from the inner end, so that the two triangles on both sides of an
/// edge get the same bits and stay joined.
fn crossing(a: &Homogeneous, da: f64, b: &Homogeneous, db: f64) -> Homogeneous {
    let (a, da, b, db) = if da >= 0.0 { (a, da, b, db) } else { (b, db, a, da) };
    let t = da / (da - db);
    let mix = |p: f64, q: f64| p + t * (q - p);
    Homogeneous { x: mix(a.x, b.x), y: mix(a.y, b.y), w: mix(a.w, b.w), depth: mix(a.depth, b.depth) }
}

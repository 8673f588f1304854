//! A point and a triangle.

use super::Pair;
use super::point_edge::{closest_parameter, on_edge};
use glam::DVec3;

/// The part of a triangle on which a closest point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A corner, by its number.
    Vertex(u8),
    /// The inside of an edge; edge `i` joins the corners `i` and `i + 1`.
    Edge(u8),
    /// The inside of the triangle.
    Face,
}

/// The point of a triangle closest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointTriangle {
    /// The closest point's barycentric coordinates: not negative, summing to 1.
    pub barycentric: [f64; 3],
    /// The closest point.
    pub point: DVec3,
    /// The squared distance to it.
    pub distance_squared: f64,
    /// The part of the triangle on which it lies.
    pub feature: Feature,
    /// The pair with its derivatives; its corners are the point and the triangle's corners.
    pub pair: Pair,
}

/// Below this ratio of squared area to squared edge lengths, the triangle's plane is lost in rounding.
const SLIVER: f64 = 1e-24;

/// The point of a triangle closest to `p`.
pub fn point_triangle(p: DVec3, triangle: [DVec3; 3]) -> PointTriangle {
    let (barycentric, feature) = match inside_projection(p, triangle) {
        Some(barycentric) => (barycentric, Feature::Face),
        None => closest_on_border(p, triangle),
    };
    let [a, b, c] = triangle;
    let [u, v, w] = barycentric;
    let point = match feature {
        Feature::Vertex(i) => triangle[i as usize],
        Feature::Edge(i) => {
            let (i, j) = (i as usize, (i as usize + 1) % 3);
            on_edge(triangle[i], triangle[j], barycentric[j])
        }
        Feature::Face => a + (b - a) * v + (c - a) * w,
    };
    PointTriangle {
        barycentric,
        point,
        distance_squared: p.distance_squared(point),
        feature,
        pair: Pair::new([p, a, b, c], [1.0, -u, -v, -w], free_directions(feature)),
    }
}

/// The barycentric coordinates of the foot of the perpendicular, if it is strictly inside.
fn inside_projection(p: DVec3, [a, b, c]: [DVec3; 3]) -> Option<[f64; 3]> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let area_squared = normal.length_squared();
    if area_squared <= SLIVER * ab.length_squared() * ac.length_squared() {
        return None;
    }
    let ap = p - a;
    let v = ap.cross(ac).dot(normal) / area_squared;
    let w = ab.cross(ap).dot(normal) / area_squared;
    (v > 0.0 && w > 0.0 && v + w < 1.0).then_some([1.0 - v - w, v, w])
}

fn closest_on_border(p: DVec3, triangle: [DVec3; 3]) -> ([f64; 3], Feature) {
    let mut best = (f64::INFINITY, 0, 0.0);
    for i in 0..3 {
        let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
        let t = closest_parameter(p, a, b);
        let distance = p.distance_squared(on_edge(a, b, t));
        if distance < best.0 {
            best = (distance, i, t);
        }
    }
    let (_, i, t) = best;
    let j = (i + 1) % 3;
    let mut barycentric = [0.0; 3];
    barycentric[i] = 1.0 - t;
    barycentric[j] = t;
    let feature = if t <= 0.0 {
        Feature::Vertex(i as u8)
    } else if t >= 1.0 {
        Feature::Vertex(j as u8)
    } else {
        Feature::Edge(i as u8)
    };
    (barycentric, feature)
}

/// The ways in which the weights `1, -λ₀, -λ₁, -λ₂` may change while the closest point stays on its feature.
fn free_directions(feature: Feature) -> &'static [[f64; 4]] {
    match feature {
        Feature::Vertex(_) => &[],
        Feature::Edge(0) => &[[0.0, 1.0, -1.0, 0.0]],
        Feature::Edge(1) => &[[0.0, 0.0, 1.0, -1.0]],
        Feature::Edge(_) => &[[0.0, -1.0, 0.0, 1.0]],
        Feature::Face => &[[0.0, 1.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]],
    }
}

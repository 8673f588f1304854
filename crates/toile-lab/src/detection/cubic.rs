//! The continuous test of the literature: roots of the coplanarity cubic, then a proximity test at each root.
//!
//! Kept for comparison (Kimmerle 2005, section 3; Wong 2014, section 3.6; both after Bridson et al. 2002), with
//! the printed errors corrected: the plane test measures the vertex, not a corner of the triangle. **Prefer
//! [`ccd`](toile_contact::narrow::ccd)**, which is faster and never misses: here roots carry rounding errors, and tolerances decide
//! whether those cost a missed contact or a false one. Corners that stay coplanar are tested at both ends of the step
//! only.
//!
//! ```
//! use glam::DVec3;
//! use toile_contact::narrow::StencilKind;
//! use toile_lab::detection::cubic;
//!
//! let start = [DVec3::new(0.2, 1.0, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
//! let mut end = start;
//! end[0].y = -1.0;
//! let impact = cubic::first_impact(StencilKind::VertexTriangle, start, end, 1e-6).unwrap();
//! assert!((impact.time - 0.5).abs() < 1e-12);
//! ```

use glam::DVec3;
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::ccd::Impact;
use toile_geom::distance;

/// The first root of the cubic in the step at which the two are within `tolerance` (in metres) of each other.
pub fn first_impact(kind: StencilKind, start: [DVec3; 4], end: [DVec3; 4], tolerance: f64) -> Option<Impact> {
    let cubic = coplanarity(start, end);
    let at = |time: f64| -> [DVec3; 4] { std::array::from_fn(|i| start[i].lerp(end[i], time)) };
    let mut times = roots_in_step(cubic);
    // Rounding may move a root out of the step; corners that stay coplanar have no roots at all.
    if cubic.iter().all(|&c| c == 0.0) {
        times.push(0.0);
    }
    times.push(1.0);
    times.into_iter().find(|&time| close_at(kind, at(time), tolerance)).map(|time| Impact { time })
}

/// The coefficients of `((x₁ - x₀) × (x₂ - x₀)) · (x₃ - x₀)` as a polynomial of time, from the constant one upwards.
fn coplanarity(start: [DVec3; 4], end: [DVec3; 4]) -> [f64; 4] {
    let [a, b, c] = [1, 2, 3].map(|i| start[i] - start[0]);
    let motion: [DVec3; 4] = std::array::from_fn(|i| end[i] - start[i]);
    let [u, v, w] = [1, 2, 3].map(|i| motion[i] - motion[0]);
    let linear = a.cross(v) + u.cross(b);
    [
        a.cross(b).dot(c),
        a.cross(b).dot(w) + linear.dot(c),
        u.cross(v).dot(c) + linear.dot(w),
        u.cross(v).dot(w),
    ]
}

/// Real roots in 0 ..= 1, ascending: between the roots of the derivative the polynomial is monotone, and a change of sign
/// there is bisected.
fn roots_in_step([d, c, b, a]: [f64; 4]) -> Vec<f64> {
    let value = |t: f64| ((a * t + b) * t + c) * t + d;
    let mut bounds = vec![0.0];
    bounds.extend(quadratic_roots(3.0 * a, 2.0 * b, c).into_iter().filter(|&t| t > 0.0 && t < 1.0));
    bounds.push(1.0);
    let mut roots = Vec::new();
    for pair in bounds.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        let sign = value(low);
        if sign == 0.0 {
            roots.push(low);
        } else if sign * value(high) <= 0.0 {
            while high - low > f64::EPSILON * high {
                let middle = f64::midpoint(low, high);
                if middle <= low || middle >= high {
                    break;
                }
                if sign * value(middle) > 0.0 { low = middle } else { high = middle }
            }
            roots.push(f64::midpoint(low, high));
        }
    }
    roots
}

/// Real roots of `a t² + b t + c`, ascending; without cancellation.
fn quadratic_roots(a: f64, b: f64, c: f64) -> Vec<f64> {
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 || (a == 0.0 && b == 0.0) {
        return Vec::new();
    }
    let q = -0.5 * (b + discriminant.sqrt().copysign(b));
    let mut roots: Vec<f64> = [q / a, c / q].into_iter().filter(|t| t.is_finite()).collect();
    roots.sort_by(f64::total_cmp);
    roots
}

/// Whether coplanar corners touch, within a tolerance.
fn close_at(kind: StencilKind, [a, b, c, d]: [DVec3; 4], tolerance: f64) -> bool {
    let distance_squared = match kind {
        StencilKind::VertexTriangle => distance::point_triangle(a, [b, c, d]).distance_squared,
        StencilKind::EdgeEdge => distance::edge_edge([a, b], [c, d]).distance_squared,
    };
    distance_squared <= tolerance * tolerance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_known_cubics() {
        // (t - 0.25)(t - 0.5)(t - 0.75)
        let roots = roots_in_step([-0.09375, 0.6875, -1.5, 1.0]);
        assert_eq!(roots.len(), 3);
        for (root, expected) in roots.iter().zip([0.25, 0.5, 0.75]) {
            assert!((root - expected).abs() < 1e-14);
        }
        assert!((roots_in_step([-0.5, 1.0, 0.0, 0.0])[0] - 0.5).abs() < 1e-14);
        assert!(roots_in_step([1.0, 0.0, 0.0, 0.0]).is_empty());
        assert!((roots_in_step([-0.3, 0.0, 1.2, 0.0])[0] - 0.5).abs() < 1e-14);
    }

    #[test]
    fn edges_that_cross_meet_half_way() {
        let start = [DVec3::NEG_X, DVec3::X, DVec3::new(0.0, 1.0, -1.0), DVec3::new(0.0, 1.0, 1.0)];
        let mut end = start;
        end[2].y = -1.0;
        end[3].y = -1.0;
        let impact = first_impact(StencilKind::EdgeEdge, start, end, 1e-9).unwrap();
        assert!((impact.time - 0.5).abs() < 1e-12);
        end[2].z += 9.0;
        end[3].z += 9.0;
        assert!(first_impact(StencilKind::EdgeEdge, start, end, 1e-9).is_none());
    }
}

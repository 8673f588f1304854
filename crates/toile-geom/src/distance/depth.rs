//! How deep points are in a closed mesh.

use super::point_triangle;
use crate::TriMesh;
use crate::bounds::Aabb;
use crate::bvh::Bvh;
use crate::predicates::{Sign, orient2d};
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// How far a ray is moved aside that meets an edge, in metres, and how often.
const ASIDE: f64 = 1e-9;
const MAX_RAYS: u32 = 8;

/// How deep each point is in a closed mesh: its distance to the surface if the surface winds around it, else 0.
///
/// ```
/// use glam::DVec3;
/// use toile_geom::distance::depths_in_mesh;
/// use toile_geom::shapes::icosphere;
///
/// let depths = depths_in_mesh(&[DVec3::X * 0.75, DVec3::X * 1.25], &icosphere(1.0, 4));
/// assert!((depths[0] - 0.25).abs() < 0.01);
/// assert_eq!(depths[1], 0.0);
/// ```
pub fn depths_in_mesh(points: &[DVec3], mesh: &TriMesh) -> Vec<f64> {
    let tree = Bvh::over_triangles(mesh);
    let bounds = mesh.bounds();
    let depth = |&p: &DVec3| {
        let is_inside = bounds.contains(p) && winding(&tree, mesh, p, bounds.max.y) > 0;
        let distance = |t: u32| point_triangle(p, mesh.corners(t as usize)).distance_squared;
        let nearest = if is_inside { tree.nearest(p, f64::INFINITY, distance) } else { None };
        nearest.map_or(0.0, |found| found.1.sqrt())
    };
    points.par_iter().map(depth).collect()
}

/// How often the surface winds around a point: how often a ray upwards leaves it, less how often it enters.
fn winding(tree: &Bvh, mesh: &TriMesh, p: DVec3, top: f64) -> i32 {
    let aside = |i: u32| p + DVec3::new(f64::from(i) * ASIDE, 0.0, 0.5 * f64::from(i) * ASIDE);
    (0..MAX_RAYS).find_map(|i| crossings(tree, mesh, aside(i), top)).unwrap_or(0)
}

/// The same for a ray that meets no edge and no vertex; none if it does.
fn crossings(tree: &Bvh, mesh: &TriMesh, p: DVec3, top: f64) -> Option<i32> {
    let ray = Aabb { min: p, max: p.with_y(top.max(p.y)) };
    let flat = |q: DVec3| DVec2::new(q.x, q.z);
    let mut winding = Some(0);
    tree.query(&ray, |t| {
        let [a, b, c] = mesh.corners(t as usize);
        let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| orient2d(flat(from), flat(to), flat(p)));
        let has = |sign: Sign| sides.contains(&sign);
        if has(Sign::Positive) && has(Sign::Negative) {
            return;
        }
        let normal = (b - a).cross(c - a);
        let is_below = (p - a).dot(normal) * normal.y < 0.0;
        if has(Sign::Zero) {
            winding = None;
        } else if is_below && let Some(winding) = &mut winding {
            *winding += if normal.y > 0.0 { 1 } else { -1 };
        }
    });
    winding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use proptest::prelude::*;

    #[test]
    fn rays_through_vertices_and_edges_count_as_well() {
        let ball = shapes::icosphere(1.0, 3);
        let below: Vec<DVec3> = ball.positions.iter().map(|p| *p * 0.5).collect();
        assert!(depths_in_mesh(&below, &ball).iter().all(|depth| (0.4..0.6).contains(depth)));
        let above: Vec<DVec3> = ball.positions.iter().map(|p| *p * 1.01).collect();
        assert!(depths_in_mesh(&above, &ball).iter().all(|depth| *depth == 0.0));
        assert_eq!(depths_in_mesh(&[DVec3::ZERO], &TriMesh::default()), [0.0]);
    }

    proptest! {
        #[test]
        fn a_point_is_as_deep_in_a_ball_as_its_radius_says(p in [-1.2..1.2_f64, -1.2..1.2, -1.2..1.2]) {
            let p = DVec3::from(p);
            let depth = depths_in_mesh(&[p], &shapes::icosphere(1.0, 4))[0];
            prop_assert!((depth - (1.0 - p.length()).max(0.0)).abs() < 0.005, "{} {}", depth, p.length());
        }
    }
}

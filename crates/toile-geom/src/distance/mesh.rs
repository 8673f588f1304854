//! Points and a whole mesh.

use super::point_triangle;
use crate::TriMesh;
use crate::bvh::Bvh;
use glam::DVec3;
use rayon::prelude::*;

/// The distance of each point to the nearest triangle of a mesh; infinite if the mesh has none.
pub fn points_to_mesh(points: &[DVec3], mesh: &TriMesh) -> Vec<f64> {
    let tree = Bvh::over_triangles(mesh);
    let to_triangle = |p: DVec3, t: u32| point_triangle(p, mesh.corners(t as usize)).distance_squared;
    points
        .par_iter()
        .map(|&p| {
            tree.nearest(p, f64::INFINITY, |t| to_triangle(p, t))
                .map_or(f64::INFINITY, |found| found.1.sqrt())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn a_ball_is_its_radius_away_from_its_middle() {
        let ball = shapes::icosphere(1.0, 5);
        let distances = points_to_mesh(&[DVec3::ZERO, DVec3::X * 3.0, ball.positions[7]], &ball);
        assert!((distances[0] - 1.0).abs() < 1e-3 && (distances[1] - 2.0).abs() < 1e-3);
        assert_eq!(distances[2], 0.0);
        assert_eq!(points_to_mesh(&[DVec3::ZERO], &TriMesh::default()), [f64::INFINITY]);
    }
}

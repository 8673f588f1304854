//! How much a surface bends at each vertex.
//!
//! Discrete curvatures of a triangle mesh: the mean curvature from the cotangent Laplacian, the Gaussian curvature
//! from the angle that is missing to a full turn, both per mixed Voronoi area (Meyer, Desbrun, Schröder and Barr,
//! *Discrete Differential-Geometry Operators for Triangulated 2-Manifolds*, 2003).

use crate::TriMesh;
use crate::topology::Topology;
use crate::tri_mesh::angle_between;
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The curvature at one vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curvature {
    /// Mean curvature in 1/m: half the sum of the principal curvatures, positive where the surface is convex seen
    /// from its front.
    pub mean: f64,
    /// Gaussian curvature in 1/m²: the product of the principal curvatures.
    pub gaussian: f64,
    /// The part of the surface that belongs to the vertex, in m².
    pub area: f64,
}

impl Curvature {
    /// The two principal curvatures in 1/m, the larger first.
    pub fn principal(&self) -> [f64; 2] {
        // Rounding and coarse meshes can push the discriminant below zero; the surface is then locally a sphere.
        let spread = (self.mean * self.mean - self.gaussian).max(0.0).sqrt();
        [self.mean + spread, self.mean - spread]
    }
}

/// The curvature at each vertex; zero at vertices without area.
///
/// At the border the missing angle is counted from a half turn, so that the sum of `gaussian * area` is `2π` times the
/// Euler characteristic (Gauss and Bonnet) for every manifold mesh; the mean curvature there only sees one side and is
/// of little use.
pub fn curvatures(mesh: &TriMesh, topology: &Topology) -> Vec<Curvature> {
    let on_boundary = topology.boundary_vertices();
    let mut angle_sum = vec![0.0; mesh.positions.len()];
    let mut laplacian = vec![DVec3::ZERO; mesh.positions.len()];
    let mut area = vec![0.0; mesh.positions.len()];
    for (t, triangle) in mesh.triangles.iter().enumerate() {
        let corner = Corners::new(mesh.corners(t));
        if corner.area == 0.0 {
            continue;
        }
        for (i, &v) in triangle.iter().enumerate() {
            let v = v as usize;
            angle_sum[v] += corner.angles[i];
            area[v] += corner.mixed_area(i);
            laplacian[v] += corner.cotangent_force(i);
        }
    }
    let normals = mesh.vertex_normals();
    let at = |v: usize| {
        if area[v] == 0.0 {
            return Curvature::default();
        }
        let full = if on_boundary[v] { PI } else { TAU };
        // The mean curvature normal: twice the mean curvature long, pointing out of a convex surface.
        let vector = laplacian[v] / (2.0 * area[v]);
        Curvature {
            mean: 0.5 * vector.length().copysign(vector.dot(normals[v])),
            gaussian: (full - angle_sum[v]) / area[v],
            area: area[v],
        }
    };
    (0..mesh.positions.len()).map(at).collect()
}

/// What one triangle contributes to its corners.
struct Corners {
    points: [DVec3; 3],
    angles: [f64; 3],
    cotangents: [f64; 3],
    area: f64,
}

impl Corners {
    fn new(points: [DVec3; 3]) -> Self {
        let sides = |i: usize| (points[(i + 1) % 3] - points[i], points[(i + 2) % 3] - points[i]);
        let double_area = sides(0).0.cross(sides(0).1).length();
        let angle = |i| angle_between(sides(i).0, sides(i).1);
        let cotangent = |i| sides(i).0.dot(sides(i).1) / double_area;
        Self {
            points,
            angles: std::array::from_fn(angle),
            cotangents: std::array::from_fn(cotangent),
            area: 0.5 * double_area,
        }
    }

    /// The corner's Voronoi area, or a share of the triangle where it is obtuse and the Voronoi cell leaves it.
    fn mixed_area(&self, i: usize) -> f64 {
        if self.angles[i] > FRAC_PI_2 {
            return 0.5 * self.area;
        }
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        if self.angles[j] > FRAC_PI_2 || self.angles[k] > FRAC_PI_2 {
            return 0.25 * self.area;
        }
        let [to_j, to_k] = [j, k].map(|n| self.points[n].distance_squared(self.points[i]));
        (self.cotangents[k] * to_j + self.cotangents[j] * to_k) / 8.0
    }

    fn cotangent_force(&self, i: usize) -> DVec3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        self.cotangents[k] * (self.points[i] - self.points[j])
            + self.cotangents[j] * (self.points[i] - self.points[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use glam::DVec2;

    fn of(mesh: &TriMesh) -> Vec<Curvature> {
        curvatures(mesh, &Topology::new(mesh))
    }

    #[test]
    fn a_ball_has_the_curvature_of_its_radius() {
        let ball = shapes::icosphere(0.25, 4);
        for c in of(&ball) {
            assert!((c.mean / 4.0 - 1.0).abs() < 0.02, "{c:?}");
            assert!((c.gaussian / 16.0 - 1.0).abs() < 0.06, "{c:?}");
        }
        let mut inside_out = ball;
        inside_out.flip();
        assert!(of(&inside_out).iter().all(|c| c.mean < -3.9));
    }

    #[test]
    fn a_tube_bends_one_way_only() {
        let tube = shapes::tube(0.5, 1.0, 64, 32);
        let topology = Topology::new(&tube);
        let border = topology.boundary_vertices();
        for (v, c) in curvatures(&tube, &topology).into_iter().enumerate() {
            if !border[v] {
                let [largest, smallest] = c.principal();
                assert!((largest - 2.0).abs() < 0.02, "{c:?}");
                assert!(smallest.abs() < 0.02, "{c:?}");
            }
        }
    }

    #[test]
    fn gauss_and_bonnet_hold_exactly() {
        let total = |mesh: &TriMesh| of(mesh).iter().map(|c| c.gaussian * c.area).sum::<f64>() / TAU;
        assert!((total(&shapes::icosphere(1.0, 3)) - 2.0).abs() < 1e-9);
        assert!((total(&shapes::sheet(DVec2::ONE, [7, 5])) - 1.0).abs() < 1e-9);
        assert!(total(&shapes::tube(1.0, 2.0, 9, 4)).abs() < 1e-9);
    }

    #[test]
    fn areas_add_up() {
        let mesh = shapes::sheet(DVec2::new(2.0, 0.5), [3, 9]);
        let total: f64 = of(&mesh).iter().map(|c| c.area).sum();
        assert!((total - mesh.area()).abs() < 1e-12);
    }
}

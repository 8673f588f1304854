//! How fast the skin of a body moves, carried on to the space around it.

use glam::{DVec3, UVec3, Vec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;
use toile_geom::distance_field::{FieldError, Lattice};

/// A velocity for each point of a coarse lattice: that of the nearest point of the skin, as limbs move much the same all around.
#[derive(Clone, Debug)]
pub(super) struct Velocities {
    lattice: Lattice,
    samples: Vec<Vec3>,
}

impl Velocities {
    /// Carries the velocities of a mesh's vertices on to all places that the mesh comes near to in a time, within a distance.
    pub(super) fn new(
        mesh: &TriMesh,
        of_vertices: &[DVec3],
        time: f64,
        cell: f64,
        near: f64,
    ) -> Result<Self, FieldError> {
        let farthest = of_vertices.iter().map(|v| v.length() * time).fold(0.0, f64::max);
        let within = near + farthest + 2.0 * cell;
        let lattice = Lattice::around(mesh, cell, within)?;
        let wanted = swept(mesh, of_vertices, time, &lattice, near + cell);
        let tree = Bvh::over_triangles(mesh);
        let velocity_at = |point: DVec3| {
            let distance = |t: u32| point_triangle(point, mesh.corners(t as usize)).distance_squared;
            let (triangle, _) = tree.nearest(point, within, distance)?;
            let weights = point_triangle(point, mesh.corners(triangle as usize)).barycentric;
            let corners = mesh.triangles[triangle as usize];
            let velocity = corners.iter().zip(weights).map(|(&v, w)| of_vertices[v as usize] * w);
            Some(velocity.sum::<DVec3>().as_vec3())
        };
        let mut samples = vec![Vec3::ZERO; lattice.len()];
        samples.par_chunks_mut(lattice.layer().max(1)).enumerate().for_each(|(y, layer)| {
            for z in 0..lattice.size.z {
                for x in 0..lattice.size.x {
                    if wanted[lattice.index(x, y as u32, z)] {
                        let velocity = velocity_at(lattice.point(x, y as u32, z));
                        layer[(z * lattice.size.x + x) as usize] = velocity.unwrap_or(Vec3::ZERO);
                    }
                }
            }
        });
        Ok(Self { lattice, samples })
    }

    /// The velocity at a point; none beyond the samples.
    #[inline]
    pub(super) fn at(&self, point: DVec3) -> DVec3 {
        let g = ((point - self.lattice.origin) * (1.0 / self.lattice.cell)).as_vec3();
        let size = self.lattice.size;
        let inside = g.cmpge(Vec3::ZERO).all() && g.cmplt((size - UVec3::ONE).as_vec3()).all();
        if !inside {
            return DVec3::ZERO;
        }
        let cell = g.as_uvec3();
        let t = g - cell.as_vec3();
        let first = self.lattice.index(cell.x, cell.y, cell.z);
        let (dy, dz) = (self.lattice.layer(), size.x as usize);
        let along_x = |i: usize| self.samples[i].lerp(self.samples[i + 1], t.x);
        let low = along_x(first).lerp(along_x(first + dz), t.z);
        let high = along_x(first + dy).lerp(along_x(first + dy + dz), t.z);
        low.lerp(high, t.y).as_dvec3()
    }

    pub(super) fn bytes(&self) -> usize {
        self.samples.len() * size_of::<Vec3>()
    }
}

/// Which samples are near to a vertex on its way, or to the skin between vertices.
fn swept(mesh: &TriMesh, of_vertices: &[DVec3], time: f64, lattice: &Lattice, near: f64) -> Vec<bool> {
    let mut wanted = vec![false; lattice.len()];
    for t in 0..mesh.triangles.len() {
        let corners = mesh.triangles[t].map(|v| v as usize);
        let ends = corners.map(|v| mesh.positions[v] + of_vertices[v] * time);
        let around: Aabb = mesh.corners(t).into_iter().chain(ends).collect();
        let around = around.inflated(near);
        let at = |place: DVec3| ((place - lattice.origin) / lattice.cell).max(DVec3::ZERO);
        let last = at(around.max).as_uvec3().min(lattice.size - UVec3::ONE);
        let first = at(around.min).ceil().as_uvec3();
        for y in first.y..=last.y {
            for z in first.z..=last.z {
                for x in first.x..=last.x {
                    wanted[lattice.index(x, y, z)] = true;
                }
            }
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn a_turning_ball_has_the_velocities_of_its_skin_around_it() {
        let ball = shapes::icosphere(0.1, 4);
        let of_vertices: Vec<DVec3> = ball.positions.iter().map(|p| DVec3::Y.cross(*p)).collect();
        let around = Velocities::new(&ball, &of_vertices, 0.1, 0.01, 0.04).unwrap();
        for point in [DVec3::X * 0.12, DVec3::new(0.05, 0.08, -0.05), DVec3::Z * 0.09] {
            let expected = DVec3::Y.cross(point.normalize() * 0.1);
            assert!(around.at(point).distance(expected) < 0.002, "{} {expected}", around.at(point));
        }
        assert_eq!(around.at(DVec3::X), DVec3::ZERO);
    }
}

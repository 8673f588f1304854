//! The triangle mesh: positions and index triples, and what follows from them directly.

use crate::bounds::Aabb;
use glam::DVec3;

/// A triangle mesh: vertex positions and counter-clockwise index triples into them.
///
/// Plain data on purpose. Nothing here promises that the mesh is manifold, closed, or free of degenerate triangles:
/// files are not. [`crate::topology`] tells. The only rule is that every index is smaller than the number of
/// positions; [`TriMesh::new`] checks it, and readers do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriMesh {
    /// Vertex positions in metres.
    pub positions: Vec<DVec3>,
    /// Three indices into `positions` for each triangle, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
}

impl TriMesh {
    /// A mesh from its parts, or `None` if a triangle names a vertex that does not exist.
    pub fn new(positions: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Option<Self> {
        let count = positions.len();
        let fits = triangles.as_flattened().iter().all(|&v| (v as usize) < count);
        fits.then_some(Self { positions, triangles })
    }

    /// The corner positions of a triangle.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|v| self.positions[v as usize])
    }

    /// The box around all vertices that some triangle uses.
    pub fn bounds(&self) -> Aabb {
        self.triangles.as_flattened().iter().map(|&v| self.positions[v as usize]).collect()
    }

    /// The box around one triangle.
    pub fn triangle_bounds(&self, triangle: usize) -> Aabb {
        self.corners(triangle).into_iter().collect()
    }

    /// Twice the triangle's area times its unit normal.
    pub fn area_vector(&self, triangle: usize) -> DVec3 {
        let [a, b, c] = self.corners(triangle);
        (b - a).cross(c - a)
    }

    /// The area of one triangle in m².
    pub fn triangle_area(&self, triangle: usize) -> f64 {
        0.5 * self.area_vector(triangle).length()
    }

    /// The area of the whole surface in m².
    pub fn area(&self) -> f64 {
        // An empty sum is -0.
        (0..self.triangles.len()).map(|t| self.triangle_area(t)).sum::<f64>() + 0.0
    }

    /// The enclosed volume in m³, positive if the normals point outwards. Only a closed mesh has one.
    pub fn volume(&self) -> f64 {
        // Measured from a corner of the mesh rather than the origin, so that a far-away mesh loses no digits.
        let origin = self.bounds().min;
        let six_fold = |t| {
            let [a, b, c] = self.corners(t);
            (a - origin).dot((b - origin).cross(c - origin))
        };
        (0..self.triangles.len()).map(six_fold).sum::<f64>() / 6.0
    }

    /// The unit normal of each triangle; zero for a degenerate one.
    pub fn triangle_normals(&self) -> Vec<DVec3> {
        (0..self.triangles.len()).map(|t| self.area_vector(t).normalize_or_zero()).collect()
    }

    /// The unit normal of each vertex: the triangles' normals weighted by their angle there, which makes it
    /// independent of how the surface is cut into triangles (Thürmer and Wüthrich 1998). Zero for a lone vertex.
    pub fn vertex_normals(&self) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; self.positions.len()];
        for (t, triangle) in self.triangles.iter().enumerate() {
            let normal = self.area_vector(t).normalize_or_zero();
            let corners = self.corners(t);
            for i in 0..3 {
                let (to_next, to_previous) =
                    (corners[(i + 1) % 3] - corners[i], corners[(i + 2) % 3] - corners[i]);
                normals[triangle[i] as usize] += normal * angle_between(to_next, to_previous);
            }
        }
        for normal in &mut normals {
            *normal = normal.normalize_or_zero();
        }
        normals
    }

    /// The mesh turned inside out.
    pub fn flip(&mut self) {
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
    }

    /// Adds another mesh's vertices and triangles, without joining anything.
    pub fn append(&mut self, other: &TriMesh) {
        let offset = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + offset)));
    }
}

/// The angle between two vectors in radians, accurate for tiny and for nearly straight angles; 0 if one is zero.
pub(crate) fn angle_between(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn refuses_indices_out_of_range() {
        assert!(TriMesh::new(vec![DVec3::ZERO; 3], vec![[0, 1, 3]]).is_none());
        assert!(TriMesh::new(vec![DVec3::ZERO; 3], vec![[0, 1, 2]]).is_some());
    }

    #[test]
    fn sphere_has_the_area_and_volume_of_a_sphere_wherever_it_is() {
        let mut ball = shapes::icosphere(0.5, 5);
        for p in &mut ball.positions {
            *p += DVec3::new(1e4, -2e4, 3e4);
        }
        let (area, volume) = (std::f64::consts::PI, std::f64::consts::PI / 6.0);
        assert!((ball.area() / area - 1.0).abs() < 1e-3);
        assert!((ball.volume() / volume - 1.0).abs() < 1e-3);
        ball.flip();
        assert!(ball.volume() < 0.0);
    }

    #[test]
    fn vertex_normals_do_not_depend_on_the_diagonals() {
        // A cube's corner: whichever way its three squares are cut, the normal is the space diagonal.
        let mut cube = shapes::cuboid(DVec3::ONE);
        let diagonal_of = |mesh: &TriMesh| {
            let normals = mesh.vertex_normals();
            mesh.positions.iter().zip(normals).map(|(p, n)| (n - p.normalize()).length()).fold(0.0, f64::max)
        };
        assert!(diagonal_of(&cube) < 1e-12);
        let [a, b, c] = cube.triangles[0];
        let [d, e, f] = cube.triangles[1];
        let shared: Vec<u32> = [a, b, c].into_iter().filter(|v| [d, e, f].contains(v)).collect();
        assert_eq!(shared.len(), 2, "the first two triangles of the cuboid share a diagonal");
        let lone_first = [a, b, c].into_iter().find(|v| !shared.contains(v)).unwrap();
        let lone_second = [d, e, f].into_iter().find(|v| !shared.contains(v)).unwrap();
        // Cut the square along its other diagonal, with the winding of the first triangle.
        let start = [a, b, c].iter().position(|&v| v == lone_first).unwrap();
        let (next, previous) = ([a, b, c][(start + 1) % 3], [a, b, c][(start + 2) % 3]);
        cube.triangles[0] = [lone_first, next, lone_second];
        cube.triangles[1] = [lone_first, lone_second, previous];
        assert!(diagonal_of(&cube) < 1e-12);
    }
}

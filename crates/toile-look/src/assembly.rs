//! All objects of a scene as one mesh, with a normal for each corner.

use super::scene::{LookObject, LookScene, Shading};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;

/// The scene in the form that drawing needs.
pub(super) struct Assembly {
    /// All objects in one mesh.
    pub(super) mesh: TriMesh,
    /// Unit normals of each triangle's corners.
    pub(super) normals: Vec<[Vec3; 3]>,
    /// For each triangle, its object.
    pub(super) object: Vec<u32>,
    /// For each object, its first triangle.
    pub(super) first_triangle: Vec<u32>,
    /// For each triangle, whether it is marked.
    pub(super) marked: Vec<bool>,
    /// The box around all finite vertices; a point at the origin if there are none.
    pub(super) bounds: Aabb,
}

impl Assembly {
    pub(super) fn new(scene: &LookScene<'_>) -> Self {
        let mut whole = Self {
            mesh: TriMesh::default(),
            normals: Vec::new(),
            object: Vec::new(),
            first_triangle: Vec::new(),
            marked: Vec::new(),
            bounds: Aabb::EMPTY,
        };
        for object in &scene.objects {
            whole.add(object);
        }
        whole.bounds.extend(whole.mesh.positions.iter().copied().filter(|p| p.is_finite()));
        if whole.bounds.is_empty() {
            whole.bounds = Aabb { min: DVec3::ZERO, max: DVec3::ZERO };
        }
        whole
    }

    fn add(&mut self, object: &LookObject<'_>) {
        let (first_vertex, first_triangle) = (self.mesh.positions.len(), self.mesh.triangles.len());
        let number = self.first_triangle.len() as u32;
        self.first_triangle.push(first_triangle as u32);
        self.mesh.positions.extend_from_slice(&object.mesh.positions);
        let vertices = object.mesh.positions.len();
        // An index out of range must not end up at a vertex of the next object.
        let moved = |v: u32| {
            if (v as usize) < vertices { v + first_vertex as u32 } else { u32::MAX }
        };
        self.mesh.triangles.extend(object.mesh.triangles.iter().map(|t| t.map(moved)));
        self.normals.extend(corner_normals(object.mesh, object.shading));
        self.object.resize(self.mesh.triangles.len(), number);
        self.marked.resize(self.mesh.triangles.len(), false);
        for &triangle in object.marked {
            if (triangle as usize) < object.mesh.triangles.len() {
                self.marked[first_triangle + triangle as usize] = true;
            }
        }
    }

    /// The corners of a triangle; `None` if an index is out of range.
    pub(super) fn corners(&self, triangle: u32) -> Option<[DVec3; 3]> {
        let [a, b, c] = *self.mesh.triangles.get(triangle as usize)?;
        let corner = |v: u32| self.mesh.positions.get(v as usize).copied();
        Some([corner(a)?, corner(b)?, corner(c)?])
    }
}

/// Unit normals of each triangle's corners.
fn corner_normals(mesh: &TriMesh, shading: Shading) -> Vec<[Vec3; 3]> {
    let faces: Vec<Face> = mesh.triangles.par_iter().map(|&t| Face::new(mesh, t)).collect();
    let cos_limit = match shading {
        Shading::Flat => return faces.iter().map(|f| [f.normal; 3]).collect(),
        Shading::Smooth => -2.0,
        Shading::Crease(angle) => angle.cos() as f32,
    };
    let fans = Fans::new(mesh);
    mesh.triangles
        .par_iter()
        .zip(&faces)
        .map(|(triangle, face)| {
            triangle.map(|vertex| {
                let sum: Vec3 = fans
                    .around(vertex)
                    .iter()
                    .map(|&corner| (&faces[corner as usize / 3], corner as usize % 3))
                    .filter(|(other, _)| other.normal.dot(face.normal) >= cos_limit)
                    .map(|(other, k)| other.normal * other.angles[k])
                    .sum();
                sum.normalize_or(face.normal)
            })
        })
        .collect()
}

/// A triangle's unit normal and the angles at its corners.
struct Face {
    normal: Vec3,
    angles: [f32; 3],
}

impl Face {
    fn new(mesh: &TriMesh, triangle: [u32; 3]) -> Self {
        let [a, b, c] = triangle.map(|v| mesh.positions.get(v as usize).copied().unwrap_or(DVec3::NAN));
        let angle = |p: DVec3, q: DVec3| {
            let angle = p.cross(q).length().atan2(p.dot(q)) as f32;
            if angle.is_finite() { angle } else { 0.0 }
        };
        Self {
            normal: (b - a).cross(c - a).normalize_or(DVec3::ZERO).as_vec3(),
            angles: [angle(b - a, c - a), angle(c - b, a - b), angle(a - c, b - c)],
        }
    }
}

/// The corners (three times the triangle plus 0, 1 or 2) that meet at each vertex.
struct Fans {
    offsets: Vec<u32>,
    corners: Vec<u32>,
}

impl Fans {
    fn new(mesh: &TriMesh) -> Self {
        let vertices = mesh.positions.len();
        let mut offsets = vec![0_u32; vertices + 1];
        let indices = || mesh.triangles.iter().flatten().map(|&v| v as usize);
        for v in indices().filter(|&v| v < vertices) {
            offsets[v + 1] += 1;
        }
        for v in 0..vertices {
            offsets[v + 1] += offsets[v];
        }
        let mut next = offsets.clone();
        let mut corners = vec![0_u32; offsets[vertices] as usize];
        for (corner, v) in indices().enumerate().filter(|&(_, v)| v < vertices) {
            corners[next[v] as usize] = corner as u32;
            next[v] += 1;
        }
        Self { offsets, corners }
    }

    fn around(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        if v + 1 >= self.offsets.len() {
            return &[];
        }
        &self.corners[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two squares that meet at a right angle along the y axis.
    fn corner() -> TriMesh {
        TriMesh {
            positions: [
                [0.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [0.0, 1.0, 1.0],
            ]
            .map(DVec3::from_array)
            .to_vec(),
            triangles: vec![[0, 2, 3], [0, 3, 1], [4, 0, 1], [4, 1, 5]],
        }
    }

    #[test]
    fn creases_stay_sharp_and_smooth_corners_do_not() {
        let mesh = corner();
        let smooth = corner_normals(&mesh, Shading::Smooth);
        let diagonal = Vec3::new(1.0, 0.0, 1.0).normalize();
        assert!((smooth[0][0] - diagonal).length() < 1e-6, "{:?}", smooth[0]);
        assert!((smooth[0][1] - Vec3::Z).length() < 1e-6);
        let sharp = corner_normals(&mesh, Shading::Crease(1.0));
        assert!(sharp[0].iter().all(|n| (*n - Vec3::Z).length() < 1e-6));
        assert!(sharp[3].iter().all(|n| (*n - Vec3::X).length() < 1e-6));
        assert_eq!(corner_normals(&mesh, Shading::Flat)[2], [Vec3::X; 3]);
    }

    #[test]
    fn indices_out_of_range_stay_out_of_range() {
        let mut bad = corner();
        bad.triangles.push([0, 1, 6]);
        let good = corner();
        let scene = LookScene {
            objects: vec![LookObject::cloth(&bad), LookObject::cloth(&good)],
            ..Default::default()
        };
        let whole = Assembly::new(&scene);
        assert!(whole.corners(4).is_none());
        assert_eq!(whole.corners(5), whole.corners(0));
        assert_eq!(whole.object, [0, 0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(whole.normals.len(), 9);
    }
}

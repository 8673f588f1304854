//! All intersecting pairs of triangles of a mesh, or of two.

use super::triangle_triangle::{
    triangles_beyond_shared_edge, triangles_beyond_shared_vertex, triangles_intersect,
};
use crate::TriMesh;
use crate::bvh::Bvh;
use crate::predicates::collinear;
use rayon::prelude::*;

/// All pairs of triangles of a mesh that pass through or touch each other where they should not, in increasing order.
///
/// Neighbours always meet in the vertices they share; they count only if they meet elsewhere too. Triangles on the same
/// three vertices are duplicates, not intersections ([`crate::topology::Surface::duplicate_triangles`]).
pub fn self_intersections(mesh: &TriMesh) -> Vec<[u32; 2]> {
    let tree = Bvh::over_triangles(mesh);
    let mut pairs = tree.self_pairs(|a, b| mesh_triangles_intersect(mesh, a, b));
    pairs.par_sort_unstable();
    pairs
}

/// All pairs of a triangle of the first mesh and one of the second that have a point in common, in increasing order.
pub fn mesh_intersections(first: &TriMesh, second: &TriMesh) -> Vec<[u32; 2]> {
    let trees = [first, second].map(Bvh::over_triangles);
    let mut pairs = trees[0]
        .pairs(&trees[1], |a, b| triangles_intersect(first.corners(a as usize), second.corners(b as usize)));
    pairs.par_sort_unstable();
    pairs
}

/// The triangles whose corners lie exactly on one line, in increasing order.
pub fn degenerate_triangles(mesh: &TriMesh) -> Vec<u32> {
    (0..mesh.triangles.len() as u32)
        .into_par_iter()
        .filter(|&t| {
            let [a, b, c] = mesh.corners(t as usize);
            collinear(a, b, c)
        })
        .collect()
}

/// Whether two triangles of one mesh have more in common than the vertices they share.
pub fn mesh_triangles_intersect(mesh: &TriMesh, first: u32, second: u32) -> bool {
    let (one, other) = (mesh.triangles[first as usize], mesh.triangles[second as usize]);
    let Shared { vertices, count, rest } = Shared::of(one, other);
    let at = |v: u32| mesh.positions[v as usize];
    match count {
        0 => triangles_intersect(one.map(at), other.map(at)),
        1 => triangles_beyond_shared_vertex(
            at(vertices[0]),
            [at(rest[0][0]), at(rest[0][1])],
            [at(rest[1][0]), at(rest[1][1])],
        ),
        2 => triangles_beyond_shared_edge([at(vertices[0]), at(vertices[1])], at(rest[0][0]), at(rest[1][0])),
        _ => false,
    }
}

/// The vertices that two triangles have in common, and those that each has besides.
struct Shared {
    vertices: [u32; 3],
    count: usize,
    rest: [[u32; 3]; 2],
}

impl Shared {
    fn of(one: [u32; 3], other: [u32; 3]) -> Self {
        let mut vertices = [0; 3];
        let mut count = 0;
        for v in one {
            if other.contains(&v) && !vertices[..count].contains(&v) {
                vertices[count] = v;
                count += 1;
            }
        }
        let rest = [one, other].map(|triangle| Self::remaining(triangle, &vertices[..count]));
        Self { vertices, count, rest }
    }

    /// The corners left when each shared vertex is taken away once; a repeated vertex stays.
    fn remaining(triangle: [u32; 3], shared: &[u32]) -> [u32; 3] {
        let mut left = [0; 3];
        let mut count = 0;
        let mut taken = [false; 3];
        for v in triangle {
            match shared.iter().position(|&s| s == v) {
                Some(i) if !taken[i] => taken[i] = true,
                _ => {
                    left[count] = v;
                    count += 1;
                }
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use glam::{DVec2, DVec3};

    #[test]
    fn clean_shapes_are_clean() {
        assert!(self_intersections(&shapes::icosphere(1.0, 4)).is_empty());
        assert!(self_intersections(&shapes::sheet(DVec2::ONE, [20, 20])).is_empty());
        let nested = mesh_intersections(&shapes::icosphere(1.0, 3), &shapes::icosphere(0.5, 3));
        assert!(nested.is_empty());
    }

    #[test]
    fn a_touch_in_one_point_counts() {
        let mut below = shapes::sheet(DVec2::ONE, [1, 1]);
        let tip = TriMesh::new(
            vec![DVec3::new(0.1, 0.0, 0.2), DVec3::new(0.1, 1.0, 0.3), DVec3::new(0.3, 1.0, 0.1)],
            vec![[0, 1, 2]],
        )
        .unwrap();
        assert_eq!(mesh_intersections(&below, &tip).len(), 1);
        for p in &mut below.positions {
            p.y = -f64::MIN_POSITIVE;
        }
        assert!(mesh_intersections(&below, &tip).is_empty());
    }

    #[test]
    fn a_fold_laid_flat_on_its_neighbour_counts() {
        let mut mesh = shapes::sheet(DVec2::ONE, [1, 1]);
        assert!(self_intersections(&mesh).is_empty());
        let apex = mesh.triangles[1].into_iter().find(|v| !mesh.triangles[0].contains(v)).unwrap();
        mesh.positions[apex as usize] = DVec3::new(-0.1, 0.0, 0.05);
        assert_eq!(self_intersections(&mesh), [[0, 1]]);
    }

    #[test]
    fn duplicates_are_not_intersections() {
        let mut mesh = shapes::icosphere(1.0, 0);
        mesh.triangles.push(mesh.triangles[3]);
        assert!(self_intersections(&mesh).is_empty());
    }
}

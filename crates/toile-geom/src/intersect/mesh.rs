//! All intersecting pairs of triangles of a mesh, or of two.

use super::triangle_triangle::{
    triangles_beyond_shared_edge, triangles_beyond_shared_vertex, triangles_intersect,
};
use crate::TriMesh;
use crate::bounds::Aabb;
use crate::bvh::Bvh;
use crate::predicates::collinear;
use rayon::prelude::*;

/// All pairs of triangles of a mesh that pass through or touch each other where they should not, in increasing order.
///
/// Neighbours always meet in the vertices they share; they count only if they meet elsewhere too. Triangles on the same
/// three vertices are duplicates, not intersections ([`crate::topology::Surface::duplicate_triangles`]), and meet nothing
/// but what the first of them meets, so that only that one is listed. Of a pile of more than 16 triangles with vertices of their own in the same three places, each
/// is listed with the first, and only that one with others.
pub fn self_intersections(mesh: &TriMesh) -> Vec<[u32; 2]> {
    let (distinct, piled) = without_piles(mesh, distinct_triangles(mesh));
    let boxes: Vec<Aabb> = distinct.par_iter().map(|&t| mesh.triangle_bounds(t as usize)).collect();
    let number = |item: u32| distinct[item as usize];
    let pairs = Bvh::new(&boxes).self_pairs(|a, b| mesh_triangles_intersect(mesh, number(a), number(b)));
    let mut pairs: Vec<[u32; 2]> = pairs.into_iter().map(|pair| pair.map(number)).chain(piled).collect();
    pairs.par_sort_unstable();
    pairs
}

/// The first triangle on each three vertices, in increasing order. A pile of equal ones has as many pairs as the square of their
/// number, and none of these pairs says anything.
fn distinct_triangles(mesh: &TriMesh) -> Vec<u32> {
    let sorted = |mut triangle: [u32; 3]| {
        triangle.sort_unstable();
        triangle
    };
    let mut keys: Vec<([u32; 3], u32)> =
        mesh.triangles.par_iter().copied().map(sorted).zip(0..mesh.triangles.len() as u32).collect();
    keys.par_sort_unstable();
    keys.dedup_by_key(|(triangle, _)| *triangle);
    let mut distinct: Vec<u32> = keys.into_iter().map(|(_, t)| t).collect();
    distinct.par_sort_unstable();
    distinct
}

/// The most triangles in the same three places whose pairs are all listed.
const MOST_IN_PLACE: usize = 16;

/// Takes all but the first out of each pile of triangles in the same three places, and pairs them with the first.
fn without_piles(mesh: &TriMesh, triangles: Vec<u32>) -> (Vec<u32>, Vec<[u32; 2]>) {
    // Equal numbers have equal bits once zero has no sign.
    let place = |v: u32| mesh.positions[v as usize].to_array().map(|x| (x + 0.0).to_bits());
    let place = |t: u32| {
        let mut corners = mesh.triangles[t as usize].map(place);
        corners.sort_unstable();
        (corners, t)
    };
    let mut places: Vec<([[u64; 3]; 3], u32)> = triangles.par_iter().map(|&t| place(t)).collect();
    places.par_sort_unstable();
    let mut pairs = Vec::new();
    for pile in places.chunk_by(|a, b| a.0 == b.0).filter(|pile| pile.len() > MOST_IN_PLACE) {
        pairs.extend(pile[1..].iter().map(|other| [pile[0].1, other.1]));
    }
    let mut taken: Vec<u32> = pairs.iter().map(|pair| pair[1]).collect();
    taken.sort_unstable();
    let left = triangles.into_iter().filter(|t| taken.binary_search(t).is_err()).collect();
    (left, pairs)
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

    #[test]
    fn a_pile_of_equal_triangles_is_searched_once() {
        let mut mesh = shapes::sheet(DVec2::ONE, [1, 1]);
        let apex = mesh.triangles[1].into_iter().find(|v| !mesh.triangles[0].contains(v)).unwrap();
        mesh.positions[apex as usize] = DVec3::new(-0.1, 0.0, 0.05);
        let [a, b, c] = mesh.triangles[0];
        mesh.triangles.extend(vec![[b, a, c]; 100_000]);
        let clock = std::time::Instant::now();
        assert_eq!(self_intersections(&mesh), [[0, 1]]);
        assert!(clock.elapsed().as_secs() < 5, "{:?}", clock.elapsed());
    }

    #[test]
    fn a_pile_of_triangles_in_one_place_is_listed_with_the_first() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let pile = |count: usize| {
            let mut mesh = TriMesh::default();
            (0..count).for_each(|_| mesh.append(&TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap()));
            let across = corners.map(|p| DVec3::new(0.2 + p.z, p.x - 0.1, p.y - 0.1));
            mesh.append(&TriMesh::new(across.to_vec(), vec![[0, 1, 2]]).unwrap());
            mesh
        };
        assert_eq!(self_intersections(&pile(16)).len(), 16 * 15 / 2 + 16);
        let clock = std::time::Instant::now();
        let pairs = self_intersections(&pile(100_000));
        assert_eq!(pairs.len(), 100_000, "each with the first, and the one across with the first");
        assert!(pairs.iter().all(|pair| pair[0] == 0));
        assert!(clock.elapsed().as_secs() < 10, "{:?}", clock.elapsed());
    }
}

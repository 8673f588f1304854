//! The connected parts of a mesh, as meshes of their own.

use toile_geom::TriMesh;

/// A mesh taken apart. Parts are numbered in the order of their first vertices; vertices of no triangle count to the first part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Triangles of each part, by its own vertices, and how many vertices it has.
    pub meshes: Vec<(Vec<[u32; 3]>, usize)>,
    /// The vertices of all parts, part after part, by their numbers in the mesh.
    pub order: Vec<u32>,
    /// The triangles of all parts, likewise.
    pub triangles: Vec<u32>,
}

impl Parts {
    /// The connected parts of a mesh.
    pub fn of(mesh: &TriMesh) -> Self {
        let of_vertex = numbers(mesh);
        let mut order: Vec<u32> = (0..of_vertex.len() as u32).collect();
        order.sort_by_key(|&v| of_vertex[v as usize]);
        let mut meshes = vec![(Vec::new(), 0); of_vertex.iter().max().map_or(0, |last| *last as usize + 1)];
        let mut own = vec![0; of_vertex.len()];
        for &v in &order {
            let count = &mut meshes[of_vertex[v as usize] as usize].1;
            own[v as usize] = *count as u32;
            *count += 1;
        }
        let part = |t: &u32| of_vertex[mesh.triangles[*t as usize][0] as usize];
        let mut triangles: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        triangles.sort_by_key(part);
        for t in &triangles {
            meshes[part(t) as usize].0.push(mesh.triangles[*t as usize].map(|v| own[v as usize]));
        }
        Self { meshes, order, triangles }
    }

    /// All of a mesh as one part, whether it is connected or not.
    pub fn all_as_one(mesh: &TriMesh) -> Self {
        let count = mesh.positions.len();
        let (order, triangles) = ((0..count as u32).collect(), (0..mesh.triangles.len() as u32).collect());
        Self { meshes: vec![(mesh.triangles.clone(), count)], order, triangles }
    }
}

/// The part of each vertex.
fn numbers(mesh: &TriMesh) -> Vec<u32> {
    let mut links: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    let mut is_used = vec![false; links.len()];
    for &[a, b, c] in &mesh.triangles {
        for v in [a, b, c] {
            is_used[v as usize] = true;
        }
        for other in [b, c] {
            // The first vertex of a part is what the others lead to.
            let (one, other) = (first(&mut links, a), first(&mut links, other));
            links[one.max(other) as usize] = one.min(other);
        }
    }
    let mut count = 0;
    let mut numbers = vec![0; links.len()];
    for v in (0..links.len()).filter(|&v| is_used[v]) {
        let root = first(&mut links, v as u32) as usize;
        numbers[v] = if root == v { count } else { numbers[root] };
        count += u32::from(root == v);
    }
    numbers
}

/// The first vertex that is known to belong to the same part; the way there gets shorter.
fn first(links: &mut [u32], mut v: u32) -> u32 {
    while links[v as usize] != v {
        links[v as usize] = links[links[v as usize] as usize];
        v = links[v as usize];
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::glam::DVec3;

    #[test]
    fn interleaved_parts_are_taken_apart() {
        let positions = (0..7).map(|x| DVec3::X * f64::from(x)).collect();
        let mesh = TriMesh { positions, triangles: vec![[5, 3, 1], [0, 2, 4], [4, 2, 6]] };
        let parts = Parts::of(&mesh);
        assert_eq!(parts.order, [0, 2, 4, 6, 1, 3, 5]);
        assert_eq!(parts.triangles, [1, 2, 0]);
        let expected = [(vec![[0, 1, 2], [2, 1, 3]], 4), (vec![[2, 1, 0]], 3)];
        assert_eq!(parts.meshes, expected);
        assert_eq!(Parts::all_as_one(&mesh).meshes, [(mesh.triangles, 7)]);
    }

    #[test]
    fn loose_vertices_make_no_parts() {
        let mesh = TriMesh { positions: vec![DVec3::ZERO; 5], triangles: vec![[1, 2, 3]] };
        let parts = Parts::of(&mesh);
        assert_eq!((parts.meshes.len(), parts.meshes[0].1), (1, 5));
    }
}

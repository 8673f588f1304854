//! What of a mesh never changes, in the form that shaders read.

use crate::scene::Mesh;
use std::collections::HashMap;

/// A vertex as it is drawn: one of the mesh, at one of its places on the fabric.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct PlacedVertex {
    /// The vertex of the mesh.
    pub(super) source: u32,
    /// Its layer.
    pub(super) layer: u32,
    /// Its place on the fabric in metres.
    pub(super) place: [f32; 2],
}

/// A part of a line of stitches between two vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct StitchPart {
    /// Both ends.
    pub(super) ends: [u32; 2],
    /// The way along the seam to both ends, in metres.
    pub(super) way: [f32; 2],
}

/// What of a mesh never changes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct MeshPlan {
    /// The triangles as vertices of the mesh.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The vertices as they are drawn.
    pub(super) placed: Vec<PlacedVertex>,
    /// The triangles as drawn vertices.
    pub(super) placed_triangles: Vec<[u32; 3]>,
    /// Where the neighbours of each vertex begin; one more than there are vertices.
    pub(super) first_neighbour: Vec<u32>,
    /// The other two corners of each triangle around a vertex, in its direction of turning.
    pub(super) neighbours: Vec<[u32; 2]>,
    /// Each edge once.
    pub(super) edges: Vec<[u32; 2]>,
    /// Stitches.
    pub(super) stitches: Vec<StitchPart>,
    /// Whether vertices have places on the fabric.
    pub(super) has_places: bool,
}

impl MeshPlan {
    /// The plan of a mesh whose vertices are at `positions`. Triangles with a corner that does not exist or for which `is_there`
    /// is false are left out.
    pub(super) fn new(mesh: &Mesh, positions: &[[f32; 3]], is_there: impl Fn(u32) -> bool) -> Self {
        let exists = |v: u32| (v as usize) < positions.len() && is_there(v);
        let kept: Vec<usize> =
            (0..mesh.triangles.len()).filter(|&t| mesh.triangles[t].iter().all(|&v| exists(v))).collect();
        let triangles: Vec<[u32; 3]> = kept.iter().map(|&t| mesh.triangles[t]).collect();
        let (placed, placed_triangles) = placed(mesh, &kept);
        let (first_neighbour, neighbours) = neighbours(&triangles, positions.len());
        Self {
            edges: edges(&triangles),
            stitches: stitches(mesh, positions, exists),
            has_places: !(mesh.places.is_empty() && mesh.corners.is_empty()),
            triangles,
            placed,
            placed_triangles,
            first_neighbour,
            neighbours,
        }
    }
}

/// Vertices with one place each, and the triangles between them.
fn placed(mesh: &Mesh, kept: &[usize]) -> (Vec<PlacedVertex>, Vec<[u32; 3]>) {
    let place = |t: usize, k: usize| {
        let of_vertex = || mesh.places.get(mesh.triangles[t][k] as usize).copied().unwrap_or_default();
        mesh.corners.get(t).map_or_else(of_vertex, |corners| corners[k])
    };
    let mut vertices = Vec::new();
    let mut known: HashMap<(u32, [u32; 2]), u32> = HashMap::new();
    let mut index = |t: usize, k: usize| {
        let (source, place) = (mesh.triangles[t][k], place(t, k));
        *known.entry((source, place.map(f32::to_bits))).or_insert_with(|| {
            let layer = mesh.layers.get(source as usize).copied().unwrap_or_default().into();
            vertices.push(PlacedVertex { source, layer, place });
            vertices.len() as u32 - 1
        })
    };
    let triangles = kept.iter().map(|&t| [0, 1, 2].map(|k| index(t, k))).collect();
    (vertices, triangles)
}

/// The corners that follow each vertex in its triangles, vertex after vertex.
fn neighbours(triangles: &[[u32; 3]], vertices: usize) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut first = vec![0_u32; vertices + 1];
    for &v in triangles.iter().flatten() {
        first[v as usize + 1] += 1;
    }
    for v in 0..vertices {
        first[v + 1] += first[v];
    }
    let mut next = first.clone();
    let mut list = vec![[0; 2]; 3 * triangles.len()];
    for triangle in triangles {
        for k in 0..3 {
            let place = &mut next[triangle[k] as usize];
            list[*place as usize] = [triangle[(k + 1) % 3], triangle[(k + 2) % 3]];
            *place += 1;
        }
    }
    (first, list)
}

/// Each edge once, in growing order.
fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Stitches along all seams.
fn stitches(mesh: &Mesh, positions: &[[f32; 3]], exists: impl Fn(u32) -> bool) -> Vec<StitchPart> {
    let point = |v: u32| glam::Vec3::from(positions[v as usize]);
    let mut parts = Vec::new();
    for chain in &mesh.stitches {
        let mut way = 0.0;
        for pair in chain.windows(2) {
            if pair[0] == pair[1] || !pair.iter().all(|&v| exists(v)) {
                continue;
            }
            let end = way + point(pair[0]).distance(point(pair[1]));
            parts.push(StitchPart { ends: [pair[0], pair[1]], way: [way, end] });
            way = end;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> (Mesh, Vec<[f32; 3]>) {
        let mesh = Mesh {
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            places: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
            stitches: vec![vec![0, 1, 2]],
            ..Mesh::default()
        };
        (mesh, vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    }

    #[test]
    fn a_vertex_is_drawn_once_for_each_of_its_places() {
        let (mut mesh, positions) = square();
        assert_eq!(MeshPlan::new(&mesh, &positions, |_| true).placed.len(), 4);
        mesh.corners = vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[5.0, 0.0], [6.0, 1.0], [5.0, 1.0]]];
        let plan = MeshPlan::new(&mesh, &positions, |_| true);
        assert_eq!(plan.placed.len(), 6);
        assert_eq!(plan.triangles, mesh.triangles);
    }

    #[test]
    fn neighbours_turn_with_the_triangle() {
        let (mesh, positions) = square();
        let plan = MeshPlan::new(&mesh, &positions, |_| true);
        assert_eq!(plan.first_neighbour, [0, 2, 3, 5, 6]);
        assert_eq!(plan.neighbours[..2], [[1, 2], [2, 3]]);
        assert_eq!(plan.edges.len(), 5);
        assert_eq!(plan.stitches.last().map(|part| part.way), Some([1.0, 2.0]));
    }

    #[test]
    fn triangles_without_a_corner_are_left_out() {
        let (mut mesh, positions) = square();
        assert_eq!(MeshPlan::new(&mesh, &positions, |v| v != 3).triangles, [[0, 1, 2]]);
        mesh.triangles.push([0, 1, 99]);
        let plan = MeshPlan::new(&mesh, &positions, |v| v != 1);
        assert_eq!(plan.triangles, [[0, 2, 3]]);
        assert!(plan.stitches.is_empty());
    }
}

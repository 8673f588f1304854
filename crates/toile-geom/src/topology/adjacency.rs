//! Edges, and the triangles at each edge and vertex.

use crate::TriMesh;

/// Rows of different length in one flat array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows<T = u32> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Sorts pairs of a row and an item into rows by counting; within a row the order of the input is kept. Every row must
    /// be smaller than `rows`.
    pub fn gather(rows: usize, items: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut starts = vec![0_u32; rows + 1];
        for (row, _) in items.clone() {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut sorted = vec![T::default(); starts[rows] as usize];
        for (row, item) in items {
            let slot = &mut next[row as usize];
            sorted[*slot as usize] = item;
            *slot += 1;
        }
        Self { starts, items: sorted }
    }
}

impl<T> Rows<T> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[T] {
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// All rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.starts.windows(2).map(|w| &self.items[w[0] as usize..w[1] as usize])
    }
}

/// The edges of a mesh and its incidences. Any index triples are accepted, manifold or not.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    /// The distinct edges, smaller vertex first, in lexicographic order. A triangle with a repeated vertex has an
    /// edge from that vertex to itself.
    pub edges: Vec<[u32; 2]>,
    /// The edges of each triangle; edge `i` joins its corners `i` and `i + 1`.
    pub triangle_edges: Vec<[u32; 3]>,
    /// The triangles at each edge, in order of their index.
    pub edge_triangles: Rows,
    /// The triangles at each vertex, in order of their index.
    pub vertex_triangles: Rows,
    /// The triangles themselves.
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Topology {
    /// Finds the edges and incidences of a mesh, in linear time.
    pub fn new(mesh: &TriMesh) -> Self {
        let triangles = &mesh.triangles;
        let vertices = mesh.positions.len();
        let sides = || {
            triangles.iter().enumerate().flat_map(|(t, triangle)| {
                (0..3).map(move |i| {
                    let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
                    (a.min(b), a.max(b), 3 * t as u32 + i as u32)
                })
            })
        };
        // Sides are first gathered by their smaller vertex; the few at one vertex are then sorted by the larger one.
        let by_vertex = Rows::gather(vertices, sides().map(|(low, _, side)| (low, side)));
        let high = |side: u32| {
            let triangle = triangles[side as usize / 3];
            let i = side as usize % 3;
            triangle[i].max(triangle[(i + 1) % 3])
        };
        let mut edges: Vec<[u32; 2]> = Vec::with_capacity(triangles.len() * 3 / 2);
        let mut triangle_edges = vec![[0; 3]; triangles.len()];
        let mut row = Vec::new();
        for (low, sides) in by_vertex.iter().enumerate() {
            row.clear();
            row.extend(sides.iter().map(|&side| (high(side), side)));
            row.sort_unstable();
            for &(high, side) in &row {
                let edge = [low as u32, high];
                if edges.last() != Some(&edge) {
                    edges.push(edge);
                }
                triangle_edges[side as usize / 3][side as usize % 3] = edges.len() as u32 - 1;
            }
        }
        let edge_triangles = Rows::gather(edges.len(), incidences(&triangle_edges));
        let vertex_triangles = Rows::gather(vertices, incidences(triangles));
        Self { edges, triangle_edges, edge_triangles, vertex_triangles, triangles: triangles.clone() }
    }

    /// How many triangles meet at an edge.
    pub fn edge_valence(&self, edge: usize) -> usize {
        self.edge_triangles.row(edge).len()
    }

    /// The edges with exactly one triangle.
    pub fn boundary_edges(&self) -> impl Iterator<Item = u32> {
        (0..self.edges.len() as u32).filter(|&e| self.edge_valence(e as usize) == 1)
    }

    /// Whether each vertex lies on a boundary edge.
    pub fn boundary_vertices(&self) -> Vec<bool> {
        let mut on_boundary = vec![false; self.vertex_triangles.len()];
        for edge in self.boundary_edges() {
            for v in self.edges[edge as usize] {
                on_boundary[v as usize] = true;
            }
        }
        on_boundary
    }

    /// The vertex of a triangle that is not on the given edge of it.
    pub fn opposite_vertex(&self, triangle: u32, edge: u32) -> Option<u32> {
        let side = self.triangle_edges[triangle as usize].iter().position(|&e| e == edge)?;
        Some(self.triangles[triangle as usize][(side + 2) % 3])
    }
}

/// `(item, triangle)` for each distinct item of each triangle: a repeated vertex or edge counts once.
fn incidences(triples: &[[u32; 3]]) -> impl Iterator<Item = (u32, u32)> + Clone {
    triples.iter().enumerate().flat_map(|(t, triple)| {
        (0..3).filter(|&i| !triple[..i].contains(&triple[i])).map(move |i| (triple[i], t as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use glam::DVec3;

    #[test]
    fn euler_holds_on_a_ball() {
        let ball = shapes::icosphere(1.0, 3);
        let topology = Topology::new(&ball);
        assert_eq!(ball.positions.len() + ball.triangles.len(), topology.edges.len() + 2);
        assert!((0..topology.edges.len()).all(|e| topology.edge_valence(e) == 2));
        assert!(topology.edges.is_sorted());
    }

    #[test]
    fn incidences_agree_with_a_search() {
        let mesh = shapes::sheet(glam::DVec2::ONE, [5, 4]);
        let topology = Topology::new(&mesh);
        for (e, edge) in topology.edges.iter().enumerate() {
            let expected: Vec<u32> = (0..mesh.triangles.len() as u32)
                .filter(|&t| edge.iter().all(|v| mesh.triangles[t as usize].contains(v)))
                .collect();
            assert_eq!(topology.edge_triangles.row(e), expected);
            for &t in &expected {
                let opposite = topology.opposite_vertex(t, e as u32).unwrap();
                assert!(mesh.triangles[t as usize].contains(&opposite) && !edge.contains(&opposite));
            }
        }
        for (v, row) in topology.vertex_triangles.iter().enumerate() {
            let expected: Vec<u32> = (0..mesh.triangles.len() as u32)
                .filter(|&t| mesh.triangles[t as usize].contains(&(v as u32)))
                .collect();
            assert_eq!(row, expected);
        }
    }

    #[test]
    fn repeated_vertices_count_once() {
        let mesh = TriMesh { positions: vec![DVec3::ZERO; 2], triangles: vec![[0, 0, 1]] };
        let topology = Topology::new(&mesh);
        assert_eq!(topology.edges, [[0, 0], [0, 1]]);
        assert_eq!(topology.vertex_triangles.row(0), [0]);
        assert_eq!(topology.edge_triangles.row(1), [0]);
    }
}

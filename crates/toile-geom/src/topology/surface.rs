//! Is this mesh a surface: manifold, closed, oriented, in how many parts?

use super::Topology;
use std::collections::BTreeMap;

/// Where a mesh is, or is not, a surface. Lists are in increasing order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// Edges with one triangle.
    pub boundary_edges: Vec<u32>,
    /// Edges with three or more triangles.
    pub non_manifold_edges: Vec<u32>,
    /// Vertices whose triangles form several fans that touch only there.
    pub non_manifold_vertices: Vec<u32>,
    /// Edges whose two triangles face opposite sides.
    pub inconsistent_edges: Vec<u32>,
    /// Pairs of triangles on the same three vertices, the later one second.
    pub duplicate_triangles: Vec<[u32; 2]>,
    /// Triangles that name a vertex twice.
    pub collapsed_triangles: Vec<u32>,
    /// Vertices that no triangle uses.
    pub lone_vertices: Vec<u32>,
    /// Parts that are connected through shared vertices.
    pub components: usize,
}

impl Surface {
    /// Every edge has one or two triangles, and every vertex one fan.
    pub fn is_manifold(&self) -> bool {
        self.non_manifold_edges.is_empty()
            && self.non_manifold_vertices.is_empty()
            && self.collapsed_triangles.is_empty()
    }

    /// Manifold and without a border. A mesh without triangles encloses nothing and is not closed.
    pub fn is_closed_manifold(&self) -> bool {
        self.components > 0 && self.is_manifold() && self.boundary_edges.is_empty()
    }
}

impl Topology {
    /// Checks whether the mesh is a surface, and lists the places where it is not.
    pub fn surface(&self) -> Surface {
        let with_valence = |fits: fn(usize) -> bool| {
            (0..self.edges.len() as u32).filter(|&e| fits(self.edge_valence(e as usize))).collect()
        };
        Surface {
            boundary_edges: self.boundary_edges().collect(),
            non_manifold_edges: with_valence(|valence| valence > 2),
            non_manifold_vertices: self.non_manifold_vertices(),
            inconsistent_edges: self.inconsistent_edges(),
            duplicate_triangles: self.duplicate_triangles(),
            collapsed_triangles: self.collapsed_triangles(),
            lone_vertices: (0..self.vertex_triangles.len() as u32)
                .filter(|&v| self.vertex_triangles.row(v as usize).is_empty())
                .collect(),
            components: self.components(),
        }
    }

    fn collapsed_triangles(&self) -> Vec<u32> {
        let collapsed = |t: &u32| {
            let [a, b, c] = self.triangles[*t as usize];
            a == b || b == c || c == a
        };
        (0..self.triangles.len() as u32).filter(collapsed).collect()
    }

    fn duplicate_triangles(&self) -> Vec<[u32; 2]> {
        let mut first = BTreeMap::new();
        let mut duplicates = Vec::new();
        // Only triangles that share all three edges can be equal, so only they are looked at.
        for (t, &[ab, bc, ca]) in self.triangle_edges.iter().enumerate() {
            if [ab, bc, ca].iter().any(|&e| self.edge_valence(e as usize) < 2) {
                continue;
            }
            let mut key = self.triangles[t];
            key.sort_unstable();
            let earlier = *first.entry(key).or_insert(t as u32);
            if earlier != t as u32 {
                duplicates.push([earlier, t as u32]);
            }
        }
        duplicates
    }

    fn inconsistent_edges(&self) -> Vec<u32> {
        // An edge is traversed from its smaller vertex by one of its triangles and towards it by the other.
        let ascending = |edge: u32, triangle: u32| {
            let side = self.triangle_edges[triangle as usize].iter().position(|&e| e == edge);
            side.is_some_and(|i| self.triangles[triangle as usize][i] == self.edges[edge as usize][0])
        };
        (0..self.edges.len() as u32)
            .filter(|&e| {
                matches!(self.edge_triangles.row(e as usize), &[a, b] if ascending(e, a) == ascending(e, b))
            })
            .collect()
    }

    fn non_manifold_vertices(&self) -> Vec<u32> {
        // The vertex in whose turn an edge or a triangle was reached last: each is looked at once a vertex, so that a
        // thousand triangles at one vertex take no million steps.
        let mut edge_reached = vec![u32::MAX; self.edges.len()];
        let mut reached = vec![u32::MAX; self.triangles.len()];
        let mut fan: Vec<u32> = Vec::new();
        let several_fans = |v: &u32| {
            let around = self.vertex_triangles.row(*v as usize);
            fan.extend(around.first());
            around.first().into_iter().for_each(|&t| reached[t as usize] = *v);
            let mut count = 0;
            while let Some(triangle) = fan.pop() {
                count += 1;
                for edge in self.triangle_edges[triangle as usize].map(|edge| edge as usize) {
                    if !self.edges[edge].contains(v) || std::mem::replace(&mut edge_reached[edge], *v) == *v {
                        continue;
                    }
                    let neighbours = self.edge_triangles.row(edge).iter();
                    fan.extend(
                        neighbours.filter(|&&t| std::mem::replace(&mut reached[t as usize], *v) != *v),
                    );
                }
            }
            count < around.len()
        };
        (0..self.vertex_triangles.len() as u32).filter(several_fans).collect()
    }

    /// Counts the parts by walking over shared vertices, each of which is passed once.
    fn components(&self) -> usize {
        let mut seen = vec![false; self.triangles.len()];
        let mut passed = vec![false; self.vertex_triangles.len()];
        let mut stack = Vec::new();
        let mut count = 0;
        for start in 0..self.triangles.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            count += 1;
            stack.push(start as u32);
            while let Some(triangle) = stack.pop() {
                for vertex in self.triangles[triangle as usize].map(|vertex| vertex as usize) {
                    if std::mem::replace(&mut passed[vertex], true) {
                        continue;
                    }
                    for &next in self.vertex_triangles.row(vertex) {
                        if !std::mem::replace(&mut seen[next as usize], true) {
                            stack.push(next);
                        }
                    }
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TriMesh, shapes};
    use glam::DVec3;

    fn surface(vertices: usize, triangles: Vec<[u32; 3]>) -> Surface {
        Topology::new(&TriMesh::new(vec![DVec3::ZERO; vertices], triangles).unwrap()).surface()
    }

    #[test]
    fn a_book_of_three_pages_is_not_manifold() {
        let book = surface(5, vec![[0, 1, 2], [0, 1, 3], [0, 1, 4]]);
        assert_eq!(book.non_manifold_edges.len(), 1);
        assert!(!book.is_manifold());
        assert!(book.inconsistent_edges.is_empty(), "with three triangles there is no opposite side");
    }

    #[test]
    fn a_bow_tie_has_a_non_manifold_vertex() {
        let tie = surface(5, vec![[0, 1, 2], [0, 3, 4]]);
        assert_eq!(tie.non_manifold_vertices, [0]);
        assert_eq!(tie.components, 1);
    }

    #[test]
    fn a_flipped_triangle_is_seen_at_its_edges() {
        let mut ball = shapes::icosphere(1.0, 2);
        ball.triangles[7].swap(0, 1);
        let surface = Topology::new(&ball).surface();
        assert_eq!(surface.inconsistent_edges.len(), 3);
        assert!(surface.is_closed_manifold());
    }

    #[test]
    fn duplicates_collapsed_and_lone_are_listed() {
        let mess = surface(6, vec![[0, 1, 2], [2, 1, 0], [1, 2, 0], [3, 3, 4]]);
        assert_eq!(mess.duplicate_triangles, [[0, 1], [0, 2]]);
        assert_eq!(mess.collapsed_triangles, [3]);
        assert_eq!(mess.lone_vertices, [5]);
        assert_eq!(mess.components, 2);
    }

    #[test]
    fn nothing_is_not_closed() {
        for vertices in [0, 4] {
            assert!(!surface(vertices, Vec::new()).is_closed_manifold());
        }
    }

    /// Files have layers of equal faces: what looks at every pair of them takes hours.
    #[test]
    fn a_hundred_thousand_equal_triangles_take_no_time() {
        let clock = std::time::Instant::now();
        let pile = surface(6, [vec![[0, 1, 2]; 100_000], vec![[0, 3, 4]]].concat());
        assert_eq!((pile.duplicate_triangles.len(), pile.components), (99_999, 1));
        assert_eq!(pile.non_manifold_vertices, [0]);
        assert!(clock.elapsed().as_secs() < 5, "{:?}", clock.elapsed());
    }

    #[test]
    fn two_balls_are_two_components() {
        let mut balls = shapes::icosphere(1.0, 1);
        balls.append(&shapes::icosphere(2.0, 1));
        assert_eq!(Topology::new(&balls).surface().components, 2);
    }
}

//! The border of a mesh as loops of vertices: hems, necklines, holes.

use super::Topology;

/// A run of boundary edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundaryLoop {
    /// The vertices in order. The surface lies to the left of the run where its triangles are consistently oriented.
    pub vertices: Vec<u32>,
    /// Whether the last vertex joins the first. Always so unless a non-manifold edge interrupts the border.
    pub closed: bool,
}

impl Topology {
    /// The border as loops, each starting at its smallest edge, in order of that edge.
    ///
    /// Where two loops touch at one vertex (a bow-tie) they stay apart: the walk turns around the vertex through the
    /// triangles, so it never jumps from one fan to another.
    pub fn boundary_loops(&self) -> Vec<BoundaryLoop> {
        let mut visited = vec![false; self.edges.len()];
        let mut loops = Vec::new();
        for start in self.boundary_edges() {
            if !visited[start as usize] && !self.is_loose(start) {
                loops.push(self.walk_loop(start, &mut visited));
            }
        }
        loops
    }

    /// An edge from a vertex to itself, which a triangle with a repeated vertex has.
    fn is_loose(&self, edge: u32) -> bool {
        let [a, b] = self.edges[edge as usize];
        a == b
    }

    fn walk_loop(&self, start: u32, visited: &mut [bool]) -> BoundaryLoop {
        let [from, to] = self.directed(start);
        let (mut forward, closed) = self.walk(start, from, to, visited);
        if !closed {
            let (mut backward, _) = self.walk(start, to, from, visited);
            backward.reverse();
            backward.truncate(backward.len() - 2);
            backward.append(&mut forward);
            forward = backward;
        }
        BoundaryLoop { vertices: forward, closed }
    }

    /// Follows the border from `from` to `to` along `start` and on, until it closes or cannot go on.
    fn walk(&self, start: u32, from: u32, to: u32, visited: &mut [bool]) -> (Vec<u32>, bool) {
        let mut vertices = vec![from, to];
        let (mut edge, mut at) = (start, to);
        visited[start as usize] = true;
        while let Some(next) = self.next_boundary_edge(edge, at) {
            if next == start {
                vertices.pop();
                return (vertices, true);
            }
            if std::mem::replace(&mut visited[next as usize], true) {
                break;
            }
            let [a, b] = self.edges[next as usize];
            at = if a == at { b } else { a };
            vertices.push(at);
            edge = next;
        }
        (vertices, false)
    }

    /// The boundary edge's vertices in the order in which its one triangle has them.
    fn directed(&self, edge: u32) -> [u32; 2] {
        let triangle = self.edge_triangles.row(edge as usize)[0] as usize;
        let side = self.triangle_edges[triangle].iter().position(|&e| e == edge).unwrap_or(0);
        [self.triangles[triangle][side], self.triangles[triangle][(side + 1) % 3]]
    }

    /// The boundary edge reached by turning around `vertex` from the boundary edge `edge`, through the triangles of
    /// its fan; `None` where a non-manifold edge is in the way.
    fn next_boundary_edge(&self, edge: u32, vertex: u32) -> Option<u32> {
        let mut edge = edge;
        let mut triangle = self.edge_triangles.row(edge as usize)[0];
        for _ in 0..self.vertex_triangles.row(vertex as usize).len() {
            edge = self.triangle_edges[triangle as usize]
                .into_iter()
                .find(|&e| e != edge && self.edges[e as usize].contains(&vertex) && !self.is_loose(e))?;
            match self.edge_triangles.row(edge as usize) {
                [_] => return Some(edge),
                &[a, b] => triangle = if a == triangle { b } else { a },
                _ => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::TriMesh;
    use crate::shapes;
    use crate::topology::Topology;
    use glam::{DVec2, DVec3};

    #[test]
    fn a_sheet_has_one_loop_with_the_surface_on_its_left() {
        let mesh = shapes::sheet(DVec2::ONE, [3, 2]);
        let loops = Topology::new(&mesh).boundary_loops();
        assert_eq!(loops.len(), 1);
        assert!(loops[0].closed);
        let points: Vec<DVec3> = loops[0].vertices.iter().map(|&v| mesh.positions[v as usize]).collect();
        assert_eq!(points.len(), 10);
        let area: DVec3 = (0..10).map(|i| points[i].cross(points[(i + 1) % 10])).sum();
        assert!(area.y > 0.0, "counter-clockwise seen from above");
    }

    #[test]
    fn a_ball_has_none() {
        assert!(Topology::new(&shapes::icosphere(1.0, 1)).boundary_loops().is_empty());
    }

    #[test]
    fn bow_tie_keeps_its_loops_apart() {
        let mesh = TriMesh::new(vec![DVec3::ZERO; 5], vec![[0, 1, 2], [0, 3, 4]]).unwrap();
        let loops = Topology::new(&mesh).boundary_loops();
        let vertices: Vec<_> = loops.iter().map(|l| (l.vertices.clone(), l.closed)).collect();
        assert_eq!(vertices, [(vec![0, 1, 2], true), (vec![0, 3, 4], true)]);
    }

    #[test]
    fn an_inconsistent_winding_still_gives_one_loop() {
        let mesh = TriMesh::new(vec![DVec3::ZERO; 4], vec![[0, 1, 2], [0, 3, 2]]).unwrap();
        let loops = Topology::new(&mesh).boundary_loops();
        assert_eq!(loops.len(), 1);
        assert!(loops[0].closed);
        assert_eq!(loops[0].vertices.len(), 4);
    }

    #[test]
    fn a_non_manifold_edge_interrupts_the_border_without_losing_edges() {
        // Three triangles at one edge: every border run ends at its two vertices.
        let mesh = TriMesh::new(vec![DVec3::ZERO; 5], vec![[0, 1, 2], [0, 1, 3], [0, 1, 4]]).unwrap();
        let topology = Topology::new(&mesh);
        let loops = topology.boundary_loops();
        assert_eq!(loops.len(), 3);
        assert!(loops.iter().all(|l| !l.closed && l.vertices.len() == 3));
        assert_eq!(topology.boundary_edges().count(), 6);
    }
}

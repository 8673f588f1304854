//! What is around vertices and edges: ordered rings, lines that run through, triangles across.

use super::{Marks, RefinementError, SubdivisionSettings};
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// A mesh as masks see it.
pub(super) struct Star<'a> {
    pub(super) triangles: &'a [[u32; 3]],
    pub(super) topology: Topology,
    /// Edges that are lines of their own: borders, creases, and where more than two triangles meet.
    sharp: Vec<bool>,
    /// The sharp edges at each vertex: how many, and the other ends of the first two.
    lines: Vec<Lines>,
}

/// The number of lines that a marked corner counts as having.
const CORNER: u32 = u32::MAX;

/// The lines at a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    count: u32,
    ends: [u32; 2],
}

/// What a vertex is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a smooth part of the surface, with the neighbours around it in order.
    Inside(Vec<u32>),
    /// On a line, between these two vertices.
    Line([u32; 2]),
    /// Where lines end or meet.
    Corner,
}

impl<'a> Star<'a> {
    pub(super) fn new(
        triangles: &'a [[u32; 3]],
        vertices: usize,
        marks: &Marks,
        settings: &SubdivisionSettings,
    ) -> Result<Self, RefinementError> {
        check(triangles, vertices)?;
        // The topology of a mesh does not ask where its vertices are.
        let mesh = TriMesh { positions: vec![glam::DVec3::ZERO; vertices], triangles: triangles.to_vec() };
        let topology = Topology::new(&mesh);
        let mut sharp: Vec<bool> =
            (0..topology.edges.len()).map(|edge| topology.edge_valence(edge) != 2).collect();
        for marked in &marks.edges {
            let edge = edge_between(&topology, marked.edge)
                .ok_or(RefinementError::MissingEdge { edge: marked.edge })?;
            sharp[edge] |= settings.is_crease(marked.mark);
        }
        let mut lines = vec![Lines::default(); vertices];
        for (&[a, b], _) in topology.edges.iter().zip(&sharp).filter(|(_, sharp)| **sharp) {
            for (at, other) in [(a, b), (b, a)] {
                let lines = &mut lines[at as usize];
                if let Some(end) = lines.ends.get_mut(lines.count as usize) {
                    *end = other;
                }
                lines.count += 1;
            }
        }
        for &corner in &marks.corners {
            let lines = lines.get_mut(corner as usize);
            lines.ok_or(RefinementError::MissingCorner { vertex: corner, vertices })?.count = CORNER;
        }
        Ok(Self { triangles, topology, sharp, lines })
    }

    pub(super) fn is_sharp(&self, edge: usize) -> bool {
        self.sharp[edge]
    }

    /// What a vertex is. A line that ends inside a smooth part does not disturb it.
    pub(super) fn place(&self, vertex: u32) -> Place {
        let lines = self.lines[vertex as usize];
        match lines.count {
            0 | 1 => self.ring(vertex).map_or(Place::Corner, Place::Inside),
            2 => Place::Line(lines.ends),
            _ => Place::Corner,
        }
    }

    /// Where a line that comes to a vertex from another one goes on, if it does.
    pub(super) fn along(&self, from: u32, vertex: u32) -> Option<u32> {
        let Lines { count, ends: [a, b] } = self.lines[vertex as usize];
        (count == 2).then_some(if a == from { b } else { a })
    }

    /// The neighbours of a vertex that has triangles all around it, in order, starting anywhere.
    fn ring(&self, vertex: u32) -> Option<Vec<u32>> {
        let fan = self.topology.vertex_triangles.row(vertex as usize);
        let first = *fan.first()?;
        let [start, mut next] = self.others(first, vertex)?;
        let mut ring = vec![start];
        let mut triangle = first;
        while next != start {
            if ring.len() > fan.len() {
                return None;
            }
            ring.push(next);
            triangle = self.across(triangle, [vertex, next])?;
            let [a, b] = self.others(triangle, vertex)?;
            next = if a == next { b } else { a };
        }
        (ring.len() == fan.len() && ring.len() > 2).then_some(ring)
    }

    /// The two corners of a triangle besides one of them, in its order.
    fn others(&self, triangle: u32, vertex: u32) -> Option<[u32; 2]> {
        let corners = self.triangles[triangle as usize];
        let at = corners.iter().position(|&v| v == vertex)?;
        Some([corners[(at + 1) % 3], corners[(at + 2) % 3]])
    }

    /// The triangle on the other side of an edge, if there is exactly one.
    fn across(&self, triangle: u32, [a, b]: [u32; 2]) -> Option<u32> {
        let corners = self.triangles[triangle as usize];
        let side = (0..3).find(|&i| {
            let (p, q) = (corners[i], corners[(i + 1) % 3]);
            (p, q) == (a, b) || (p, q) == (b, a)
        })?;
        let edge = self.topology.triangle_edges[triangle as usize][side] as usize;
        match *self.topology.edge_triangles.row(edge) {
            [one, other] if one == triangle => Some(other),
            [one, other] if other == triangle => Some(one),
            _ => None,
        }
    }

    /// The tip of the triangle beyond the edge `a b` of a triangle; none if that edge is a line.
    pub(super) fn wing(&self, triangle: u32, [a, b]: [u32; 2]) -> Option<u32> {
        let edge = edge_between(&self.topology, [a, b])?;
        if self.sharp[edge] {
            return None;
        }
        self.topology.opposite_vertex(self.across(triangle, [a, b])?, edge as u32)
    }

    /// Both triangles of a smooth edge, each with its third corner.
    pub(super) fn sides(&self, edge: usize) -> Option<[(u32, u32); 2]> {
        let &[one, other] = self.topology.edge_triangles.row(edge) else { return None };
        let tip = |triangle| self.topology.opposite_vertex(triangle, edge as u32);
        Some([(one, tip(one)?), (other, tip(other)?)])
    }
}

/// The number of an edge by its vertices.
pub(super) fn edge_between(topology: &Topology, [a, b]: [u32; 2]) -> Option<usize> {
    topology.edges.binary_search(&[a.min(b), a.max(b)]).ok()
}

fn check(triangles: &[[u32; 3]], vertices: usize) -> Result<(), RefinementError> {
    for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
        if let Some(vertex) = [a, b, c].into_iter().find(|&v| v as usize >= vertices) {
            return Err(RefinementError::MissingVertex { triangle, vertex, vertices });
        }
        if a == b || b == c || c == a {
            return Err(RefinementError::RepeatedVertex { triangle });
        }
    }
    Ok(())
}

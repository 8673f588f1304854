//! A mesh whose corners have places in the pattern.

use super::error::{FlatError, check_length};
use glam::{DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// Places in the pattern are at most so large, in metres.
const LARGEST: f64 = 1e6;
/// Places nearer to each other than this are the same, in metres: rounding of files is larger than that of numbers.
pub(crate) const SAME: f64 = 1e-7;

/// The topology of cloth, and where its corners are in the pattern.
#[derive(Clone, Debug)]
pub struct FlatCloth {
    triangles: Vec<[u32; 3]>,
    vertices: usize,
    corners: Vec<[DVec2; 3]>,
    topology: Topology,
    pieces: Vec<u32>,
}

impl FlatCloth {
    /// Takes over a mesh; `corners` are the places of each triangle's corners in the pattern, in metres.
    ///
    /// # Errors
    /// If lengths differ, a triangle is none, a place is none, or the mesh is not a surface with two sides.
    pub fn new(
        triangles: Vec<[u32; 3]>,
        vertices: usize,
        corners: Vec<[DVec2; 3]>,
    ) -> Result<Self, FlatError> {
        check_length("triples of places in the pattern", triangles.len(), corners.len())?;
        for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
            if a == b || b == c || c == a || [a, b, c].iter().any(|&v| v as usize >= vertices) {
                return Err(FlatError::Triangle { triangle, vertices: [a, b, c], count: vertices });
            }
        }
        let is_place = |p: &DVec2| p.is_finite() && p.abs().max_element() <= LARGEST;
        if let Some(index) = corners.iter().position(|places| !places.iter().all(is_place)) {
            return Err(FlatError::Number { what: "a place in the pattern of triangle", index });
        }
        let mesh = TriMesh { positions: vec![DVec3::ZERO; vertices], triangles };
        let topology = Topology::new(&mesh);
        let surface = topology.surface();
        if let Some(&edge) = surface.non_manifold_edges.first().or(surface.inconsistent_edges.first()) {
            return Err(FlatError::NoSurface { edge: topology.edges[edge as usize] });
        }
        let pieces = pieces(&topology, &mesh.triangles, &corners);
        Ok(Self { triangles: mesh.triangles, vertices, corners, topology, pieces })
    }

    /// The triangles.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The places of the triangles' corners in the pattern.
    pub fn corners(&self) -> &[[DVec2; 3]] {
        &self.corners
    }

    /// The edges and what meets there.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The number of each triangle's piece: parts of the mesh whose places in the pattern are continuous.
    pub fn pieces(&self) -> &[u32] {
        &self.pieces
    }

    /// Where a vertex is in the pattern, as a corner of a triangle.
    pub fn place(&self, triangle: u32, vertex: u32) -> Option<DVec2> {
        let corner = self.triangles[triangle as usize].iter().position(|&v| v == vertex)?;
        Some(self.corners[triangle as usize][corner])
    }

    /// The triangles at the edge between two vertices.
    pub fn triangles_at(&self, [a, b]: [u32; 2]) -> &[u32] {
        let edge = self.topology.edges.binary_search(&[a.min(b), a.max(b)]);
        edge.map_or(&[], |edge| self.topology.edge_triangles.row(edge))
    }

    /// Whether a triangle passes from the first to the second vertex, rather than back.
    pub(crate) fn is_forward(&self, triangle: u32, [a, b]: [u32; 2]) -> bool {
        let corners = self.triangles[triangle as usize];
        (0..3).any(|i| corners[i] == a && corners[(i + 1) % 3] == b)
    }

    /// 1 if a triangle's corners go counter-clockwise in the pattern, -1 if clockwise: pieces are drawn seen from either side.
    pub(crate) fn handedness(&self, triangle: u32) -> f64 {
        let [a, b, c] = self.corners[triangle as usize];
        if (b - a).perp_dot(c - a) < 0.0 { -1.0 } else { 1.0 }
    }
}

/// Numbers the parts over whose edges places are continuous.
fn pieces(topology: &Topology, triangles: &[[u32; 3]], corners: &[[DVec2; 3]]) -> Vec<u32> {
    let place = |t: u32, v: u32| {
        let corner = triangles[t as usize].iter().position(|&w| w == v).unwrap_or(0);
        corners[t as usize][corner]
    };
    let mut pieces = vec![u32::MAX; triangles.len()];
    let mut count = 0;
    let mut stack = Vec::new();
    for start in 0..triangles.len() {
        if pieces[start] != u32::MAX {
            continue;
        }
        pieces[start] = count;
        stack.push(start as u32);
        while let Some(t) = stack.pop() {
            for &edge in &topology.triangle_edges[t as usize] {
                let ends = topology.edges[edge as usize];
                for &u in topology.edge_triangles.row(edge as usize) {
                    let same = |&v: &u32| place(t, v).distance(place(u, v)) <= SAME;
                    if pieces[u as usize] == u32::MAX && ends.iter().all(same) {
                        pieces[u as usize] = count;
                        stack.push(u);
                    }
                }
            }
        }
        count += 1;
    }
    pieces
}

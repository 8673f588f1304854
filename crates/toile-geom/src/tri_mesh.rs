//! The triangle mesh: positions and index triples, nothing else.

use glam::DVec3;

/// A triangle mesh: vertex positions and counter-clockwise index triples into them.
///
/// Plain data on purpose. Nothing here promises that the mesh is manifold, closed, or free of degenerate triangles:
/// files are not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriMesh {
    /// Vertex positions in metres.
    pub positions: Vec<DVec3>,
    /// Three indices into `positions` for each triangle, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
}

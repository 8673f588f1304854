//! The vertices, edges and triangles of everything that takes part in finding collisions, numbered together.
//!
//! ```
//! use toile_contact::features::Features;
//! use toile_geom::shapes;
//!
//! let sheet = shapes::sheet(glam::DVec2::ONE, [4, 4]);
//! let ball = shapes::icosphere(0.3, 2);
//! let mut features = Features::default();
//! let cloth = features.add(&sheet.triangles, sheet.positions.len());
//! let body = features.add(&ball.triangles, ball.positions.len());
//! assert_eq!(features.vertices_of(body).start as usize, sheet.positions.len());
//! assert_eq!(features.vertex_count(), sheet.positions.len() + ball.positions.len());
//! # assert_eq!(cloth, 0);
//! ```

use crate::narrow::StencilKind;
use std::ops::Range;

/// The features of all meshes. Vertices of a later mesh are numbered after those of an earlier one, and so are its edges and
/// triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    triangle_edges: Vec<[u32; 3]>,
    vertex_owners: Vec<u32>,
    edge_owners: Vec<u32>,
    /// Which mesh each vertex is of.
    meshes: Vec<u16>,
    /// The first vertex of each mesh, and the number of vertices.
    starts: Vec<u32>,
}

/// Marks a vertex that is in no triangle.
pub const NO_OWNER: u32 = u32::MAX;

impl Features {
    /// Adds a mesh, whose triangles name vertices below `vertex_count`; returns its number.
    ///
    /// # Panics
    /// If a triangle names a vertex that is not there, or there are more than 65,535 meshes.
    pub fn add(&mut self, triangles: &[[u32; 3]], vertex_count: usize) -> u16 {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let mesh = self.starts.len() - 1;
        assert!(mesh < usize::from(u16::MAX), "at most 65,535 meshes take part");
        let base = self.vertex_count() as u32;
        let first = self.triangles.len();
        for triangle in triangles {
            assert!(triangle.iter().all(|&v| (v as usize) < vertex_count), "no such vertex: {triangle:?}");
            self.triangles.push(triangle.map(|v| v + base));
        }
        self.meshes.resize(base as usize + vertex_count, mesh as u16);
        self.starts.push(base + vertex_count as u32);
        self.vertex_owners.resize(base as usize + vertex_count, NO_OWNER);
        self.add_edges(first);
        for t in first..self.triangles.len() {
            for v in self.triangles[t] {
                let owner = &mut self.vertex_owners[v as usize];
                *owner = (*owner).min(t as u32);
            }
        }
        mesh as u16
    }

    /// Finds the edges of the triangles from `first` on.
    fn add_edges(&mut self, first: usize) {
        let mut sides: Vec<([u32; 2], u32)> = (first..self.triangles.len())
            .flat_map(|t| {
                let [a, b, c] = self.triangles[t];
                [[a, b], [b, c], [c, a]].into_iter().zip(0..).map(move |([start, end], side)| {
                    ([start.min(end), start.max(end)], 3 * (t as u32) + side)
                })
            })
            .collect();
        sides.sort_unstable();
        self.triangle_edges.resize(self.triangles.len(), [0; 3]);
        let mut last = None;
        for (edge, side) in sides {
            if last != Some(edge) {
                last = Some(edge);
                self.edges.push(edge);
                self.edge_owners.push(side / 3);
            }
            self.triangle_edges[side as usize / 3][side as usize % 3] = self.edges.len() as u32 - 1;
        }
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.vertex_owners.len()
    }

    /// How many meshes there are.
    pub fn mesh_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The triangles by their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The edges by their vertices, the smaller number first; no edge is there twice.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The edges of each triangle: from its first vertex to the second, from there to the third, and back.
    pub fn triangle_edges(&self) -> &[[u32; 3]] {
        &self.triangle_edges
    }

    /// For each vertex the triangle that answers for it, so that it is tested once only (Curtis et al. 2008);
    /// [`NO_OWNER`] if it is in none.
    pub fn vertex_owners(&self) -> &[u32] {
        &self.vertex_owners
    }

    /// For each edge the triangle that answers for it.
    pub fn edge_owners(&self) -> &[u32] {
        &self.edge_owners
    }

    /// The vertices of a pair of features, those of the first one first.
    #[inline]
    pub fn corners(&self, kind: StencilKind, [one, other]: [u32; 2]) -> [u32; 4] {
        match kind {
            StencilKind::VertexTriangle => {
                let [a, b, c] = self.triangles[other as usize];
                [one, a, b, c]
            }
            StencilKind::EdgeEdge => {
                let ([a, b], [c, d]) = (self.edges[one as usize], self.edges[other as usize]);
                [a, b, c, d]
            }
        }
    }

    /// A number that differs for different features, by which methods know whether what they built still fits.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let corners = self.triangles.iter().fold(self.vertex_count() as u64, |hash, &[a, b, c]| {
            mix(hash, (u64::from(a) << 32 | u64::from(b)) ^ u64::from(c).rotate_left(16))
        });
        self.starts.iter().fold(corners, |hash, start| mix(hash, u64::from(*start)))
    }

    /// Which mesh a vertex is of.
    pub fn mesh_of(&self, vertex: u32) -> u16 {
        self.meshes[vertex as usize]
    }

    /// The vertices of a mesh.
    pub fn vertices_of(&self, mesh: u16) -> Range<u32> {
        self.starts[usize::from(mesh)]..self.starts[usize::from(mesh) + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_two_meshes_are_numbered_on_and_owned_once() {
        let mut features = Features::default();
        assert_eq!(features.add(&[[0, 1, 2], [2, 1, 3]], 5), 0);
        assert_eq!(features.add(&[[0, 1, 2]], 3), 1);
        assert_eq!(features.edges().len(), 5 + 3);
        assert_eq!(features.triangles()[2], [5, 6, 7]);
        assert_eq!(features.vertex_owners(), [0, 0, 0, 1, NO_OWNER, 2, 2, 2]);
        assert_eq!((features.mesh_of(4), features.mesh_of(5)), (0, 1));
        for (t, edges) in features.triangle_edges().iter().enumerate() {
            for (side, &edge) in edges.iter().enumerate() {
                let [a, b] = [features.triangles()[t][side], features.triangles()[t][(side + 1) % 3]];
                assert_eq!(features.edges()[edge as usize], [a.min(b), a.max(b)]);
            }
        }
        assert_eq!(features.edge_owners().iter().filter(|&&owner| owner == 2).count(), 3);
    }
}

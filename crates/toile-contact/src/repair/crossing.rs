//! All pairs of triangles that meet where they should not, exactly.

use super::surface::Surfaces;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::intersect::mesh_triangles_intersect;

/// The state of a repair: where everything is, and a tree that finds it.
pub(super) struct State {
    pub(super) mesh: TriMesh,
    pub(super) tree: Bvh,
}

impl State {
    pub(super) fn new(surfaces: &Surfaces<'_>, positions: &[DVec3]) -> Self {
        let mut mesh = TriMesh { positions: positions.to_vec(), triangles: surfaces.triangles.clone() };
        surfaces.spread(&mut mesh.positions);
        let tree = Bvh::over_triangles(&mesh);
        Self { mesh, tree }
    }

    /// Fits the tree to where the vertices are now.
    pub(super) fn refit(&mut self) {
        let boxes: Vec<Aabb> =
            (0..self.mesh.triangles.len()).into_par_iter().map(|t| self.mesh.triangle_bounds(t)).collect();
        self.tree.refit(&boxes);
    }

    /// The pairs of triangles that meet, in increasing order.
    pub(super) fn intersections(&self, surfaces: &Surfaces<'_>) -> Vec<[u32; 2]> {
        let mut pairs = self
            .tree
            .self_pairs(|a, b| surfaces.may_not_meet(a, b) && mesh_triangles_intersect(&self.mesh, a, b));
        pairs.par_sort_unstable();
        pairs
    }
}

impl Surfaces<'_> {
    /// Whether it is wrong if two triangles meet, and something can be done about it.
    fn may_not_meet(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.features.triangles()[one as usize], self.features.triangles()[other as usize]);
        if !self.filter.meshes_meet(self.features.mesh_of(a[0]), self.features.mesh_of(b[0])) {
            return false;
        }
        let (a, b) = (self.triangles[one as usize], self.triangles[other as usize]);
        if a.iter().chain(&b).all(|&v| self.mobility[v as usize] == 0.0) {
            return false;
        }
        // Sides of a seam that is still open may pass through each other.
        !self.filter.has_welds()
            || !a.iter().any(|&v| b.iter().any(|&w| v != w && self.filter.weld(v) == self.filter.weld(w)))
    }
}

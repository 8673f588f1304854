//! What cloth must stay out of: the body, furniture, garments that are finished already.

use super::hull::Hull;
use crate::subdivision::LARGEST;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;

/// Whether a place has coordinates that can be computed with.
pub(super) fn is_somewhere(place: DVec3) -> bool {
    place.abs().max_element() <= LARGEST && place.is_finite()
}

/// Meshes that do not move while cloth is finished, in a tree.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    pub(super) positions: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) hulls: Vec<Hull>,
    pub(super) tree: Bvh,
    pub(super) origin: DVec3,
    pub(super) largest: f32,
}

impl Obstacles {
    /// Takes over where some meshes are now. Triangles with vertices that are not there, or nowhere, are left out.
    pub fn set(&mut self, meshes: &[&TriMesh]) {
        self.positions.clear();
        self.triangles.clear();
        for mesh in meshes {
            let base = self.positions.len() as u32;
            self.positions.extend_from_slice(&mesh.positions);
            let is_there = |v: u32| mesh.positions.get(v as usize).is_some_and(|&p| is_somewhere(p));
            let there = |t: &&[u32; 3]| t.iter().all(|&v| is_there(v));
            self.triangles.extend(mesh.triangles.iter().filter(there).map(|t| t.map(|v| v + base)));
        }
        let first = self.triangles.first().map(|t| self.positions[t[0] as usize]);
        self.origin = first.unwrap_or_default();
        let Self { positions, triangles, hulls, origin, .. } = self;
        let hull = |t: &[u32; 3]| Hull::around(t.map(|v| positions[v as usize]), *origin);
        hulls.clear();
        hulls.par_extend(triangles.par_iter().map(hull));
        let boxes: Vec<_> = hulls.par_iter().map(Hull::bounds).collect();
        self.largest = self.hulls.par_iter().map(Hull::largest).reduce(|| 0.0, f32::max);
        self.tree = Bvh::new(&boxes);
    }
}

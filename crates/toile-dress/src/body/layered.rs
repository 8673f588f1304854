//! A body that wears something already, for the next garment to go over.

use super::Wearer;
use glam::DVec3;
use toile_body::segments::Segmentation;
use toile_geom::TriMesh;

impl Wearer {
    /// The body together with what it wears: the cloth counts as skin, of the part of the body that is nearest. Landmarks and measures stay those of
    /// the body.
    #[must_use]
    pub fn layered(&self, worn: &TriMesh) -> Self {
        let mut parts = self.segments().parts.clone();
        for t in 0..worn.triangles.len() {
            let middle = worn.corners(t).iter().sum::<DVec3>() / 3.0;
            parts.push(parts[self.nearest_triangle(middle).unwrap_or(0)]);
        }
        let mut mesh = self.mesh().clone();
        mesh.append(worn);
        self.in_form(mesh, Segmentation { parts })
    }
}

//! Meshes that Toile makes itself, to try things on without any file: a tailor's dress form, a skirt on it, and the
//! same skirt with two mistakes in it.
//!
//! They are drawn, not simulated: formulas for shapes that look like the real thing.

mod dress_form;
mod skirt;

use toile_geom::TriMesh;
use toile_geom::names::{UnknownName, find};

pub use dress_form::{TorsoSection, dress_form, section_at};
pub use skirt::{Skirt, skirt, tangled_skirt};

/// A built-in mesh.
#[derive(Clone, Copy)]
pub struct SampleMesh {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Makes it.
    pub build: fn() -> TriMesh,
}

/// All built-in meshes.
pub const SAMPLES: [SampleMesh; 3] = [
    SampleMesh {
        name: "dress-form",
        description: "a tailor's dress form on its stand, closed, size 38",
        build: dress_form,
    },
    SampleMesh {
        name: "skirt",
        description: "a flared skirt that hangs on the dress form",
        build: || skirt(&Skirt::default()),
    },
    SampleMesh {
        name: "tangled-skirt",
        description: "the same skirt with a fold pushed through its neighbour and a hip through the cloth",
        build: tangled_skirt,
    },
];

impl SampleMesh {
    /// The built-in mesh of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        find("built-in mesh", name, SAMPLES, |sample| sample.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::intersect::{degenerate_triangles, mesh_intersections, self_intersections};
    use toile_geom::topology::Topology;

    #[test]
    fn the_form_is_closed_and_clean() {
        let form = dress_form();
        let surface = Topology::new(&form).surface();
        assert!(surface.is_closed_manifold() && surface.inconsistent_edges.is_empty());
        assert!(self_intersections(&form).is_empty() && degenerate_triangles(&form).is_empty());
        assert!(form.volume() > 0.03 && form.volume() < 0.08, "{} m³", form.volume());
    }

    #[test]
    fn the_skirt_hangs_free_of_the_form_and_of_itself() {
        let skirt = skirt(&Skirt::default());
        let topology = Topology::new(&skirt);
        assert!(topology.surface().is_manifold());
        assert_eq!(topology.boundary_loops().len(), 2);
        assert!(self_intersections(&skirt).is_empty());
        assert!(mesh_intersections(&skirt, &dress_form()).is_empty());
    }

    #[test]
    fn the_tangled_skirt_is_tangled_with_both() {
        let tangled = tangled_skirt();
        assert!(self_intersections(&tangled).len() > 10);
        assert!(mesh_intersections(&tangled, &dress_form()).len() > 10);
    }
}

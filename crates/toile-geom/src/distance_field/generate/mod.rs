//! Methods to compute the samples of a field.

mod brute;
mod features;
mod scan;
mod spheres;
mod sweep;
mod triangles;
mod voronoi;

use super::{DenseGrid, Lattice, fill_signs};
use crate::TriMesh;

crate::named_enum! {
    /// A method.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Generator: name {
        /// Every sample against every triangle. The oracle of tests.
        BruteForce = "brute",
        /// Each face, edge and vertex fills the samples that are nearest to it (Breen and Mauch 2000, Sigg et al. 2003). The
        /// fastest for closed meshes, and the default.
        #[default]
        Voronoi = "voronoi",
        /// Each triangle fills its surroundings, without knowing its neighbours (Fuhrmann et al. 2003). For huge fine meshes of
        /// separate triangles.
        Triangles = "triangles",
        /// Nearest triangles by a tree of boxes, with a search radius that shrinks from sample to sample (Fuhrmann 2006). For
        /// wide bands and coarse meshes.
        ShrinkingSpheres = "spheres",
        /// Exact near the surface, nearest triangles handed on from neighbour to neighbour beyond. For very wide bands; may be
        /// off by a fraction of a cell where three parts of the body are equally near.
        Propagation = "propagation",
    }
}

/// Computes the field of a closed mesh within a band around it: distances by the method, signs by winding numbers. The same bits come out for any number of threads.
pub fn generate(mesh: &TriMesh, lattice: &Lattice, band: f64, method: Generator) -> DenseGrid {
    let mut grid = DenseGrid::far(*lattice, band);
    match method {
        Generator::BruteForce => brute::fill(mesh, &mut grid),
        Generator::Voronoi => voronoi::fill(mesh, &mut grid),
        Generator::Triangles => triangles::fill(mesh, &mut grid),
        Generator::ShrinkingSpheres => spheres::fill(mesh, &mut grid),
        Generator::Propagation => sweep::fill(mesh, &mut grid),
    }
    fill_signs(&mut grid, mesh);
    grid
}

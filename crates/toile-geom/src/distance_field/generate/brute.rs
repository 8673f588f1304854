//! Every sample against every triangle.

use crate::TriMesh;
use crate::distance::point_triangle;
use crate::distance_field::DenseGrid;
use rayon::prelude::*;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let lattice = grid.lattice;
    let band = f64::from(grid.band);
    let row = lattice.size.x.max(1) as usize;
    grid.values.par_chunks_mut(row).enumerate().for_each(|(i, row)| {
        let (y, z) = (i as u32 / lattice.size.z, i as u32 % lattice.size.z);
        for (x, value) in row.iter_mut().enumerate() {
            let p = lattice.point(x as u32, y, z);
            let nearest = (0..mesh.triangles.len())
                .map(|t| point_triangle(p, mesh.corners(t)).distance_squared)
                .fold(f64::INFINITY, f64::min);
            *value = nearest.sqrt().min(band) as f32;
        }
    });
}

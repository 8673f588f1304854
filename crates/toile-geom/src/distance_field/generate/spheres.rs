//! Shrinking spheres: the nearest triangle by a tree of boxes, searched within a sphere that neighbours make small.

use crate::TriMesh;
use crate::bvh::Bvh;
use crate::distance::point_triangle;
use crate::distance_field::DenseGrid;
use rayon::prelude::*;

/// Rounding must not push the nearest triangle out of the sphere.
const GUARD: f64 = 1.0 + 1e-6;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let tree = Bvh::over_triangles(mesh);
    let (lattice, band) = (grid.lattice, f64::from(grid.band));
    let row_length = lattice.size.x.max(1) as usize;
    // Height by height, each on its own thread; inside, rows know the row before and samples the sample before.
    grid.values.par_chunks_mut(lattice.layer().max(1)).enumerate().for_each(|(y, layer)| {
        for z in 0..lattice.size.z {
            for x in 0..lattice.size.x {
                let here = z as usize * row_length + x as usize;
                let mut within = band;
                // The field changes by at most a cell from one sample to the next.
                for neighbour in
                    [(x > 0).then(|| here - 1), (z > 0).then(|| here - row_length)].into_iter().flatten()
                {
                    let known = f64::from(layer[neighbour]);
                    if known < band {
                        within = within.min((known + lattice.cell) * GUARD);
                    }
                }
                let p = lattice.point(x, y as u32, z);
                let distance = |t: u32| point_triangle(p, mesh.corners(t as usize)).distance_squared;
                let found = tree.nearest(p, within, distance);
                layer[here] = found.map_or(band, |(_, squared)| squared.sqrt()) as f32;
            }
        }
    });
}

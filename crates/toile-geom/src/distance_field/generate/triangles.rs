//! Each triangle fills its surroundings on its own.

use super::features::{by_slabs, keep_smaller};
use super::scan::scan;
use crate::TriMesh;
use crate::distance::point_triangle;
use crate::distance_field::DenseGrid;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let (lattice, band) = (grid.lattice, f64::from(grid.band));
    let boxes: Vec<_> = (0..mesh.triangles.len()).map(|t| mesh.triangle_bounds(t).inflated(band)).collect();
    by_slabs(grid, &boxes, |heights, items, values| {
        let first = lattice.index(0, heights.start, 0);
        for &t in items {
            let corners = mesh.corners(t as usize);
            scan(&lattice, &boxes[t as usize], heights.clone(), &[], |x, y, z, p| {
                let place = &mut values[lattice.index(x, y, z) - first];
                keep_smaller(place, point_triangle(p, corners).distance_squared.sqrt());
            });
        }
    });
}

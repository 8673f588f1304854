//! Each triangle fills its surroundings on its own.

use super::features::by_slabs;
use super::scan::scan;
use crate::distance_field::DenseGrid;
use toile_geom::TriMesh;
use toile_geom::distance::point_triangle;

/// Two distances that differ by less than this fraction of a cell are those to one shared edge or vertex.
const TIE: f64 = 1e-6;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let (lattice, band) = (grid.lattice, f64::from(grid.band));
    let boxes: Vec<_> = (0..mesh.triangles.len()).map(|t| mesh.triangle_bounds(t).inflated(band)).collect();
    let normals = mesh.triangle_normals();
    by_slabs(grid, &boxes, |heights, items, values| {
        // How squarely the nearest triangle so far is seen: at a shared edge the one that is seen more squarely knows
        // better on which side the point is.
        let mut square = vec![0.0_f32; values.len()];
        let first = lattice.index(0, heights.start, 0);
        for &t in items {
            let (corners, normal) = (mesh.corners(t as usize), normals[t as usize]);
            scan(&lattice, &boxes[t as usize], heights.clone(), &[], |x, y, z, p| {
                let nearest = point_triangle(p, corners);
                let distance = nearest.distance_squared.sqrt();
                let i = lattice.index(x, y, z) - first;
                let best = f64::from(values[i].abs());
                if distance >= band || distance > best + TIE * lattice.cell {
                    return;
                }
                let side = (p - nearest.point).dot(normal);
                let tie = (distance - best).abs() <= TIE * lattice.cell + 1e-7 * best;
                if !tie || side.abs() as f32 > square[i] {
                    values[i] = distance.copysign(side) as f32;
                    square[i] = side.abs() as f32;
                }
            });
        }
    });
}

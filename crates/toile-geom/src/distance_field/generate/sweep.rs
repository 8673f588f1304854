//! Propagation: exact distances next to the surface, then each sample tries the nearest triangles of its neighbours, in
//! sweeps from all eight corners.

use super::features::by_slabs;
use super::scan::scan;
use crate::TriMesh;
use crate::distance::point_triangle;
use crate::distance_field::{DenseGrid, Lattice};
use glam::{I64Vec3, UVec3};

const NONE: u32 = u32::MAX;
/// Samples within this number of cells of the surface are exact.
const EXACT: f64 = 1.8;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let lattice = grid.lattice;
    let band = grid.band;
    let margin = EXACT * lattice.cell;
    let boxes: Vec<_> = (0..mesh.triangles.len()).map(|t| mesh.triangle_bounds(t).inflated(margin)).collect();
    by_slabs(grid, &boxes, |heights, items, values| {
        for &t in items {
            scan(&lattice, &boxes[t as usize], heights.clone(), &[], |x, y, z, p| {
                let place = &mut values[lattice.index(x, y - heights.start, z)];
                *place =
                    place.min(point_triangle(p, mesh.corners(t as usize)).distance_squared.sqrt() as f32);
            });
        }
    });
    // Which triangle it was: the distances are known to the bit, so a second look finds it.
    let mut nearest = vec![NONE; grid.values.len()];
    for (t, aabb) in boxes.iter().enumerate() {
        scan(&lattice, aabb, 0..lattice.size.y, &[], |x, y, z, p| {
            let i = lattice.index(x, y, z);
            let distance = point_triangle(p, mesh.corners(t)).distance_squared.sqrt() as f32;
            if nearest[i] == NONE && distance <= grid.values[i] {
                nearest[i] = t as u32;
            }
        });
    }
    for corner in 0..8 {
        sweep(mesh, &lattice, corner, &mut grid.values, &mut nearest);
    }
    grid.values.iter_mut().for_each(|value| *value = value.min(band));
}

/// One sweep away from a corner of the lattice.
fn sweep(mesh: &TriMesh, lattice: &Lattice, corner: u32, values: &mut [f32], nearest: &mut [u32]) {
    let size = lattice.size;
    let at = |axis: usize, i: u32| if corner >> axis & 1 == 0 { i } else { size[axis] - 1 - i };
    let back = |axis: usize| if corner >> axis & 1 == 0 { -1 } else { 1 };
    let steps = [I64Vec3::X * back(0), I64Vec3::Y * back(1), I64Vec3::Z * back(2)];
    for y in 0..size.y {
        for z in 0..size.z {
            for x in 0..size.x {
                let here = UVec3::new(at(0, x), at(1, y), at(2, z));
                let i = lattice.index(here.x, here.y, here.z);
                for step in steps {
                    let there = here.as_i64vec3() + step;
                    if there.cmplt(I64Vec3::ZERO).any() || there.cmpge(size.as_i64vec3()).any() {
                        continue;
                    }
                    let j = lattice.index(there.x as u32, there.y as u32, there.z as u32);
                    let t = nearest[j];
                    // A neighbour's triangle can be nearer by at most a cell than it is to the neighbour.
                    if t == NONE || t == nearest[i] || values[j] - lattice.cell as f32 > values[i] {
                        continue;
                    }
                    let p = lattice.point(here.x, here.y, here.z);
                    let distance = point_triangle(p, mesh.corners(t as usize)).distance_squared.sqrt() as f32;
                    if distance < values[i] {
                        (values[i], nearest[i]) = (distance, t);
                    }
                }
            }
        }
    }
}

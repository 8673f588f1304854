//! Inside or outside.

use super::DenseGrid;
use super::Lattice;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;

/// Carries the signs of the band on to the samples beyond it. The lattice's border is outside; between there and the inside
/// lies the band, so each row of samples keeps the sign of the last sample in the band.
pub fn fill_signs_from_band(grid: &mut DenseGrid) {
    let band = grid.band;
    let row = grid.lattice.size.x.max(1) as usize;
    grid.values.par_chunks_mut(row).for_each(|row| {
        let mut inside = false;
        for value in row {
            if value.abs() < band {
                inside = *value < 0.0;
            } else {
                *value = if inside { -band } else { band };
            }
        }
    });
}

/// Gives all samples the sign that the mesh winds around them, which needs no clean mesh: shells that overlap count as
/// one body, and small holes are outvoted. How often the surface winds around a point is counted along three rays.
pub fn fill_signs_by_winding(grid: &mut DenseGrid, mesh: &TriMesh) {
    let votes: Vec<Vec<i8>> = (0..3).map(|axis| inside_along(&grid.lattice, mesh, axis)).collect();
    grid.values.par_iter_mut().enumerate().for_each(|(i, value)| {
        let inside = votes[0][i] + votes[1][i] + votes[2][i] >= 2;
        *value = if inside { -value.abs() } else { value.abs() };
    });
}

/// One crossing of a ray with the surface: where, and whether into the body or out of it.
type Crossing = (f64, i32);

/// For each sample whether a ray along an axis winds to a positive number there.
fn inside_along(lattice: &Lattice, mesh: &TriMesh, axis: usize) -> Vec<i8> {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let size = lattice.size.to_array();
    let mut rays: Vec<Vec<Crossing>> = vec![Vec::new(); size[u] as usize * size[v] as usize];
    for t in 0..mesh.triangles.len() {
        cross(lattice, mesh.corners(t), [axis, u, v], &mut rays);
    }
    rays.par_iter_mut().for_each(|ray| ray.sort_by(|a, b| a.0.total_cmp(&b.0)));
    let mut inside = vec![0; lattice.len()];
    inside.par_chunks_mut(lattice.layer().max(1)).enumerate().for_each(|(y, layer)| {
        for (i, place) in layer.iter_mut().enumerate() {
            let at = [i as u32 % lattice.size.x, y as u32, i as u32 / lattice.size.x];
            let ray = &rays[(at[v] * size[u] + at[u]) as usize];
            let along = f64::from(at[axis]);
            let before = ray.partition_point(|crossing| crossing.0 < along);
            let winding: i32 = ray[..before].iter().map(|crossing| crossing.1).sum();
            *place = i8::from(winding > 0);
        }
    });
    inside
}

/// Enters the crossings of one triangle with all rays along an axis that meet it.
fn cross(lattice: &Lattice, corners: [DVec3; 3], [axis, u, v]: [usize; 3], rays: &mut [Vec<Crossing>]) {
    // Rays are moved by a hair off the lattice, so that they meet no vertex or edge of a regular mesh.
    const HAIR: [f64; 2] = [1.234_567e-4, 2.718_281e-4];
    let grid = corners.map(|p| {
        let g = ((p - lattice.origin) / lattice.cell).to_array();
        [g[axis], g[u] - HAIR[0], g[v] - HAIR[1]]
    });
    let [a, b, c] = grid;
    let twice = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]);
    if twice == 0.0 {
        return;
    }
    let size = lattice.size.to_array();
    let range = |k: usize, count: u32| {
        let low = a[k].min(b[k]).min(c[k]).ceil().max(0.0);
        let high = a[k].max(b[k]).max(c[k]).floor().min(f64::from(count) - 1.0);
        (low as u32)..=(if high < low { low as u32 } else { high as u32 })
    };
    for i in range(1, size[u]) {
        for j in range(2, size[v]) {
            let p = [f64::from(i), f64::from(j)];
            let side = |q: [f64; 3], r: [f64; 3]| {
                ((r[1] - q[1]) * (p[1] - q[2]) - (r[2] - q[2]) * (p[0] - q[1])) / twice
            };
            let weights = [side(b, c), side(c, a), side(a, b)];
            if weights.iter().all(|w| *w >= 0.0) && i < size[u] && j < size[v] {
                let along = weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0];
                // Entering where the normal looks back along the ray.
                rays[(j * size[u] + i) as usize].push((along, if twice > 0.0 { -1 } else { 1 }));
            }
        }
    }
}

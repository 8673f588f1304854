//! Faces, edges and vertices with their normals, and work shared out by height.

use crate::TriMesh;
use crate::bounds::Aabb;
use crate::distance_field::{DenseGrid, Lattice};
use crate::topology::Topology;
use glam::DVec3;
use rayon::prelude::*;

/// A mesh with the normals of its features.
pub(super) struct Features<'a> {
    pub(super) mesh: &'a TriMesh,
    pub(super) topology: Topology,
    pub(super) faces: Vec<DVec3>,
    pub(super) vertices: Vec<DVec3>,
}

impl<'a> Features<'a> {
    pub(super) fn new(mesh: &'a TriMesh) -> Self {
        Self {
            mesh,
            topology: Topology::new(mesh),
            faces: mesh.triangle_normals(),
            vertices: mesh.vertex_normals(),
        }
    }
}

/// How many heights of the lattice one task fills.
const SLAB: usize = 8;

/// Fills a grid slab by slab on all threads: `work` gets the slab's heights, the items whose boxes reach into it in their
/// order, and its samples.
pub(super) fn by_slabs(
    grid: &mut DenseGrid,
    boxes: &[Aabb],
    work: impl Fn(std::ops::Range<u32>, &[u32], &mut [f32]) + Sync,
) {
    let lattice = grid.lattice;
    let slabs = (lattice.size.y as usize).div_ceil(SLAB);
    let mut items: Vec<Vec<u32>> = vec![Vec::new(); slabs];
    for (i, aabb) in boxes.iter().enumerate() {
        if let Some((first, last)) = slabs_of(&lattice, aabb, slabs) {
            for slab in &mut items[first..=last] {
                slab.push(i as u32);
            }
        }
    }
    let chunk = (lattice.layer() * SLAB).max(1);
    grid.values.par_chunks_mut(chunk).enumerate().for_each(|(slab, values)| {
        let first = (slab * SLAB) as u32;
        work(first..(first + SLAB as u32).min(lattice.size.y), &items[slab], values);
    });
}

/// The slabs that a box reaches into.
fn slabs_of(lattice: &Lattice, aabb: &Aabb, slabs: usize) -> Option<(usize, usize)> {
    let level = |y: f64| (y - lattice.origin.y) / lattice.cell / SLAB as f64;
    let (low, high) = (level(aabb.min.y).floor().max(0.0), level(aabb.max.y).floor());
    (high >= 0.0 && low < slabs as f64).then(|| (low as usize, (high as usize).min(slabs - 1)))
}

/// Keeps the smaller distance.
pub(super) fn keep_smaller(place: &mut f32, distance: f64) {
    *place = place.min(distance as f32);
}

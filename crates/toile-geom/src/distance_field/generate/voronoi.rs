//! Bounded Voronoi regions: the samples nearest to a face lie in a prism over it, those nearest to an edge in a wedge, those
//! nearest to a vertex in a cone. Each region is cut by the rows of the lattice, so hardly a sample is looked at in vain.

use super::features::{Features, by_slabs, keep_smaller};
use super::scan::{HalfSpace, scan};
use crate::TriMesh;
use crate::bounds::Aabb;
use crate::distance_field::{DenseGrid, Lattice};
use glam::DVec3;
use std::ops::Range;

/// Regions are made larger by this much of a cell, so that rounding leaves no gap between them.
const OVERLAP: f64 = 1e-4;

pub(super) fn fill(mesh: &TriMesh, grid: &mut DenseGrid) {
    let features = Features::new(mesh);
    let band = f64::from(grid.band);
    let regions = Regions { features: &features, lattice: grid.lattice, band };
    let faces: Vec<Aabb> = (0..mesh.triangles.len()).map(|t| regions.face_box(t)).collect();
    by_slabs(grid, &faces, |heights, items, values| {
        for &t in items {
            regions.face(t as usize, &faces[t as usize], heights.clone(), values);
        }
    });
    let edges: Vec<Aabb> = (0..features.topology.edges.len()).map(|e| regions.edge_box(e)).collect();
    by_slabs(grid, &edges, |heights, items, values| {
        for &e in items {
            regions.edge(e as usize, &edges[e as usize], heights.clone(), values);
        }
    });
    let vertices: Vec<Aabb> = (0..mesh.positions.len()).map(|v| regions.vertex_box(v)).collect();
    by_slabs(grid, &vertices, |heights, items, values| {
        for &v in items {
            regions.vertex(v as usize, &vertices[v as usize], heights.clone(), values);
        }
    });
}

struct Regions<'a> {
    features: &'a Features<'a>,
    lattice: Lattice,
    band: f64,
}

impl Regions<'_> {
    /// The place of a sample in a slab that starts at a height.
    fn place(&self, heights: &Range<u32>, x: u32, y: u32, z: u32) -> usize {
        self.lattice.index(x, y - heights.start, z)
    }

    fn slack(&self) -> f64 {
        OVERLAP * self.lattice.cell
    }

    fn face_box(&self, t: usize) -> Aabb {
        let reach = self.features.faces[t] * self.band;
        let corners = self.features.mesh.corners(t);
        corners.iter().flat_map(|&p| [p + reach, p - reach]).collect()
    }

    /// The prism over a face, to both sides.
    fn face(&self, t: usize, bounds: &Aabb, heights: Range<u32>, values: &mut [f32]) {
        let normal = self.features.faces[t];
        let corners = self.features.mesh.corners(t);
        if normal == DVec3::ZERO {
            return;
        }
        let plane = normal.dot(corners[0]);
        let mut half_spaces: [HalfSpace; 5] = [
            (normal, plane + self.band),
            (-normal, self.band - plane),
            Default::default(),
            Default::default(),
            Default::default(),
        ];
        for i in 0..3 {
            let outward = (corners[(i + 1) % 3] - corners[i]).cross(normal).normalize_or_zero();
            half_spaces[2 + i] = (outward, outward.dot(corners[i]) + self.slack());
        }
        scan(&self.lattice, bounds, heights.clone(), &half_spaces, |x, y, z, p| {
            keep_smaller(&mut values[self.place(&heights, x, y, z)], (normal.dot(p) - plane).abs());
        });
    }

    /// The directions between which an edge is nearest, if it bends: its faces' normals, to the side of the bulge.
    fn wedge(&self, e: usize) -> Option<[DVec3; 2]> {
        let topology = &self.features.topology;
        let &[s, t] = topology.edge_triangles.row(e) else { return None };
        let [m, n] = [s, t].map(|t| self.features.faces[t as usize]);
        let opposite = topology.opposite_vertex(t, e as u32)?;
        let [a, _] = topology.edges[e];
        let at = |v: u32| self.features.mesh.positions[v as usize];
        // If the other face falls away, the edge is nearest outside, else inside.
        let sign = if m.dot(at(opposite) - at(a)) <= 0.0 { 1.0 } else { -1.0 };
        Some([m * sign, n * sign])
    }

    fn edge_box(&self, e: usize) -> Aabb {
        let ends = self.features.topology.edges[e].map(|v| self.features.mesh.positions[v as usize]);
        match self.wedge(e) {
            Some([m, n]) if m.dot(n) > -0.5 => {
                // The arc between both directions bulges beyond them by at most this factor.
                let factor = self.band / (0.5 * (1.0 + m.dot(n))).sqrt();
                let reach = [m * factor, n * factor, DVec3::ZERO];
                ends.iter().flat_map(|&p| reach.map(|r| p + r)).collect::<Aabb>().inflated(self.slack())
            }
            _ => ends.into_iter().collect::<Aabb>().inflated(self.band),
        }
    }

    /// The wedge at an edge.
    fn edge(&self, e: usize, bounds: &Aabb, heights: Range<u32>, values: &mut [f32]) {
        let [a, b] = self.features.topology.edges[e].map(|v| self.features.mesh.positions[v as usize]);
        let along = (b - a).normalize_or_zero();
        let slack = self.slack();
        let mut half_spaces: Vec<HalfSpace> =
            vec![(-along, slack - along.dot(a)), (along, along.dot(b) + slack)];
        if let Some([m, n]) = self.wedge(e) {
            for (own, other) in [(m, n), (n, m)] {
                // Across the face at its edge, away from the other face's normal.
                let across = own.cross(along).normalize_or_zero();
                let outward = if across.dot(other) > 0.0 { -across } else { across };
                half_spaces.push((outward, outward.dot(a) + slack));
            }
        }
        scan(&self.lattice, bounds, heights.clone(), &half_spaces, |x, y, z, p| {
            let offset = p - a;
            let distance = (offset - along * offset.dot(along).clamp(0.0, a.distance(b))).length();
            if distance < self.band {
                let place = self.place(&heights, x, y, z);
                keep_smaller(&mut values[place], distance);
            }
        });
    }

    fn vertex_box(&self, v: usize) -> Aabb {
        let p = self.features.mesh.positions[v];
        let faces = self.features.topology.vertex_triangles.row(v);
        let normal = self.features.vertices[v];
        let least = faces.iter().map(|&t| normal.dot(self.features.faces[t as usize])).fold(1.0, f64::min);
        if least < 0.3 || faces.is_empty() {
            return Aabb { min: p, max: p }.inflated(if faces.is_empty() { 0.0 } else { self.band });
        }
        // The cone, to either side: around the normal, as wide as its steepest face demands.
        let (reach, width) = (normal * self.band, self.band * (1.0 - least * least).sqrt());
        [p + reach, p - reach].into_iter().collect::<Aabb>().inflated(width + self.slack())
    }

    /// The cone at a vertex: all points behind the ends of its edges.
    fn vertex(&self, v: usize, bounds: &Aabb, heights: Range<u32>, values: &mut [f32]) {
        let mesh = self.features.mesh;
        let p = mesh.positions[v];
        let mut half_spaces: Vec<HalfSpace> = Vec::with_capacity(8);
        for &t in self.features.topology.vertex_triangles.row(v) {
            for corner in mesh.triangles[t as usize] {
                if corner as usize != v {
                    let way = (mesh.positions[corner as usize] - p).normalize_or_zero();
                    half_spaces.push((way, way.dot(p) + self.slack()));
                }
            }
        }
        scan(&self.lattice, bounds, heights.clone(), &half_spaces, |x, y, z, q| {
            let distance = q.distance(p);
            if distance < self.band {
                let place = self.place(&heights, x, y, z);
                keep_smaller(&mut values[place], distance);
            }
        });
    }
}

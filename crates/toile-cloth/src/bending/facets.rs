//! Triangles as facets: their normals, the angles between them, and what torques at their edges do to their corners.
//!
//! When a corner moves, the angle at an edge changes through the turning of the two facets beside it only, and a facet turns
//! only when a corner moves along its normal. So torques at the three edges of a facet push its corners along the normal: three
//! numbers a facet, and no need for a gradient at each edge.

use super::hinge::atan2;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::topology::Rows;

/// No hinge at this side.
pub(super) const NONE: u32 = u32::MAX;
/// Facets, edges or vertices one task works on.
const CHUNK: usize = 1024;

/// The facets of a mesh, and which edges join them.
#[derive(Clone, Debug, Default)]
pub(super) struct Facets {
    triangles: Vec<[u32; 3]>,
    /// The hinge at each side of a triangle, or [`NONE`].
    sides: Vec<[u32; 3]>,
    /// For each hinge: where its edge starts and ends, as its first triangle has it, and its two triangles.
    edges: Vec<[u32; 4]>,
    /// For each vertex its triangles, and which corner it is there.
    corners: Rows<(u32, u8)>,
}

/// A facet as it lies in space.
#[derive(Clone, Copy, Debug, Default)]
struct Facet {
    /// Unit normal; zero for a facet without area.
    normal: DVec3,
    /// One over twice the area; zero for a facet without.
    inverse_double_area: f64,
}

/// What an evaluation needs in between, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct FacetScratch {
    facets: Vec<Facet>,
    /// One over the length of each edge.
    inverse_lengths: Vec<f64>,
    pushes: Vec<[DVec3; 3]>,
}

impl Facets {
    /// `hinges` are the edge's ends and the two triangles of each hinge; `sides` the hinges of each triangle.
    pub(super) fn new(
        vertex_count: usize,
        triangles: &[[u32; 3]],
        sides: Vec<[u32; 3]>,
        edges: Vec<[u32; 4]>,
    ) -> Self {
        let corners = triangles
            .iter()
            .enumerate()
            .flat_map(|(t, triangle)| (0..3).map(move |corner| (triangle[corner], (t as u32, corner as u8))));
        let corners = Rows::gather(vertex_count, corners);
        Self { triangles: triangles.to_vec(), sides, edges, corners }
    }

    /// How many hinges there are.
    pub(super) fn hinge_count(&self) -> usize {
        self.edges.len()
    }

    /// The angle at each hinge: positive where the sheet is hollow on the side of its normals.
    pub(super) fn angles(&self, positions: &[DVec3], scratch: &mut FacetScratch, angles: &mut [f64]) {
        let FacetScratch { facets, inverse_lengths, .. } = scratch;
        facets.resize(self.triangles.len(), Facet::default());
        inverse_lengths.resize(self.edges.len(), 0.0);
        facets
            .par_iter_mut()
            .zip(self.triangles.par_iter())
            .with_min_len(CHUNK)
            .for_each(|(facet, triangle)| *facet = Facet::new(triangle.map(|v| positions[v as usize])));
        let edges = angles.par_iter_mut().zip(inverse_lengths.par_iter_mut()).zip(self.edges.par_iter());
        edges.with_min_len(CHUNK).for_each(|((angle, inverse_length), &[start, end, first, second])| {
            let edge = positions[end as usize] - positions[start as usize];
            let square = edge.length_squared();
            *inverse_length = if square > 0.0 { square.sqrt().recip() } else { 0.0 };
            let (one, two) = (facets[first as usize].normal, facets[second as usize].normal);
            *angle = atan2(two.cross(one).dot(edge) * *inverse_length, one.dot(two));
        });
    }

    /// Adds what torques (energy per angle) at the hinges do to the vertices: the gradient of the energy. The scratch memory must
    /// be that of [`angles`](Self::angles) at the same positions.
    pub(super) fn add_pushes(
        &self,
        positions: &[DVec3],
        torques: &[f64],
        scratch: &mut FacetScratch,
        gradient: &mut [DVec3],
    ) {
        let FacetScratch { facets, inverse_lengths, pushes } = scratch;
        pushes.resize(self.triangles.len(), [DVec3::ZERO; 3]);
        let per_length = |hinge: u32| {
            if hinge == NONE { 0.0 } else { torques[hinge as usize] * inverse_lengths[hinge as usize] }
        };
        pushes.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(t, push)| {
            let corners = self.triangles[t].map(|v| positions[v as usize]);
            let weights = corner_weights(corners, self.sides[t].map(per_length));
            let facet = &facets[t];
            *push = weights.map(|weight| facet.normal * (weight * facet.inverse_double_area));
        });
        gradient.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(v, sum)| {
            for &(t, corner) in self.corners.row(v) {
                *sum += pushes[t as usize][corner as usize];
            }
        });
    }
}

impl Facet {
    #[inline]
    fn new([a, b, c]: [DVec3; 3]) -> Self {
        let normal = (b - a).cross(c - a);
        let double_area = normal.length();
        if double_area == 0.0 {
            return Self::default();
        }
        let inverse_double_area = double_area.recip();
        Self { normal: normal * inverse_double_area, inverse_double_area }
    }
}

/// How strongly each corner is pushed along the normal, times twice the area, by torques over lengths at the sides.
///
/// The corner opposite to a side of length `L` turns the facet by `L / 2A` per length; the ends of the side by the parts of
/// that which the foot of the height divides it into, the other way.
#[inline]
fn corner_weights([a, b, c]: [DVec3; 3], per_length: [f64; 3]) -> [f64; 3] {
    let edges = [b - a, c - b, a - c];
    // The scalar product of the two edges that leave a corner.
    let at = [-edges[0].dot(edges[2]), -edges[1].dot(edges[0]), -edges[2].dot(edges[1])];
    let mut weights = [0.0; 3];
    for side in 0..3 {
        let (next, opposite) = ((side + 1) % 3, (side + 2) % 3);
        weights[opposite] += per_length[side] * (at[side] + at[next]);
        weights[side] -= per_length[side] * at[next];
        weights[next] -= per_length[side] * at[side];
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bending::hinge::{angle, angle_and_gradient};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_facets_have_the_angle_and_the_gradient_of_a_hinge(
            points in [[-1.0..1.0_f64, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0],
                [-1.0..1.0, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0]],
        ) {
            let points = points.map(DVec3::from).to_vec();
            let corners = [points[0], points[1], points[2], points[3]];
            let edge = points[1] - points[0];
            prop_assume!(edge.length() > 0.1);
            prop_assume!(edge.cross(points[2] - points[0]).length() > 0.1);
            prop_assume!(edge.cross(points[3] - points[0]).length() > 0.1);
            let triangles = [[0, 1, 2], [1, 0, 3]];
            let facets = Facets::new(4, &triangles, vec![[0, NONE, NONE]; 2], vec![[0, 1, 0, 1]]);
            let (mut scratch, mut angles) = (FacetScratch::default(), vec![0.0]);
            facets.angles(&points, &mut scratch, &mut angles);
            prop_assert!((angles[0] - angle(corners)).abs() < 1e-9, "{} {}", angles[0], angle(corners));
            let mut gradient = vec![DVec3::ZERO; 4];
            facets.add_pushes(&points, &[1.0], &mut scratch, &mut gradient);
            for (found, expected) in gradient.iter().zip(angle_and_gradient(corners).1) {
                prop_assert!((*found - expected).length() < 1e-9 * (1.0 + expected.length()), "{} {}", found, expected);
            }
        }
    }
}

//! How the triangles and edges of a sheet bend together: what the mesh decides once, and what follows from its rest shape.

use super::facets::{Facets, NONE};
use super::plate::Clamp;
use super::predictor::{RestHinge, predictor, side};
use crate::rest::RestShape;
use crate::voigt::dyad;
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// What a triangle has at one of its edges.
#[derive(Clone, Copy, Debug)]
enum EdgeKind {
    Hinge(u32),
    Clamp(u32),
    Free,
}

/// An edge that is pinned at an angle.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClampedEdge {
    triangle: u32,
    /// The corners of the triangle, those of the edge first.
    places: [usize; 3],
    /// The vertices of these corners.
    pub(super) vertices: [u32; 3],
    /// The point beyond the edge.
    pub(super) beyond: DVec3,
}

/// Which edges bend, are clamped or are free, and the rest shape of those that bend.
#[derive(Clone, Debug, Default)]
pub(super) struct BendingPlan {
    pub(super) hinges: Vec<RestHinge>,
    /// Numbered after the hinges.
    pub(super) clamps: Vec<ClampedEdge>,
    kinds: Vec<[EdgeKind; 3]>,
}

impl BendingPlan {
    pub(super) fn new(mesh: &TriMesh, rest: &RestShape, clamps: &[Clamp]) -> Self {
        let topology = Topology::new(mesh);
        let mut plan = Self { kinds: vec![[EdgeKind::Free; 3]; mesh.triangles.len()], ..Self::default() };
        let find = |edge: usize, t: u32| {
            topology.triangle_edges[t as usize].iter().position(|&e| e as usize == edge).unwrap_or(0)
        };
        let mut set = |edge: usize, triangle: u32, kind: EdgeKind| {
            for (side, &e) in topology.triangle_edges[triangle as usize].iter().enumerate() {
                if e as usize == edge {
                    plan.kinds[triangle as usize][side] = kind;
                }
            }
        };
        for edge in 0..topology.edges.len() {
            if let Some(hinge) = RestHinge::at(edge, &topology, &mesh.triangles, rest) {
                let number = plan.hinges.len() as u32;
                hinge.triangles.iter().for_each(|&t| set(edge, t, EdgeKind::Hinge(number)));
                plan.hinges.push(hinge);
            }
        }
        for clamp in clamps {
            let [a, b] = clamp.edge;
            let Ok(edge) = topology.edges.binary_search(&[a.min(b), a.max(b)]) else { continue };
            let &[triangle] = topology.edge_triangles.row(edge) else { continue };
            set(edge, triangle, EdgeKind::Clamp((plan.hinges.len() + plan.clamps.len()) as u32));
            let places = [0, 1, 2].map(|k| (find(edge, triangle) + k) % 3);
            let vertices = places.map(|place| mesh.triangles[triangle as usize][place]);
            plan.clamps.push(ClampedEdge { triangle, places, vertices, beyond: clamp.beyond });
        }
        plan
    }

    /// Takes over another rest shape.
    pub(super) fn set_rest(&mut self, rest: &RestShape) {
        self.hinges.par_iter_mut().for_each(|hinge| hinge.set_rest(rest));
    }

    /// How the angle of each flat hinge, and then of each clamp, changes when its corners move along the normal.
    pub(super) fn flat_gradients(&self, rest: &RestShape) -> impl Iterator<Item = [f64; 4]> {
        let clamped = |clamp: &ClampedEdge| {
            let [start, end, other] =
                side(rest.corners[clamp.triangle as usize], clamp.places).flat_gradient();
            [start, end, other, 0.0]
        };
        self.hinges.iter().map(RestHinge::flat_gradient).chain(self.clamps.iter().map(clamped))
    }

    pub(super) fn facets(&self, mesh: &TriMesh) -> Facets {
        let hinge = |kind: EdgeKind| if let EdgeKind::Hinge(h) = kind { h } else { NONE };
        let sides = self.kinds.iter().map(|kinds| kinds.map(hinge)).collect();
        let edge = |hinge: &RestHinge| {
            let ([start, end, ..], [first, second]) = (hinge.vertices, hinge.triangles);
            [start, end, first, second]
        };
        let edges = self.hinges.iter().map(edge).collect();
        Facets::new(mesh.positions.len(), &mesh.triangles, sides, edges)
    }

    /// The normals of a triangle's free edges, in its rest plane.
    pub(super) fn free_edges(&self, triangle: usize, rest: &RestShape) -> Vec<DVec2> {
        let free = |side: &usize| matches!(self.kinds[triangle][*side], EdgeKind::Free);
        (0..3).filter(free).map(|side| edge_normal(rest.corners[triangle], side)).collect()
    }

    fn hinges_of(&self, triangle: u32) -> [Option<u32>; 3] {
        self.kinds[triangle as usize].map(|kind| if let EdgeKind::Hinge(h) = kind { Some(h) } else { None })
    }

    /// Which hinge has which share in which triangle's curvature: `(triangle, hinge, share)`, each pair once.
    pub(super) fn shares(&self, rest: &RestShape) -> Vec<(u32, u32, DVec3)> {
        let predictors: Vec<Vec<(u32, f64)>> = (0..self.hinges.len() as u32)
            .into_par_iter()
            .map(|hinge| predictor(hinge, &self.hinges, |t| self.hinges_of(t)))
            .collect();
        let of_triangle = |t: usize| {
            let mut shares: Vec<(u32, DVec3)> = Vec::with_capacity(9);
            let mut add = |hinge: u32, share: DVec3| match shares.iter_mut().find(|(h, _)| *h == hinge) {
                Some((_, sum)) => *sum += share,
                None => shares.push((hinge, share)),
            };
            for (side, kind) in self.kinds[t].iter().enumerate() {
                let corners = rest.corners[t];
                let length = corners[side].distance(corners[(side + 1) % 3]);
                let whole = dyad(edge_normal(corners, side)) * (length / rest.area(t));
                match *kind {
                    EdgeKind::Free => {}
                    EdgeKind::Clamp(h) => add(h, whole),
                    EdgeKind::Hinge(h) => {
                        add(h, whole * 0.5);
                        let sign = if self.hinges[h as usize].place(t as u32) == 0 { 1.0 } else { -1.0 };
                        for &(f, weight) in &predictors[h as usize] {
                            add(f, whole * (sign * weight));
                        }
                    }
                }
            }
            shares.into_iter().map(|(h, share)| (t as u32, h, share)).collect::<Vec<_>>()
        };
        (0..self.kinds.len()).into_par_iter().flat_map_iter(of_triangle).collect()
    }
}

/// The unit normal of a triangle's edge in its rest plane, outwards.
pub(super) fn edge_normal(corners: [DVec2; 3], side: usize) -> DVec2 {
    -(corners[(side + 1) % 3] - corners[side]).normalize_or_zero().perp()
}

//! What is close to what: the features of cloth and meshes, and the closest points of their pairs.

use crate::cloth::Cloth;
use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::features::Features;
use toile_contact::guard::NearPair;
use toile_contact::narrow::StencilKind;

/// A closest point this near to the end of an edge, as a part of its length, is at the end.
const EDGE_END: f64 = 1e-9;

/// The features, and what they were made from.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    pub(super) features: Features,
    pub(super) triangles: Vec<Vec<[u32; 3]>>,
    pub(super) vertex_counts: Vec<usize>,
    /// How many triangles meet at each edge, the smaller vertex first, in order.
    pub(super) edges: Vec<([u32; 2], u32)>,
    /// How many triangles meet at each vertex.
    pub(super) valences: Vec<u32>,
}

impl Meshes {
    pub(super) fn fits(&self, cloth: &Cloth, world: &World) -> bool {
        let meshes = || world.exact_meshes().map(|(.., mesh)| mesh);
        self.triangles.len() == meshes().count() + 1
            && self.triangles[0] == cloth.triangles
            && self.vertex_counts[0] == cloth.vertex_count()
            && meshes().zip(&self.triangles[1..]).all(|(mesh, triangles)| mesh.triangles == *triangles)
            && meshes().zip(&self.vertex_counts[1..]).all(|(mesh, count)| mesh.vertex_count() == *count)
    }

    pub(super) fn new(cloth: &Cloth, world: &World) -> Self {
        let mut meshes = Self::default();
        let parts = world.exact_meshes().map(|(.., mesh)| (&mesh.triangles, mesh.vertex_count()));
        for (triangles, vertices) in std::iter::once((&cloth.triangles, cloth.vertex_count())).chain(parts) {
            meshes.features.add(triangles, vertices);
            meshes.triangles.push(triangles.clone());
            meshes.vertex_counts.push(vertices);
        }
        meshes.valences = vec![0; meshes.features.vertex_count()];
        let mut edges = Vec::with_capacity(3 * meshes.features.triangles().len());
        for &[a, b, c] in meshes.features.triangles() {
            edges.extend([[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]));
            for v in [a, b, c] {
                meshes.valences[v as usize] += 1;
            }
        }
        edges.sort_unstable();
        for edge in edges {
            match meshes.edges.last_mut() {
                Some((last, count)) if *last == edge => *count += 1,
                _ => meshes.edges.push((edge, 1)),
            }
        }
        meshes
    }

    /// How many triangles share some corners: one, two or three of a triangle.
    fn sharing(&self, corners: &[u32]) -> u32 {
        match *corners {
            [v] => self.valences[v as usize],
            [a, b] => {
                let edge = [a.min(b), a.max(b)];
                self.edges.binary_search_by_key(&edge, |entry| entry.0).map_or(1, |at| self.edges[at].1)
            }
            _ => 1,
        }
    }
}

/// A pair of closest points: nothing nearby on either surface is closer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    pub(crate) kind: StencilKind,
    /// Corners without weight stand for nothing, and are the same for all pairs of triangles that share the closest points.
    pub(crate) corners: [u32; 4],
    pub(crate) weights: [f64; 4],
    pub(crate) normal: DVec3,
    pub(crate) distance: f64,
}

impl Near {
    /// The closest points of a pair; nothing for two edges that are closest at an end: a vertex and a triangle are as close.
    fn of(pair: &NearPair) -> Option<Self> {
        let NearPair { kind, mut corners, close } = *pair;
        let weights = close.weights;
        let ends = weights.map(|weight| weight.abs() < EDGE_END);
        match kind {
            StencilKind::EdgeEdge if ends.contains(&true) => return None,
            StencilKind::EdgeEdge => {}
            // A closest point on the border of a triangle is named by the corners that have weight.
            StencilKind::VertexTriangle => {
                let mut named: [(u32, f64); 3] = std::array::from_fn(|i| {
                    if ends[i + 1] { (u32::MAX, 0.0) } else { (corners[i + 1], weights[i + 1]) }
                });
                named.sort_unstable_by_key(|entry| entry.0);
                let last = named[0].0;
                let named = named.map(|(v, w)| if v == u32::MAX { (last, 0.0) } else { (v, w) });
                corners = [corners[0], named[0].0, named[1].0, named[2].0];
                let weights = [weights[0], named[0].1, named[1].1, named[2].1];
                return Some(Self { kind, corners, weights, normal: close.normal, distance: close.distance });
            }
        }
        Some(Self { kind, corners, weights, normal: close.normal, distance: close.distance })
    }

    /// The corners of the second side that have weight.
    fn second(&self) -> impl Iterator<Item = u32> + '_ {
        (1..4).filter(|&i| self.weights[i] != 0.0).map(|i| self.corners[i])
    }
}

/// Takes over the closest points of pairs, in the order of their keys.
pub(super) fn take_minima(mesh: &Meshes, pairs: &[NearPair], near: &mut Vec<Near>) {
    near.clear();
    near.par_extend(pairs.par_iter().filter_map(Near::of));
    near.par_sort_unstable_by_key(|pair| (pair.kind == StencilKind::EdgeEdge, pair.corners));
    keep_minima(mesh, near);
}

/// Keeps pairs once, and leaves out those where another triangle at the same edge or corner comes closer.
fn keep_minima(mesh: &Meshes, near: &mut Vec<Near>) {
    let mut kept = 0;
    let mut at = 0;
    while at < near.len() {
        let pair = near[at];
        let same = near[at..]
            .iter()
            .take_while(|other| other.corners == pair.corners && other.kind == pair.kind)
            .count();
        let sharing = if pair.kind == StencilKind::EdgeEdge {
            1
        } else {
            let mut corners = [0; 3];
            let count = pair.second().zip(&mut corners).map(|(v, corner)| *corner = v).count();
            mesh.sharing(&corners[..count])
        };
        if same as u32 >= sharing {
            near[kept] = pair;
            kept += 1;
        }
        at += same;
    }
    near.truncate(kept);
}

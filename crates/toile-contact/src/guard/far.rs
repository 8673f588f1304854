//! Candidates with what was known of them when they were found, which tells most of them to be far apart without looking at them.
//!
//! Two sides that were a gap apart along some direction wherever their corners were on the regions' ways, and whose corners have strayed from
//! these by less, are still apart.

use super::regions::Region;
use crate::features::Features;
use crate::narrow::StencilKind;
use glam::DVec3;
use rayon::prelude::*;

/// More than rounding adds to sums of some numbers in single precision.
const ROUNDING: f32 = 1e-5;

/// A pair of features that could meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) pair: [u32; 2],
    /// How far it is apart, in metres, while its corners are in the middle of their regions, at any time; rounded down.
    pub(super) gap: f32,
}

/// All candidates.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) vertex_triangle: Vec<Candidate>,
    pub(super) edge_edge: Vec<Candidate>,
}

impl Found {
    /// Those of a kind.
    pub(super) fn of(&self, kind: StencilKind) -> &[Candidate] {
        match kind {
            StencilKind::VertexTriangle => &self.vertex_triangle,
            StencilKind::EdgeEdge => &self.edge_edge,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.vertex_triangle.len() + self.edge_edge.len()
    }
}

/// How far features have strayed from the middles of their regions, at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Strayed {
    vertices: Vec<f32>,
    edges: Vec<f32>,
    triangles: Vec<f32>,
}

impl Strayed {
    /// Measures some places of all vertices, each with the part of the regions' motion that is over; those of which nothing is known may be
    /// anywhere.
    pub(super) fn measure<const N: usize>(
        &mut self,
        features: &Features,
        regions: &[Region],
        places: [(&[DVec3], f64); N],
        is_unknown: impl Fn(usize) -> bool + Sync,
    ) {
        let Self { vertices, edges, triangles } = self;
        vertices.clear();
        vertices.par_extend(regions.par_iter().enumerate().map(|(v, region)| {
            if is_unknown(v) {
                return f32::INFINITY;
            }
            let farthest = places.iter().map(|(at, progress)| region.outside(at[v], *progress));
            farthest.fold(0.0, f64::max) as f32 * (1.0 + ROUNDING)
        }));
        let most = |corners: &[u32]| corners.iter().map(|v| vertices[*v as usize]).fold(0.0, f32::max);
        edges.clear();
        edges.par_extend(features.edges().par_iter().with_min_len(1024).map(|ends| most(ends)));
        triangles.clear();
        triangles.par_extend(features.triangles().par_iter().with_min_len(1024).map(|corners| most(corners)));
    }

    /// Takes it that some vertices may as well go to other places, given with the part of the regions' motion that is over then.
    pub(super) fn follow(
        &mut self,
        features: &Features,
        regions: &[Region],
        (places, progress): (&[DVec3], f64),
        changed: &Changed,
    ) {
        let Self { vertices, edges, triangles } = self;
        let all = vertices.par_iter_mut().zip(&changed.vertices).with_min_len(1024).enumerate();
        all.filter(|(_, (_, changed))| **changed).for_each(|(v, (strayed, _))| {
            *strayed = strayed.max(regions[v].outside(places[v], progress) as f32 * (1.0 + ROUNDING));
        });
        let most = |corners: &[u32]| corners.iter().map(|v| vertices[*v as usize]).fold(0.0, f32::max);
        let all = edges.par_iter_mut().zip(features.edges()).with_min_len(1024);
        all.for_each(|(strayed, ends)| *strayed = most(ends));
        let all = triangles.par_iter_mut().zip(features.triangles()).with_min_len(1024);
        all.for_each(|(strayed, corners)| *strayed = most(corners));
    }

    /// Whether the sides of a candidate are farther apart than a distance at all these places, and on the ways between them.
    #[inline]
    pub(super) fn is_far(&self, kind: StencilKind, candidate: &Candidate, distance: f64) -> bool {
        let [one, other] = candidate.pair.map(|feature| feature as usize);
        let strayed = match kind {
            StencilKind::VertexTriangle => self.vertices[one] + self.triangles[other],
            StencilKind::EdgeEdge => self.edges[one] + self.edges[other],
        };
        candidate.gap > (strayed + distance as f32) * (1.0 + ROUNDING)
    }
}

/// Which features have new places.
#[derive(Debug, Default)]
pub(super) struct Changed {
    vertices: Vec<bool>,
    edges: Vec<bool>,
    triangles: Vec<bool>,
}

impl Changed {
    /// Takes over which vertices have.
    pub(super) fn set(&mut self, features: &Features, is_changed: impl Fn(usize) -> bool + Sync + Send) {
        let Self { vertices, edges, triangles } = self;
        vertices.clear();
        vertices.par_extend((0..features.vertex_count()).into_par_iter().with_min_len(1024).map(is_changed));
        let any = |corners: &[u32]| corners.iter().any(|v| vertices[*v as usize]);
        edges.clear();
        edges.par_extend(features.edges().par_iter().with_min_len(1024).map(|ends| any(ends)));
        triangles.clear();
        triangles.par_extend(features.triangles().par_iter().with_min_len(1024).map(|corners| any(corners)));
    }

    /// Whether one of the features of a candidate has.
    #[inline]
    pub(super) fn has(&self, kind: StencilKind, [one, other]: [u32; 2]) -> bool {
        match kind {
            StencilKind::VertexTriangle => self.vertices[one as usize] || self.triangles[other as usize],
            StencilKind::EdgeEdge => self.edges[one as usize] || self.edges[other as usize],
        }
    }
}

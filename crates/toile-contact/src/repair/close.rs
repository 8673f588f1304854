//! What is too close near what was moved.

use super::crossing::State;
use super::relax::Push;
use super::surface::Surfaces;
use crate::broad::{BroadPhase, BroadQuery, BvhBroadPhase, Candidates};
use crate::narrow::StencilKind;
use crate::narrow::proximity::proximity;
use glam::DVec3;
use rayon::prelude::*;

/// What has happened to a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Motion {
    /// Nothing.
    None,
    /// It was taken along by its neighbours.
    Along,
    /// It was pushed out of something.
    Pushed,
    /// It is still on its way through something, and closeness must not hinder it.
    Busy,
}

/// Finds features that are closer than the thickness.
#[derive(Debug, Default)]
pub(super) struct Closeness {
    method: BvhBroadPhase,
    found: Candidates,
}

impl Closeness {
    /// Pushes that bring pairs of features apart to the thickness, if one of their vertices was moved and none is busy. Of those
    /// that were only taken along, what was closer from the start may stay so; else one close pair would move the next.
    pub(super) fn pushes(
        &mut self,
        surfaces: &Surfaces<'_>,
        state: &State,
        start: &[DVec3],
        thickness: f64,
        motion: &[Motion],
    ) -> Vec<Push> {
        let query =
            BroadQuery::discrete(surfaces.features, surfaces.filter, &state.mesh.positions, thickness);
        if thickness == 0.0 || self.method.find(&query, &mut self.found).is_err() {
            return Vec::new();
        }
        let push = |kind: StencilKind, pair: [u32; 2]| {
            let vertices = surfaces.features.corners(kind, pair).map(|v| surfaces.stand_in[v as usize]);
            let most = vertices.iter().map(|&v| motion[v as usize]).max()?;
            if most == Motion::None || most == Motion::Busy {
                return None;
            }
            let mut gap = allowed_gap(surfaces, state, kind, vertices, thickness)?;
            if most == Motion::Along {
                let before = proximity(kind, vertices.map(|v| start[v as usize]), gap);
                gap = before.map_or(gap, |before| before.distance);
            }
            let close = proximity(kind, vertices.map(|v| state.mesh.positions[v as usize]), gap)?;
            // What is within rounding of the gap is far enough.
            let near = close.distance > 0.0 && close.distance < gap * (1.0 - 1e-6);
            near.then(|| Push::of_four(vertices, close.weights, close.normal, gap))
        };
        let mut pushes: Vec<Push> = Vec::new();
        for kind in StencilKind::BOTH {
            pushes.par_extend(self.found.of(kind).par_iter().filter_map(|&pair| push(kind, pair)));
        }
        pushes
    }
}

/// How far apart two features can be asked to be: not at all if they are joined by an edge, and no farther than a share of
/// their own size, since a fine mesh is closer to itself than the thickness everywhere.
fn allowed_gap(
    surfaces: &Surfaces<'_>,
    state: &State,
    kind: StencilKind,
    [a, b, c, d]: [u32; 4],
    thickness: f64,
) -> Option<f64> {
    let all = [a, b, c, d];
    let (one, other) = all.split_at(kind.first_side());
    let joined =
        one.iter().any(|&v| other.iter().any(|w| v == *w || surfaces.neighbours.row(v as usize).contains(w)));
    if joined {
        return None;
    }
    let at = |v: u32| state.mesh.positions[v as usize];
    let size = if kind == StencilKind::VertexTriangle {
        at(b).distance(at(c)).min(at(c).distance(at(d))).min(at(d).distance(at(b)))
    } else {
        at(a).distance(at(b)).min(at(c).distance(at(d)))
    };
    Some(thickness.min(0.4 * size))
}

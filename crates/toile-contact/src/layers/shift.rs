//! How far each vertex has to go in or out for the order to be right.
//!
//! Every vertex moves along its outward direction only, so what covers what stays the same and the order becomes a matter of
//! heights: a linear inequality `Σ rᵢ sᵢ ≥ target - value` in the shifts `sᵢ` of four vertices for each pair. Neighbours may
//! differ by a share of the length of their edge only, so that the cloth stays smooth.
//!
//! The inequalities are satisfied one after the other in two passes. In the first, shifts are only lowered: inner layers go in,
//! as far as the body lets them, since moving outer ones would blow the clothes up (Fuhrmann 2006). In the second, they are only
//! raised: what is left is made by the outer layers giving way. A pass in one direction cannot run in circles, and the
//! second one has no upper bound, so unless pins are in the way it ends with everything in order.

use super::overlap::Overlap;
use super::setup::{Relation, Setup, View};

/// What limits the shifts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How far apart layers that had to pass should be, in metres.
    pub(super) thickness: f64,
    /// The largest difference of shift along an edge, as a share of its length.
    pub(super) slope: f64,
    /// How far a vertex may go at most, in metres.
    pub(super) farthest: f64,
    /// How often all inequalities are gone through in each pass.
    pub(super) sweeps: usize,
}

/// An inequality: `value + Σ rates · shifts ≥ target`; the side that is to be outside has positive rates.
struct Row {
    vertices: [u32; 4],
    rates: [f64; 4],
    value: f64,
    target: f64,
}

/// Which way shifts may change.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pass {
    In,
    Out,
}

impl Pass {
    /// Whether the side with such rates moves: the inner one in, the outer one out.
    fn moves(self, rate: f64) -> bool {
        match self {
            Self::In => rate < 0.0,
            Self::Out => rate > 0.0,
        }
    }
}

struct Solve<'a> {
    setup: &'a Setup<'a>,
    rows: Vec<Row>,
    /// The largest difference of shift along each edge.
    allowed: Vec<f64>,
    /// The least shift of each vertex, so that it stays out of the body.
    lowest: Vec<f64>,
    farthest: f64,
    tolerance: f64,
}

/// The shift of each vertex along its outward direction, in metres.
pub(super) fn shifts(setup: &Setup<'_>, view: &View, pairs: &[Overlap], limits: &Limits) -> Vec<f64> {
    let at = |v: u32| view.mesh.positions[v as usize];
    let solve = Solve {
        setup,
        rows: pairs.iter().filter_map(|pair| row(view, pair, limits.thickness)).collect(),
        allowed: setup.edges.iter().map(|&[a, b]| limits.slope * at(a).distance(at(b))).collect(),
        lowest: view
            .field
            .distances
            .iter()
            .map(|distance| -(distance - limits.thickness).clamp(0.0, limits.farthest))
            .collect(),
        farthest: limits.farthest,
        tolerance: 1e-3 * limits.thickness,
    };
    let mut shifts = vec![0.0; view.mesh.positions.len()];
    for pass in [Pass::In, Pass::Out] {
        for _ in 0..limits.sweeps {
            if !(solve.sweep_rows(&mut shifts, pass) | solve.sweep_edges(&mut shifts, pass)) {
                break;
            }
        }
    }
    shifts
}

/// The inequality of a pair. What is right already need not become wider, and what has no order stays as it is.
fn row(view: &View, pair: &Overlap, thickness: f64) -> Option<Row> {
    let (first_above, value) = match pair.relation {
        Relation::Ordered { first_outside } => (first_outside, pair.gap()?),
        Relation::Kept => (pair.height > 0.0, pair.height.abs()),
        Relation::None => return None,
    };
    let sign = if first_above { 1.0 } else { -1.0 };
    // A corner that would go across rather than along does not help.
    let rate = |i: usize| {
        let along = view.field.directions[pair.corners[i] as usize].dot(pair.direction);
        if along > 0.1 { sign * pair.weights[i] * along } else { 0.0 }
    };
    let target = if value > 0.0 { value.min(thickness) } else { thickness };
    // Where two things without an order touch, rounding alone says which is above.
    let known = pair.relation != Relation::Kept || value > 0.0;
    known.then(|| Row { vertices: pair.corners, rates: [0, 1, 2, 3].map(rate), value, target })
}

impl Solve<'_> {
    /// Goes through all pairs once; returns whether anything moved.
    fn sweep_rows(&self, shifts: &mut [f64], pass: Pass) -> bool {
        let mut moved = false;
        // Where one vertex alone has to move it is clear how far; several that share a push get too much at first.
        let single = |row: &&Row| row.rates.iter().filter(|rate| pass.moves(**rate)).count() == 1;
        let shared = self.rows.iter().filter(|row| !single(row));
        for row in self.rows.iter().filter(single).chain(shared) {
            let sum: f64 =
                row.vertices.iter().zip(row.rates).map(|(&v, rate)| rate * shifts[v as usize]).sum();
            let missing = row.target - row.value - sum;
            if missing > self.tolerance {
                moved |= self.satisfy(row, missing, shifts, pass);
            }
        }
        moved
    }

    /// Moves the inner side in, or the outer side out.
    fn satisfy(&self, row: &Row, missing: f64, shifts: &mut [f64], pass: Pass) -> bool {
        /// If less of a side than this can move, it would have to move too far to make up for the rest.
        const MIN_MOVABLE_SHARE: f64 = 0.1;
        let side =
            || row.vertices.iter().map(|&v| v as usize).zip(row.rates).filter(|(_, rate)| pass.moves(*rate));
        let is_free = |v: usize, shifts: &[f64]| {
            !self.setup.fixed[v]
                && match pass {
                    Pass::In => shifts[v] > self.lowest[v],
                    Pass::Out => shifts[v] < self.farthest,
                }
        };
        let (mut all, mut free) = (0.0, 0.0);
        for (v, rate) in side() {
            all += rate * rate;
            free += if is_free(v, shifts) { rate * rate } else { 0.0 };
        }
        if free <= MIN_MOVABLE_SHARE * all {
            return false;
        }
        for (v, rate) in side() {
            if is_free(v, shifts) {
                let shift = shifts[v] + rate * missing / free;
                shifts[v] = shift.clamp(self.lowest[v], self.farthest);
            }
        }
        true
    }

    /// Takes neighbours along; returns whether anything moved.
    fn sweep_edges(&self, shifts: &mut [f64], pass: Pass) -> bool {
        let mut moved = false;
        for (&[a, b], allowed) in self.setup.edges.iter().zip(&self.allowed) {
            let [a, b] = if shifts[a as usize] >= shifts[b as usize] { [a, b] } else { [b, a] };
            let (high, low) = (a as usize, b as usize);
            if shifts[high] - shifts[low] <= allowed + self.tolerance {
                continue;
            }
            let (vertex, shift) = match pass {
                Pass::In => (high, (shifts[low] + allowed).max(self.lowest[high])),
                Pass::Out => (low, shifts[high] - allowed),
            };
            if !self.setup.fixed[vertex] && shift != shifts[vertex] {
                shifts[vertex] = shift;
                moved = true;
            }
        }
        moved
    }
}

//! Hems as lines in the pattern: what lies within them.

use super::settings::HemEdge;
use crate::flat::{FlatCloth, FlatError, FlatLine, SAME, check_range};
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};

/// A hem goes around a corner of its piece that turns by more than this cosine tells, rather than ending square to its edge before it.
const ON_AT_TURN: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Edges of one piece that are hemmed in one go.
#[derive(Clone, Debug)]
pub(super) struct HemLine {
    pub(super) piece: u32,
    pub(super) line: FlatLine,
    /// What points out of the piece, as a factor of what lies left of the line.
    pub(super) outward: f64,
    pub(super) depth: f64,
    pub(super) layers: u32,
    /// Whether the hem ends square to its edge at the begin and the end of the line.
    square: [bool; 2],
}

impl HemLine {
    /// How far a place is outside the hem, in metres; negative inside. Linear beside the inner edge and beside square ends, so that triangles are cut
    /// exactly there.
    pub(super) fn outside(&self, place: DVec2) -> f64 {
        let on = self.line.locate(place);
        let mut outside = on.distance - self.depth;
        if self.square[0] {
            outside = outside.max(-on.along);
        }
        if self.square[1] {
            outside = outside.max(on.along - self.line.length());
        }
        outside
    }
}

/// A border edge as its triangle passes it.
type Step = (u32, u32);

/// Gathers hemmed edges into lines.
pub(super) fn hem_lines(cloth: &FlatCloth, hems: &[HemEdge]) -> Result<Vec<HemLine>, FlatError> {
    let mut groups: BTreeMap<(u32, u64, u32), BTreeMap<u32, Step>> = BTreeMap::new();
    for hem in hems {
        let &[triangle] = cloth.triangles_at(hem.edge) else {
            return Err(FlatError::NotFree { edge: hem.edge });
        };
        check_range("depth of a hem", hem.depth, 0.0..=10.0, "from 0 to 10 m")?;
        check_range("layers of a hem", f64::from(hem.layers), 1.0..=8.0, "from 1 to 8")?;
        let [a, b] = hem.edge;
        let [from, to] = if cloth.is_forward(triangle, hem.edge) { [a, b] } else { [b, a] };
        if hem.layers > 1 && hem.depth > 0.0 {
            let piece = cloth.pieces()[triangle as usize];
            groups.entry((piece, hem.depth.to_bits(), hem.layers)).or_default().insert(from, (to, triangle));
        }
    }
    let border = border_steps(cloth);
    let mut lines = Vec::new();
    for ((piece, depth, layers), steps) in groups {
        for chain in chains(&steps).into_iter().flat_map(|chain| without_jumps(cloth, chain)) {
            let Some((line, square)) = chain_line(cloth, &border, piece, &chain) else { continue };
            let outward = -cloth.handedness(chain[0].1.1);
            lines.push(HemLine { piece, line, outward, depth: f64::from_bits(depth), layers, square });
        }
    }
    Ok(lines)
}

/// The border edge of each piece that begins at a vertex.
fn border_steps(cloth: &FlatCloth) -> BTreeMap<(u32, u32), Step> {
    let topology = cloth.topology();
    let step = |e: u32| {
        let [a, b] = topology.edges[e as usize];
        let triangle = topology.edge_triangles.row(e as usize)[0];
        let [from, to] = if cloth.is_forward(triangle, [a, b]) { [a, b] } else { [b, a] };
        ((cloth.pieces()[triangle as usize], from), (to, triangle))
    };
    topology.boundary_edges().map(step).collect()
}

/// Runs of edges, each with the vertex where it begins; those that begin somewhere first, then closed ones.
fn chains(steps: &BTreeMap<u32, Step>) -> Vec<Vec<(u32, Step)>> {
    let ends: BTreeSet<u32> = steps.values().map(|step| step.0).collect();
    let (inner, begins): (Vec<u32>, Vec<u32>) = steps.keys().partition(|from| ends.contains(from));
    let mut left = steps.clone();
    let mut chains = Vec::new();
    for begin in begins.into_iter().chain(inner) {
        let mut chain = Vec::new();
        let mut at = begin;
        while let Some(step) = left.remove(&at) {
            chain.push((at, step));
            at = step.0;
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}

/// A chain cut where the piece is sewn to itself, as a sleeve is: there the pattern jumps. A closed chain begins at the first of such places.
fn without_jumps(cloth: &FlatCloth, mut chain: Vec<(u32, Step)>) -> Vec<Vec<(u32, Step)>> {
    let is_one = |before: &(u32, Step), after: &(u32, Step)| {
        let place = |step: &(u32, Step)| cloth.place(step.1.1, after.0);
        place(before).zip(place(after)).is_some_and(|(a, b)| a.distance(b) <= SAME)
    };
    let closed = chain[0].0 == chain[chain.len() - 1].1.0;
    if let Some(jump) = chain.windows(2).position(|pair| !is_one(&pair[0], &pair[1])).filter(|_| closed) {
        chain.rotate_left(jump + 1);
    }
    chain.chunk_by(is_one).map(<[_]>::to_vec).collect()
}

/// The line of a chain, and at which ends the hem ends square.
fn chain_line(
    cloth: &FlatCloth,
    border: &BTreeMap<(u32, u32), Step>,
    piece: u32,
    chain: &[(u32, Step)],
) -> Option<(FlatLine, [bool; 2])> {
    let place = |triangle: u32, vertex: u32| cloth.place(triangle, vertex).unwrap_or_default();
    let mut points: Vec<DVec2> = chain.iter().map(|&(from, (_, triangle))| place(triangle, from)).collect();
    let (first, (last, last_triangle)) = (chain[0], chain[chain.len() - 1].1);
    points.push(place(last_triangle, last));
    let closed = first.0 == last && points[0].distance(points[points.len() - 1]) <= SAME;
    let line = FlatLine::new(points, closed)?;
    let goes_on = |from: DVec2, middle: DVec2, to: DVec2| {
        (middle - from).normalize_or_zero().dot((to - middle).normalize_or_zero()) > ON_AT_TURN
    };
    let points = line.points();
    let after = border.get(&(piece, last)).map(|&(to, triangle)| place(triangle, to));
    let before = border.iter().find(|((p, _), (to, _))| *p == piece && *to == first.0);
    let before = before.map(|(&(_, from), &(_, triangle))| place(triangle, from));
    let n = points.len() - 1;
    let square = [
        !closed && before.is_some_and(|before| goes_on(before, points[0], points[1])),
        !closed && after.is_some_and(|after| goes_on(points[n - 1], points[n], after)),
    ];
    Some((line, square))
}

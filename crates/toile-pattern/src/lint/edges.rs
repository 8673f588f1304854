//! Edges that look as if a seam was forgotten.

use super::{LintFinding, Rule, Severity};
use crate::garment::Garment;
use crate::intervals::Intervals;
use crate::seam::EdgePart;
use std::collections::BTreeMap;

/// How much two edges may differ in length to be partners, as a share.
const ALIKE: f64 = 0.01;

/// The points at which edges are broken, joined where they are one corner or sewn together.
pub(super) struct Joints {
    numbers: BTreeMap<(usize, usize, usize), usize>,
    parents: Vec<usize>,
    breaks: Vec<Vec<Vec<f64>>>,
}

impl Joints {
    /// All points, joined by all seams but one.
    pub(super) fn new(whole: &Garment, net: &Intervals, without: Option<usize>) -> Self {
        let mut joints = Self { numbers: BTreeMap::new(), parents: Vec::new(), breaks: net.breaks.clone() };
        for (piece, edges) in net.breaks.iter().enumerate() {
            for (edge, breaks) in edges.iter().enumerate() {
                for index in 0..breaks.len() {
                    joints.numbers.insert((piece, edge, index), joints.parents.len());
                    joints.parents.push(joints.parents.len());
                }
            }
        }
        for (piece, of) in whole.pieces.iter().enumerate() {
            let mut first = 0;
            for outline in of.loops() {
                let count = outline.edges.len();
                for edge in 0..count {
                    let last = net.breaks[piece][first + edge].len() - 1;
                    joints.join((piece, first + edge, last), (piece, first + (edge + 1) % count, 0));
                }
                first += count;
            }
        }
        for sewn in net.sewn.iter().filter(|sewn| Some(sewn.seam) != without) {
            let end = |side: usize, at_end: bool| {
                let interval = sewn.sides[side];
                let index = interval.index + usize::from(at_end == sewn.along[side]);
                (interval.piece, interval.edge, index)
            };
            for at_end in [false, true] {
                joints.join(end(0, at_end), end(1, at_end));
            }
        }
        joints
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, a: (usize, usize, usize), b: (usize, usize, usize)) {
        let (Some(&a), Some(&b)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return };
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The point at the start or the end of a part of an edge.
    pub(super) fn node(&self, part: &EdgePart, at_end: bool) -> Option<usize> {
        let share = if at_end { part.to } else { part.from };
        let breaks = self.breaks.get(part.piece)?.get(part.edge)?;
        let gap = |index: &usize| (breaks[*index] - share).abs();
        let index = (0..breaks.len()).min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        self.numbers.get(&(part.piece, part.edge, index)).copied()
    }

    pub(super) fn are_one(&mut self, a: usize, b: usize) -> bool {
        self.root(a) == self.root(b)
    }
}

pub(super) fn check(garment: &Garment) -> Vec<LintFinding> {
    let whole = garment.whole();
    let Ok(net) = Intervals::new(&whole, &[], 1e-3) else { return Vec::new() };
    let mut joints = Joints::new(&whole, &net, None);
    let mut sewn = vec![vec![0.0_f64; 0]; whole.pieces.len()];
    for (piece, of) in whole.pieces.iter().enumerate() {
        sewn[piece] = vec![0.0; of.edge_count()];
    }
    for part in whole.seams.iter().flat_map(crate::seam::Seam::parts) {
        sewn[part.piece][part.edge] += part.share();
    }
    // Candidates: long enough, without a hem, and quite unsewn.
    let mut open: Vec<(EdgePart, f64)> = Vec::new();
    for (piece, of) in whole.pieces.iter().enumerate() {
        for (edge, shape) in of.edges().enumerate() {
            let length = shape.curve.length();
            if shape.hem.is_none() && sewn[piece][edge] < 1e-6 && length > 0.02 {
                open.push((EdgePart::along(piece, edge), length));
            }
        }
    }
    let mut findings = Vec::new();
    for (i, &(a, length)) in open.iter().enumerate() {
        for &(b, other) in &open[i + 1..] {
            if (length - other).abs() > ALIKE * length.max(other) {
                continue;
            }
            let ends = |part: &EdgePart| [joints.node(part, false), joints.node(part, true)];
            let ([Some(a0), Some(a1)], [Some(b0), Some(b1)]) = (ends(&a), ends(&b)) else { continue };
            // Sewn a to b, the start of one meets the end of the other.
            let meets = [joints.are_one(a0, b1), joints.are_one(a1, b0)];
            let likely = if a.piece == b.piece {
                meets[0] != meets[1] && is_dart(&whole, a, b)
            } else {
                (meets[0] && meets[1]) || (meets[0] != meets[1] && same_name(&whole, a, b))
            };
            if likely {
                let (one, two) = (whole.part_name(&a), whole.part_name(&b.reversed()));
                let message = format!(
                    "`{one}` and `{}` are open, equally long and meet at an end",
                    whole.part_name(&b)
                );
                let remedy = format!("sew `{one}` to `{two}`, or give them a hem if they shall stay open");
                findings.push(LintFinding::new(Rule::Forgotten, Severity::Warning, message, remedy));
            }
        }
    }
    findings
}

/// Whether two edges of a piece enclose a narrow wedge outside of it, as the legs of a dart do.
fn is_dart(whole: &Garment, a: EdgePart, b: EdgePart) -> bool {
    let piece = &whole.pieces[a.piece];
    let count = piece.outline.edges.len();
    if a.edge >= count || b.edge >= count {
        return false;
    }
    let (first, second) = if (a.edge + 1) % count == b.edge { (a.edge, b.edge) } else { (b.edge, a.edge) };
    if (first + 1) % count != second {
        return false;
    }
    let came = piece.outline.edges[first].curve.tangent(1.0);
    let goes = piece.outline.edges[second].curve.tangent(0.0);
    // The outline turns back to the right by more than a quarter.
    came.angle_to(goes) < -2.0
}

/// Whether two edges have the same name, but for primes and sides.
fn same_name(whole: &Garment, a: EdgePart, b: EdgePart) -> bool {
    let name = |part: EdgePart| whole.pieces[part.piece].edge(part.edge)?.name.clone();
    match (name(a), name(b)) {
        (Some(a), Some(b)) => a.trim_end_matches('\'') == b.trim_end_matches('\''),
        _ => false,
    }
}

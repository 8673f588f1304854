//! Stretches of edges that are sewn to each other as wholes.
//!
//! A seam may begin in the middle of an edge, run over several of them, and meet other seams on either side. Edges are therefore cut
//! at *breaks* until every stretch between two of them is sewn, as a whole, to stretches of other edges: then both can be divided into
//! the same number of parts, and partners match one to one. This is decided before anything is meshed (Fuhrmann 2006, §3.3).

use crate::curve::Ruler;
use crate::garment::Garment;
use crate::seam::{EdgePart, Seam};

/// Rounds of carrying breaks from seam to seam; a pattern needs as many as the longest chain of seams that share edges.
const MOST_ROUNDS: usize = 32;
/// Places nearer than this are one, in metres.
const EXACT: f64 = 1e-7;
/// Edges are taken to be at least so long, in metres: shares of a length need one.
const LEAST_LENGTH: f64 = 1e-9;
/// A part of a side that is shorter than this, in metres, is a point: nothing is broken there.
const POINT: f64 = 1e-6;
/// More breaks than this on one edge come from seams that chase each other.
const MOST_BREAKS: usize = 4096;

/// A stretch of an edge between two breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// The piece.
    pub piece: usize,
    /// The edge in it.
    pub edge: usize,
    /// Which stretch of the edge.
    pub index: usize,
}

/// Two stretches that are sewn to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SewnIntervals {
    /// The seam.
    pub seam: usize,
    /// The stretches on both sides.
    pub sides: [Interval; 2],
    /// Whether each side runs with its edge.
    pub along: [bool; 2],
}

/// All stretches of a garment.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// For each edge of each piece the breaks as shares of its length, from 0 to 1.
    pub breaks: Vec<Vec<Vec<f64>>>,
    /// What is sewn to what, in the order of the seams and along them.
    pub sewn: Vec<SewnIntervals>,
    /// The length of each edge.
    pub lengths: Vec<Vec<f64>>,
    /// For each seam the shares of both sides that meet, between the ends: its own marks, and corners that are so near to each other that they
    /// were taken for partners. In between, both sides meet by equal shares, exactly.
    pub marks: Vec<Vec<[f64; 2]>>,
}

/// Why edges cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IntervalError {
    /// A seam names an edge that is not there.
    #[error(
        "seam `{seam}` names edge {edge} of piece {piece}, which is not there; sew to an edge of the pattern"
    )]
    NoSuchEdge {
        /// The seam.
        seam: String,
        /// The piece.
        piece: usize,
        /// The edge.
        edge: usize,
    },
    /// A side of a seam has no length.
    #[error("a side of seam `{seam}` has no length; sew to an edge, not to a point")]
    NoLength {
        /// The seam.
        seam: String,
    },
    /// A stretch of an edge is on both sides of a seam.
    #[error(
        "seam `{seam}` sews a part of an edge to itself; name the other edge, or parts that do not overlap"
    )]
    SewnToItself {
        /// The seam.
        seam: String,
    },
    /// Seams that share parts of edges never come to terms.
    #[error(
        "the seams that share edges with `{seam}` never match up; check that no part of an edge is sewn to itself shifted along"
    )]
    Unsettled {
        /// One of the seams.
        seam: String,
    },
}

/// A piece, an edge of it, and where it is to be broken as a share of its length.
pub type Break = (usize, usize, f64);

/// A point of a side where an edge is broken.
#[derive(Clone, Copy, Debug)]
struct Station {
    /// Share of the side's length.
    at: f64,
    /// Which part of the side, and where on its edge.
    part: usize,
    share: f64,
}

impl Intervals {
    /// Divides the edges of a garment whose pieces are [whole](Garment::whole). `extra` has breaks that are wanted anyway; breaks that
    /// are nearer to each other than `snap` along a seam, in metres, are taken for partners.
    ///
    /// # Errors
    /// If a seam names what is not there, has no length, or never matches up with others.
    pub fn new(garment: &Garment, extra: &[Break], snap: f64) -> Result<Self, IntervalError> {
        let lengths: Vec<Vec<f64>> = garment
            .pieces
            .iter()
            .map(|piece| {
                piece.edges().map(|edge| Ruler::new(&edge.curve).length().max(LEAST_LENGTH)).collect()
            })
            .collect();
        let mut net = Self {
            breaks: lengths.iter().map(|edges| vec![vec![0.0, 1.0]; edges.len()]).collect(),
            sewn: Vec::new(),
            lengths,
            marks: garment.seams.iter().map(|seam| seam.marks.clone()).collect(),
        };
        net.check(garment, snap)?;
        for &(piece, edge, share) in extra {
            net.add_break(piece, edge, share);
        }
        for part in garment.seams.iter().flat_map(Seam::parts) {
            net.add_break(part.piece, part.edge, part.from);
            net.add_break(part.piece, part.edge, part.to);
        }
        net.mark_partners(garment, snap);
        let fixed = net.breaks.clone();
        net.settle(garment, snap)?;
        net.straighten(garment, snap, &fixed);
        net.mark_partners(garment, snap);
        for number in 0..garment.seams.len() {
            net.pair_up(number, &garment.seams[number], snap)?;
        }
        Ok(net)
    }

    /// Stations that are partners but not at equal shares become marks, as notches are. A mark moves what is between it and the next one, so
    /// this is repeated until nothing is off.
    fn mark_partners(&mut self, garment: &Garment, snap: f64) {
        for (number, seam) in garment.seams.iter().enumerate() {
            let length = self.side_length(seam, 0).min(self.side_length(seam, 1));
            for _ in 0..MOST_BREAKS {
                let off = |[a, b]: &[Station; 2]| {
                    (carried(&self.marks[number], a.at, false) - b.at).abs() * length > EXACT
                };
                let (pairs, _) = self.matched(number, seam, snap);
                let Some([a, b]) = pairs.into_iter().find(off) else { break };
                if !add_mark(&mut self.marks[number], [a.at, b.at]) {
                    break;
                }
            }
        }
    }

    /// Moves breaks that were carried from elsewhere to exactly where their partners are; corners and ends of seams stay.
    fn straighten(&mut self, garment: &Garment, snap: f64, fixed: &[Vec<Vec<f64>>]) {
        let is_fixed = |part: &EdgePart, share: f64| fixed[part.piece][part.edge].contains(&share);
        let before = self.breaks.clone();
        for _ in 0..MOST_ROUNDS {
            let mut moved = false;
            for (number, seam) in garment.seams.iter().enumerate() {
                let length = self.side_length(seam, 0).min(self.side_length(seam, 1));
                for [a, b] in self.matched(number, seam, snap).0 {
                    let there = carried(&self.marks[number], a.at, false);
                    if (there - b.at).abs() * length <= EXACT {
                        continue;
                    }
                    let parts = [&seam.sides[0][a.part], &seam.sides[1][b.part]];
                    // What is fixed pulls what is free; of two free ones the second side follows.
                    if !is_fixed(parts[1], b.share) {
                        moved |= self.move_break(seam, 1, b, there);
                    } else if !is_fixed(parts[0], a.share) {
                        let back = carried(&self.marks[number], b.at, true);
                        moved |= self.move_break(seam, 0, a, back);
                    }
                }
            }
            if !moved {
                break;
            }
        }
        let mut seams = garment.seams.iter().enumerate();
        if seams.any(|(number, seam)| !self.matched(number, seam, snap).1.is_empty()) {
            // Seams that pull a break to and fro are left as they were.
            self.breaks = before;
        }
    }

    /// Moves a break to a share of a side; not beyond its neighbours, nor to another edge.
    fn move_break(&mut self, seam: &Seam, side: usize, station: Station, at: f64) -> bool {
        let part = &seam.sides[side][station.part];
        let Some((piece, edge, share)) = self.break_at(seam, side, at) else { return false };
        if (piece, edge) != (part.piece, part.edge) {
            return false;
        }
        let least = EXACT / self.lengths[piece][edge].max(EXACT);
        let breaks = &mut self.breaks[piece][edge];
        let Some(index) = breaks.iter().position(|&other| other == station.share) else { return false };
        let low = index.checked_sub(1).and_then(|before| breaks.get(before)).copied();
        let high = breaks.get(index + 1).copied();
        let (Some(low), Some(high)) = (low, high) else { return false };
        let fits = share > low + least && share < high - least && share != station.share;
        if fits {
            breaks[index] = share;
        }
        fits
    }

    fn check(&self, garment: &Garment, snap: f64) -> Result<(), IntervalError> {
        for seam in &garment.seams {
            for part in seam.parts() {
                if self.lengths.get(part.piece).and_then(|edges| edges.get(part.edge)).is_none() {
                    let (piece, edge) = (part.piece, part.edge);
                    return Err(IntervalError::NoSuchEdge { seam: seam.name.clone(), piece, edge });
                }
            }
            if seam.sides[0].iter().any(|a| seam.sides[1].iter().any(|b| overlap(a, b))) {
                return Err(IntervalError::SewnToItself { seam: seam.name.clone() });
            }
            // Two points are sewn to each other, but what is long is not gathered to a point.
            let lengths = [0, 1].map(|side| self.side_length(seam, side));
            let is_gathered = |at: usize| lengths[at] < POINT && lengths[1 - at] > snap.max(POINT);
            let has_side = |at: usize| !seam.sides[at].is_empty() && lengths[at].is_finite();
            if !has_side(0) || !has_side(1) || is_gathered(0) || is_gathered(1) {
                return Err(IntervalError::NoLength { seam: seam.name.clone() });
            }
        }
        Ok(())
    }

    fn part_length(&self, part: &EdgePart) -> f64 {
        self.lengths[part.piece][part.edge] * part.share()
    }

    fn side_length(&self, seam: &Seam, side: usize) -> f64 {
        seam.sides[side].iter().map(|part| self.part_length(part)).sum()
    }

    /// Breaks an edge, unless it is broken there already.
    fn add_break(&mut self, piece: usize, edge: usize, share: f64) -> bool {
        let length = self.lengths[piece][edge];
        let breaks = &mut self.breaks[piece][edge];
        let share = share.clamp(0.0, 1.0);
        let at = breaks.partition_point(|&other| other < share);
        let near = |index: usize| {
            breaks.get(index).is_some_and(|other| (other - share).abs() * length <= 1e-7 || *other == share)
        };
        if near(at) || (at > 0 && near(at - 1)) {
            return false;
        }
        breaks.insert(at, share);
        true
    }

    /// Carries breaks across seams until nothing is new.
    fn settle(&mut self, garment: &Garment, snap: f64) -> Result<(), IntervalError> {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for (number, seam) in garment.seams.iter().enumerate() {
                let (_, missing) = self.matched(number, seam, snap);
                for (piece, edge, share) in missing {
                    changed |= self.add_break(piece, edge, share);
                }
                let crowded = seam.parts().any(|part| self.breaks[part.piece][part.edge].len() > MOST_BREAKS);
                if crowded {
                    return Err(IntervalError::Unsettled { seam: seam.name.clone() });
                }
            }
            if !changed {
                return Ok(());
            }
        }
        let name = garment.seams.first().map_or_else(String::new, |seam| seam.name.clone());
        Err(IntervalError::Unsettled { seam: name })
    }

    /// The stations of a side, from its start to its end; the joint of two parts is one station, and so is a part that is a point.
    fn stations(&self, seam: &Seam, side: usize) -> Vec<Station> {
        let total = self.side_length(seam, side);
        let lengths = seam.sides[side].iter().map(|part| self.part_length(part)).enumerate();
        let longest = lengths.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(part, _)| part);
        let mut stations: Vec<Station> = Vec::new();
        let mut before = 0.0;
        for (index, part) in seam.sides[side].iter().enumerate() {
            let length = self.lengths[part.piece][part.edge];
            if length * part.share() < POINT && Some(index) != longest {
                before += length * part.share();
                continue;
            }
            let (low, high) = (part.from.min(part.to), part.from.max(part.to));
            let slack = 2e-7 / length.max(1e-9);
            let inside = |share: &&f64| **share >= low - slack && **share <= high + slack;
            let mut shares: Vec<f64> =
                self.breaks[part.piece][part.edge].iter().filter(inside).copied().collect();
            if !part.is_along() {
                shares.reverse();
            }
            for share in shares {
                let at = (before + (share - part.from).abs() * length) / total.max(LEAST_LENGTH);
                if stations.last().is_some_and(|last| last.part != index && (at - last.at) * total < 1e-6) {
                    continue;
                }
                stations.push(Station { at, part: index, share });
            }
            before += length * part.share();
        }
        stations
    }

    /// Pairs of stations of both sides, and the breaks that are missing for the rest.
    fn matched(&self, number: usize, seam: &Seam, snap: f64) -> (Vec<[Station; 2]>, Vec<Break>) {
        let marks = &self.marks[number];
        let sides = [self.stations(seam, 0), self.stations(seam, 1)];
        let lengths = [self.side_length(seam, 0), self.side_length(seam, 1)];
        let tolerance = snap.max(1e-6) / lengths[0].min(lengths[1]);
        let (mut pairs, mut missing) = (Vec::new(), Vec::new());
        let (mut i, mut j) = (0, 0);
        while let (Some(&a), Some(&b)) = (sides[0].get(i), sides[1].get(j)) {
            let there = carried(marks, a.at, false);
            let last = [i + 1 == sides[0].len(), j + 1 == sides[1].len()];
            let ends = (i == 0 && j == 0) || (last[0] && last[1]);
            // An inner station is never taken for an end.
            let inner = i > 0 && j > 0 && !last[0] && !last[1];
            if ends || (inner && (there - b.at).abs() <= tolerance && is_nearest(&sides, i, j, marks)) {
                pairs.push([a, b]);
                i += 1;
                j += 1;
            } else if j == 0 || (there < b.at && i > 0) {
                missing.extend(self.break_at(seam, 1, there));
                i += 1;
            } else {
                missing.extend(self.break_at(seam, 0, carried(marks, b.at, true)));
                j += 1;
            }
        }
        (pairs, missing)
    }

    /// The break that a side needs at a share of its length.
    fn break_at(&self, seam: &Seam, side: usize, at: f64) -> Option<Break> {
        let total = self.side_length(seam, side);
        let mut before = 0.0;
        let last = seam.sides[side].len().checked_sub(1)?;
        for (index, part) in seam.sides[side].iter().enumerate() {
            let length = self.part_length(part);
            if at * total <= before + length || index == last {
                let inside =
                    if length > 0.0 { ((at * total - before) / length).clamp(0.0, 1.0) } else { 0.0 };
                return Some((part.piece, part.edge, part.from + (part.to - part.from) * inside));
            }
            before += length;
        }
        None
    }

    /// Notes which stretches a seam sews together.
    fn pair_up(&mut self, number: usize, seam: &Seam, snap: f64) -> Result<(), IntervalError> {
        let (pairs, missing) = self.matched(number, seam, snap);
        let unsettled = || IntervalError::Unsettled { seam: seam.name.clone() };
        if !missing.is_empty() || pairs.len() < 2 {
            return Err(unsettled());
        }
        let mut sewn = Vec::new();
        for ends in pairs.windows(2) {
            let side = |side: usize| self.interval(seam, side, ends[0][side], ends[1][side]);
            let (Some((a, along_a)), Some((b, along_b))) = (side(0), side(1)) else {
                return Err(unsettled());
            };
            sewn.push(SewnIntervals { seam: number, sides: [a, b], along: [along_a, along_b] });
        }
        self.sewn.append(&mut sewn);
        Ok(())
    }

    /// The stretch between two neighbouring stations of a side, and whether the side runs with its edge there.
    fn interval(&self, seam: &Seam, side: usize, from: Station, to: Station) -> Option<(Interval, bool)> {
        let part = &seam.sides[side][to.part];
        let start = if from.part == to.part { from.share } else { part.from };
        let breaks = &self.breaks[part.piece][part.edge];
        let nearest = |share: f64| {
            let gap = |index: &usize| (breaks[*index] - share).abs();
            (0..breaks.len()).min_by(|a, b| gap(a).total_cmp(&gap(b)))
        };
        let (a, b) = (nearest(start)?, nearest(to.share)?);
        (a.abs_diff(b) == 1)
            .then_some((Interval { piece: part.piece, edge: part.edge, index: a.min(b) }, part.is_along()))
    }

    /// The length of a stretch.
    pub fn length(&self, interval: Interval) -> f64 {
        let breaks = &self.breaks[interval.piece][interval.edge];
        (breaks[interval.index + 1] - breaks[interval.index]) * self.lengths[interval.piece][interval.edge]
    }
}

/// Whether two stations are nearer to each other than to the next ones of the other side.
fn is_nearest(sides: &[Vec<Station>; 2], i: usize, j: usize, marks: &[[f64; 2]]) -> bool {
    let gap = |i: usize, j: usize| match (sides[0].get(i), sides[1].get(j)) {
        (Some(a), Some(b)) => (carried(marks, a.at, false) - b.at).abs(),
        _ => f64::INFINITY,
    };
    let own = gap(i, j);
    own <= gap(i + 1, j) && own <= gap(i, j + 1)
}

/// Adds a mark in its place, unless it contradicts another one; whether it did.
fn add_mark(marks: &mut Vec<[f64; 2]>, mark: [f64; 2]) -> bool {
    let at = marks.partition_point(|other| other[0] < mark[0]);
    let before = at.checked_sub(1).map_or([0.0; 2], |before| marks[before]);
    let after = marks.get(at).copied().unwrap_or([1.0; 2]);
    let fits = (0..2).all(|side| before[side] < mark[side] && mark[side] < after[side]);
    if fits {
        marks.insert(at, mark);
    }
    fits
}

/// Whether two parts share a stretch of an edge.
fn overlap(a: &EdgePart, b: &EdgePart) -> bool {
    let range = |part: &EdgePart| (part.from.min(part.to), part.from.max(part.to));
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    a.piece == b.piece && a.edge == b.edge && a_low.max(b_low) + 1e-9 < a_high.min(b_high)
}

/// The share of the second side that meets a share of the first, by the marks that belong together; or the other way round.
pub(crate) fn carried(marks: &[[f64; 2]], at: f64, back: bool) -> f64 {
    let (from, to) = if back { (1, 0) } else { (0, 1) };
    let mut before = [0.0, 0.0];
    for mark in marks.iter().copied().chain([[1.0, 1.0]]) {
        if at <= mark[from] {
            let width = mark[from] - before[from];
            let inside = if width > 0.0 { (at - before[from]) / width } else { 0.0 };
            return before[to] + (mark[to] - before[to]) * inside;
        }
        before = mark;
    }
    1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;
    use crate::piece::Piece;
    use glam::DVec2;

    fn strip(name: &str, corners: &[(f64, f64)]) -> Piece {
        let corners: Vec<DVec2> = corners.iter().map(|&corner| DVec2::from(corner)).collect();
        Piece::new(name, Outline::polygon(&corners))
    }

    #[test]
    fn one_edge_to_many() {
        // A band of 1 m sewn to two pieces of 0.3 and 0.6 m.
        let band = strip("band", &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.1), (0.0, 0.1)]);
        let left = strip("left", &[(0.0, 0.0), (0.3, 0.0), (0.3, 0.5), (0.0, 0.5)]);
        let right = strip("right", &[(0.0, 0.0), (0.6, 0.0), (0.6, 0.5), (0.0, 0.5)]);
        let seam = Seam::new(
            "waist",
            vec![EdgePart::along(0, 0)],
            vec![EdgePart::against(1, 2), EdgePart::against(2, 2)],
        );
        let garment = Garment { pieces: vec![band, left, right], seams: vec![seam], ..Garment::new("skirt") };
        let net = Intervals::new(&garment, &[], 1e-4).unwrap();
        assert_eq!(net.breaks[0][0].len(), 3);
        assert!((net.breaks[0][0][1] - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(net.sewn.len(), 2);
        assert_eq!(net.sewn[1].sides[1], Interval { piece: 2, edge: 2, index: 0 });
        assert_eq!(net.sewn[1].along, [true, false]);
    }

    #[test]
    fn breaks_travel_along_chains_of_seams() {
        // Three strips one below the other; the lowest is broken in the middle of its edge.
        let strips: Vec<Piece> = (0..3)
            .map(|i| strip(&i.to_string(), &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.1), (0.0, 0.1)]))
            .collect();
        let seam = |i: usize| Seam::new("s", vec![EdgePart::along(i, 0)], vec![EdgePart::against(i + 1, 2)]);
        let inside = Seam::new("inside", vec![EdgePart::along(1, 2)], vec![EdgePart::along(1, 0)]);
        let seams = vec![seam(0), inside, seam(1)];
        let garment = Garment { pieces: strips, seams, ..Garment::new("x") };
        let net = Intervals::new(&garment, &[(2, 2, 0.25)], 1e-4).unwrap();
        assert_eq!(net.breaks[0][0].len(), net.breaks[2][2].len());
        assert!(net.breaks[0][0].len() >= 3);
    }

    #[test]
    fn near_corners_snap_and_marks_hold() {
        let a = strip("a", &[(0.0, 0.0), (0.500_3, 0.0), (1.0, 0.0), (0.5, 1.0)]);
        let b = strip("b", &[(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 1.0)]);
        let seam = Seam::new(
            "s",
            vec![EdgePart::along(0, 0), EdgePart::along(0, 1)],
            vec![EdgePart::along(1, 0), EdgePart::along(1, 1)],
        );
        let mut garment = Garment { pieces: vec![a, b], seams: vec![seam], ..Garment::new("x") };
        assert_eq!(Intervals::new(&garment, &[], 1e-3).unwrap().sewn.len(), 2, "snapped");
        assert_eq!(Intervals::new(&garment, &[], 1e-6).unwrap().sewn.len(), 3, "not snapped");
        let corners = Intervals::new(&garment, &[], 1e-3).unwrap().marks[0].clone();
        assert_eq!(corners.len(), 1, "the corners meet: {corners:?}");
        assert!((corners[0][0] - 0.500_3).abs() < 1e-9 && (corners[0][1] - 0.5).abs() < 1e-9);
        garment.seams[0].marks = vec![[0.2, 0.4]];
        let net = Intervals::new(&garment, &[(0, 0, 0.1)], 1e-6).unwrap();
        assert!(net.breaks[1][0].iter().any(|b| (b - 0.200_12).abs() < 1e-6), "{:?}", net.breaks[1][0]);
    }

    #[test]
    fn seams_to_nowhere_are_errors() {
        let piece = strip("a", &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
        let seam = Seam::new("s", vec![EdgePart::along(0, 0)], vec![EdgePart::along(0, 7)]);
        let mut garment = Garment { pieces: vec![piece], seams: vec![seam], ..Garment::new("x") };
        assert!(matches!(
            Intervals::new(&garment, &[], 1e-4),
            Err(IntervalError::NoSuchEdge { edge: 7, .. })
        ));
        garment.seams[0].sides[1] = vec![];
        assert!(matches!(Intervals::new(&garment, &[], 1e-4), Err(IntervalError::NoLength { .. })));
        garment.seams[0].sides = [
            vec![EdgePart { from: 0.0, to: 0.5, ..EdgePart::along(0, 0) }],
            vec![EdgePart { from: 0.1, to: 1.0, ..EdgePart::along(0, 0) }],
        ];
        assert!(matches!(Intervals::new(&garment, &[], 1e-6), Err(IntervalError::SewnToItself { .. })));
    }
}

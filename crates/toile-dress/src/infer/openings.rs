//! The openings of a garment once it is sewn: the closed lines along which cloth ends.
//!
//! A tube has two of them, trousers three, a top four, however many pieces they are cut from. Closures count as sewn. Around each opening the turning is
//! known, too, which tells a hole in flat cloth (-360°) from the end of a tube (0°) without any body (Gauss-Bonnet).

use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;
use toile_pattern::Garment;
use toile_pattern::curve::Ruler;
use toile_pattern::intervals::{Interval, Intervals};

/// Stretches of edges are followed in this many steps.
const STEPS: usize = 16;
/// Corners that are nearer than this along a seam are partners, in metres.
const SNAP: f64 = 3e-3;
/// Shorter openings are slits and holes for buttons, in metres.
const MIN_OPENING_LENGTH: f64 = 0.12;

/// A closed line along which the sewn garment ends, cloth to its left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Opening {
    /// Its stretches in their order, each with its length in metres.
    pub(super) stretches: Vec<(Interval, f64)>,
    /// How much it turns to the left in all, in radians: 0 at the end of a straight tube, -2π around a hole in a plane.
    pub(super) turning: f64,
}

impl Opening {
    /// Its length in metres.
    pub(super) fn length(&self) -> f64 {
        self.stretches.iter().map(|stretch| stretch.1).sum()
    }

    /// How much of it belongs to a piece, in metres.
    pub(super) fn length_on(&self, piece: usize) -> f64 {
        self.stretches.iter().filter(|stretch| stretch.0.piece == piece).map(|stretch| stretch.1).sum()
    }

    /// Pieces that end at it by more than a corner.
    pub(super) fn pieces(&self) -> BTreeSet<usize> {
        let all: BTreeSet<usize> = self.stretches.iter().map(|stretch| stretch.0.piece).collect();
        all.into_iter().filter(|&piece| self.length_on(piece) > 0.02).collect()
    }
}

/// A garment cut into stretches of edges that are sewn as wholes.
pub(super) struct SewnEdges {
    /// For each piece, edge and stretch the points along it.
    lines: Vec<Vec<Vec<Vec<DVec2>>>>,
    /// For each piece and edge the first and the last edge of its outline or hole.
    rounds: Vec<Vec<[usize; 2]>>,
    /// What a stretch is sewn to, and whether both begin at the same end.
    partners: BTreeMap<Interval, (Interval, bool)>,
}

/// Where a walk along the boundary is: on a stretch, with it or against it.
type Step = (Interval, bool);

impl SewnEdges {
    /// Cuts the edges of a garment as cut; nothing if its seams do not match up.
    pub(super) fn of(garment: &Garment) -> Option<Self> {
        let net = Intervals::new(garment, &[], SNAP).ok()?;
        let mut lines = Vec::new();
        let mut rounds = Vec::new();
        for (p, piece) in garment.pieces.iter().enumerate() {
            let cut = |(e, edge): (usize, &toile_pattern::outline::Edge)| {
                let ruler = Ruler::new(&edge.curve);
                let line = |ends: &[f64]| {
                    let at = |step: usize| ends[0] + (ends[1] - ends[0]) * step as f64 / STEPS as f64;
                    (0..=STEPS).map(|step| ruler.point(at(step))).collect()
                };
                net.breaks[p][e].windows(2).map(line).collect()
            };
            lines.push(piece.edges().enumerate().map(cut).collect());
            let mut first = 0;
            let mut own = Vec::new();
            for outline in piece.loops() {
                let count = outline.edges.len();
                own.extend(std::iter::repeat_n([first, first + count.saturating_sub(1)], count));
                first += count;
            }
            rounds.push(own);
        }
        let mut partners = BTreeMap::new();
        for sewn in &net.sewn {
            let [a, b] = sewn.sides;
            let same = sewn.along[0] == sewn.along[1];
            partners.entry(a).or_insert((b, same));
            partners.entry(b).or_insert((a, same));
        }
        Some(Self { lines, rounds, partners })
    }

    /// How long the seams between two pieces are, for each piece and those that it is sewn to.
    pub(super) fn neighbours(&self) -> Vec<BTreeMap<usize, f64>> {
        let mut found = vec![BTreeMap::new(); self.lines.len()];
        for (own, (other, _)) in &self.partners {
            if own.piece != other.piece {
                *found[own.piece].entry(other.piece).or_insert(0.0) += self.length(*own);
            }
        }
        found
    }

    /// Whether any edge of a piece is sewn.
    pub(super) fn is_sewn(&self, piece: usize) -> bool {
        self.partners.keys().any(|interval| interval.piece == piece)
    }

    /// All stretches of the outline of a piece, counter-clockwise.
    pub(super) fn outline(&self, piece: usize) -> impl Iterator<Item = Interval> + '_ {
        let last = self.rounds[piece].first().map_or(0, |round| round[1] + 1);
        (0..last).flat_map(move |edge| {
            (0..self.lines[piece][edge].len()).map(move |index| Interval { piece, edge, index })
        })
    }

    /// The piece that a stretch is sewn to.
    pub(super) fn sewn_to(&self, interval: Interval) -> Option<usize> {
        self.partners.get(&interval).map(|(other, _)| other.piece)
    }

    /// The openings that some of the pieces have, as if the others were not there.
    pub(super) fn openings(&self, wanted: &[bool]) -> Vec<Opening> {
        let mut seen = BTreeSet::new();
        let mut openings = Vec::new();
        for (piece, edges) in self.lines.iter().enumerate().filter(|(piece, _)| wanted[*piece]) {
            for (edge, stretches) in edges.iter().enumerate() {
                for index in 0..stretches.len() {
                    let start = Interval { piece, edge, index };
                    if self.partner(start, wanted).is_none() && !seen.contains(&start) {
                        openings.extend(self.walk(start, wanted, &mut seen));
                    }
                }
            }
        }
        openings.retain(|opening| opening.length() > MIN_OPENING_LENGTH);
        openings
    }

    /// Follows the boundary once around.
    fn walk(&self, start: Interval, wanted: &[bool], seen: &mut BTreeSet<Interval>) -> Option<Opening> {
        let most = 4 * self.lines.iter().flatten().flatten().count();
        let mut step = (start, true);
        let mut opening = Opening { stretches: Vec::new(), turning: 0.0 };
        for _ in 0..most {
            seen.insert(step.0);
            opening.stretches.push((step.0, self.length(step.0)));
            opening.turning += self.bend(step);
            let (next, inside) = self.around_corner(step, wanted, most)?;
            opening.turning += PI - inside;
            if next.0 == start {
                return Some(opening);
            }
            step = next;
        }
        None
    }

    /// From the end of a stretch of the boundary around the corner, over all seams that end there, to the next stretch of the boundary; and the
    /// angle of the cloth in between.
    fn around_corner(&self, from: Step, wanted: &[bool], most: usize) -> Option<(Step, f64)> {
        let mut step = from;
        let mut inside = 0.0;
        for _ in 0..most {
            let next = (self.next(step), step.1);
            inside += self.angle(step, next);
            let Some((partner, same)) = self.partner(next.0, wanted) else { return Some((next, inside)) };
            step = (partner, next.1 != same);
        }
        None
    }

    fn partner(&self, interval: Interval, wanted: &[bool]) -> Option<(Interval, bool)> {
        self.partners.get(&interval).copied().filter(|(other, _)| wanted[other.piece])
    }

    /// The stretch after another one in its outline.
    fn next(&self, (Interval { piece, edge, index }, forward): Step) -> Interval {
        let [first, last] = self.rounds[piece][edge];
        if forward {
            if index + 1 < self.lines[piece][edge].len() {
                return Interval { piece, edge, index: index + 1 };
            }
            Interval { piece, edge: if edge == last { first } else { edge + 1 }, index: 0 }
        } else {
            if index > 0 {
                return Interval { piece, edge, index: index - 1 };
            }
            let edge = if edge == first { last } else { edge - 1 };
            Interval { piece, edge, index: self.lines[piece][edge].len() - 1 }
        }
    }

    fn line(&self, Interval { piece, edge, index }: Interval) -> &[DVec2] {
        &self.lines[piece][edge][index]
    }

    fn length(&self, interval: Interval) -> f64 {
        self.line(interval).windows(2).map(|ends| ends[0].distance(ends[1])).sum()
    }

    /// How much a stretch turns towards its cloth.
    fn bend(&self, (interval, _): Step) -> f64 {
        self.line(interval).windows(3).map(|p| (p[1] - p[0]).angle_to(p[2] - p[1])).sum()
    }

    /// The angle of the cloth at the corner between a stretch and the next one.
    fn angle(&self, (one, forward): Step, (other, _): Step) -> f64 {
        let (before, after) = if forward { (one, other) } else { (other, one) };
        let (before, after) = (self.line(before), self.line(after));
        let into = before[STEPS] - before[STEPS - 1];
        PI - into.angle_to(after[1] - after[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_pattern::draft::{Draft, Looseness};
    use toile_pattern::measures::DraftMeasures;

    fn openings(name: &str) -> Vec<Opening> {
        let measures = DraftMeasures::of_size("eu-38").unwrap();
        let garment = Draft::named(name).unwrap().draft(&measures, Looseness::Regular).whole();
        SewnEdges::of(&garment).unwrap().openings(&vec![true; garment.pieces.len()])
    }

    #[test]
    fn garments_have_as_many_openings_as_people_put_through_them() {
        for (name, count) in [
            ("tube", 2),
            ("straight-skirt", 2),
            ("circle-skirt", 2),
            ("godet-skirt", 2),
            ("pleated-skirt", 2),
            ("trousers", 3),
            ("shorts", 3),
            ("tank-top", 4),
            ("t-shirt", 4),
            ("shirt", 4),
            ("pullover", 4),
            ("dress", 4),
        ] {
            let found = openings(name);
            assert_eq!(
                found.len(),
                count,
                "{name}: {:?}",
                found.iter().map(Opening::length).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn a_straight_tube_does_not_turn_at_its_ends_and_a_circle_does() {
        assert!(openings("tube").iter().all(|opening| opening.turning.abs() < 1e-9));
        let circle = openings("circle-skirt");
        let hem = circle.iter().max_by(|a, b| a.length().total_cmp(&b.length())).unwrap();
        assert!((hem.turning - 1.5 * PI).abs() < 0.01, "it is three quarters of a circle: {}", hem.turning);
    }
}

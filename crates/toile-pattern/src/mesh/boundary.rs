//! Into how many parts each stretch of an edge is divided.

use super::snap::Snapping;
use super::{MeshError, MeshSettings};
use crate::curve::Ruler;
use crate::garment::Garment;
use crate::intervals::{Interval, Intervals};
use glam::DVec2;
use std::collections::BTreeSet;

/// The largest angle that an edge of the mesh may turn by along a curve, in radians.
const MOST_TURN: f64 = 0.5;
/// ... where edges would be too short for that.
const MOST_SHORT_TURN: f64 = 1.6;
/// No mesh of a garment needs more triangles.
const MOST_TRIANGLES: f64 = 2e7;

/// The division of all edges.
pub(super) struct Division {
    /// The class of each stretch: stretches that are sewn together share one.
    classes: Vec<Vec<Vec<usize>>>,
    /// Into how many parts the stretches of a class are divided; none if both ends are one vertex.
    counts: Vec<u32>,
    /// The breaks of each edge, where their vertices are.
    breaks: Vec<Vec<Vec<f64>>>,
    rulers: Vec<Vec<Ruler>>,
    snapping: Snapping,
    /// The shortest stretch of each class.
    least: Vec<f64>,
    shortest: f64,
}

impl Division {
    /// Divides the edges. Pieces in `as_drawn` keep all their points, however near to each other they are.
    pub(super) fn new(
        garment: &Garment,
        net: &Intervals,
        settings: &MeshSettings,
        as_drawn: &BTreeSet<usize>,
    ) -> Result<Self, MeshError> {
        check_size(garment, settings)?;
        let classes = classes(net);
        let rulers: Vec<Vec<Ruler>> = garment
            .pieces
            .iter()
            .map(|piece| piece.edges().map(|edge| Ruler::new(&edge.curve)).collect())
            .collect();
        let shortest = settings.shortest();
        let (mut counts, least) = counts(net, &classes, &rulers, settings);
        let snapping = Snapping::new(garment, net, &rulers, &classes, &counts, shortest, as_drawn);
        for (class, count) in counts.iter_mut().enumerate() {
            if snapping.is_collapsed(class) {
                *count = 0;
            }
        }
        let mut breaks = net.breaks.clone();
        for_each_break(net, |piece, edge, index| {
            breaks[piece][edge][index] = net.breaks[piece][edge][snapping.nearest_break(piece, edge, index)];
        });
        Ok(Self { classes, counts, breaks, rulers, snapping, least, shortest })
    }

    /// The pieces some of whose points have become one vertex.
    pub(super) fn snapped_pieces(&self) -> BTreeSet<usize> {
        self.snapping.snapped_pieces(&self.classes)
    }

    /// The shares of an edge's length at which it has its breaks, where their vertices are.
    pub(super) fn breaks(&self, piece: usize, edge: usize) -> &[f64] {
        &self.breaks[piece][edge]
    }

    /// The vertex at a break, known by a number, and its place.
    pub(super) fn corner(&self, piece: usize, edge: usize, index: usize) -> (usize, DVec2) {
        let vertex = self.snapping.vertex(piece, edge, index);
        let (home, at) = self.snapping.home(vertex);
        (vertex, self.rulers[piece][home].point(self.breaks[piece][home][at]))
    }

    /// The shares of an edge's length at which a stretch gets vertices between its ends; none if both ends are one vertex.
    pub(super) fn inner_shares(&self, piece: usize, edge: usize, index: usize) -> Option<Vec<f64>> {
        let ends = &self.breaks[piece][edge][index..index + 2];
        let count = self.counts[self.classes[piece][edge][index]];
        let at = |part: u32| ends[0] + (ends[1] - ends[0]) * f64::from(part) / f64::from(count);
        (count > 0).then(|| (1..count).map(at).collect())
    }

    pub(super) fn ruler(&self, piece: usize, edge: usize) -> &Ruler {
        &self.rulers[piece][edge]
    }

    /// Divides the stretches nearest to bad places more finely; the pieces that have to be meshed again.
    pub(super) fn refine(
        &mut self,
        garment: &Garment,
        net: &Intervals,
        bad: &[(usize, Vec<DVec2>)],
    ) -> Vec<usize> {
        let mut finer = vec![false; self.counts.len()];
        for (piece, places) in bad {
            for place in places {
                if let Some((edge, index)) = self.nearest_interval(*piece, *place) {
                    finer[self.classes[*piece][edge][index]] = true;
                }
            }
        }
        for ((count, finer), least) in self.counts.iter_mut().zip(&mut finer).zip(&self.least) {
            let more = (*count * 3).div_ceil(2);
            // What is so fine already that it can be no finer stays as it is.
            *finer &= more > *count && *least >= self.shortest * f64::from(more);
            if *finer {
                *count = more;
            }
        }
        let mut changed = vec![false; garment.pieces.len()];
        for_each_interval(net, |interval| {
            changed[interval.piece] |= finer[self.classes[interval.piece][interval.edge][interval.index]];
        });
        (0..changed.len()).filter(|&piece| changed[piece]).collect()
    }

    fn nearest_interval(&self, piece: usize, place: DVec2) -> Option<(usize, usize)> {
        let mut best = None;
        let mut least = f64::INFINITY;
        for (edge, ruler) in self.rulers[piece].iter().enumerate() {
            for (index, ends) in self.breaks[piece][edge].windows(2).enumerate() {
                let count = self.counts[self.classes[piece][edge][index]];
                for part in 0..count {
                    let share = ends[0] + (ends[1] - ends[0]) * (f64::from(part) + 0.5) / f64::from(count);
                    let distance = ruler.point(share).distance(place);
                    if distance < least {
                        (least, best) = (distance, Some((edge, index)));
                    }
                }
            }
        }
        best
    }
}

/// Refuses meshes that no computer would draw.
fn check_size(garment: &Garment, settings: &MeshSettings) -> Result<(), MeshError> {
    let area: f64 = garment.pieces.iter().map(|piece| piece.area().abs()).sum();
    let triangles = area / (0.433 * settings.edge_length * settings.edge_length);
    if triangles > MOST_TRIANGLES { Err(MeshError::TooMany { triangles }) } else { Ok(()) }
}

/// Into how many parts the stretches of each class are divided, and the shortest of them.
fn counts(
    net: &Intervals,
    classes: &[Vec<Vec<usize>>],
    rulers: &[Vec<Ruler>],
    settings: &MeshSettings,
) -> (Vec<u32>, Vec<f64>) {
    let count = classes.iter().flatten().flatten().max().map_or(0, |last| last + 1);
    let mut sewn = vec![false; count];
    for interval in net.sewn.iter().flat_map(|sewn| sewn.sides) {
        sewn[classes[interval.piece][interval.edge][interval.index]] = true;
    }
    let (mut counts, mut least) = (vec![1; count], vec![f64::INFINITY; count]);
    for_each_interval(net, |interval| {
        let class = classes[interval.piece][interval.edge][interval.index];
        let wanted = match settings.seam_edge_length {
            Some(fine) if sewn[class] => fine.min(settings.edge_length),
            _ => settings.edge_length,
        };
        let ends = &net.breaks[interval.piece][interval.edge][interval.index..interval.index + 2];
        let length = net.length(interval);
        let turn = turning(&rulers[interval.piece][interval.edge], ends[0], ends[1]);
        let most = (length / settings.shortest()).floor().max((turn / MOST_SHORT_TURN).ceil());
        let parts = (length / wanted).round().max((turn / MOST_TURN).ceil().min(most)).max(1.0);
        counts[class] = counts[class].max(parts.min(1e6) as u32);
        least[class] = least[class].min(length);
    });
    (counts, least)
}

fn for_each_break(net: &Intervals, mut work: impl FnMut(usize, usize, usize)) {
    for (piece, edges) in net.breaks.iter().enumerate() {
        for (edge, breaks) in edges.iter().enumerate() {
            (0..breaks.len()).for_each(|index| work(piece, edge, index));
        }
    }
}

pub(super) fn for_each_interval(net: &Intervals, mut work: impl FnMut(Interval)) {
    for (piece, edges) in net.breaks.iter().enumerate() {
        for (edge, breaks) in edges.iter().enumerate() {
            for index in 0..breaks.len() - 1 {
                work(Interval { piece, edge, index });
            }
        }
    }
}

/// Numbers for stretches, the same for those that are sewn together.
fn classes(net: &Intervals) -> Vec<Vec<Vec<usize>>> {
    let mut numbers: Vec<Vec<Vec<usize>>> = net
        .breaks
        .iter()
        .map(|edges| edges.iter().map(|breaks| vec![0; breaks.len() - 1]).collect())
        .collect();
    let mut total = 0;
    for number in numbers.iter_mut().flatten().flatten() {
        *number = total;
        total += 1;
    }
    let mut parents: Vec<usize> = (0..total).collect();
    let root = |parents: &mut Vec<usize>, mut node: usize| {
        while parents[node] != node {
            parents[node] = parents[parents[node]];
            node = parents[node];
        }
        node
    };
    for sewn in &net.sewn {
        let [a, b] = sewn.sides.map(|interval| numbers[interval.piece][interval.edge][interval.index]);
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        parents[a.max(b)] = a.min(b);
    }
    for number in numbers.iter_mut().flatten().flatten() {
        *number = root(&mut parents, *number);
    }
    numbers
}

/// By how much a curve turns between two shares of its length, in radians.
fn turning(ruler: &Ruler, from: f64, to: f64) -> f64 {
    const SAMPLES: u32 = 16;
    let tangent = |i: u32| ruler.tangent(from + (to - from) * (f64::from(i) + 0.5) / f64::from(SAMPLES));
    (1..SAMPLES).map(|i| tangent(i - 1).angle_to(tangent(i)).abs()).sum()
}

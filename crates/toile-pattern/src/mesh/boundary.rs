//! Into how many parts each stretch of an edge is divided.

use super::{MeshError, MeshSettings};
use crate::curve::Ruler;
use crate::garment::Garment;
use crate::intervals::{Interval, Intervals};
use glam::DVec2;

/// The largest angle that an edge of the mesh may turn by along a curve, in radians.
const MOST_TURN: f64 = 0.5;
/// No mesh of a garment needs more triangles.
const MOST_TRIANGLES: f64 = 2e7;

/// The division of all edges.
pub(super) struct Division {
    /// The class of each stretch: stretches that are sewn together share one.
    classes: Vec<Vec<Vec<usize>>>,
    /// Into how many parts the stretches of a class are divided.
    counts: Vec<u32>,
    /// The breaks of each edge.
    breaks: Vec<Vec<Vec<f64>>>,
    rulers: Vec<Vec<Ruler>>,
}

impl Division {
    pub(super) fn new(
        garment: &Garment,
        net: &Intervals,
        settings: &MeshSettings,
    ) -> Result<Self, MeshError> {
        let area: f64 = garment.pieces.iter().map(|piece| piece.area().abs()).sum();
        let triangles = area / (0.433 * settings.edge_length * settings.edge_length);
        if triangles > MOST_TRIANGLES {
            return Err(MeshError::TooMany { triangles });
        }
        let classes = classes(net);
        let count = classes.iter().flatten().flatten().max().map_or(0, |last| last + 1);
        let rulers: Vec<Vec<Ruler>> = garment
            .pieces
            .iter()
            .map(|piece| piece.edges().map(|edge| Ruler::new(&edge.curve)).collect())
            .collect();
        let mut sewn = vec![false; count];
        for interval in net.sewn.iter().flat_map(|sewn| sewn.sides) {
            sewn[classes[interval.piece][interval.edge][interval.index]] = true;
        }
        let mut counts = vec![1; count];
        for_each_interval(net, |interval| {
            let class = classes[interval.piece][interval.edge][interval.index];
            let wanted = match settings.seam_edge_length {
                Some(fine) if sewn[class] => fine.min(settings.edge_length),
                _ => settings.edge_length,
            };
            let ends = &net.breaks[interval.piece][interval.edge][interval.index..interval.index + 2];
            let turn = turning(&rulers[interval.piece][interval.edge], ends[0], ends[1]);
            let parts = (net.length(interval) / wanted).round().max((turn / MOST_TURN).ceil()).max(1.0);
            counts[class] = counts[class].max(parts.min(1e6) as u32);
        });
        Ok(Self { classes, counts, breaks: net.breaks.clone(), rulers })
    }

    /// The shares of an edge's length at which it gets vertices, from 0 to 1.
    pub(super) fn shares(&self, piece: usize, edge: usize) -> Vec<f64> {
        let breaks = &self.breaks[piece][edge];
        let mut shares = vec![0.0];
        for (index, ends) in breaks.windows(2).enumerate() {
            let count = self.counts[self.classes[piece][edge][index]];
            let at = |part: u32| ends[0] + (ends[1] - ends[0]) * f64::from(part) / f64::from(count);
            shares.extend((1..count).map(at));
            shares.push(ends[1]);
        }
        shares
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
        for (count, finer) in self.counts.iter_mut().zip(&finer) {
            if *finer {
                *count = (*count * 3).div_ceil(2);
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

fn for_each_interval(net: &Intervals, mut work: impl FnMut(Interval)) {
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

//! Moves vertices to where they are pushed, while neighbours go along.
//!
//! Pushes and limits are satisfied one after the other, again and again. Two limits hold for each edge: its length stays
//! within bounds, and its ends are not displaced by much more or less than each other. As long as the difference is smaller
//! than the edge is long, the cloth around a vertex is not turned inside out.

use super::settings::RepairSettings;
use super::surface::Surfaces;
use glam::DVec3;
use std::collections::BTreeSet;

/// Some vertices are to be moved until `Σ wᵢ xᵢ · direction` is at least the gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Push {
    /// The vertices; those with weight 0 do not matter.
    pub(super) vertices: [u32; 6],
    pub(super) weights: [f64; 6],
    /// A unit vector.
    pub(super) direction: DVec3,
    pub(super) gap: f64,
}

impl Push {
    /// Of four vertices.
    pub(super) fn of_four(
        [a, b, c, d]: [u32; 4],
        [i, j, k, l]: [f64; 4],
        direction: DVec3,
        gap: f64,
    ) -> Self {
        Self { vertices: [a, b, c, d, a, a], weights: [i, j, k, l, 0.0, 0.0], direction, gap }
    }
}

/// How freely cloth may move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Freedom {
    /// The largest difference of displacement along an edge, as a share of its length.
    pub(super) gradient: f64,
    /// The least length of an edge, as a share of its length at rest.
    pub(super) shortest: f64,
    /// How often pushes and limits are gone through in one iteration.
    pub(super) sweeps: usize,
}

/// The limits of all edges.
pub(super) struct Relaxation<'a> {
    surfaces: &'a Surfaces<'a>,
    /// Where the vertices were, for measuring displacement.
    pub(super) start: Vec<DVec3>,
    start_lengths: Vec<f64>,
    rest_lengths: Vec<f64>,
    /// The lengths that stretch is counted from.
    reference: Vec<f64>,
    max_stretch: f64,
    /// Which vertices have been moved.
    pub(super) touched: Vec<bool>,
}

impl<'a> Relaxation<'a> {
    pub(super) fn new(surfaces: &'a Surfaces<'a>, start: &[DVec3], settings: &RepairSettings) -> Self {
        let edges = &surfaces.topology.edges;
        let start_lengths: Vec<f64> =
            edges.iter().map(|&[a, b]| start[a as usize].distance(start[b as usize])).collect();
        let mut rest_lengths = start_lengths.clone();
        if !settings.rest_lengths.is_empty() {
            let sides = surfaces.topology.triangle_edges.as_flattened();
            for (&edge, &feature) in sides.iter().zip(surfaces.features.triangle_edges().as_flattened()) {
                rest_lengths[edge as usize] = settings.rest_lengths[feature as usize];
            }
        }
        let reference = if settings.rest_lengths.is_empty() {
            unsqueezed(&surfaces.topology.edges, &start_lengths, start.len())
        } else {
            rest_lengths.iter().zip(&start_lengths).map(|(rest, start)| rest.max(*start)).collect()
        };
        let touched = vec![false; start.len()];
        Self {
            surfaces,
            start: start.to_vec(),
            start_lengths,
            rest_lengths,
            reference,
            max_stretch: settings.max_stretch,
            touched,
        }
    }

    /// Takes where some vertices are now for their start, since they were given a new shape.
    pub(super) fn restart(&mut self, positions: &[DVec3], vertices: &BTreeSet<u32>) {
        for &v in vertices {
            self.start[v as usize] = positions[v as usize];
            self.touched[v as usize] = true;
        }
        for (edge, ends) in self.surfaces.topology.edges.iter().enumerate() {
            if ends.iter().any(|v| vertices.contains(v)) {
                let [a, b] = ends.map(|v| self.start[v as usize]);
                self.start_lengths[edge] = a.distance(b);
            }
        }
    }

    /// Moves the positions.
    pub(super) fn run(&mut self, positions: &mut [DVec3], pushes: &[Push], freedom: Freedom) {
        for _ in 0..freedom.sweeps {
            self.push(positions, pushes);
            for edge in 0..self.start_lengths.len() {
                let [a, b] = self.surfaces.topology.edges[edge];
                if self.touched[a as usize] || self.touched[b as usize] {
                    self.limit_difference(positions, edge, freedom.gradient);
                    self.limit_length(positions, edge, freedom.shortest);
                }
            }
        }
        self.push(positions, pushes);
    }

    fn push(&mut self, positions: &mut [DVec3], pushes: &[Push]) {
        for push in pushes {
            let mut value = 0.0;
            let mut response = 0.0;
            for (&v, &weight) in push.vertices.iter().zip(&push.weights) {
                value += weight * positions[v as usize].dot(push.direction);
                response += weight * weight * self.surfaces.mobility[v as usize];
            }
            if value >= push.gap || response <= 1e-12 {
                continue;
            }
            let amount = (push.gap - value) / response;
            for (&v, &weight) in push.vertices.iter().zip(&push.weights) {
                let part = amount * weight * self.surfaces.mobility[v as usize];
                if part != 0.0 {
                    positions[v as usize] += push.direction * part;
                    self.touched[v as usize] = true;
                }
            }
        }
    }

    /// Shares the displacement of an edge's ends if they differ by too much.
    fn limit_difference(&mut self, positions: &mut [DVec3], edge: usize, gradient: f64) {
        let [a, b] = self.surfaces.topology.edges[edge].map(|v| v as usize);
        let difference = (positions[a] - self.start[a]) - (positions[b] - self.start[b]);
        let limit = gradient * self.start_lengths[edge];
        let size = difference.length();
        if size > limit {
            self.bring_together(positions, [a, b], difference * (1.0 - limit / size));
        }
    }

    /// Brings an edge's length within its bounds. What was out of them at the start may stay, and what was squeezed may become
    /// as long as its neighbours.
    fn limit_length(&mut self, positions: &mut [DVec3], edge: usize, shortest: f64) {
        let [a, b] = self.surfaces.topology.edges[edge].map(|v| v as usize);
        let (rest, start) = (self.rest_lengths[edge], self.start_lengths[edge]);
        let (low, high) =
            ((shortest * rest).min(start), ((1.0 + self.max_stretch) * rest).max(self.reference[edge]));
        let along = positions[a] - positions[b];
        let length = along.length();
        let wanted = length.clamp(low, high);
        if wanted != length && length > 0.0 {
            self.bring_together(positions, [a, b], along * (1.0 - wanted / length));
        }
    }

    /// Moves two vertices by a vector in all, each as it can.
    fn bring_together(&mut self, positions: &mut [DVec3], [a, b]: [usize; 2], vector: DVec3) {
        let mobility = [a, b].map(|v| self.surfaces.mobility[v]);
        let sum = mobility[0] + mobility[1];
        if sum == 0.0 {
            return;
        }
        positions[a] -= vector * (mobility[0] / sum);
        positions[b] += vector * (mobility[1] / sum);
        for (v, mobility) in [a, b].into_iter().zip(mobility) {
            self.touched[v] |= mobility > 0.0;
        }
    }

    /// How much longer an edge is at most than it was or should be at rest.
    pub(super) fn max_stretch(&self, positions: &[DVec3]) -> f64 {
        let stretch = |edge: usize| {
            let [a, b] = self.surfaces.topology.edges[edge].map(|v| v as usize);
            let known = self.reference[edge];
            if known > 0.0 { positions[a].distance(positions[b]) / known - 1.0 } else { 0.0 }
        };
        (0..self.start_lengths.len()).map(stretch).fold(0.0, f64::max)
    }
}

/// The length of each edge, or the mean of those around it if that is more: in a tangle cloth may be squeezed to nothing, and
/// becoming as long as its neighbours is no stretch.
fn unsqueezed(edges: &[[u32; 2]], lengths: &[f64], vertex_count: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); vertex_count];
    for (ends, length) in edges.iter().zip(lengths) {
        for &v in ends {
            sums[v as usize].0 += length;
            sums[v as usize].1 += 1.0;
        }
    }
    let mean = |[a, b]: &[u32; 2]| {
        let ((one, count), (other, other_count)) = (sums[*a as usize], sums[*b as usize]);
        (one + other) / (count + other_count)
    };
    edges.iter().zip(lengths).map(|(ends, length)| length.max(mean(ends))).collect()
}

//! Keeps account of a run, frame by frame.

use super::intersections::BadFrames;
use super::process;
use glam::DVec3;
use std::time::{Duration, Instant};
use toile_cloth::run::Run;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{SolverError, StepReport, StepStage};
use toile_cloth::stretch::{RestEdge, StretchSummary, rest_edges};
use toile_geom::distance::depths_in_mesh;

/// How far from what is held edges count as inner ones, in metres: nearer, the stretch depends on the mesh.
const CLEAR_OF_PINS: f64 = 0.1;

/// What was seen in a run.
pub(super) struct Recorder {
    edges: Vec<RestEdge>,
    inner_edges: Vec<RestEdge>,
    /// Wall-clock milliseconds of each frame.
    pub(super) wall: Vec<f64>,
    /// Milliseconds on processors of each frame, if they are known.
    pub(super) processor: Option<Vec<f64>>,
    /// Milliseconds of each stage in each frame.
    stages: Vec<[f64; StepStage::ALL.len()]>,
    /// The largest stretch and 99th percentile of any frame.
    pub(super) worst: StretchSummary,
    /// Those of the last frame.
    pub(super) last: StretchSummary,
    /// The largest stretch of the inner edges in each frame.
    pub(super) inner: Vec<f64>,
    /// How deep a vertex was in a collider in any frame, in metres.
    pub(super) deepest: f64,
    /// What passed through what.
    pub(super) intersections: BadFrames,
    /// The most contacts in any frame.
    pub(super) most_contacts: usize,
    /// All that was counted.
    pub(super) totals: StepReport,
}

impl Recorder {
    pub(super) fn new(simulation: &Simulation) -> Self {
        let cloth = &simulation.cloth;
        let positions = &cloth.state.positions;
        let pins: Vec<DVec3> =
            positions.iter().zip(&cloth.pinned).filter(|(_, held)| **held).map(|(p, _)| *p).collect();
        let clear = |v: u32| {
            let place = positions[v as usize];
            pins.iter().all(|pin| pin.distance_squared(place) > CLEAR_OF_PINS * CLEAR_OF_PINS)
        };
        let edges = rest_edges(cloth);
        Self {
            inner_edges: edges.iter().filter(|edge| edge.ends.iter().all(|&v| clear(v))).copied().collect(),
            edges,
            wall: Vec::new(),
            processor: process::processor_time().map(|_| Vec::new()),
            stages: Vec::new(),
            worst: StretchSummary::default(),
            last: StretchSummary::default(),
            inner: Vec::new(),
            deepest: 0.0,
            intersections: BadFrames::default(),
            most_contacts: 0,
            totals: StepReport::default(),
        }
    }

    /// Takes one frame of some steps and writes down how it went. What is measured is the steps alone, not this account.
    pub(super) fn frame(&mut self, run: &mut Run, steps: usize) -> Result<(), SolverError> {
        let (start, processor) = (Instant::now(), process::processor_time());
        let report = run.advance(steps, &mut (), |(), _, _| ())?;
        self.wall.push(milliseconds(start.elapsed()));
        match (&mut self.processor, processor, process::processor_time()) {
            (Some(times), Some(before), Some(after)) => {
                times.push(milliseconds(after.saturating_sub(before)));
            }
            (times, ..) => *times = None,
        }
        self.stages.push(StepStage::ALL.map(|stage| report.times.milliseconds(stage)));
        self.totals.add(&report);
        self.most_contacts = self.most_contacts.max(report.contact.contacts);
        self.look_at(&run.simulation);
        Ok(())
    }

    fn look_at(&mut self, simulation: &Simulation) {
        let positions = &simulation.cloth.state.positions;
        self.last = StretchSummary::of(&self.edges, positions);
        self.worst = self.worst.max(self.last);
        self.inner.push(StretchSummary::of(&self.inner_edges, positions).max);
        self.intersections.look_at(simulation);
        let world = &simulation.world;
        for obstacle in world.obstacles.iter().filter(|obstacle| obstacle.is_surface()) {
            let depths: Vec<f64> = match obstacle.mesh_at(world.time) {
                // A field is not asked about itself.
                Some(mesh) => depths_in_mesh(positions, &mesh),
                None => positions
                    .iter()
                    .filter_map(|p| obstacle.nearest(*p, world.time))
                    .map(|found| -found.distance)
                    .collect(),
            };
            self.deepest = depths.into_iter().fold(self.deepest, f64::max);
        }
    }

    /// The median of a stage's milliseconds over all frames.
    pub(super) fn stage_median(&self, stage: StepStage) -> f64 {
        let times: Vec<f64> = self.stages.iter().map(|times| times[stage as usize]).collect();
        quantile(&times, 0.5)
    }
}

fn milliseconds(duration: Duration) -> f64 {
    1e3 * duration.as_secs_f64()
}

/// The value that a part of the others stays below; 0 of nothing.
pub(in crate::bench) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let index = (part * sorted.len() as f64) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_hand() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!(
            (quantile(&values, 0.5), quantile(&values, 0.95), quantile(&values, 1.0)),
            (3.0, 5.0, 5.0)
        );
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}

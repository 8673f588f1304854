//! How a step went, for the viewer's plots.

use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Stage, StepReport};
use toile_cloth::stretch::{RestEdge, StretchSummary};
use toile_view::live::Report;

/// Stages and counts of a step. How long it took as a whole is measured by who took it.
pub(super) fn report(step: &StepReport, simulation: &Simulation, edges: &[RestEdge]) -> Report {
    let stretch = StretchSummary::of(edges, &simulation.cloth.state.positions);
    let stage = |stage: Stage| (stage.name(), step.times.milliseconds(stage) as f32);
    Report {
        milliseconds: 0.0,
        stages: Stage::ALL.map(stage).to_vec(),
        counts: vec![
            ("contacts", step.contacts as f64, ""),
            ("kept from passing", step.held as f64, ""),
            ("could not be kept apart", step.failures as f64, ""),
            ("Newton steps", step.newton_steps as f64, ""),
            ("linear iterations", step.linear_iterations as f64, ""),
            ("taken again in halves", step.retries as f64, ""),
            ("largest stretch", 100.0 * stretch.max, "%"),
        ],
    }
}

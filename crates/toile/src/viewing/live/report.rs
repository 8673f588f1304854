//! How a step went, for the viewer's plots.

use glam::DVec3;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{StepReport, StepStage};
use toile_cloth::state::StickState;
use toile_cloth::stretch::{RestEdge, StretchSummary};
use toile_view::live::LiveReport;

/// The most places of contact that are reported.
const MOST_PLACES: usize = 3000;

/// Where cloth is held off something: the middle of what each pair has of the cloth.
pub(super) fn contacts(simulation: &Simulation) -> Vec<[f32; 3]> {
    let positions = &simulation.cloth.state.positions;
    let sticks = &simulation.cloth.state.sticks;
    let place = |stick: &StickState| {
        let own = stick.corners.iter().filter_map(|v| positions.get(*v as usize));
        let (sum, count) = own.fold((DVec3::ZERO, 0.0), |(sum, count), p| (sum + *p, count + 1.0));
        (sum / f64::max(count, 1.0)).as_vec3().to_array()
    };
    sticks.iter().step_by(sticks.len().div_ceil(MOST_PLACES).max(1)).map(place).collect()
}

/// Stages and counts of a step. How long it took as a whole is measured by who took it.
pub(super) fn report(step: &StepReport, simulation: &Simulation, edges: &[RestEdge]) -> LiveReport {
    let stretch = StretchSummary::of(edges, &simulation.cloth.state.positions);
    let stage = |stage: StepStage| (stage.name(), step.times.milliseconds(stage) as f32);
    LiveReport {
        milliseconds: 0.0,
        stages: StepStage::ALL.map(stage).to_vec(),
        counts: vec![
            ("contacts", step.contact.contacts as f64, ""),
            ("kept from passing", step.contact.held as f64, ""),
            ("could not be kept apart", step.contact.failures as f64, ""),
            ("Newton steps", step.solver.newton_steps as f64, ""),
            ("linear iterations", step.solver.linear_iterations as f64, ""),
            ("taken again in halves", step.retries as f64, ""),
            ("largest stretch", 100.0 * stretch.max, "%"),
        ],
    }
}

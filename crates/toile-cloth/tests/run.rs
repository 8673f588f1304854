//! Runs: how they end, and what they report.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::run::{CancelToken, Controller, Course, Deadline, GaveUp, GiveUp, Run, RunStep};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::SolverError;
use toile_cloth::solver::{Budget, Newton, Scheme};
use toile_cloth::world::World;
use toile_geom::allowance::{Allowance, MemoryLimit, Spent};
use toile_geom::shapes;

const STEP: f64 = 1.0 / 60.0;

fn sheet(is_held: bool) -> Run {
    let mesh = shapes::sheet(DVec2::splat(0.2), [4, 4]);
    let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    let fabric = Fabric::isotropic("test", 0.2, 1e-3, 100.0, 0.0, 1e-5);
    let mut cloth = Cloth::of_fabric(&mesh, rest, &fabric).unwrap();
    (cloth.pinned[0], cloth.pinned[4]) = (is_held, is_held);
    let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
    Run::new(Simulation::new(cloth, World::default(), solver), STEP)
}

#[test]
fn a_damped_sheet_comes_to_rest_and_the_energy_that_was_taken_is_told() {
    let mut run = sheet(true);
    run.velocity_kept = 0.9;
    let mut seen = Vec::new();
    let end = run.until_rest(&mut (), Deadline::NEVER, |(), _, step| seen.push(*step));
    assert!(end.at_rest && end.gave_up.is_none());
    assert_eq!((seen.len(), end.report.substeps), (end.steps, end.steps));
    assert!(seen.last().unwrap().at_rest && !seen[seen.len() - 2].at_rest);
    let damped: f64 = seen.iter().map(|step| step.report.damped).sum();
    assert!(damped > 0.0 && damped == end.report.damped);
    let free = sheet(true).step().unwrap();
    assert_eq!(free.report.damped, 0.0);
}

#[test]
fn what_falls_is_given_up_and_what_is_only_advanced_is_not() {
    let mut run = sheet(false);
    run.give_up = Some(GiveUp::default());
    let end = run.until_rest(&mut (), Deadline::NEVER, |(), _, _| ());
    assert_eq!((end.gave_up, end.at_rest), (Some(GaveUp::Falls), false));
    let before = run.simulation.world.time;
    let report = sheet(false).advance(12, &mut (), |(), _, _| ()).unwrap();
    assert_eq!(report.substeps, 12);
    assert!(before > 0.1 + GiveUp::default().steps as f64 * STEP, "it has to fall for a while");
}

#[test]
fn a_deadline_that_is_over_leaves_the_cloth_where_it_is() {
    let mut run = sheet(true);
    let begin = run.simulation.cloth.state.positions.clone();
    let end = run.until_rest(&mut (), Deadline::after(0.0), |(), _, _| ());
    assert!(matches!(end.gave_up, Some(GaveUp::Time { sewn: 1.0, .. })), "{end:?}");
    assert!(end.steps == 0 && run.simulation.cloth.state.positions == begin);
}

#[test]
fn a_run_that_is_cancelled_keeps_what_it_has_reached() {
    let mut run = sheet(true);
    let cancel = CancelToken::default();
    let until_cancelled = || Deadline::NEVER.or_cancelled(&cancel);
    let end = run.until_rest(&mut (), until_cancelled(), |(), simulation, _| {
        if simulation.world.time > 4.5 * STEP {
            cancel.cancel();
        }
    });
    assert_eq!((end.steps, end.gave_up), (5, Some(GaveUp::Cancelled { sewn: 1.0 })));
    assert!(!end.at_rest && run.until_rest(&mut (), until_cancelled(), |(), _, _| ()).steps == 0);
    assert_eq!(
        run.advance(3, &mut (), |(), _, _| ()).unwrap().substeps,
        3,
        "a run without a deadline goes on"
    );
    run.simulation.allowance.deadline = until_cancelled();
    assert!(matches!(run.step(), Err(SolverError::Spent(Spent::Cancelled))));
}

#[test]
fn what_cannot_be_moved_on_is_stuck_or_an_error() {
    let broken = || {
        let mut run = sheet(true);
        run.simulation.cloth.state.velocities[7] = DVec3::NAN;
        run
    };
    let end = broken().until_rest(&mut (), Deadline::NEVER, |(), _, _| ());
    assert!(matches!(end.gave_up, Some(GaveUp::Stuck { .. })), "{end:?}");
    assert!(broken().advance(3, &mut (), |(), _, _| ()).is_err());
}

/// Lifts a sheet for some steps; only then it is free, and done when it has come down.
struct Lift(usize);

impl Controller for Lift {
    fn before(&mut self, simulation: &mut Simulation, _length: f64) {
        self.0 += 1;
        simulation.world.gravity = DVec3::Y * if self.is_free() { -9.81 } else { 0.0 };
    }

    fn is_free(&self) -> bool {
        self.0 > 20
    }

    fn after(&mut self, _simulation: &mut Simulation, step: &RunStep) -> Course {
        assert!(!step.at_rest || self.is_free(), "nothing moves, but that is not rest");
        if self.0 == 40 { Course::Done } else { Course::GoOn }
    }
}

#[test]
fn a_controller_says_when_cloth_is_free_and_when_all_is_done() {
    let end = sheet(true).until_rest(&mut Lift(0), Deadline::NEVER, |_, _, _| ());
    assert_eq!((end.steps, end.gave_up), (40, None));
}

#[test]
fn a_step_ends_with_the_allowance_and_leaves_the_cloth_where_it_is() {
    let mut run = sheet(true);
    run.step().unwrap();
    let before = run.simulation.cloth.state.clone();
    run.simulation.allowance.deadline = Deadline::after(0.0);
    assert!(matches!(run.step(), Err(SolverError::Spent(Spent::Time { .. }))));
    assert_eq!(run.simulation.cloth.state, before);
    run.simulation.allowance = Allowance { memory: MemoryLimit::more_than_now(0.0), ..Allowance::UNLIMITED };
    if run.simulation.allowance.memory.left().is_some() {
        // What was freed meanwhile is there again.
        let block = vec![1_u8; 64 << 20];
        let end = run.until_rest(&mut (), Deadline::NEVER, |(), _, _| ());
        assert!(matches!(end.gave_up, Some(GaveUp::Memory { .. })), "{end:?} {}", block.len());
    }
    run.simulation.allowance = Allowance::UNLIMITED;
    assert!(run.step().is_ok(), "it goes on when there is more");
}

//! What Newton's laws and the interface demand of every solver.

use crate::sheet::{all, cloth, crumple};
use toile_cloth::air::Air;
use toile_cloth::cloth::Cloth;
use toile_cloth::cloth::Grab;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::solver::{Explicit, ExplicitSettings, Solver, SolverError};
use toile_cloth::threads::{Anchor, Thread};
use toile_cloth::world::World;
use toile_contact::obstacle::{Obstacle, Sphere};
use toile_geom::glam::DVec3;

const STEP: f64 = 1.0 / 60.0;

#[test]
fn free_fall_is_as_exact_as_the_scheme_allows() {
    for mut solver in all() {
        let mut cloth = cloth(6);
        let start = cloth.state.positions.clone();
        let mut substep = 0.0;
        for _ in 0..10 {
            let report =
                solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), STEP).unwrap();
            substep = STEP / report.substeps as f64;
        }
        // Second order is exact. Euler's velocity is a substep late, that of an implicit step as much early.
        let late = match solver.name() {
            "explicit-euler" => -substep,
            "multi-rate" => STEP,
            "xpbd" | "length-limit" => substep,
            _ => 0.0,
        };
        let elapsed = 10.0 * STEP;
        let fallen = 0.5 * 9.81 * elapsed * (elapsed + late);
        for (v, before) in start.iter().enumerate() {
            let (place, velocity) = (cloth.state.positions[v], cloth.state.velocities[v]);
            assert!(
                (velocity - DVec3::NEG_Y * (9.81 * elapsed)).length() < 1e-8,
                "{}: {velocity}",
                solver.name()
            );
            let moved = place - *before;
            assert!((moved + DVec3::Y * fallen).length() < 1e-8, "{}: {moved} {fallen}", solver.name());
        }
    }
}

#[test]
fn momentum_is_kept_without_outer_forces() {
    for mut solver in all() {
        let mut cloth = cloth(6);
        crumple(&mut cloth, 0.01);
        cloth.threads.push(Thread {
            ends: [Anchor::on_edge([0, 1], 0.3), Anchor { vertices: [40, 41, 47], weights: [0.2, 0.3, 0.5] }],
            length: 0.4,
            stiffness: 50.0,
            is_spring: false,
        });
        cloth.state.velocities.fill(DVec3::new(0.3, -0.2, 0.1));
        let world = World { gravity: DVec3::ZERO, ..World::default() };
        let (before, shape) = (cloth.momentum(), cloth.state.positions.clone());
        for _ in 0..3 {
            solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 0.002).unwrap();
        }
        // Newton's linear solve leaves a residual.
        let tolerance = if solver.name() == "multi-rate" { 1e-4 } else { 1e-12 };
        let lost = (cloth.momentum() - before).length();
        assert!(lost < tolerance, "{}: {lost:e}", solver.name());
        let drift = DVec3::new(0.3, -0.2, 0.1) * 0.006;
        let changed = cloth.state.positions.iter().zip(&shape).map(|(x, y)| x.distance(*y + drift));
        assert!(changed.fold(0.0, f64::max) > 1e-4, "{} does something", solver.name());
    }
}

#[test]
fn held_vertices_move_with_their_velocity_and_a_grab_draws_its_point() {
    for mut solver in all() {
        let mut cloth = cloth(6);
        let (corner, other) = (cloth.state.positions[0], cloth.state.positions[48]);
        cloth.pinned[0] = true;
        cloth.state.velocities[0] = DVec3::Z * 0.5;
        let target = other + DVec3::Z * 0.3;
        cloth.grabs.push(Grab { anchor: Anchor::vertex(48), target, stiffness: 20.0 });
        let world = World { air: Some(Air::default()), ..World::default() };
        for _ in 0..24 {
            solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 0.5 * STEP).unwrap();
        }
        assert!((cloth.state.positions[0] - corner - DVec3::Z * 0.1).length() < 1e-12, "{}", solver.name());
        let left = cloth.state.positions[48].distance(target);
        let other = cloth.state.positions[42].distance(target);
        assert!(left < 0.2 && left < other, "{}: {left} {other}", solver.name());
    }
}

#[test]
fn the_same_bits_on_any_number_of_threads_and_with_a_solver_made_anew() {
    let run = |which: usize, threads: usize, anew: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = all().swap_remove(which);
            // Enough constraints of one colour to be shared between threads.
            let is_coloured = matches!(solver.name(), "xpbd" | "length-limit");
            let mut cloth = cloth(if is_coloured { 60 } else { 12 });
            cloth.pinned[0] = true;
            let mut world = World { air: Some(Air::default()), ..World::default() };
            world.obstacles.push(Obstacle::ball(Sphere::new(DVec3::new(0.5, 0.5, -0.21), 0.2)));
            cloth.state.velocities.fill(DVec3::NEG_Z * 0.5);
            cloth.state.velocities[0] = DVec3::ZERO;
            for _ in 0..3 {
                if anew {
                    solver = all().swap_remove(which);
                }
                solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 1.0 / 240.0).unwrap();
                world.time += 1.0 / 240.0;
            }
            cloth.state.positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>()
        })
    };
    for which in 0..all().len() {
        let one = run(which, 1, false);
        let name = all()[which].name();
        assert!(one == run(which, 2, false) && one == run(which, 3, false), "{name}");
        assert!(one == run(which, 2, true), "{name} made anew");
    }
}

#[test]
fn what_is_not_a_number_is_an_error_and_leaves_the_cloth_as_it_was() {
    let spoil: [fn(&mut Cloth); 3] = [
        |cloth| cloth.state.velocities[7].x = f64::NAN,
        |cloth| cloth.masses[7] = f64::NAN,
        |cloth| {
            cloth.threads.push(Thread {
                ends: [Anchor::vertex(0), Anchor::vertex(7)],
                length: f64::NAN,
                stiffness: 1.0,
                is_spring: true,
            });
        },
    ];
    for spoil in spoil {
        for mut solver in all() {
            let mut cloth = cloth(6);
            spoil(&mut cloth);
            let before = format!("{:?}", cloth.state);
            let error = solver
                .step(&mut cloth, &World::default(), &mut ContactPipeline::default(), STEP)
                .unwrap_err();
            let expected = matches!(error, SolverError::NotFinite { .. } | SolverError::TooStiff { .. });
            assert!(expected || solver.name() == "multi-rate", "{}: {error}", solver.name());
            assert_eq!(format!("{:?}", cloth.state), before, "{}", solver.name());
        }
    }
}

#[test]
fn a_cloth_that_is_too_stiff_is_refused() {
    let mut cloth = cloth(6);
    let ends = [Anchor::vertex(0), Anchor::vertex(1)];
    cloth.threads.push(Thread { ends, length: 0.1, stiffness: 1e12, is_spring: true });
    let before = cloth.state.clone();
    let mut solver = Explicit::new(ExplicitSettings::default());
    let error =
        solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), STEP).unwrap_err();
    assert!(matches!(error, SolverError::TooStiff { substeps, .. } if substeps > 1e5), "{error}");
    assert!(error.to_string().contains("implicit solver"));
    assert_eq!(cloth.state, before);
}

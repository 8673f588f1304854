//! What becomes of the energy, and whether solvers agree on the motion.

use crate::sheet::{at_height, cloth, explicit, xpbd};
use toile_cloth::cloth::Cloth;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Explicit, ExplicitScheme, ExplicitSettings, Newton, Scheme, Solver};
use toile_cloth::world::World;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::shapes;

/// A stretched sheet that swings in its plane and out of it.
fn swinging() -> (Cloth, World) {
    let mut cloth = cloth(5);
    for place in &mut cloth.state.positions {
        let wave = (std::f64::consts::PI * place.x).sin();
        *place = DVec3::new(place.x * 1.03, place.y * 1.02, 0.02 * wave);
    }
    for v in at_height(5, 1.0) {
        cloth.pinned[v] = true;
    }
    (cloth, World::default())
}

/// The energy after each of some steps, over the work that gravity and elasticity exchange.
fn energies(mut solver: Box<dyn Solver>, steps: usize) -> Vec<f64> {
    let (mut cloth, world) = swinging();
    let scale = cloth.elastic_energy(&cloth.state.positions);
    let start = world.energy(&cloth);
    let energy = |_| {
        solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 1.0 / 240.0).unwrap();
        (world.energy(&cloth) - start) / scale
    };
    (0..steps).map(energy).collect()
}

#[test]
fn verlet_and_runge_kutta_keep_the_energy_and_euler_gains() {
    let last = |scheme, steps| {
        let found = energies(explicit(scheme), steps);
        let worst = found.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        println!("{scheme:?}: {} at the end, {worst} at most", found[steps - 1]);
        (found[steps - 1], worst)
    };
    assert!(last(ExplicitScheme::Verlet, 240).1 < 0.02);
    assert!(last(ExplicitScheme::RungeKutta4, 120).1 < 0.02);
    let midpoint = last(ExplicitScheme::Midpoint, 40).0;
    assert!(midpoint > 0.0 && midpoint < 0.05, "documented: {midpoint}");
    let euler = last(ExplicitScheme::Euler, 20).0;
    assert!(euler > 0.02, "documented: {euler}");
    assert!(last(ExplicitScheme::MultiRate { bending_steps: 3 }, 20).0 < 0.0);
}

#[test]
fn damping_takes_energy_out_and_makes_euler_stable() {
    for scheme in [ExplicitScheme::Euler, ExplicitScheme::Verlet, ExplicitScheme::RungeKutta4] {
        let settings = ExplicitSettings { scheme, damping: 2e-4, ..ExplicitSettings::default() };
        let found = energies(Box::new(Explicit::new(settings)), 60);
        println!("{scheme:?} damped: {} at the end", found[59]);
        assert!(found[59] < -0.05 && found.iter().all(|e| *e < 0.02), "{scheme:?}: {found:?}");
    }
}

#[test]
fn xpbd_never_gains_energy() {
    for substeps in [1, 5, 40] {
        let found = energies(xpbd(substeps), 120);
        println!("xpbd {substeps}: {} at the end", found[119]);
        assert!(found.iter().all(|e| *e < 0.01), "{substeps}: {found:?}");
    }
}

#[test]
fn runge_kutta_and_accurate_implicit_steps_agree() {
    let run = |mut solver: Box<dyn Solver>, steps: u32| {
        let (mut cloth, world) = swinging();
        for _ in 0..steps {
            solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 0.1 / f64::from(steps)).unwrap();
        }
        cloth.state.positions
    };
    let (start, _) = swinging();
    let exact = run(explicit(ExplicitScheme::RungeKutta4), 100);
    let farthest =
        |found: &[DVec3]| found.iter().zip(&exact).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let moved = farthest(&start.state.positions);
    let newton = farthest(&run(Box::new(Newton::new(Scheme::Bdf2, Budget::ACCURATE)), 1000));
    let verlet = farthest(&run(explicit(ExplicitScheme::Verlet), 1000));
    let multi_rate = farthest(&run(explicit(ExplicitScheme::MultiRate { bending_steps: 2 }), 1000));
    let small_steps = farthest(&run(xpbd(50), 100));
    println!(
        "moved {moved}; off by: newton {newton}, verlet {verlet}, multi-rate {multi_rate}, xpbd {small_steps}"
    );
    assert!(moved > 0.03);
    assert!(newton < 0.01 * moved && verlet < 0.01 * moved, "{newton} {verlet}");
    assert!(multi_rate < 0.2 * moved && small_steps < 0.15 * moved, "{multi_rate} {small_steps}");
}

/// A strip that swings about its clamp loses height as a damped oscillator does: `exp(−η ω² t / 2)`.
#[test]
fn viscous_bending_damps_as_it_should() {
    let (length, cell, viscosity) = (0.1, 0.01, 0.1);
    let mesh = shapes::sheet(DVec2::new(length + cell, 0.02), [11, 2]);
    let rest = RestShape::of_lying(&mesh);
    let mut fabric = Fabric::isotropic("viscous", 0.2, 1e-3, 1000.0, 0.0, 1e-5);
    fabric.damping.bending = viscosity;
    let mut cloth = Cloth::of_fabric(&mesh, rest, &fabric).unwrap();
    let beyond = |p: &DVec3| (p.x + 0.5 * (length + cell) - cell).max(0.0);
    cloth.pinned = mesh.positions.iter().map(|p| beyond(p) < 1e-9).collect();
    for place in &mut cloth.state.positions {
        let x = beyond(place);
        place.y = 2e-3 * x * x * (3.0 * length - x) / (2.0 * length.powi(3));
    }
    let tip = mesh.positions.iter().position(|p| beyond(p) > length - 1e-9).unwrap();
    let world = World { gravity: DVec3::ZERO, ..World::default() };
    let mut simulation = Simulation::new(cloth, world, Box::new(Newton::new(Scheme::Bdf2, Budget::ACCURATE)));
    let step = 1.0 / 100.0;
    let heights: Vec<f64> = (0..400)
        .map(|_| {
            simulation.step(step).unwrap();
            simulation.cloth.state.positions[tip].y
        })
        .collect();
    let turns: Vec<usize> = (1..heights.len() - 1)
        .filter(|&i| (heights[i] - heights[i - 1]) * (heights[i + 1] - heights[i]) < 0.0)
        .collect();
    let half_period = (turns[1] - turns[0]) as f64 * step;
    let swinging = std::f64::consts::PI / half_period;
    // The damped frequency is that of the undamped strip times √(1 − ζ²), ζ = η ω / 2.
    let mut free = swinging;
    for _ in 0..20 {
        free = swinging / (1.0 - (0.5 * viscosity * free).powi(2)).sqrt();
    }
    let expected = (-0.5 * viscosity * free * free * half_period).exp();
    let measured = -heights[turns[1]] / heights[turns[0]];
    assert!((measured / expected - 1.0).abs() < 0.03, "{measured} {expected}, {free} rad/s");
    assert!(expected < 0.8);
}

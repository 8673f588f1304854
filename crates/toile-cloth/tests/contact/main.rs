//! Cloth in small random scenes never passes through itself or through bodies, unless these leave it no room, and a step has reported it.
//!
//! `TOILE_CONTACT_CASES=1000` tries 1000 scenes instead of 40.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod last_line;
mod layers;
mod recovery;
mod responses;
mod scene;
mod squeezed;

use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use scene::{RandomScene, scenes};
use std::cell::Cell;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::METHODS;
use toile_geom::intersect::{mesh_intersections, self_intersections};

const FRAMES: usize = 15;
const STEP: f64 = 1.0 / 60.0;

/// Pairs of triangles that meet: of the cloth with itself, and with bodies.
fn intersections(simulation: &Simulation) -> [usize; 2] {
    let cloth = simulation.cloth.mesh();
    let bodies = simulation.world.solid_meshes(simulation.world.time);
    [self_intersections(&cloth).len(), bodies.map(|body| mesh_intersections(&cloth, &body).len()).sum()]
}

/// Runs a scene; `Ok` with whether a failure was reported and whether there was room then, or what went wrong: each step must report what passes through something.
fn run(scene: &RandomScene) -> Result<[bool; 2], String> {
    let mut simulation = scene.simulation();
    if intersections(&simulation) != [0, 0] {
        return Err("it begins with intersections".to_owned());
    }
    let (mut has_failed, mut had_room) = (false, false);
    for frame in 1..=FRAMES {
        let report = simulation.step(STEP).map_err(|error| format!("frame {frame}: {error}"))?;
        if report.contact.failures > 0 && !has_failed {
            (has_failed, had_room) = (true, !scene.has_no_room(&simulation));
        }
        let found = intersections(&simulation);
        if found.iter().sum::<usize>() != report.recovery.tangled || !has_failed && found != [0, 0] {
            return Err(format!("frame {frame}: {found:?} intersections with itself and with bodies"));
        }
    }
    Ok([has_failed, had_room])
}

#[test]
fn newton_lets_nothing_through_unless_it_is_told() {
    try_scenes("newton");
}

#[test]
fn xpbd_lets_nothing_through_unless_it_is_told() {
    try_scenes("xpbd");
}

fn try_scenes(method: &'static str) {
    let cases = std::env::var("TOILE_CONTACT_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 30,
        ..ProptestConfig::default()
    };
    // The same scenes in every run.
    let source = TestRng::deterministic_rng(config.rng_algorithm);
    let (done, told, roomy) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = TestRunner::new_with_rng(config, source).run(&scenes(method), |scene| {
        done.set(done.get() + 1);
        let [has_failed, had_room] = run(&scene).map_err(TestCaseError::fail)?;
        told.set(told.get() + usize::from(has_failed));
        roomy.set(roomy.get() + usize::from(had_room));
        Ok(())
    });
    eprintln!(
        "{} scenes, {} with reported failures, {} of them with room",
        done.get(),
        told.get(),
        roomy.get()
    );
    assert!(50 * roomy.get() <= done.get(), "where there is room, failures are rare");
    assert!(result.is_ok(), "{}", result.err().map(|error| error.to_string()).unwrap_or_default());
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    for method in METHODS {
        let scene = RandomScene { method: method.name, ..RandomScene::pinched() };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut simulation = scene.simulation();
                let contacts: usize =
                    (0..FRAMES).map(|_| simulation.step(STEP).unwrap().contact.contacts).sum();
                (simulation.cloth.state, contacts)
            })
        };
        let [one, two] = [1, 2].map(on);
        assert!(one.1 > 0, "{}: it touches something", method.name);
        assert_eq!(one, two, "{}", method.name);
    }
}

/// A ball tears at a sheet that pins hold: vertices were thrown by thousands of metres a second, and the step failed.
#[test]
fn a_sheet_that_is_pulled_from_its_pins_is_not_thrown() {
    let scene = RandomScene {
        cells: [6, 10],
        shape: scene::Shape::Wavy,
        pins: vec![0.344_107_609_080_822_6, 0.137_550_375_813_833_6, 0.651_366_351_929_397_5],
        balls: vec![scene::Ball {
            place: [0.485_050_812_552_108_6, 0.187_787_041_424_324_73],
            is_above: true,
            radius: 0.061_967_817_570_966_505,
            velocity: [-0.312_940_335_997_863_86, 0.781_796_279_701_464_5, -0.287_194_924_843_023_5],
            turn: -3.375_370_893_475_873_5,
        }],
        floor: false,
        fabric: "cotton-poplin",
        method: "newton",
        throw: [1.431_142_492_003_732_8, -1.367_789_282_028_774_3, 0.686_487_196_210_996_7],
    };
    assert_eq!(run(&scene), Ok([true, false]), "there is no room between ball and pins");
    let mut simulation = scene.simulation();
    for _ in 0..FRAMES {
        simulation.step(STEP).unwrap();
    }
    assert_eq!(intersections(&simulation), [0, 0]);
    let speeds = simulation.cloth.state.velocities.iter().map(|velocity| velocity.length());
    assert!(speeds.fold(0.0, f64::max) < 5.0);
}

//! A strip that is folded and let go, in time: what stays of the fold, and whether energy ever grows.

use super::super::case::{ValidateError, ValidationCase};
use super::strip::Strip;
use super::{ACRYLIC, NAME, PER_CENTIMETRE, TOLERANCE, fabric_of};
use glam::DVec3;
use toile_cloth::cloth::Cloth;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::fabric::ClothDirection;
use toile_cloth::solver::{Budget, Newton, Scheme, Solver};
use toile_cloth::world::World;
use toile_geom::sheets::FlatSheet;

/// The curvature to which the strip is bent, 1/cm.
const BENT: f64 = 2.0;
/// Steps in time, and their length in seconds: slow against the swinging of so small a strip, which they damp.
const STEPS: usize = 8;
const STEP: f64 = 0.02;

/// Lets strips go, with and without friction.
pub(super) fn cases(sheet: &FlatSheet, cells: [u32; 2]) -> Result<Vec<ValidationCase>, ValidateError> {
    let creasing = fabric_of(&ACRYLIC, 1.0);
    let mut springy = creasing.clone();
    (springy.bending.hysteresis_warp, springy.bending.hysteresis_weft) = (0.0, 0.0);
    let (kept, rise) = released(Strip::new(&creasing, ClothDirection::Warp, sheet)?)?;
    let (sprung, _) = released(Strip::new(&springy, ClothDirection::Warp, sheet)?)?;
    // The line of the friction that is left, M = b₂ K − M₀, meets zero there.
    let expected = ACRYLIC.friction_moment() / ACRYLIC.lasting;
    let case =
        |variant: &str, pair, tolerance| ValidationCase::new(NAME, variant, sheet, cells, pair, tolerance);
    Ok(vec![
        case("let go, with friction", [kept, expected], TOLERANCE),
        case("let go, without friction", [sprung, 0.0], 0.02),
        case("let go, growth of energy", [rise.max(0.0), 0.0], 1e-6),
    ])
}

/// Bends a strip, lets it go, and returns the curvature that it has at the end, in 1/cm, and the largest growth of
/// its energy in a step as a part of the energy at the beginning.
fn released(mut strip: Strip<'_>) -> Result<(f64, f64), ValidateError> {
    strip.bend(BENT * PER_CENTIMETRE);
    let world = World { gravity: DVec3::ZERO, ..World::default() };
    // A tenth of a micrometre on triangles of two millimetres is already a hundred thousandth of the energy.
    let budget = Budget { newton_steps: [1, 300], tolerance: 1e-9, ..Budget::ACCURATE };
    let mut solver = Newton::new(Scheme::BackwardEuler, budget);
    let energy = |cloth: &Cloth| cloth.kinetic_energy() + cloth.elastic_energy(&cloth.state.positions);
    let first = energy(&strip.cloth);
    let (mut last, mut rise) = (first, f64::NEG_INFINITY);
    for _ in 0..STEPS {
        solver.step(&mut strip.cloth, &world, &mut ContactPipeline::default(), STEP)?;
        strip.cloth.commit_bending();
        let now = energy(&strip.cloth);
        rise = rise.max((now - last) / first);
        last = now;
    }
    Ok((strip.mean_curvature() / PER_CENTIMETRE, rise))
}

//! Layers that fly at each other so fast that in one step each would pass through all others.

use super::Patch;
use glam::{DQuat, DVec2, DVec3};
use toile_contact::friction::FrictionTable;
use toile_contact::response::{Response, ResponseError, ResponseReport};
use toile_geom::shapes;

/// What became of the layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Crash {
    /// What the response did in each step.
    pub reports: Vec<ResponseReport>,
    /// Pairs of triangles that intersect after each step.
    pub intersections: Vec<usize>,
    /// Pairs of neighbouring layers that are in the wrong order in the end: they have passed through each other.
    pub passed: usize,
    /// Momentum and angular momentum about the origin after each step, and before the first.
    pub momenta: Vec<[DVec3; 2]>,
    /// The kinetic energy at the same times.
    pub kinetic: Vec<f64>,
}

/// Lets `layers` squares of `cells` cells a side fly at their middle without gravity, some steps long.
///
/// # Errors
/// If the response throws them out of all bounds.
pub fn fly(
    response: &mut dyn Response,
    layers: usize,
    cells: u32,
    friction: f64,
    steps: usize,
) -> Result<Crash, ResponseError> {
    const STEP: f64 = 5e-3;
    let mut patch = Patch::new(2e-3);
    for layer in 0..layers {
        let mut sheet = shapes::sheet(DVec2::splat(0.2), [cells, cells]);
        // Turned against each other and tilted, so that edges cross everywhere.
        let turn =
            DQuat::from_rotation_y(0.4 * layer as f64) * DQuat::from_rotation_x(0.02 * (layer % 3) as f64);
        let height = 0.015 * (layer as f64 - 0.5 * (layers as f64 - 1.0));
        sheet.positions.iter_mut().for_each(|place| *place = turn * *place + DVec3::Y * height);
        patch = patch.with_cloth(&sheet, 2e-5);
        let speed = DVec3::new(0.3 * (layer % 2) as f64, -400.0 * height, 0.0);
        for v in patch.vertices_of(layer as u16) {
            patch.velocities[v] = speed;
        }
    }
    patch.gravity = DVec3::ZERO;
    patch.friction = FrictionTable::uniform(friction);
    patch.damping = 0.0;
    let mut crash = Crash {
        reports: Vec::new(),
        intersections: Vec::new(),
        passed: 0,
        momenta: vec![momenta(&patch)],
        kinetic: vec![patch.report(0.0, ResponseReport::default()).kinetic],
    };
    for _ in 0..steps {
        crash.reports.push(patch.step(response, STEP)?);
        crash.intersections.push(patch.intersections());
        crash.momenta.push(momenta(&patch));
        crash.kinetic.push(patch.report(0.0, ResponseReport::default()).kinetic);
    }
    let height = |layer: usize| {
        let vertices = patch.vertices_of(layer as u16);
        vertices.clone().map(|v| patch.positions[v].y).sum::<f64>() / vertices.len() as f64
    };
    crash.passed = (1..layers).filter(|&layer| height(layer - 1) > height(layer)).count();
    Ok(crash)
}

fn momenta(patch: &Patch) -> [DVec3; 2] {
    let mut sums = [DVec3::ZERO; 2];
    for (v, (place, velocity)) in patch.positions.iter().zip(&patch.velocities).enumerate() {
        sums[0] += patch.mass(v) * *velocity;
        sums[1] += patch.mass(v) * place.cross(*velocity);
    }
    sums
}

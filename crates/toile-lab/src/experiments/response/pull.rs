//! A strip that hangs with its lower part on the floor, and whose upper edge is pulled along at a constant speed.

use super::Patch;
use glam::{DVec2, DVec3};
use toile_contact::friction::{FrictionLaw, FrictionTable};
use toile_contact::response::{Response, ResponseError};
use toile_geom::shapes;

/// The part on the floor at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullSample {
    /// Seconds from the start.
    pub time: f64,
    /// How far it has come, in metres.
    pub way: f64,
    /// How fast it is, in m/s.
    pub speed: f64,
}

/// How fast the upper edge is pulled, in m/s.
pub const SPEED: f64 = 0.05;

/// Pulls a strip of 4 cm by 40 cm, of which the upper half hangs, for a number of seconds in steps of 2 ms.
///
/// # Errors
/// If the response throws it out of all bounds.
pub fn pull(
    response: &mut dyn Response,
    law: &FrictionLaw,
    seconds: f64,
) -> Result<Vec<PullSample>, ResponseError> {
    const STEP: f64 = 2e-3;
    const CELLS: u32 = 20;
    let mut strip = shapes::sheet(DVec2::new(0.04, 0.4), [2, CELLS]);
    // The lower half lies behind the upper one, which stands.
    for place in &mut strip.positions {
        let [behind, up] = [place.z.min(0.0), place.z.max(0.0)];
        *place = DVec3::new(behind, 2e-3 + up, place.x);
    }
    let mut floor = shapes::sheet(DVec2::new(4.0, 1.0), [8, 2]);
    floor.positions.iter_mut().for_each(|place| place.x += 1.0);
    let mut patch = Patch::new(2e-3).with_cloth(&strip, 2e-5).with_body(&floor);
    patch.friction = FrictionTable::uniform(*law);
    patch.damping = 5.0;
    let cloth = patch.vertices_of(0);
    for v in cloth.clone().filter(|&v| strip.positions[v].y > 0.2) {
        patch.kinematic[v] = true;
        patch.velocities[v] = DVec3::X * SPEED;
    }
    let lower: Vec<usize> = cloth.filter(|&v| strip.positions[v].x < -0.05).collect();
    let mean = |of: &[DVec3]| lower.iter().map(|&v| of[v].x).sum::<f64>() / lower.len() as f64;
    let first = mean(&patch.positions);
    let mut series = Vec::new();
    for step in 1..=(seconds / STEP).round() as usize {
        patch.step(response, STEP)?;
        let (way, speed) = (mean(&patch.positions) - first, mean(&patch.velocities));
        series.push(PullSample { time: step as f64 * STEP, way, speed });
    }
    Ok(series)
}

/// The part of the second half of a series in which the cloth stands: slower than a twentieth of what it is pulled with.
pub fn standing(series: &[PullSample]) -> f64 {
    let half = &series[series.len() / 2..];
    half.iter().filter(|sample| sample.speed.abs() < 0.05 * SPEED).count() as f64 / half.len().max(1) as f64
}

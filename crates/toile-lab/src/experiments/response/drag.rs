//! A cloth lies over a ball that turns about its upright axis and drags it along.

use super::Patch;
use glam::{DVec2, DVec3};
use toile_contact::friction::FrictionTable;
use toile_contact::response::{Response, ResponseError};
use toile_geom::shapes;

/// The turning at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragSample {
    /// Seconds from the start.
    pub time: f64,
    /// How fast the cloth turns in the mean (its angular momentum over its inertia), in rad/s.
    pub cloth: f64,
    /// Pairs that stick.
    pub sticking: usize,
}

/// How the ball turns, in rad/s.
pub const SPIN: f64 = 2.0;

/// Turns a ball of 10 cm radius under a square of 16 cm with a friction, for a number of seconds in steps of 2 ms; the first half second is for settling.
///
/// # Errors
/// If the response throws the cloth out of all bounds.
pub fn turn(
    response: &mut dyn Response,
    friction: f64,
    seconds: f64,
) -> Result<Vec<DragSample>, ResponseError> {
    const STEP: f64 = 2e-3;
    const SETTLE: f64 = 0.5;
    let mut sheet = shapes::sheet(DVec2::splat(0.16), [8, 8]);
    sheet.positions.iter_mut().for_each(|place| place.y += 0.104);
    let ball = shapes::icosphere(0.1, 2);
    let mut patch = Patch::new(3e-3).with_cloth(&sheet, 2e-5).with_body(&ball);
    patch.friction = FrictionTable::uniform(friction);
    patch.damping = 10.0;
    let body = patch.vertices_of(1);
    let steps = (seconds / STEP).round() as usize;
    let mut series = Vec::new();
    for step in 1..=steps {
        let time = step as f64 * STEP;
        if time > SETTLE {
            for v in body.clone() {
                // The chord to where the vertex is turned to, so that the ball keeps its size.
                let now = patch.positions[v];
                let end = glam::DQuat::from_rotation_y(SPIN * STEP) * now;
                patch.velocities[v] = (end - now) / STEP;
            }
        }
        let report = patch.step(response, STEP)?;
        if step % 10 == 0 {
            series.push(DragSample { time, cloth: spin(&patch), sticking: report.sticking });
        }
    }
    Ok(series)
}

/// The angular momentum about the upright axis over the inertia.
fn spin(patch: &Patch) -> f64 {
    let flat = |x: DVec3| DVec3::new(x.x, 0.0, x.z);
    let [mut momentum, mut inertia] = [0.0; 2];
    for v in patch.vertices_of(0) {
        let arm = flat(patch.positions[v]);
        momentum += patch.mass(v) * arm.cross(patch.velocities[v]).y;
        inertia += patch.mass(v) * arm.length_squared();
    }
    momentum / inertia
}

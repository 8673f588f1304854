//! A cloth that swings into a hanging one and sets it in motion.

use super::Patch;
use glam::{DVec2, DVec3};
use toile_contact::friction::FrictionTable;
use toile_contact::response::{Response, ResponseError};
use toile_geom::shapes;

/// Two cloths at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitSample {
    /// Seconds from the start.
    pub time: f64,
    /// How far each cloth's centre of mass is from where it hangs at rest, to the side, in metres: the one that was let go, and the one that hung.
    pub aside: [f64; 2],
    /// How fast each goes to the side, in m/s.
    pub speed: [f64; 2],
}

/// What became of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What was seen, every hundredth of a second.
    pub series: Vec<HitSample>,
    /// Pairs of triangles that intersect in the end.
    pub intersections: usize,
}

/// Lets a cloth of 10 cm by 20 cm go that was lifted to the side, and swing into another one, which hangs, for a number of seconds in steps of a millisecond.
///
/// # Errors
/// If the response throws them out of all bounds.
pub fn swing(response: &mut dyn Response, cells: u32, seconds: f64) -> Result<Hit, ResponseError> {
    const STEP: f64 = 1e-3;
    const HEIGHT: f64 = 0.2;
    let mut patch = Patch::new(3e-3);
    let aside = [-4e-3, 4e-3];
    for (cloth, offset) in aside.into_iter().enumerate() {
        let mut sheet = shapes::sheet(DVec2::new(0.1, HEIGHT), [cells / 2, cells]);
        let lift: f64 = if cloth == 0 { 0.9 } else { 0.0 };
        for place in &mut sheet.positions {
            let down = place.z + 0.5 * HEIGHT;
            *place = DVec3::new(offset - down * lift.sin(), -down * lift.cos(), place.x);
        }
        patch = patch.with_cloth(&sheet, 2e-5);
    }
    for v in 0..patch.positions.len() {
        patch.kinematic[v] = patch.positions[v].y > -1e-9;
    }
    patch.friction = FrictionTable::uniform(0.2);
    let steps = (seconds / STEP).round() as usize;
    let mut series = Vec::new();
    for step in 1..=steps {
        patch.step(response, STEP)?;
        if step % 10 == 0 {
            let mean = |of: &[DVec3], cloth: u16| {
                let vertices = patch.vertices_of(cloth).filter(|v| !patch.kinematic[*v]);
                vertices.clone().map(|v| of[v].x).sum::<f64>() / vertices.count() as f64
            };
            series.push(HitSample {
                time: step as f64 * STEP,
                aside: [0, 1].map(|cloth| mean(&patch.positions, cloth) - aside[usize::from(cloth)]),
                speed: [0, 1].map(|cloth| mean(&patch.velocities, cloth)),
            });
        }
    }
    Ok(Hit { series, intersections: patch.intersections() })
}

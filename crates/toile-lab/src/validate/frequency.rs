//! A clamped strip swings at `f = 0.55959 √(B / (ρ L⁴))` in its lowest mode, `0.55959` being `1.8751² / 2π`.
//!
//! Bent into that mode and let go, it is moved through time in small steps; the frequency is read from when the tip passes the middle.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{BENDING, DENSITY, Material, cantilever, mean_of_edge, on_every_mesh, weightless};
use glam::DVec2;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Equilibrium, Scheme};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "frequency";
const SIZE: DVec2 = DVec2::new(0.1, 0.02);
/// `β² / 2π` with `cos β cosh β = -1`.
const LOWEST: f64 = 0.559_594;
/// Steps in a swing to and fro.
const STEPS: f64 = 100.0;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [[15, 3], [30, 6]], |sheet, cells| Ok(vec![swing(sheet, cells)?]))
}

fn swing(sheet: &FlatSheet, cells: [u32; 2]) -> Result<ValidationCase, ValidateError> {
    let mut cloth = cantilever(sheet, &Material::shirt());
    let mode = Equilibrium::default().lowest_mode(&cloth).shape;
    // A hundredth of the length: small enough for the frequency not to depend on it.
    let largest = mode.iter().map(|d| d.length()).fold(0.0, f64::max);
    for (place, d) in cloth.state.positions.iter_mut().zip(&mode) {
        *place += *d * (0.01 * SIZE.x / largest);
    }
    let expected = LOWEST * (BENDING / (DENSITY * SIZE.x.powi(4))).sqrt();
    let step = 1.0 / (expected * STEPS);
    let mut moving = weightless(cloth, Scheme::Bdf2, Budget::ACCURATE);
    let tip = |moving: &Simulation| mean_of_edge(sheet, &moving.cloth, |p| p.x == SIZE.x).z;
    let mut crossings = Vec::new();
    let mut before = tip(&moving);
    while crossings.len() < 2 {
        if moving.world.time > 2.0 / expected {
            return Err(ValidateError::Missed("the strip does not swing".to_owned()));
        }
        let time = moving.world.time;
        moving.step(step)?;
        let now = tip(&moving);
        if before * now < 0.0 {
            crossings.push(time + step * before / (before - now));
        }
        before = now;
    }
    let measured = 0.5 / (crossings[1] - crossings[0]);
    Ok(ValidationCase::new(NAME, "Hz", sheet, cells, [measured, expected], 0.03))
}

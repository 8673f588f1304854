//! A crumpled sheet unfolds by itself. Backward Euler takes energy away and never adds any: in no step does the sum of motion, stretch
//! and bending grow.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{Material, clamped, crumpled, on_every_mesh, weightless};
use glam::DVec2;
use toile_cloth::solver::{Budget, Scheme};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "energy";

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, DVec2::splat(0.5), [[8, 8], [16, 16]], |sheet, cells| {
        Ok(vec![unfold(sheet, cells)?])
    })
}

fn unfold(sheet: &FlatSheet, cells: [u32; 2]) -> Result<ValidationCase, ValidateError> {
    let cloth = clamped(sheet, &Material::shirt(), |p| crumpled(p, sheet.size), &[]);
    let mut moving = weightless(cloth, Scheme::BackwardEuler, Budget::ACCURATE);
    let mut energy = moving.world.energy(&moving.cloth);
    let mut growth = 0.0_f64;
    for _ in 0..40 {
        moving.step(1e-3)?;
        let now = moving.world.energy(&moving.cloth);
        growth = growth.max(now / energy - 1.0);
        energy = now;
    }
    Ok(ValidationCase::new(NAME, "growth in a step", sheet, cells, [growth, 0.0], 1e-9))
}

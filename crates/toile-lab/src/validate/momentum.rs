//! A crumpled sheet in flight unfolds; nothing from outside acts on it, so its momentum stays what it was.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{Material, clamped, crumpled, on_every_mesh, weightless};
use glam::{DVec2, DVec3};
use toile_cloth::solver::{Budget, Scheme};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "momentum";

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, DVec2::splat(0.5), [[8, 8], [12, 12]], |sheet, cells| {
        let schemes = [(Scheme::BackwardEuler, "backward Euler"), (Scheme::Bdf2, "BDF2")];
        schemes.into_iter().map(|(scheme, name)| fly(sheet, cells, scheme, name)).collect()
    })
}

fn fly(
    sheet: &FlatSheet,
    cells: [u32; 2],
    scheme: Scheme,
    name: &str,
) -> Result<ValidationCase, ValidateError> {
    let mut cloth = clamped(sheet, &Material::shirt(), |p| crumpled(p, sheet.size), &[]);
    for (velocity, place) in cloth.state.velocities.iter_mut().zip(&cloth.state.positions) {
        *velocity = DVec3::new(1.0, 0.5, -0.3) + DVec3::Y.cross(*place);
    }
    let start = cloth.momentum();
    // Iterated until nothing changes: what is left is rounding.
    let budget = Budget { newton_steps: [1, 200], tolerance: 1e-12, ..Budget::ACCURATE };
    let mut moving = weightless(cloth, scheme, budget);
    let mut worst = 0.0_f64;
    for _ in 0..20 {
        moving.step(1e-3)?;
        worst = worst.max(moving.cloth.momentum().distance(start) / start.length());
    }
    Ok(ValidationCase::new(NAME, name, sheet, cells, [worst, 0.0], 1e-9))
}

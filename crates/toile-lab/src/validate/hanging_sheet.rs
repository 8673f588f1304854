//! A sheet hangs by its upper edge and gets longer by `ρ g L² / 2E`: its tension is proportional to its stretch, and carries the weight of
//! what hangs below.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{DENSITY, GRAVITY, Material, STRETCH, clamped, mean_of_edge, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "hanging-sheet";
const SIZE: DVec2 = DVec2::new(1.0, 0.5);

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [[12, 6], [24, 12]], |sheet, cells| {
        [1.0, 10.0].into_iter().map(|times| hang(sheet, cells, times)).collect()
    })
}

fn hang(sheet: &FlatSheet, cells: [u32; 2], times: f64) -> Result<ValidationCase, ValidateError> {
    let mut cloth = clamped(sheet, &Material::shirt(), |p| DVec3::new(p.y, -p.x, 0.0), &[]);
    for v in sheet.vertices(|p| p.x == 0.0) {
        cloth.pinned[v as usize] = true;
    }
    let gravity = times * GRAVITY;
    Equilibrium::default().settle(&mut cloth, &Loads::gravity(DVec3::NEG_Y * gravity))?;
    let longer = -mean_of_edge(sheet, &cloth, |p| p.x == SIZE.x).y - SIZE.x;
    let expected = 0.5 * DENSITY * gravity * SIZE.x * SIZE.x / STRETCH;
    Ok(ValidationCase::new(NAME, format!("{times} times its weight"), sheet, cells, [longer, expected], 0.01))
}

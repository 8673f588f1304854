//! A strip held out on edge carries its weight until it falls over sideways: lateral buckling (Prandtl 1899, Michell 1899; the third
//! test of Romero et al. 2021).
//!
//! The critical weight of a narrow cantilever is `q L³ = 12.8538 √(EI GJ)`, with `EI` its stiffness against bending sideways and `GJ`
//! that against twist; 12.8538 is six times the first zero of the Bessel function `J₋₁⸝₆`. In the plate's terms `ρ g L³ / B = 12.8538 √(2 / (1 + ν))`.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{BENDING, DENSITY, Material, cantilever, on_every_mesh};
use super::stability::critical_share;
use glam::{DVec2, DVec3};
use toile_cloth::solver::Loads;
use toile_geom::sheets::FlatSheet;

const NAME: &str = "lateral-buckling";
/// Long and narrow, as the formula supposes. A clamp also keeps the end of a strip from warping, which the formula leaves out; the
/// longer the strip, the less that counts.
const SIZE: DVec2 = DVec2::new(0.2, 0.01);
const LONGER: DVec2 = DVec2::new(0.4, 0.01);
const PRANDTL: f64 = 12.8538;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let mut cases = on_every_mesh(effort, SIZE, [[60, 3], [100, 5]], |sheet, cells| {
        effort.some(2, &[0.0, 0.3]).map(|&poisson| buckle(sheet, cells, poisson)).collect()
    })?;
    if effort == Effort::Full {
        let cells = [120, 3];
        cases.extend(on_every_mesh(Effort::Quick, LONGER, [cells, cells], |sheet, cells| {
            Ok(vec![buckle(sheet, cells, 0.0)?])
        })?);
    }
    Ok(cases)
}

fn buckle(sheet: &FlatSheet, cells: [u32; 2], poisson: f64) -> Result<ValidationCase, ValidateError> {
    let cloth = cantilever(sheet, &Material::isotropic(poisson));
    let expected = PRANDTL * (2.0 / (1.0 + poisson)).sqrt();
    // The gravity at which Γ is 1, along the width of the strip.
    let unit = BENDING / (DENSITY * sheet.size.x.powi(3));
    let found = critical_share(&cloth, &Loads::gravity(DVec3::NEG_Y * unit), expected)?;
    let variant = format!("ν = {poisson}, L/b = {:.0}", sheet.size.x / sheet.size.y);
    Ok(ValidationCase::new(NAME, variant, sheet, cells, [found, expected], 0.05))
}

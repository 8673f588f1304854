//! A strip clamped at one end bends under its own weight: the heavy elastica.
//!
//! One cloth, cut to different lengths, as in a laboratory (ASTM D1388, option A). Drop over reach of the tip depends on
//! `Γ = ρ g L³ / B` alone.

use super::case::{Effort, ValidateError, ValidationCase};
use super::elastica;
use super::specimen::{GRAVITY, Material, mean_of_edge, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "cantilever";

/// `Γ`, from cardboard to silk.
const WEIGHTS: [f64; 7] = [0.1, 1.0, 5.0, 10.0, 50.0, 100.0, 200.0];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let mut cases = Vec::new();
    for &gamma in effort.some(2, &WEIGHTS) {
        let length = Material::length_for(gamma);
        let tip = elastica::cantilever(gamma, 0.0).tip();
        let test = |sheet: &FlatSheet, cells: [u32; 2]| {
            let end = settled_tip(sheet, super::specimen::cantilever(sheet, &Material::shirt()))?;
            let ratio = [-end.z / end.x, tip.y / tip.x];
            Ok(vec![ValidationCase::new(NAME, format!("Γ = {gamma}"), sheet, cells, ratio, 0.02)])
        };
        cases.extend(on_every_mesh(effort, DVec2::new(length, length / 10.0), [[40, 4], [80, 8]], test)?);
    }
    Ok(cases)
}

/// Where the tip of a strip comes to rest.
pub(super) fn settled_tip(sheet: &FlatSheet, mut cloth: Cloth) -> Result<DVec3, ValidateError> {
    Equilibrium::default().settle(&mut cloth, &Loads::gravity(DVec3::NEG_Z * GRAVITY))?;
    Ok(mean_of_edge(sheet, &cloth, |p| p.x == sheet.size.x))
}

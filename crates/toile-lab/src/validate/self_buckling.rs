//! A strip that stands upright falls over when it is too tall for its stiffness (Greenhill 1881): `ρ g L³ / B = 7.8373`.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{BENDING, DENSITY, Material, cantilever, on_every_mesh};
use super::stability::critical_share;
use glam::{DVec2, DVec3};
use toile_cloth::solver::Loads;
use toile_geom::sheets::FlatSheet;

const NAME: &str = "self-buckling";
const SIZE: DVec2 = DVec2::new(0.05, 0.01);
const GREENHILL: f64 = 7.8373;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [[20, 4], [40, 8]], |sheet: &FlatSheet, cells| {
        let cloth = cantilever(sheet, &Material::shirt());
        // The gravity at which Γ is 1, from the tip towards the clamp.
        let unit = BENDING / (DENSITY * SIZE.x.powi(3));
        let found = critical_share(&cloth, &Loads::gravity(DVec3::NEG_X * unit), GREENHILL)?;
        Ok(vec![ValidationCase::new(NAME, "ρgL³/B", sheet, cells, [found, GREENHILL], 0.05)])
    })
}

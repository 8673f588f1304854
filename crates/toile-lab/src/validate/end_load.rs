//! A strip clamped at one end bends under a weight at its tip, without gravity: the elastica of elliptic integrals (Mattiasson
//! 1981, the first benchmark of Sze, Liu and Lo 2004).

use super::case::{Effort, ValidateError, ValidationCase};
use super::elastica;
use super::specimen::{BENDING, Material, cantilever, edge_shares, mean_of_edge, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "end-load";
const SIZE: DVec2 = DVec2::new(0.05, 0.005);

/// `P L² / EI`, growing: each balance is the start of the next.
const LOADS: [f64; 7] = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 10.0];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [[30, 3], [60, 6]], |sheet, cells| bend(sheet, cells, effort))
}

fn bend(sheet: &FlatSheet, cells: [u32; 2], effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let mut cloth = cantilever(sheet, &Material::shirt());
    let mut equilibrium = Equilibrium::default();
    let at_tip = |p: DVec2| p.x == SIZE.x;
    let mut cases = Vec::new();
    for load in effort.some(3, &LOADS) {
        let force = load * BENDING * SIZE.y / (SIZE.x * SIZE.x);
        let pull = |(v, share): (u32, f64)| (v, DVec3::NEG_Z * (force * share));
        let forces = edge_shares(sheet, at_tip).into_iter().map(pull).collect();
        equilibrium.settle(&mut cloth, &Loads { gravity: DVec3::ZERO, forces })?;
        let tip = mean_of_edge(sheet, &cloth, at_tip) / SIZE.x;
        let theory = elastica::cantilever(0.0, *load).tip();
        let mut compare = |what: &str, values| {
            cases.push(ValidationCase::new(
                NAME,
                format!("PL²/EI = {load}, {what}"),
                sheet,
                cells,
                values,
                0.01,
            ));
        };
        compare("back", [1.0 - tip.x, 1.0 - theory.x]);
        compare("down", [-tip.z, theory.y]);
    }
    Ok(cases)
}

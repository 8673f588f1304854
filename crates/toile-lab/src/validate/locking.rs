//! The heavy elastica on meshes that lie across its fold: there the membrane resists bending, because triangles are flat (*membrane locking*),
//! unless the strain is that of the arcs over their sides.
//!
//! Both are measured. Of flat triangles no more is asked than that they are not wrong altogether.

use super::cantilever::settled_tip;
use super::case::{Effort, ValidateError, ValidationCase};
use super::elastica;
use super::specimen::{Material, cantilever};
use super::turned::{self, Cut};
use glam::DVec2;
use rayon::prelude::*;
use toile_geom::sheets::{FlatSheet, SheetKind};

const NAME: &str = "locking";

/// `Γ`, with the cells that resolve the bend at the clamp.
const WEIGHTS: [(f64, [u32; 2]); 3] = [(10.0, [28, 8]), (10.0, [56, 8]), (100.0, [56, 8])];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let weights = match effort {
        Effort::Quick => &WEIGHTS[..1],
        Effort::Full => &WEIGHTS[..],
    };
    let of_weight = |&(gamma, cells): &(f64, [u32; 2])| {
        let length = Material::length_for(gamma);
        let turned = Cut::ALL.map(|cut| (cut.name(), turned::sheet(cut, length, cells)));
        let size = turned[0].1.size;
        let irregular =
            FlatSheet::new(SheetKind::Irregular, DVec2::new(length, size.y), cells.map(|n| n / 2));
        let specimens = turned.into_iter().chain([("as good as random", irregular)]);
        specimens.map(move |(name, sheet)| (gamma, cells, name, sheet)).collect::<Vec<_>>()
    };
    let specimens: Vec<_> = weights.iter().flat_map(of_weight).collect();
    let results: Vec<Result<[ValidationCase; 2], ValidateError>> = specimens
        .par_iter()
        .map(|(gamma, cells, name, sheet)| {
            let tip = elastica::cantilever(*gamma, 0.0).tip();
            let bend = |follow: bool, tolerance: f64| -> Result<ValidationCase, ValidateError> {
                let mut cloth = cantilever(sheet, &Material::shirt());
                cloth.follow_arcs(follow);
                let end = settled_tip(sheet, cloth)?;
                let what = if follow { "arcs" } else { "chords" };
                let ratio = [-end.z / end.x, tip.y / tip.x];
                Ok(ValidationCase::new(
                    NAME,
                    format!("Γ = {gamma}, {name}, {what}"),
                    sheet,
                    *cells,
                    ratio,
                    tolerance,
                ))
            };
            Ok([bend(false, 0.15)?, bend(true, 0.02)?])
        })
        .collect();
    results.into_iter().collect::<Result<Vec<_>, _>>().map(|cases| cases.concat())
}

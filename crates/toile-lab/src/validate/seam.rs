//! A sheet sewn of two pieces that were laid out at an angle to each other. Neither stretch nor bending may know of the seam.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{crumpled, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::{Fabric, FabricCut};
use toile_cloth::rest::RestShape;
use toile_geom::sheets::FlatSheet;

const NAME: &str = "seam";
/// How much the second piece is turned against the first where both are laid out flat.
const TURN: f64 = 0.9;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let fabric = Fabric::named("linen").map_err(|error| ValidateError::Missed(error.to_string()))?;
    on_every_mesh(effort, DVec2::splat(0.3), [[8, 8], [16, 16]], |sheet, cells| {
        let bent: Vec<DVec3> = sheet.places.iter().map(|&p| crumpled(p, sheet.size)).collect();
        let (whole, sewn) = (one_piece(sheet, &fabric)?, two_pieces(sheet, &fabric)?);
        let bending = [sewn.bending.energy(&bent), whole.bending.energy(&bent)];
        let stretch = [sewn.membrane.energy(&bent), whole.membrane.energy(&bent)];
        let compare = |what, values: [f64; 2]| {
            ValidationCase::new(NAME, what, sheet, cells, [values[0] / values[1], 1.0], 1e-9)
        };
        Ok(vec![compare("bending", bending), compare("stretch", stretch)])
    })
}

fn one_piece(sheet: &FlatSheet, fabric: &Fabric) -> Result<Cloth, ValidateError> {
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    Ok(Cloth::of_fabric(&sheet.mesh(), rest, fabric)?)
}

/// The same sheet, of which one half is laid out elsewhere and turned; its grain is turned with it.
fn two_pieces(sheet: &FlatSheet, fabric: &Fabric) -> Result<Cloth, ValidateError> {
    let is_second = |t: usize| {
        let corners = sheet.triangles[t].map(|v| sheet.places[v as usize]);
        corners.iter().map(|p| p.x).sum::<f64>() > 1.5 * sheet.size.x
    };
    let mut rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    for (t, corners) in rest.corners.iter_mut().enumerate() {
        if is_second(t) {
            *corners = corners.map(|p| DVec2::from_angle(TURN).rotate(p) + DVec2::new(1.3, -0.4));
        }
    }
    let cuts = [0.0, TURN].map(|grain| FabricCut::new(fabric.clone(), grain));
    Ok(Cloth::of_cuts(&sheet.mesh(), rest, cuts.to_vec(), |t| u16::from(is_second(t)))?)
}

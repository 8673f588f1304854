//! Strips cut at an angle from the warp are pulled at their ends. A strip at the angle `θ` has the stiffness
//! `1/Eθ = cos⁴/E₁ + sin⁴/E₂ + cos² sin² (1/G - 2ν/E₁)`: at 45° woven cloth is soft, since it shears.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{edge_shares, mean_of_edge, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::{Fabric, FabricCut};
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "bias-modulus";
const SIZE: DVec2 = DVec2::new(0.2, 0.05);
/// So little that it does not matter which measure of strain is meant.
const STRAIN: f64 = 1e-4;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let fabric = Fabric::named("cotton-poplin").map_err(|error| ValidateError::Missed(error.to_string()))?;
    on_every_mesh(effort, SIZE, [[16, 4], [32, 8]], |sheet, cells| {
        [0.0, 30.0, 45.0, 90.0].into_iter().map(|degrees| pull(sheet, cells, &fabric, degrees)).collect()
    })
}

fn pull(
    sheet: &FlatSheet,
    cells: [u32; 2],
    fabric: &Fabric,
    degrees: f64,
) -> Result<ValidationCase, ValidateError> {
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    let cut = FabricCut::new(fabric.clone(), degrees.to_radians());
    let mut cloth = Cloth::of_cuts(&sheet.mesh(), rest, vec![cut], |_| 0)?;
    let expected = strip_stiffness(fabric, degrees.to_radians());
    let ends = [0.0, SIZE.x].map(|x| edge_shares(sheet, move |p| p.x == x));
    let force = expected * STRAIN * SIZE.y;
    let forces = ends
        .iter()
        .zip([-force, force])
        .flat_map(|(end, force)| end.iter().map(move |&(v, share)| (v, DVec3::X * (force * share))))
        .collect();
    Equilibrium::default().settle(&mut cloth, &Loads { gravity: DVec3::ZERO, forces })?;
    let end = |x: f64| mean_of_edge(sheet, &cloth, move |p| p.x == x);
    let strain = end(SIZE.x).distance(end(0.0)) / SIZE.x - 1.0;
    let stiffness = [force / SIZE.y / strain, expected];
    Ok(ValidationCase::new(NAME, format!("{degrees}° from the warp, N/m"), sheet, cells, stiffness, 0.02))
}

/// Tension over strain of a strip cut at an angle, N/m.
fn strip_stiffness(fabric: &Fabric, angle: f64) -> f64 {
    let membrane = &fabric.membrane;
    let (ss, cc) = (angle.sin().powi(2), angle.cos().powi(2));
    let shear = 1.0 / membrane.shear - 2.0 * membrane.poisson / membrane.warp;
    1.0 / (cc * cc / membrane.warp + ss * ss / membrane.weft + cc * ss * shear)
}

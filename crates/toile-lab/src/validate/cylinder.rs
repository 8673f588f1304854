//! A sheet is rolled onto a cylinder across different directions. Its bending energy is `½ kᵀ D k` for an area, `k` being the curvature,
//! whatever the mesh: sums over hinges miss it by up to a factor of three.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{BENDING, Material, on_every_mesh};
use glam::{DMat3, DVec2, DVec3};
use toile_cloth::bending::Bending;
use toile_cloth::rest::RestShape;
use toile_cloth::voigt::dyad;
use toile_geom::sheets::FlatSheet;

const NAME: &str = "cylinder";
const SIDE: f64 = 0.2;
const DIRECTIONS: [f64; 7] = [0.0, 15.0, 30.0, 45.0, 60.0, 90.0, 135.0];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let stiff_warp = DMat3::from_cols(DVec3::new(4.0, 0.2, 0.0), DVec3::new(0.2, 1.0, 0.0), DVec3::Z * 0.8);
    let materials = [("isotropic", Material::shirt().bend), ("4 : 1", stiff_warp * BENDING)];
    on_every_mesh(effort, DVec2::splat(SIDE), [[12, 12], [24, 24]], |sheet, cells| {
        Ok(materials.iter().map(|(name, bend)| worst(sheet, cells, name, *bend)).collect())
    })
}

/// The direction in which the energy is furthest from the exact one.
fn worst(sheet: &FlatSheet, cells: [u32; 2], name: &str, bend: DMat3) -> ValidationCase {
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    let bending = Bending::new(&sheet.mesh(), &rest, |_| bend, &[]);
    let cell = SIDE / f64::from(cells[0]);
    let mut ratio = 1.0_f64;
    for degrees in DIRECTIONS {
        let direction = DVec2::from_angle(degrees.to_radians());
        let radius = 12.0 * cell;
        let curvatures = bending.curvatures(&rolled(&sheet.places, direction, radius));
        let expected = dyad(direction) / radius;
        let (mut energy, mut exact) = (0.0, 0.0);
        // A free edge carries no moment, so a cylinder is not in balance there.
        for t in (0..sheet.triangles.len()).filter(|&t| sheet.is_inside(t, 2.5 * cell)) {
            energy += rest.area(t) * curvatures[t].dot(bend * curvatures[t]);
            exact += rest.area(t) * expected.dot(bend * expected);
        }
        if (energy / exact - 1.0).abs() > (ratio - 1.0).abs() {
            ratio = energy / exact;
        }
    }
    ValidationCase::new(NAME, format!("{name}, worst direction"), sheet, cells, [ratio, 1.0], 0.05)
}

/// Rolls a flat sheet onto a cylinder, across the given direction.
fn rolled(places: &[DVec2], direction: DVec2, radius: f64) -> Vec<DVec3> {
    let roll = |p: &DVec2| {
        let (along, across) = (p.dot(direction) / radius, direction.perp_dot(*p));
        let flat = direction * (radius * along.sin()) + direction.perp() * across;
        flat.extend(radius * (1.0 - along.cos()))
    };
    places.iter().map(roll).collect()
}

//! A square of cloth in a frame of four hinged bars is sheared by pulling two opposite corners apart: the picture-frame test.
//!
//! With bars of length `L` and the corners pulled apart by `d`, the shear angle is `γ = π/2 - 2 acos(1/√2 + d/2L)`, and the force along a
//! bar is `F / (2 cos(π/4 - γ/2))`. Divided by `L` it is the shear force of the cloth, `G γ` for small angles.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::on_every_mesh;
use glam::DVec2;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "picture-frame";
const SIDE: f64 = 0.1;

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let fabric = Fabric::named("cotton-poplin").map_err(|error| ValidateError::Missed(error.to_string()))?;
    on_every_mesh(effort, DVec2::splat(SIDE), [[8, 8], [16, 16]], |sheet, cells| {
        [2.0, 5.0].into_iter().map(|degrees| shear(sheet, cells, &fabric, degrees)).collect()
    })
}

fn shear(
    sheet: &FlatSheet,
    cells: [u32; 2],
    fabric: &Fabric,
    degrees: f64,
) -> Result<ValidationCase, ValidateError> {
    let angle = degrees.to_radians();
    // The pull that makes this angle.
    let pulled = 2.0 * SIDE * ((0.5 * (FRAC_PI_2 - angle)).cos() - FRAC_1_SQRT_2);
    let mut mesh = sheet.mesh();
    let is_on_frame = |p: DVec2| p.x == 0.0 || p.y == 0.0 || p.x == SIDE || p.y == SIDE;
    for (position, &p) in mesh.positions.iter_mut().zip(&sheet.places) {
        // The cloth inside starts away from its balance, in the plane, and has to find it.
        let bump = (PI * p.x / SIDE).sin() * (PI * p.y / SIDE).sin();
        let push = DVec2::new(0.02, -0.01) * (SIDE * bump);
        let inside = if is_on_frame(p) { DVec2::ZERO } else { push };
        *position = (framed(p, pulled) + inside).extend(0.0);
    }
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    let mut cloth = Cloth::of_fabric(&mesh, rest, fabric)?;
    for v in sheet.vertices(is_on_frame) {
        cloth.pinned[v as usize] = true;
    }
    let loads = Loads::default();
    Equilibrium::default().settle(&mut cloth, &loads)?;
    // The force at the corners is what all the bars have to hold, by virtual work.
    let held = loads.gradient(&cloth, &cloth.state.positions);
    let force: f64 = sheet
        .vertices(is_on_frame)
        .into_iter()
        .map(|v| {
            let p = sheet.places[v as usize];
            let rate = (framed(p, pulled + 1e-7) - framed(p, pulled - 1e-7)) / 2e-7;
            held[v as usize].dot(rate.extend(0.0))
        })
        .sum();
    let shear_force = force / (2.0 * (FRAC_PI_4 - 0.5 * angle).cos()) / SIDE;
    let stiffness = [shear_force / angle, fabric.membrane.shear];
    Ok(ValidationCase::new(NAME, format!("γ = {degrees}°, N/m"), sheet, cells, stiffness, 0.02))
}

/// Where the frame takes a place of the square when the corners along the diagonal are `pulled` further apart.
fn framed(p: DVec2, pulled: f64) -> DVec2 {
    let half = (FRAC_1_SQRT_2 + 0.5 * pulled / SIDE).acos();
    let (low, high) = (DVec2::from_angle(FRAC_PI_4 - half), DVec2::from_angle(FRAC_PI_4 + half));
    low * p.x + high * p.y
}

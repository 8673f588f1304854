//! A limp strip hangs between two points: the catenary. For length `L` and distance `d`, `2 a sinh(d / 2a) = L` and the sag is
//! `a (cosh(d / 2a) - 1)`.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{DENSITY, GRAVITY, Material, clamped, on_every_mesh};
use glam::{DMat3, DVec2, DVec3};
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "catenary";
const LENGTH: f64 = 0.5;
/// Length over distance.
const RATIOS: [f64; 5] = [1.05, 1.1, 1.25, 1.5, 2.0];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, DVec2::new(LENGTH, 0.05), [[40, 4], [60, 6]], |sheet, cells| {
        effort.some(2, &RATIOS).map(|&ratio| hang(sheet, cells, ratio)).collect()
    })
}

fn hang(sheet: &FlatSheet, cells: [u32; 2], ratio: f64) -> Result<ValidationCase, ValidateError> {
    // A ribbon that neither stretches nor resists bending to speak of: its stretch is 1e-5, its bending length 4 mm.
    let matrix = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5));
    let ribbon = Material { stretch: matrix * 1e5, bend: matrix * 1e-7, density: DENSITY };
    let distance = LENGTH / ratio;
    // From an arc of a circle, which is the wrong shape but has the right length.
    let half_angle = solve(0.0, 3.0, |angle| angle - ratio * angle.sin());
    let radius = 0.5 * LENGTH / half_angle;
    let arc = |p: DVec2| {
        let angle = (2.0 * p.x / LENGTH - 1.0) * half_angle;
        DVec3::new(radius * angle.sin(), p.y, radius * (half_angle.cos() - angle.cos()))
    };
    let mut cloth = clamped(sheet, &ribbon, arc, &[]);
    for v in sheet.vertices(|p| p.x == 0.0 || p.x == LENGTH) {
        cloth.pinned[v as usize] = true;
    }
    Equilibrium::default().settle(&mut cloth, &Loads::gravity(DVec3::NEG_Z * GRAVITY))?;
    let sag = -cloth.state.positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    let half = solve(1e-3, 10.0, |u| u.sinh() / u - ratio);
    let expected = (half.cosh() - 1.0) / (2.0 * half);
    Ok(ValidationCase::new(NAME, format!("L/d = {ratio}"), sheet, cells, [sag / distance, expected], 0.005))
}

/// Where a function turns from negative to positive.
fn solve(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

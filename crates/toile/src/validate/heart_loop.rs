//! A strip bent into a heart-shaped loop that hangs from its two ends (ASTM D1388, option B; Peirce 1930).
//!
//! Both ends are clamped back to back and leave the clamp upwards. The height of the loop, from the clamp to its lowest point, depends
//! on `Γ = ρ g L³ / B`, `L` being the length of the strip.

use super::case::{Case, Effort, ValidateError};
use super::specimen::{BENDING, DENSITY, Grip, Material, clamped, on_every_mesh};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "heart-loop";
const SIZE: DVec2 = DVec2::new(0.1, 0.01);

/// `Γ` and the height over the length, from the boundary value problem of the heavy elastica.
const HEIGHTS: [(f64, f64); 7] = [
    (0.0, 0.133_860_37),
    (10.0, 0.139_540_47),
    (50.0, 0.160_694_49),
    (100.0, 0.184_042_59),
    (200.0, 0.222_389_27),
    (400.0, 0.275_444_64),
    (800.0, 0.332_041_32),
];

pub(super) fn run(effort: Effort) -> Result<Vec<Case>, ValidateError> {
    on_every_mesh(effort, SIZE, [[48, 5], [96, 10]], hang)
}

fn hang(sheet: &FlatSheet, cells: [u32; 2]) -> Result<Vec<Case>, ValidateError> {
    let curve = closed_curve();
    let place = |p: DVec2| (at(&curve, p.x / SIZE.x) * SIZE.x).extend(p.y);
    let grip = |x: f64| Grip { edges: sheet.edges(|p| p.x == x), inwards: DVec3::NEG_Y * SIZE.x };
    let mut cloth = clamped(sheet, &Material::shirt(), place, &[grip(0.0), grip(SIZE.x)]);
    let mut equilibrium = Equilibrium::default();
    let mut cases = Vec::new();
    for (gamma, expected) in HEIGHTS {
        let gravity = gamma * BENDING / (DENSITY * SIZE.x.powi(3));
        equilibrium.settle(&mut cloth, &Loads::gravity(DVec3::NEG_Y * gravity))?;
        let height = -lowest(&cloth.state.positions) / SIZE.x;
        cases.push(Case::new(NAME, format!("Γ = {gamma}"), sheet, cells, [height, expected], 0.02));
    }
    Ok(cases)
}

/// The lowest point of a hanging loop, from a parabola through its vertices near the bottom: on an irregular mesh there need not be
/// a vertex at the lowest point.
fn lowest(positions: &[DVec3]) -> f64 {
    let bottom = positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let near: Vec<&DVec3> = positions.iter().filter(|p| p.y < bottom + 0.01 * SIZE.x).collect();
    let count = near.len() as f64;
    // Least squares of y = a + b x²; the loop is symmetric.
    let (u, y) = (near.iter().map(|p| p.x * p.x).sum::<f64>(), near.iter().map(|p| p.y).sum::<f64>());
    let (uu, uy) =
        (near.iter().map(|p| p.x.powi(4)).sum::<f64>(), near.iter().map(|p| p.x * p.x * p.y).sum::<f64>());
    (y * uu - u * uy) / (count * uu - u * u)
}

/// A closed curve of length 1 that leaves the origin upwards, turns by three half turns and comes back from above: points at equal
/// distances. Not the heart itself, only a start for it.
fn closed_curve() -> Vec<DVec2> {
    let (mut low, mut high) = (-2.0, 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if points(middle).last().is_some_and(|end| end.x > 0.0) {
            high = middle;
        } else {
            low = middle;
        }
    }
    points(0.5 * (low + high))
}

/// The curve whose direction turns evenly but for a wave of some height.
fn points(wave: f64) -> Vec<DVec2> {
    let count = 1000;
    let mut points = vec![DVec2::ZERO];
    for i in 0..count {
        let u = (2.0 * f64::from(i) + 1.0) / f64::from(count) - 1.0;
        let direction = -PI - 1.5 * PI * u + wave * (PI * u).sin();
        points.push(points[i as usize] + DVec2::from_angle(direction) / f64::from(count));
    }
    points
}

fn at(curve: &[DVec2], s: f64) -> DVec2 {
    let along = s * (curve.len() - 1) as f64;
    let i = (along as usize).min(curve.len() - 2);
    curve[i].lerp(curve[i + 1], along - i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_curve_is_closed_and_leaves_upwards() {
        let curve = closed_curve();
        assert!(curve.last().unwrap().length() < 1e-6, "{:?}", curve.last());
        assert!(curve[1].y > 0.9e-3 && curve[curve.len() - 2].y > 0.9e-3);
        assert!((at(&curve, 1.0) - *curve.last().unwrap()).length() < 1e-12);
    }
}

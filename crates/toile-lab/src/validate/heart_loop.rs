//! A strip bent into a heart-shaped loop that hangs from its two ends (ASTM D1388, option B; Peirce 1930).
//!
//! Both ends are clamped back to back and leave the clamp upwards. The height of the loop, from the clamp to its lowest point, depends
//! on `Γ = ρ g L³ / B`, `L` being the length of the strip.

use super::case::{Effort, ValidateError, ValidationCase};
use super::specimen::{BENDING, DENSITY, Grip, Material, clamped, on_every_mesh};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use toile_cloth::cloth::Cloth;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "heart-loop";
/// The length of the whole strip, of which half is simulated.
const LENGTH: f64 = 0.1;
const SIZE: DVec2 = DVec2::new(0.5 * LENGTH, 0.05 * LENGTH);

/// `Γ` and the height over the length, from the boundary value problem of the heavy elastica.
const HEIGHTS: [(f64, f64); 5] = [
    (0.0, 0.133_860_37),
    (10.0, 0.139_540_47),
    (50.0, 0.160_694_49),
    (200.0, 0.222_389_27),
    (800.0, 0.332_041_32),
];

pub(super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [[30, 3], [50, 5]], |sheet, cells| {
        let mut half = HalfLoop::new(sheet);
        let mut height = 0.2 * LENGTH;
        let mut cases = Vec::new();
        for &(gamma, expected) in effort.some(2, &HEIGHTS) {
            height = half.hang(gamma * BENDING / (DENSITY * LENGTH.powi(3)), height)?;
            let values = [height / LENGTH, expected];
            cases.push(ValidationCase::new(NAME, format!("Γ = {gamma}"), sheet, cells, values, 0.02));
        }
        Ok(cases)
    })
}

/// One half of the loop. By symmetry its lowest point lies under the clamp, is level, and carries no load up or down; where it lies is
/// found such that this is so. (A whole loop without weight would rather lie down on one side.)
struct HalfLoop {
    cloth: Cloth,
    equilibrium: Equilibrium,
    bottom: Vec<u32>,
}

impl HalfLoop {
    fn new(sheet: &FlatSheet) -> Self {
        let curve = half_curve();
        let place = |p: DVec2| (at(&curve, p.x / SIZE.x) * LENGTH).extend(p.y);
        let top = Grip { edges: sheet.edges(|p| p.x == 0.0), inwards: DVec3::NEG_Y * LENGTH };
        let bottom = Grip { edges: sheet.edges(|p| p.x == SIZE.x), inwards: DVec3::NEG_X * 1e6 };
        let cloth = clamped(sheet, &Material::shirt(), place, &[top, bottom]);
        let bottom = sheet.vertices(|p| p.x == SIZE.x);
        Self { cloth, equilibrium: Equilibrium::default(), bottom }
    }

    /// The height of the loop under a gravity, searched from a guess by the secant method.
    fn hang(&mut self, gravity: f64, guess: f64) -> Result<f64, ValidateError> {
        let loads = Loads::gravity(DVec3::NEG_Y * gravity);
        let (mut a, mut b) = (guess, 1.02 * guess);
        let (mut at_a, mut at_b) = (self.force(&loads, a)?, self.force(&loads, b)?);
        for _ in 0..30 {
            // No further than a sixth of the length at once: the force is not linear.
            let next = b + (-at_b * (b - a) / (at_b - at_a)).clamp(-0.05 * LENGTH, 0.05 * LENGTH);
            (a, at_a) = (b, at_b);
            (b, at_b) = (next, self.force(&loads, next)?);
            if (b - a).abs() < 1e-5 * LENGTH {
                return Ok(b);
            }
        }
        Err(ValidateError::Missed("the loop finds no height to hang at".to_owned()))
    }

    /// The force up or down that holds the lowest point at a depth below the clamp.
    fn force(&mut self, loads: &Loads, depth: f64) -> Result<f64, ValidateError> {
        let mut moved = 0.0_f64;
        for &v in &self.bottom {
            let place = &mut self.cloth.state.positions[v as usize];
            moved = moved.max((place.y + depth).abs());
            place.y = -depth;
        }
        // From nearby the way is short, and a softened membrane would only lead away.
        self.equilibrium.softened = if moved < 1e-3 * LENGTH { 1.0 } else { 0.01 };
        self.equilibrium.settle(&mut self.cloth, loads)?;
        let gradient = loads.gradient(&self.cloth, &self.cloth.state.positions);
        Ok(self.bottom.iter().map(|&v| gradient[v as usize].y).sum())
    }
}

/// A curve of length ½ that leaves the origin upwards, turns by three quarters and ends below it: points at equal distances. Not half a
/// heart, only a start for it.
fn half_curve() -> Vec<DVec2> {
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
    let count = 500;
    let mut points = vec![DVec2::ZERO];
    for i in 0..count {
        let u = (f64::from(i) + 0.5) / f64::from(count);
        let direction = 0.5 * PI - 1.5 * PI * u + wave * (PI * u).sin();
        points.push(points[i as usize] + DVec2::from_angle(direction) * (0.5 / f64::from(count)));
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
    fn the_first_curve_leaves_upwards_and_ends_below() {
        let curve = half_curve();
        let end = *curve.last().unwrap();
        assert!(end.x.abs() < 1e-6 && end.y < 0.0, "{end}");
        assert!(curve[1].y > 0.9e-3 && (curve[curve.len() - 2] - end).x > 0.9e-3);
        assert!((at(&curve, 1.0) - end).length() < 1e-12);
    }
}

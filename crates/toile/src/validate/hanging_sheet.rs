//! A sheet hangs by its upper edge and gets longer: for small stretch by `ρ g L² / 2E`.
//!
//! The expected value is that of the same law at finite stretch. A sheet with the stretch `λ` has Green's strain `(λ² - 1)/2`, the tension
//! `E (λ² - 1)/2` along the stretched sheet for a length of the unstretched one, and so pulls with `λ E (λ² - 1)/2`, which must carry
//! the weight `ρ g (L - s)` of what hangs below. For the shirt cloth the two differ by 0.15 %.

use super::case::{Case, Effort, ValidateError};
use super::specimen::{DENSITY, GRAVITY, Material, STRETCH, clamped, mean_of_edge, on_every_mesh};
use glam::{DVec2, DVec3};
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::FlatSheet;

const NAME: &str = "hanging-sheet";
const SIZE: DVec2 = DVec2::new(1.0, 0.5);

pub(super) fn run(effort: Effort) -> Result<Vec<Case>, ValidateError> {
    on_every_mesh(effort, SIZE, [[12, 6], [24, 12]], |sheet, cells| {
        [1.0, 10.0].into_iter().map(|times| hang(sheet, cells, times)).collect()
    })
}

fn hang(sheet: &FlatSheet, cells: [u32; 2], times: f64) -> Result<Case, ValidateError> {
    let mut cloth = clamped(sheet, &Material::shirt(), |p| DVec3::new(p.y, -p.x, 0.0), &[]);
    for v in sheet.vertices(|p| p.x == 0.0) {
        cloth.held[v as usize] = true;
    }
    let gravity = times * GRAVITY;
    Equilibrium::default().settle(&mut cloth, &Loads::gravity(DVec3::NEG_Y * gravity))?;
    let longer = -mean_of_edge(sheet, &cloth, |p| p.x == SIZE.x).y - SIZE.x;
    let expected = elongation(DENSITY * gravity / STRETCH, SIZE.x);
    Ok(Case::new(NAME, format!("{times} times its weight"), sheet, cells, [longer, expected], 0.01))
}

/// By how much a strip gets longer whose weight a metre, over its stiffness, is `weight`.
fn elongation(weight: f64, length: f64) -> f64 {
    let count = 1000;
    let step = length / f64::from(count);
    let stretch_at = |below: f64| {
        // λ (λ² - 1) / 2 = w, by Newton's method.
        let pull = weight * below;
        let mut stretch = 1.0 + pull;
        for _ in 0..20 {
            let residual = 0.5 * stretch * (stretch * stretch - 1.0) - pull;
            stretch -= residual / (1.5 * stretch * stretch - 0.5);
        }
        stretch
    };
    (0..count).map(|i| (stretch_at((f64::from(i) + 0.5) * step) - 1.0) * step).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_stretch_is_the_textbooks() {
        let weight = 1e-6;
        assert!((elongation(weight, 2.0) / (0.5 * weight * 4.0) - 1.0).abs() < 1e-5);
        assert!(elongation(0.01, 1.0) < 0.005, "Green's strain stiffens under tension");
    }
}

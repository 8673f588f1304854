//! The loops as a figure.

use super::super::case::ValidateError;
use super::strip::Strip;
use super::{ACRYLIC, COARSE, GRAM_FORCE, PER_CENTIMETRE, SIZE, TIRING, fabric_of};
use glam::DVec2;
use toile_cloth::bending::HysteresisState;
use toile_cloth::fabric::{ClothDirection, Hysteresis};
use toile_geom::sheets::{FlatSheet, SheetKind};
use toile_look::{Color, Image, Plot, PlotCurve};

/// Moment against curvature of a strip on an irregular mesh over several cycles, and how creases grow and friction
/// wears with the cycles: 1400 by 620 pixels.
///
/// # Errors
/// If a strip cannot be made; that does not happen with the strips of this test.
pub fn figure() -> Result<Image, ValidateError> {
    let sheet = FlatSheet::new(SheetKind::Irregular, SIZE, COARSE);
    Ok(Plot::in_a_row(&[loops(&sheet)?, series(&sheet)?], 700, 620))
}

/// Loops between growing curvatures of a fabric that creases, on the mesh and in the scalar model.
fn loops(sheet: &FlatSheet) -> Result<Plot, ValidateError> {
    let creasing = Hysteresis { residual_rate: 0.3, fatigue_rate: 0.08, ..ACRYLIC };
    let fabric = fabric_of(&creasing, 1.0);
    let mut strip = Strip::new(&fabric, ClothDirection::Warp, sheet)?;
    let mut scalar = HysteresisState::new(&creasing);
    let loops = [("first loop", 2), ("fourth", 5), ("tenth", 0)];
    let colors = [0x1F_4E_8C, 0x2F_8F_83, 0xD9_7B_29].map(Color::hex);
    let (mut curves, mut dots) = (Vec::new(), Vec::new());
    for ((name, more), color) in loops.into_iter().zip(colors) {
        let mut line = if curves.is_empty() { vec![DVec2::ZERO] } else { Vec::new() };
        let path = [2.5, -2.5, 2.5, 0.0].map(|k| k * PER_CENTIMETRE);
        let mut step = 0_usize;
        strip.follow(&path, 60, |curvature, moment| {
            let k = curvature / PER_CENTIMETRE;
            line.push(DVec2::new(k, moment / GRAM_FORCE));
            let expected = scalar.bend(&creasing, k);
            step += 1;
            if step.is_multiple_of(8) {
                dots.push(DVec2::new(k, expected));
            }
        });
        curves.push(PlotCurve::new(name, color, line).wide(2.2));
        for _ in 0..more {
            for k in [2.0, -2.0, 0.0] {
                strip.bend(k * PER_CENTIMETRE);
                scalar.bend(&creasing, k);
            }
        }
    }
    curves.push(PlotCurve::new("scalar model", Color::hex(0x22_24_28), dots).dotted(2.6));
    let title = "Bending loops of a creasing strip, irregular mesh";
    Ok(Plot { curves, ..Plot::new(title, "curvature, 1/cm", "moment, gf·cm/cm") })
}

/// Crease and friction over the cycles of the experiment on fatigue, beside their geometric series.
fn series(sheet: &FlatSheet) -> Result<Plot, ValidateError> {
    let mut strip = Strip::new(&fabric_of(&TIRING, 1.0), ClothDirection::Warp, sheet)?;
    let (mut creases, mut frictions) = (vec![DVec2::ZERO], vec![DVec2::new(0.0, TIRING.friction_moment())]);
    for cycle in 1..=30 {
        let last = creases.last().map_or(0.0, |point| point.y);
        strip.bend((last + 1.6) * PER_CENTIMETRE);
        strip.let_go();
        let Some(history) = strip.cloth.state.history.as_ref() else { continue };
        let crease = strip.mean(|t| history.crease(t).x) / PER_CENTIMETRE;
        let friction = strip.mean(|t| history.friction_limit(t).x) / GRAM_FORCE;
        creases.push(DVec2::new(f64::from(cycle), crease));
        frictions.push(DVec2::new(f64::from(cycle), friction));
    }
    let line = |value: &dyn Fn(f64) -> f64| -> Vec<DVec2> {
        (0..=120).map(|i| 0.25 * f64::from(i)).map(|n| DVec2::new(n, value(n))).collect()
    };
    let friction = TIRING.friction_moment();
    let (rate, worn) = (TIRING.residual_rate / TIRING.fatigue_rate, 1.0 - TIRING.fatigue_rate);
    let [blue, red] = [0x1F_4E_8C, 0xB8_3A_3A].map(Color::hex);
    let curves = vec![
        PlotCurve::new(
            "",
            blue.mix(Color::WHITE, 0.5),
            line(&|n| rate * friction / TIRING.lasting * (1.0 - worn.powf(n))),
        ),
        PlotCurve::new("", red.mix(Color::WHITE, 0.5), line(&|n| friction * worn.powf(n))),
        PlotCurve::new("friction of the strip, gf·cm/cm", red, frictions).dotted(4.0),
        PlotCurve::new("crease of the strip, 1/cm", blue, creases).dotted(4.0),
    ];
    let title = "Creases and fatigue; lines: geometric series";
    Ok(Plot {
        curves,
        names_at: [0.45, 0.05],
        ..Plot::new(title, "times folded and let go", "crease, friction")
    })
}

//! What the terms of a law of friction do to cloth that is drawn over the floor, and to cloth on a ball that turns faster and faster.
//!
//! `cargo run --release --example friction` writes `drag.png` and `ball.png`. The scenes are those of the tests.

// Scenes of tests fail by panicking.
#![allow(clippy::unwrap_used)]

#[path = "../../toile-cloth/tests/friction/ball.rs"]
mod ball;
#[path = "../../toile-cloth/tests/friction/drag.rs"]
mod drag;
#[path = "../../toile-cloth/tests/friction/sheets.rs"]
mod sheets;

use glam::DVec2;
use std::error::Error;
use std::path::Path;
use toile_contact::friction::FrictionModel;
use toile_io::file::write_png;
use toile_look::{Color, Plot, PlotCurve};

const COLORS: [u32; 2] = [0x2B_6C_B0, 0xC0_56_21];

/// A curve of values at even times.
fn curve(model: FrictionModel, color: u32, step: f64, values: impl Iterator<Item = f64>) -> PlotCurve {
    let points = values.zip(1..).map(|(value, n)| DVec2::new(step * f64::from(n), value));
    PlotCurve::new(model.name(), Color::hex(color), points.collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let models = [FrictionModel::Coulomb, FrictionModel::Stribeck].into_iter().zip(COLORS);
    let drawn = models.map(|(model, color)| {
        curve(model, color, sheets::STEP, drag::speeds(model.of(&drag::LAW), "newton").into_iter())
    });
    let drawn = Plot {
        curves: drawn.collect(),
        ..Plot::new("Cloth drawn over the floor at 0.1 m/s", "seconds", "trailing end, m/s")
    };
    write_png(Path::new("drag.png"), &Plot::in_a_row(&[drawn], 480, 300))?;
    let models = [FrictionModel::Coulomb, FrictionModel::Viscous].into_iter().zip(COLORS);
    let turned = models.map(|(model, color)| {
        let turns = ball::turns(model.of(&ball::LAW));
        curve(model, color, ball::STEP, turns.into_iter().map(|[turn, _]| turn))
    });
    let turned = Plot {
        curves: turned.collect(),
        ..Plot::new("Cloth on a ball that turns ever faster", "seconds", "cloth, rad/s")
    };
    write_png(Path::new("ball.png"), &Plot::in_a_row(&[turned], 480, 300))?;
    Ok(())
}

//! Cards on a slope: cloth slides like a point with the same law.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

#[allow(dead_code, reason = "shared with the tests of friction")]
#[path = "../../toile-cloth/tests/friction/sheets.rs"]
mod sheets;
#[path = "../../toile-cloth/tests/friction/slope.rs"]
mod slope;

use sheets::fabric;
use slope::Slope;
use toile_contact::friction::{FrictionLaw, FrictionModel};
use toile_lab::experiments::friction::card::Card;

/// The slope of the card experiment of Wong 2014, 7.5.
const SLOPE: f64 = 0.3;

/// Friction at rest is twice that of sliding; the drag is that of a square metre.
fn law(kinetic: f64) -> FrictionLaw {
    FrictionLaw::coulomb(kinetic).with_static(2.0 * kinetic).with_stribeck(0.4, 0.2).with_viscous(0.1, 1.0)
}

#[test]
fn cards_slide_like_points_with_the_same_law() {
    let of_a_point = Card { slope: SLOPE, mass: fabric().density, ..Card::default() };
    for (method, tolerance) in [("newton", 0.03), ("newton-accurate", 0.03), ("xpbd", 0.03)] {
        for model in FrictionModel::ALL {
            let law = model.of(&law(0.1));
            let expected = of_a_point.slide(&law, 750)[749];
            let slid = Slope::new(SLOPE, law, 4, method).run(0, 45);
            eprintln!(
                "{method} {}: {:.4} of {:.4} m, {:.4} of {:.4} m/s",
                model.name(),
                slid.x,
                expected.distance,
                slid.y,
                expected.speed
            );
            assert!((slid.x / expected.distance - 1.0).abs() < tolerance, "{method} {}", model.name());
            assert!((slid.y / expected.speed - 1.0).abs() < tolerance, "{method} {}", model.name());
        }
    }
}

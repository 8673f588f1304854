//! What the terms of a law do in the solvers, against the motion of a point with the same law; laws of pairs of materials, and of grain.

use super::slope::Slope;
use toile_contact::friction::{FrictionLaw, FrictionModel, MaterialId};

/// The slope of the card experiment of Wong 2014, 7.5.
const SLOPE: f64 = 0.3;

/// Friction at rest is twice that of sliding; the drag is that of a square metre.
fn law(kinetic: f64) -> FrictionLaw {
    FrictionLaw::coulomb(kinetic).with_static(2.0 * kinetic).with_stribeck(0.4, 0.2).with_viscous(0.1, 1.0)
}

#[test]
fn cards_hold_and_slide_by_friction_at_rest() {
    for method in ["newton", "xpbd"] {
        for (kinetic, who_slides) in
            [(0.35, [false; 4]), (0.2, [true, false, false, false]), (0.12, [true; 4])]
        {
            for (model, slides) in FrictionModel::ALL.into_iter().zip(who_slides) {
                let way = Slope::new(SLOPE, model.of(&law(kinetic)), 4, method).run(5, 20).x;
                let name = format!("{method} {} {kinetic}: {way}", model.name());
                assert!(if slides { way > 5e-3 } else { way.abs() < 1e-5 }, "{name}");
            }
        }
    }
}

#[test]
fn pairs_of_materials_have_laws_of_their_own() {
    for method in ["newton", "xpbd"] {
        let way = |fabric: u16| {
            let mut slope = Slope::new(SLOPE, 0.1, 4, method);
            let pair = (MaterialId::Cloth(fabric), MaterialId::Obstacle(0));
            slope.simulation.world.pair_friction.set(pair.0, pair.1, 0.4.into());
            slope.run(0, 15).x
        };
        let [own, of_another] = [way(0), way(1)];
        assert!(own.abs() < 1e-4 && of_another > 0.02, "{method}: {own} {of_another}");
    }
}

/// Along the slope is along the warp.
#[test]
fn cloth_grips_more_across_its_grain() {
    for method in ["newton", "xpbd"] {
        let way = |grain: f64| {
            let law = FrictionLaw::coulomb(0.2).with_across(2.0);
            let mut slope = Slope::new(SLOPE, law, 4, method);
            slope.simulation.cloth.fabrics[0].grain = grain;
            slope.run(0, 15).x
        };
        let [along, across] = [way(0.0), way(std::f64::consts::FRAC_PI_2)];
        assert!(along > 0.02 && across.abs() < 1e-4, "{method}: {along} {across}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut slope = Slope::new(SLOPE, law(0.1).with_across(1.5), 8, "newton");
            slope.run(0, 10);
            slope.simulation.cloth.state
        })
    };
    assert_eq!(on(1), on(2));
}

//! The experiments of the sources, small enough to be run often.

use toile_contact::friction::{FrictionLaw, FrictionModel};
use toile_contact::response::{RESPONSES, Response, VelocityFilter};
use toile_lab::experiments::response::{crash, drag, hit, pull, ribbon};

/// A ribbon lays itself down on a table and on itself, comes to rest and passes through neither.
#[test]
fn a_ribbon_comes_to_rest_on_a_table() {
    for name in RESPONSES {
        let seen = ribbon::fall(&mut *<dyn Response>::named(name).unwrap(), 20, 0.7).unwrap();
        let most = seen.series.iter().map(|sample| sample.kinetic).fold(0.0, f64::max);
        let last = seen.series.last().unwrap();
        assert_eq!(seen.intersections, 0, "{name}");
        assert!(last.kinetic < 0.01 * most, "{name}: {} of {most}", last.kinetic);
        assert!(seen.lowest > 0.0005 && last.height < 0.02, "{name}: {} {}", seen.lowest, last.height);
    }
}

/// Cloth on a ball that turns follows it with friction, and stays where it is without.
#[test]
fn a_turning_ball_drags_cloth_along_by_friction_only() {
    for name in ["impulse", "constraint"] {
        let [free, held] = [0.0, 0.5].map(|friction| {
            let series = drag::turn(&mut *<dyn Response>::named(name).unwrap(), friction, 0.9).unwrap();
            series.last().unwrap().cloth / drag::SPIN
        });
        assert!(free.abs() < 0.05 && held > 0.85, "{name}: {free} {held}");
    }
}

/// Layers that would pass through each other in one step are stopped by the filter, and only by it.
#[test]
fn layers_that_crash_stay_in_order() {
    let run =
        |rounds: usize| crash::fly(&mut VelocityFilter::default().with_rounds(rounds), 4, 4, 0.2, 4).unwrap();
    for rounds in [0, 10] {
        let seen = run(rounds);
        assert_eq!((seen.passed, seen.intersections.iter().sum::<usize>()), (0, 0), "{rounds}");
        assert_eq!(seen.reports.iter().map(|report| report.remaining).sum::<usize>(), 0);
        assert!((seen.reports.iter().any(|report| report.zones > 0)) || rounds > 0);
        let change = seen.momenta.iter().map(|now| now[0].distance(seen.momenta[0][0])).fold(0.0, f64::max);
        assert!(change < 1e-12 && seen.kinetic[1] < seen.kinetic[0]);
    }
    let through = crash::fly(&mut *<dyn Response>::named("impulse").unwrap(), 4, 4, 0.2, 4).unwrap();
    assert!(through.passed > 0);
}

/// The same bits with one thread and with several.
#[test]
fn threads_change_nothing() {
    let [one, four] = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let crash = crash::fly(&mut VelocityFilter::default(), 4, 6, 0.3, 4).unwrap();
            let falls = RESPONSES.iter().filter_map(|name| <dyn Response>::named(name).ok());
            let falls: Vec<_> =
                falls.map(|mut response| ribbon::fall(&mut *response, 20, 0.1).unwrap()).collect();
            (crash, falls)
        })
    });
    assert!(one.0.reports.iter().any(|report| report.impacts > 0));
    assert!(one.1.iter().all(|fall| fall.series.iter().any(|sample| sample.response.touched > 0)));
    assert_eq!(one, four);
}

/// A swinging cloth sets a hanging one in motion.
#[test]
fn momentum_is_handed_on() {
    for name in RESPONSES {
        let seen = hit::swing(&mut *<dyn Response>::named(name).unwrap(), 6, 0.5).unwrap();
        let before = seen.series.iter().take(10).map(|sample| sample.aside[1].abs()).fold(0.0, f64::max);
        let after = seen.series.iter().map(|sample| sample.aside[1]).fold(0.0, f64::max);
        assert!(before < 1e-3 && after > 0.02, "{name}: {before} {after}");
        assert_eq!(seen.intersections, 0, "{name}");
    }
}

/// A strip dragged over the floor stops and jumps if friction at rest is higher, and goes on and on if not.
#[test]
fn more_friction_at_rest_makes_a_dragged_strip_stick_and_slip() {
    let law = FrictionLaw::coulomb(0.1).with_static(0.4).with_stribeck(0.4, 0.2);
    let [plain, stribeck] = [FrictionModel::Coulomb, FrictionModel::Stribeck].map(|model| {
        let mut response = <dyn Response>::named("impulse").unwrap();
        pull::standing(&pull::pull(&mut *response, &model.of(&law), 4.0).unwrap())
    });
    assert!(stribeck > 0.25 && plain < 0.02, "{stribeck} {plain}");
}

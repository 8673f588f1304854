//! That cloth stays out of itself and out of bodies in every scene that promises it.

use super::super::{Benchmark, KeyFigure, Setup};

/// The first frames on a coarse mesh, with both main methods.
fn no_frame_is_bad(scene: &str, grid: u32, frames: usize) {
    for method in ["newton", "xpbd"] {
        let setup = Setup { grid, frames, method: method.into(), ..Setup::default() };
        let report = Benchmark::new(scene, &setup).unwrap().run(|| {}).unwrap().report;
        assert_eq!((report.frames, report.bad_frames), (frames, 0), "{scene} {method}");
        assert_eq!(report.step.contact.failures, 0, "{scene} {method}");
    }
}

#[test]
fn falling_sheets() {
    for scene in ["drop", "crumple", "ball", "funnel"] {
        no_frame_is_bad(scene, 10, 20);
    }
}

/// Though contacts keep vertices from where they should go for that.
#[test]
fn stretch_is_limited_between_layers() {
    let worst = |limit: f64| {
        let setup = Setup { grid: 16, frames: 50, strain_limit: Some(limit), ..Setup::default() };
        let report = Benchmark::new("crumple", &setup).unwrap().run(|| {}).unwrap().report;
        assert_eq!((report.bad_frames, report.step.contact.failures), (0, 0), "{limit}");
        assert_eq!(report.strain_limit.is_some(), limit > 0.0);
        report.stretch.max
    };
    let (free, limited) = (worst(0.0), worst(0.004));
    assert!(free > 0.008 && limited < 0.005, "{free} {limited}");
}

#[test]
fn sheets_that_are_kinematic() {
    no_frame_is_bad("twist", 8, 20);
    no_frame_is_bad("knot", 2, 15);
}

#[test]
fn a_stack_and_a_ribbon() {
    no_frame_is_bad("stack", 8, 15);
    no_frame_is_bad("ribbon", 3, 15);
}

#[test]
fn sheets_with_friction() {
    no_frame_is_bad("incline", 8, 10);
    no_frame_is_bad("capstan", 3, 10);
    no_frame_is_bad("card", 2, 10);
    no_frame_is_bad("stickslip", 2, 10);
}

/// A garment on a body that is met through its distance field: measured against the mesh.
#[test]
fn a_skirt_on_a_turning_body() {
    let setup = Setup { grid: 10, frames: 40, ..Setup::default() };
    let report = Benchmark::new("skirt", &setup).unwrap().run(|| {}).unwrap().report;
    assert!(report.collider_penetration_mm < 0.5, "{} mm", report.collider_penetration_mm);
    assert!(report.most_contacts > 5, "{} contacts", report.most_contacts);
}

/// The figures of a scene: their names, and what was measured and expected.
fn figures(scene: &str, grid: u32, frames: usize, method: &str) -> Vec<KeyFigure> {
    let setup = Setup { grid, frames, method: method.into(), ..Setup::default() };
    let report = Benchmark::new(scene, &setup).unwrap().run(|| {}).unwrap().report;
    assert_eq!((report.bad_frames, report.step.contact.failures), (0, 0), "{scene}");
    eprintln!("{scene} {method}: {:?}", report.figures);
    report.figures
}

fn all_within(tolerance: f64, figures: &[KeyFigure]) {
    for figure in figures {
        assert!((figure.measured / figure.expected - 1.0).abs() < tolerance, "{figure:?}");
    }
}

#[test]
fn a_sheet_holds_and_slides_as_it_should() {
    for method in ["newton", "xpbd"] {
        let figures = figures("incline", 6, 45, method);
        let [slip, acceleration] = &figures[..] else { panic!("{figures:?}") };
        assert!(slip.measured.abs() < 0.01, "{slip:?}");
        all_within(0.03, std::slice::from_ref(acceleration));
    }
}

/// On fine meshes, too: what pressed the strip onto the post seeped away into neighbours in the sheet where cells were as small as the thickness, and
/// with it a tenth of the friction.
#[test]
fn a_strip_over_a_post_is_held_as_euler_says() {
    for (grid, frames) in [(4, 240), (12, 150)] {
        let figures = figures("capstan", grid, frames, "newton");
        assert_eq!(figures.len(), 1);
        all_within(0.02, &figures);
    }
}

/// An upright ribbon of cells as small as the thickness lays itself in loops with `xpbd` too. It was torn to twice its length when contacts were met
/// after the constraints instead of among them.
#[test]
fn a_fine_ribbon_is_not_torn_by_its_own_contacts() {
    let setup = Setup { grid: 6, frames: 40, method: "xpbd".into(), ..Setup::default() };
    let report = Benchmark::new("ribbon", &setup).unwrap().run(|| {}).unwrap().report;
    assert_eq!((report.bad_frames, report.step.contact.failures), (0, 0));
    assert!(
        report.stretch.p99 < 0.06 && report.stretch.max < 0.3,
        "{} {}",
        report.stretch.p99,
        report.stretch.max
    );
}

#[test]
fn cards_slide_by_their_laws() {
    for method in ["newton", "xpbd"] {
        let figures = figures("card", 2, 45, method);
        assert_eq!(figures.len(), 4);
        all_within(0.03, &figures);
    }
}

/// What slides off its slope in a long run is not measured any more; it used to be, and seemed to slide too fast.
#[test]
fn sheets_are_measured_while_they_are_on_their_slopes() {
    all_within(0.03, &figures("incline", 4, 240, "newton")[1..]);
    let figures = figures("card", 2, 200, "newton");
    assert_eq!(figures.len(), 4);
    all_within(0.03, &figures);
}

#[test]
fn strips_give_way_as_the_elastica_says() {
    let figures = figures("stickslip", 4, 0, "newton");
    assert_eq!(figures.len(), 4);
    all_within(0.05, &figures);
}

/// It went on trembling by a tenth of a millimetre, when friction was guessed anew in each step.
#[test]
fn sheets_on_a_ball_and_in_folds_come_to_rest() {
    for scene in ["drop", "crumple"] {
        let setup = Setup { grid: 24, ..Setup::default() };
        let mut simulation = crate::bench::scene_simulation(scene, &setup).unwrap();
        for _ in 0..240 {
            simulation.step(crate::bench::FRAME).unwrap();
        }
        let motion = simulation.cloth.kinetic_energy() / simulation.cloth.mass();
        assert!(motion < 1e-6, "{scene}: {motion} J/kg");
    }
}

//! That cloth stays out of itself and out of bodies in every scene that promises it.

use super::super::{Benchmark, Setup};

/// The first frames on a coarse mesh.
fn no_frame_is_bad(scene: &str, grid: u32, frames: usize) {
    let setup = Setup { grid, frames, ..Setup::default() };
    let report = Benchmark::new(scene, &setup).unwrap().run(|| {}).unwrap().report;
    assert_eq!((report.frames, report.bad_frames), (frames, 0), "{scene}");
    assert_eq!(report.failures, 0, "{scene}");
}

#[test]
fn falling_sheets() {
    for scene in ["drop", "crumple", "ball", "funnel"] {
        no_frame_is_bad(scene, 10, 20);
    }
}

#[test]
fn sheets_that_are_led() {
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
}

#[test]
fn a_sheet_slides_as_it_should_if_steps_are_exact() {
    let setup = Setup { grid: 4, frames: 45, method: "newton-accurate".into(), ..Setup::default() };
    let report = Benchmark::new("incline", &setup).unwrap().run(|| {}).unwrap().report;
    let [slip, acceleration] = &report.figures[..] else { panic!("{:?}", report.figures) };
    assert!(slip.measured.abs() < 0.1, "{slip:?}");
    assert!((acceleration.measured / acceleration.expected - 1.0).abs() < 0.03, "{acceleration:?}");
}

//! The window does not wait for the simulation: with steps of half a second frames come as quickly as without any, and input is applied at once.
//!
//! Needs the feature `script` and a graphics driver; Mesa's lavapipe will do.
#![cfg(feature = "script")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod viewer;

use egui::{PointerButton, pos2};
use std::time::{Duration, Instant};
use toile_view::live::Activity;
use toile_view::script::Script;
use viewer::{HALF, Work, alone, viewer};

/// Frames a second while the view is turned with the mouse, so that each frame is drawn anew.
fn frame_rate(script: &mut Script, frames: u16) -> f64 {
    let at = |k: u16| pos2(20.0 + f32::from(k % 100), 200.0);
    script.point(at(0));
    script.button(at(0), PointerButton::Secondary, true);
    let turned = script.app().camera().turn;
    let begin = Instant::now();
    for k in 1..=frames {
        script.point(at(k));
        script.picture().unwrap();
    }
    let rate = f64::from(frames) / begin.elapsed().as_secs_f64();
    script.button(at(frames), PointerButton::Secondary, false);
    assert_ne!(script.app().camera().turn, turned, "the view turns");
    rate
}

#[test]
fn frames_are_not_slowed_by_slow_steps() {
    const FRAMES: u16 = 60;
    let _alone = alone();
    let Some(mut still) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    still.key(egui::Key::Space);
    assert!(still.until(Duration::from_secs(5), |app| app.state().activity == Activity::Paused));
    let Some(mut slow) = viewer(Work::Sleeps(HALF)) else { return };
    // In turns, and the best of three: other work on the machine slows both alike.
    let (mut without, mut with) = (0.0_f64, 0.0_f64);
    for _ in 0..3 {
        without = without.max(frame_rate(&mut still, FRAMES));
        with = with.max(frame_rate(&mut slow, FRAMES));
    }
    println!("{without:.1} frames a second while time stands still, {with:.1} with steps of 500 ms");
    assert!(with > 0.9 * without, "{with} {without}");
    let state = slow.app().state();
    assert!(
        state.pace.reached < 0.1 && state.pace.behind > 0.3,
        "it says how far behind it is: {:?}",
        state.pace
    );
}

/// A driver that draws on the processor shares it with the simulation; one core is left to it. With a card frames hardly cost the processor anything.
#[test]
fn frames_get_their_share_of_a_processor_that_computes() {
    const FRAMES: u16 = 60;
    let _alone = alone();
    let Some(mut still) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    still.key(egui::Key::Space);
    assert!(still.until(Duration::from_secs(5), |app| app.state().activity == Activity::Paused));
    let Some(mut busy) = viewer(Work::Computes(HALF)) else { return };
    let (mut without, mut with) = (0.0_f64, 0.0_f64);
    for _ in 0..3 {
        // One after the other, so that the busy one computes only while it is looked at.
        busy.key(egui::Key::Space);
        assert!(busy.until(Duration::from_secs(5), |app| app.state().activity == Activity::Paused));
        without = without.max(frame_rate(&mut still, FRAMES));
        busy.key(egui::Key::Space);
        assert!(busy.until(Duration::from_secs(5), |app| app.state().activity == Activity::Running));
        with = with.max(frame_rate(&mut busy, FRAMES));
    }
    println!(
        "{without:.1} frames a second while time stands still, {with:.1} while steps compute on all cores but one"
    );
    assert!(with > 0.3 * without, "{with} {without}");
}

#[test]
fn input_is_applied_at_once_while_a_step_takes_half_a_second() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(HALF)) else { return };
    let before = script.app().camera();
    let begin = Instant::now();
    script.drag(pos2(20.0, 200.0), pos2(80.0, 200.0), PointerButton::Secondary, 4);
    script.button(pos2(80.0, 200.0), PointerButton::Secondary, false);
    assert_ne!(script.app().camera(), before);
    assert!(begin.elapsed() < Duration::from_millis(450), "turning waits for nothing: {:?}", begin.elapsed());

    let middle = script.app().on_screen([0.0, 1.0, 0.0]).unwrap();
    script.drag(middle, middle + egui::vec2(30.0, 0.0), PointerButton::Primary, 3);
    let begin = Instant::now();
    assert!(script.until(Duration::from_secs(3), |app| app.state().grab.is_some()), "the cloth is not held");
    let taken = begin.elapsed();
    println!("a grab is applied after {taken:.0?}, with steps of 500 ms");
    assert!(taken < Duration::from_millis(900), "{taken:?}");
}

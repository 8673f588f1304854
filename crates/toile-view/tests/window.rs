//! The window, driven by real events: what is dropped, lost, hidden, looked at and saved.
//!
//! Needs the feature `script` and a graphics driver; Mesa's lavapipe will do.
#![cfg(feature = "script")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod viewer;

use egui::{PointerButton, pos2};
use std::path::Path;
use std::time::Duration;
use toile_view::live::{Activity, Opening};
use toile_view::script::Script;
use toile_view::shot::Offscreen;
use toile_view::view_settings::{ColorMode, ViewQuality, ViewSettings};
use viewer::{FAR, Folder, LONG, PICTURE, Saved, Work, alone, hard_numbers, viewer, viewer_with};

#[test]
fn a_window_of_no_size_and_strange_keys_do_no_harm() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    for key in [
        egui::Key::F,
        egui::Key::Num7,
        egui::Key::P,
        egui::Key::T,
        egui::Key::E,
        egui::Key::D,
        egui::Key::Questionmark,
    ] {
        script.key(key);
    }
    script.resize([40, 30]);
    script.frames(2);
    script.resize([0, 0]);
    script.frames(2);
    script.resize([640, 400]);
    script.frames(2);
    assert!(script.picture().unwrap().pixels.iter().any(|pixel| *pixel != [0; 4]));
    assert_eq!(script.app().lost(), None);
}

#[test]
fn dropped_files_are_opened_and_what_cannot_be_opened_is_said() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    let generation = script.app().state().generation;
    script.drop_files(&[Path::new("/there/waves.toml")]);
    let opened = script.until(LONG, |app| app.state().generation > generation);
    assert!(opened, "what was dropped is not opened");
    script.drop_files(&[Path::new("/there/nothing.dxf")]);
    let said = |app: &toile_view::app::App| {
        app.state().trouble.as_ref().is_some_and(|trouble| trouble.words.contains("nothing.dxf"))
    };
    assert!(script.until(LONG, said), "nobody says that it cannot be opened");
    assert_eq!(script.app().state().generation, generation + 1, "what was there stays");
}

#[test]
fn what_is_made_is_watched_and_can_be_stopped() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    let there = |script: &Script, x: f32| script.app().on_screen([x, 1.0, 0.0]).is_some();
    assert!(there(&script, 0.0) && !there(&script, FAR));
    script.app_mut().open(Opening::of("far"));
    let is_seen = |app: &toile_view::app::App| app.on_screen([FAR, 1.0, 0.0]).is_some();
    assert!(script.until(LONG, is_seen), "what is made is not in the picture");
    // What is only being made cannot be held.
    let middle = script.app().on_screen([FAR, 1.0, 0.0]).unwrap();
    script.drag(middle, middle + egui::vec2(30.0, 0.0), PointerButton::Primary, 3);
    script.button(middle, PointerButton::Primary, false);
    assert_eq!(script.app().state().grab, None);
    script.frames(2);
    assert!(script.click("Stop"), "it cannot be stopped");
    let is_stopped = |app: &toile_view::app::App| app.state().making.is_none();
    assert!(script.until(LONG, is_stopped), "it goes on");
    assert_eq!((script.app().state().generation, script.app().state().trouble.clone()), (1, None));
}

#[test]
fn stop_stays_where_it_is_whatever_else_appears() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.app_mut().open(Opening::of("far"));
    assert!(script.until(LONG, |app| app.state().making.is_some()));
    script.frames(2);
    let first = script.find("Stop").unwrap();
    assert!(script.find("Back to what is there").is_none(), "there is nothing to be watched yet");
    for _ in 0..12 {
        script.wait(Duration::from_millis(60));
        assert_eq!(script.find("Stop"), Some(first));
    }
    assert!(script.find("Back to what is there").is_some());
}

#[test]
fn an_opening_is_taken_back_and_done_again() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    assert!(script.until(LONG, |app| app.state().time > 0.1));
    script.app_mut().open(Opening::of("/there/waves.toml"));
    assert!(script.until(LONG, |app| app.state().generation == 2));
    script.frames(2);
    script.command_key(egui::Key::Z);
    assert!(script.until(LONG, |app| app.state().generation == 1), "what was there does not come back");
    assert!(script.app().state().time > 0.1, "it goes on where it was");
    script.frames(2);
    assert!(script.click("Redo"));
    assert!(script.until(LONG, |app| app.state().generation == 2));
}

#[test]
fn a_lost_device_is_told_and_the_rest_goes_on() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.picture().unwrap();
    script.lose_device();
    let time = script.app().state().time;
    assert!(script.until(LONG, |app| app.lost().is_some()), "the loss is not noticed");
    script.key(egui::Key::T);
    script.drag(pos2(20.0, 200.0), pos2(80.0, 200.0), PointerButton::Secondary, 4);
    assert!(script.until(LONG, |app| app.state().time > time), "time stands still");
}

/// The sum of red and of blue over the picture.
fn red_and_blue(script: &mut Script) -> [u64; 2] {
    script.frames(20);
    let pixels = script.picture().unwrap().pixels;
    [0, 2].map(|k| pixels.iter().map(|pixel| u64::from(pixel[k])).sum())
}

#[test]
fn surroundings_are_dropped_and_the_studio_comes_back() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.key(egui::Key::Space);
    script.key(egui::Key::Tab);
    assert!(script.click("Look"));
    let studio = red_and_blue(&mut script);
    let generation = script.app().state().generation;
    script.drop_files(&[Path::new("/there/red.hdr")]);
    let red = red_and_blue(&mut script);
    let share = |[red, blue]: [u64; 2]| red as f64 / blue as f64;
    assert!(share(red) > 1.02 * share(studio), "{red:?} {studio:?}");
    assert_eq!(script.app().settings().surroundings.as_deref(), Some("/there/red.hdr"));
    assert_eq!(script.app().state().generation, generation, "what was there stays");
    script.drop_files(&[Path::new("/there/broken.hdr")]);
    assert!(script.app().notice().is_some_and(|words| words.contains("broken.hdr is no picture")));
    assert!(script.click("Studio"));
    assert!(share(red_and_blue(&mut script)) < 1.01 * share(studio));
    assert_eq!(script.app().settings().surroundings, None);
}

#[test]
fn tab_hides_the_panels_and_other_keys_go_on() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    let shown = |script: &Script| script.app().settings().shows_panels;
    let before = shown(&script);
    for turn in 1..=4 {
        script.key(egui::Key::Tab);
        script.frames(2);
        assert_eq!(shown(&script) == before, turn % 2 == 0, "{turn}");
        let is_dark = script.app().settings().is_dark;
        script.key(egui::Key::D);
        assert_ne!(script.app().settings().is_dark, is_dark, "keys are dead after {turn}");
    }
}

#[test]
fn no_control_is_changed_by_being_shown() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.resize([900, 1200]);
    script.key(egui::Key::Tab);
    assert!(script.click("Body"));
    script.frames(10);
    let last = format!("Number {}", hard_numbers().len() - 1);
    assert!(script.find(&last).is_some(), "the controls are not seen");
    let notice = script.app().notice().map(str::to_owned);
    assert_eq!((notice, script.is_enabled("Undo")), (None, Some(false)));
    assert_eq!(script.app().state().offer.controls, hard_numbers());
    // A hand still turns them.
    let slider = script.find("Number 1 value").unwrap();
    let from = slider.left_center() + egui::vec2(20.0, 0.0);
    script.drag(from, from + egui::vec2(40.0, 0.0), PointerButton::Primary, 4);
    script.button(from + egui::vec2(40.0, 0.0), PointerButton::Primary, false);
    let is_turned = |app: &toile_view::app::App| app.state().offer.controls != hard_numbers();
    assert!(script.until(LONG, is_turned), "nothing is turned");
    let others = |n: &usize| *n != 1;
    for n in (0..hard_numbers().len()).filter(others) {
        assert_eq!(script.app().state().offer.controls[n], hard_numbers()[n]);
    }
}

/// A viewer at rest, and what it saves.
fn saving() -> Option<(Script, Saved)> {
    let saved = Saved::default();
    let script = viewer_with(Work::Sleeps(Duration::ZERO), Folder(saved.clone()))?;
    Some((script, saved))
}

#[test]
fn a_saved_picture_is_drawn_well_and_has_the_legend_of_its_colours() {
    let _alone = alone();
    let Some((mut script, saved)) = saving() else { return };
    script.key(egui::Key::Space);
    assert!(script.until(LONG, |app| app.state().activity == Activity::Paused));
    let saves = |script: &mut Script| {
        let before = saved.lock().unwrap().len();
        script.command_key(egui::Key::S);
        assert!(script.until(LONG, |_| saved.lock().unwrap().len() > before));
        saved.lock().unwrap().last().unwrap().clone().1
    };
    let picture = saves(&mut script);
    assert_eq!(picture.legend, None);
    let (state, camera) = (script.app().state(), script.app().camera());
    let view = ViewSettings { mode: ColorMode::Material, ..script.app().settings().view.clone() };
    let drawn = |quality| {
        Offscreen::new(Some(quality)).unwrap().shot(&state.scene, &camera, &view, PICTURE).unwrap().pixels
    };
    let far = |other: &[[u8; 4]]| {
        let pairs = picture.pixels.iter().flatten().zip(other.iter().flatten());
        pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>()
    };
    let (high, low) = (far(&drawn(ViewQuality::High)), far(&drawn(ViewQuality::Low)));
    assert!(high * 4 < low, "{high} {low}");

    script.key(egui::Key::T);
    assert!(script.until(LONG, |app| app.state().heat.is_some()));
    let legend = saves(&mut script).legend.unwrap();
    assert_eq!((legend.title.as_str(), legend.range), ("tension", [0.0, 1.0]));
}

#[test]
fn recorded_frames_are_saved_even_if_they_are_forgotten_meanwhile() {
    let _alone = alone();
    let Some((mut script, saved)) = saving() else { return };
    script.key(egui::Key::Tab);
    assert!(script.until(LONG, |app| app.state().time > 0.15));
    script.key(egui::Key::Space);
    assert!(script.until(LONG, |app| app.state().activity == Activity::Paused));
    assert!(script.click("Export"));
    let label = (2..200).map(|n| format!("Save {n} pictures of the time line"));
    let label = label.into_iter().find(|label| script.find(label).is_some()).unwrap();
    let count: usize = label.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(count > 5, "{count}");
    assert!(script.click(&label));
    // Going back to the first state empties the time line.
    script.key(egui::Key::R);
    assert!(script.until(LONG, |_| saved.lock().unwrap().len() == count));
    let saved = saved.lock().unwrap();
    for (number, pair) in saved.windows(2).enumerate() {
        assert_eq!(pair[0].0, format!("toile_{number:04}"));
        assert_ne!(pair[0].1.pixels, pair[1].1.pixels, "{number}");
    }
}

#[test]
fn what_has_no_effect_on_a_slow_device_cannot_be_set() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.key(egui::Key::Tab);
    assert!(script.click("Look"));
    let is_high = Offscreen::new(None).unwrap().quality() == ViewQuality::High;
    assert_eq!(script.is_enabled("Ambient occlusion"), Some(is_high));
    assert_eq!(script.is_enabled("Shadows"), Some(true));
}

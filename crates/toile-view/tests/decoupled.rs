//! The window does not wait for the simulation: with steps of half a second frames come as quickly as without any, and input is applied at once.
//!
//! Needs the feature `script` and a graphics driver; Mesa's lavapipe will do.
#![cfg(feature = "script")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use egui::{PointerButton, pos2};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use toile_geom::glam::DVec2;
use toile_geom::shapes;
use toile_view::app::Settings;
use toile_view::host::{FileKind, FilmFile, Host, Listing, ModelKind};
use toile_view::live::{
    Activity, Applied, Gesture, Handle, Heat, Live, Making, Offer, Opener, Opening, Place, Report, Say, Value,
};
use toile_view::scene::{Kind, Mesh, Object, Scene};
use toile_view::script::Script;

/// Where something else is made, in metres.
const FAR: f32 = 50.0;

/// As long as a heavy step takes.
const HALF: Duration = Duration::from_millis(500);

/// A sheet that waves, and takes its time for it.
struct Waves {
    mesh: Arc<Mesh>,
    flat: Vec<[f32; 3]>,
    time: f64,
    work: Work,
    grab: Option<[f32; 3]>,
}

/// What a step does.
#[derive(Clone, Copy)]
enum Work {
    /// Nothing, for some time.
    Sleeps(Duration),
    /// Computes for some time, on as many threads as the simulation has beside a window: on all cores but one.
    Computes(Duration),
}

impl Work {
    fn be_done(self) {
        match self {
            Self::Sleeps(time) => std::thread::sleep(time),
            Self::Computes(time) => {
                let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
                let end = Instant::now() + time;
                std::thread::scope(|scope| {
                    for seed in 0..cores.saturating_sub(1).max(1) {
                        scope.spawn(move || compute(end, seed as f64));
                    }
                });
            }
        }
    }
}

/// Keeps a core and its caches busy until a time.
fn compute(end: Instant, seed: f64) {
    let mut numbers = vec![seed; 1 << 16];
    while Instant::now() < end {
        for k in 1..numbers.len() {
            numbers[k] = (numbers[k] + 0.3 * numbers[k - 1]).sin();
        }
        std::hint::black_box(&mut numbers);
    }
}

impl Waves {
    fn new(work: Work) -> Self {
        let sheet = shapes::sheet(DVec2::splat(1.5), [60, 60]);
        let mesh = Mesh { triangles: sheet.triangles.clone(), ..Mesh::default() };
        let flat = sheet.positions.iter().map(|p| [p.x as f32, 1.0 - p.z as f32, 0.0]).collect();
        Self { mesh: Arc::new(mesh), flat, time: 0.0, work, grab: None }
    }
}

impl Live for Waves {
    fn offer(&self) -> Arc<Offer> {
        Arc::new(Offer { can_touch: true, ..Offer::default() })
    }
    fn scene(&self) -> Scene {
        let wave = |p: &[f32; 3]| [p[0], p[1], 0.1 * (8.0 * p[0] + self.time as f32).sin()];
        let positions = Arc::new(self.flat.iter().map(wave).collect());
        let object =
            Object { kind: Kind::Cloth, mesh: self.mesh.clone(), ..Object::still("sheet", positions) };
        Scene { objects: vec![object], ..Scene::default() }
    }
    fn time(&self) -> f64 {
        self.time
    }
    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }
    fn step(&mut self) -> Result<Report, String> {
        self.work.be_done();
        self.time += 1.0 / 60.0;
        Ok(Report::default())
    }
    fn is_at_rest(&self) -> bool {
        false
    }
    fn reset(&mut self) {}
    fn set(&mut self, _: &str, _: &Value) -> Result<Applied, String> {
        Ok(Applied::Done)
    }
    fn touch(&mut self, gesture: Gesture) {
        self.grab = match gesture {
            Gesture::Grab(Place { point, .. }) | Gesture::Pull(point) => Some(point),
            _ => None,
        };
    }
    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        self.grab.map(|to| [to, to])
    }
    fn show(&mut self, _: Option<&str>) {}
    fn heat(&self) -> Option<Heat> {
        None
    }
}

struct Slow(Work);

impl Opener for Slow {
    fn open(&self, opening: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, String> {
        match opening.names.first().map(String::as_str) {
            Some("far") => {
                let mut preview = Waves::new(self.0).scene();
                let flat = &preview.objects[0].positions;
                let far = flat.iter().map(|p| [p[0] + FAR, p[1], p[2]]).collect();
                preview.objects[0].positions = Arc::new(far);
                // Until it is not wanted any more.
                for _ in 0..400 {
                    say(Making { words: "sewing".into(), preview: Some(preview.clone()) });
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err("nobody stopped it".into())
            }
            Some("waves" | "/there/waves.toml") => Ok(Box::new(Waves::new(self.0))),
            name => Err(format!("{name:?} cannot be opened")),
        }
    }
}

struct NoFiles;

impl Host for NoFiles {
    fn list(&self, _: Option<&str>) -> Result<Listing, String> {
        Ok(Listing::default())
    }
    fn kind(&self, name: &str) -> Option<FileKind> {
        Some(if name.ends_with("waves.toml") { FileKind::Scene } else { FileKind::Pattern })
    }
    fn save_picture(&self, name: &str, _: u32, _: u32, _: &[[u8; 4]]) -> Result<String, String> {
        Ok(name.to_owned())
    }
    fn begin_film(&self, _: &str, _: [u32; 2], _: f64) -> Result<Box<dyn FilmFile>, String> {
        Err("there are no films here".into())
    }
    fn save_model(&self, name: &str, _: ModelKind, _: &Scene) -> Result<String, String> {
        Ok(name.to_owned())
    }
}

fn spawn(_: &'static str, work: Box<dyn FnOnce() + Send>) {
    std::thread::spawn(work);
}

/// One test at a time: what another draws beside it would be measured too.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A viewer of waves that are ready to be seen; nothing if there is no graphics driver.
fn viewer(work: Work) -> Option<Script> {
    if toile_view::shot::Offscreen::new(None).is_err() {
        let must = std::env::var_os("TOILE_NEEDS_GPU").is_some();
        assert!(!must, "TOILE_NEEDS_GPU is set, and no graphics driver was found");
        eprintln!("skipped: no graphics driver was found (mesa-vulkan-drivers draws on the processor)");
        return None;
    }
    let handle = Handle::start(Arc::new(Slow(work)), spawn, Box::new(|| ()));
    let settings = Settings { shows_panels: false, ..Settings::default() };
    let mut script = Script::new(handle, Box::new(NoFiles), settings, [640, 400]);
    script.app_mut().open(Opening::of("waves"));
    assert!(script.until(Duration::from_secs(20), |app| app.state().generation > 0), "nothing was opened");
    Some(script)
}

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
    let opened = script.until(Duration::from_secs(5), |app| app.state().generation > generation);
    assert!(opened, "what was dropped is not opened");
    script.drop_files(&[Path::new("/there/nothing.dxf")]);
    let said = |app: &toile_view::app::App| {
        app.state().trouble.as_ref().is_some_and(|words| words.contains("nothing.dxf"))
    };
    assert!(script.until(Duration::from_secs(5), said), "nobody says that it cannot be opened");
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
    assert!(script.until(Duration::from_secs(10), is_seen), "what is made is not in the picture");
    // What is only being made cannot be held.
    let middle = script.app().on_screen([FAR, 1.0, 0.0]).unwrap();
    script.drag(middle, middle + egui::vec2(30.0, 0.0), PointerButton::Primary, 3);
    script.button(middle, PointerButton::Primary, false);
    assert_eq!(script.app().state().grab, None);
    script.frames(2);
    assert!(script.click("Stop"), "it cannot be stopped");
    let is_stopped = |app: &toile_view::app::App| app.state().making.is_none();
    assert!(script.until(Duration::from_secs(10), is_stopped), "it goes on");
    assert_eq!((script.app().state().generation, script.app().state().trouble.clone()), (1, None));
}

#[test]
fn a_lost_device_is_told_and_the_rest_goes_on() {
    let _alone = alone();
    let Some(mut script) = viewer(Work::Sleeps(Duration::ZERO)) else { return };
    script.picture().unwrap();
    script.lose_device();
    let time = script.app().state().time;
    assert!(script.until(Duration::from_secs(5), |app| app.lost().is_some()), "the loss is not noticed");
    script.key(egui::Key::T);
    script.drag(pos2(20.0, 200.0), pos2(80.0, 200.0), PointerButton::Secondary, 4);
    assert!(script.until(Duration::from_secs(5), |app| app.state().time > time), "time stands still");
}

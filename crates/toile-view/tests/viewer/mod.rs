//! A viewer of waves, on no screen.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use toile_geom::glam::DVec2;
use toile_geom::shapes;
use toile_view::app::AppSettings;
use toile_view::environment::Environment;
use toile_view::host::{Drawn, FilmFile, Host, Listing, ModelKind, ViewFileKind};
use toile_view::live::{
    Applied, Control, ControlKind, Gesture, Handle, Heat, Live, LiveReport, Making, Offer, Opener, Opening,
    Panel, Say, SurfacePlace, Trouble, Value,
};
use toile_view::scene::{Mesh, Object, ObjectKind, ViewScene};
use toile_view::script::Script;

/// Where something else is made, in metres.
pub(crate) const FAR: f32 = 50.0;

/// Width and height of pictures that are saved, in pixels.
pub(crate) const PICTURE: [u32; 2] = [160, 120];

/// Long enough for what comes at once, on a machine that has much else to do.
pub(crate) const LONG: Duration = Duration::from_mins(1);

/// As long as a heavy step takes.
pub(crate) const HALF: Duration = Duration::from_millis(500);

/// A sheet that waves, and takes its time for it.
pub(crate) struct Waves {
    mesh: Arc<Mesh>,
    flat: Vec<[f32; 3]>,
    time: f64,
    work: Work,
    grab: Option<[f32; 3]>,
    shown: Option<String>,
    controls: Vec<Control>,
}

/// What a step does.
#[derive(Clone, Copy)]
pub(crate) enum Work {
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
pub(crate) fn compute(end: Instant, seed: f64) {
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
        Self {
            mesh: Arc::new(mesh),
            flat,
            time: 0.0,
            work,
            grab: None,
            shown: None,
            controls: hard_numbers(),
        }
    }
}

impl Live for Waves {
    fn offer(&self) -> Arc<Offer> {
        Arc::new(Offer { can_touch: true, controls: self.controls.clone(), ..Offer::default() })
    }
    fn scene(&self) -> ViewScene {
        let wave = |p: &[f32; 3]| [p[0], p[1], 0.1 * (8.0 * p[0] + self.time as f32).sin()];
        let positions = Arc::new(self.flat.iter().map(wave).collect());
        let values = self.shown.as_ref().map(|_| Arc::new(vec![0.5; self.flat.len()]));
        let sheet = Object::still("sheet", positions);
        let object = Object { kind: ObjectKind::Cloth, mesh: self.mesh.clone(), values, ..sheet };
        ViewScene { objects: vec![object], ..ViewScene::default() }
    }
    fn time(&self) -> f64 {
        self.time
    }
    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }
    fn step(&mut self) -> Result<LiveReport, String> {
        self.work.be_done();
        self.time += 1.0 / 60.0;
        Ok(LiveReport::default())
    }
    fn is_at_rest(&self) -> bool {
        false
    }
    fn reset(&mut self) {}
    fn set(&mut self, key: &str, value: &Value) -> Result<Applied, String> {
        let Some(control) = self.controls.iter_mut().find(|control| control.key == key) else {
            return Err(format!("there is no {key}"));
        };
        control.value = value.clone();
        Ok(Applied::Done)
    }
    fn touch(&mut self, gesture: Gesture) {
        self.grab = match gesture {
            Gesture::Grab(SurfacePlace { point, .. }) | Gesture::Pull(point) => Some(point),
            _ => None,
        };
    }
    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        self.grab.map(|to| [to, to])
    }
    fn show(&mut self, quantity: Option<&str>) {
        self.shown = quantity.map(str::to_owned);
    }
    fn heat(&self) -> Option<Heat> {
        let title = self.shown.clone()?;
        Some(Heat {
            name: title.clone(),
            title,
            unit: "N/m".into(),
            range: [0.0, 1.0],
            extremes: [0.0, 1.0],
            is_diverging: false,
            is_sequential: false,
        })
    }
}

/// Controls of a body whose values no slider shows as they are: centimetres that were computed from metres, and numbers with many digits; small ones
/// on scales of several powers of ten.
pub(crate) fn hard_numbers() -> Vec<Control> {
    let control = |n: usize, value: f64, range: [f64; 2], is_logarithmic: bool| Control {
        key: format!("number{n}"),
        panel: Panel::Body,
        section: String::new(),
        object: None,
        label: format!("Number {n}"),
        help: String::new(),
        kind: ControlKind::Number { unit: "cm".into(), range, is_logarithmic },
        value: Value::Number(value),
        is_slow: n.is_multiple_of(2),
    };
    let centimetres = [1.09, 0.28, 1.13, 0.57, 0.29, 1.64].map(|metres: f64| 100.0 * metres);
    let many = [std::f64::consts::PI, 27.182_818_284_59, 99.999_999];
    let linear = centimetres.into_iter().chain(many).map(|value| (value, [0.0, 150.0], false));
    let small = [0.511_7, 0.204_9, 3.713, 812.345].map(|value| (value, [0.2, 1000.0], true));
    let all = linear.chain(small).chain([(170.000_000_1, [120.0, 170.0], false)]);
    all.enumerate().map(|(n, (value, range, is_log))| control(n, value, range, is_log)).collect()
}

pub(crate) struct Slow(Work);

impl Opener for Slow {
    fn open(&self, opening: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        match opening.names.first().map(String::as_str) {
            Some("far") => {
                let mut preview = Waves::new(self.0).scene();
                let flat = &preview.objects[0].positions;
                let far = flat.iter().map(|p| [p[0] + FAR, p[1], p[2]]).collect();
                preview.objects[0].positions = Arc::new(far);
                // Until it is not wanted any more.
                for k in 0..400 {
                    // There is nothing to be seen at first, and words are long and short.
                    let preview = (k > 3).then(|| preview.clone());
                    say(Making { preview, ..Making::words(format!("sewing{}", ", more".repeat(k % 9))) });
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err("nobody stopped it".into())
            }
            Some("waves" | "/there/waves.toml") => Ok(Box::new(Waves::new(self.0))),
            name => Err(format!("{name:?} cannot be opened").into()),
        }
    }
}

/// Pictures that were saved, with their names.
pub(crate) type Saved = Arc<Mutex<Vec<(String, Drawn)>>>;

/// A folder that keeps what is saved.
#[derive(Default)]
pub(crate) struct Folder(pub(crate) Saved);

impl Host for Folder {
    fn list(&self, _: Option<&str>) -> Result<Listing, String> {
        Ok(Listing::default())
    }
    fn kind(&self, name: &str) -> Option<ViewFileKind> {
        Some(match name.rsplit('.').next() {
            Some("toml") => ViewFileKind::Scene,
            Some("hdr") => ViewFileKind::Surroundings,
            _ => ViewFileKind::Pattern,
        })
    }
    fn surroundings(&self, name: &str) -> Result<Environment, String> {
        if name.ends_with("red.hdr") {
            Ok(Environment::of(16, 8, |_| glam::Vec3::new(3.0, 0.1, 0.1)))
        } else {
            Err(format!("{name} is no picture"))
        }
    }
    fn save_picture(&self, name: &str, picture: &Drawn) -> Result<String, String> {
        self.0.lock().unwrap().push((name.to_owned(), picture.clone()));
        Ok(name.to_owned())
    }
    fn begin_film(&self, _: &str, _: [u32; 2], _: f64) -> Result<Box<dyn FilmFile>, String> {
        Err("there are no films here".into())
    }
    fn save_model(&self, name: &str, _: ModelKind, _: &ViewScene) -> Result<String, String> {
        Ok(name.to_owned())
    }
}

pub(crate) fn spawn(_: &'static str, work: Box<dyn FnOnce() + Send>) {
    std::thread::spawn(work);
}

/// One test at a time: what another draws beside it would be measured too.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A viewer of waves that are ready to be seen; nothing if there is no graphics driver.
pub(crate) fn viewer(work: Work) -> Option<Script> {
    viewer_with(work, Folder::default())
}

/// The same with a folder.
pub(crate) fn viewer_with(work: Work, folder: Folder) -> Option<Script> {
    if toile_view::shot::Offscreen::new(None).is_err() {
        let must = std::env::var_os("TOILE_NEEDS_GPU").is_some();
        assert!(!must, "TOILE_NEEDS_GPU is set, and no graphics driver was found");
        eprintln!("skipped: no graphics driver was found (mesa-vulkan-drivers draws on the processor)");
        return None;
    }
    let handle = Handle::start(Arc::new(Slow(work)), spawn, Box::new(|| ()));
    let settings = AppSettings { shows_panels: false, picture_size: PICTURE, ..AppSettings::default() };
    let mut script = Script::new(handle, Box::new(folder), settings, [640, 400]);
    script.app_mut().open(Opening::of("waves"));
    assert!(script.until(LONG, |app| app.state().generation > 0), "nothing was opened");
    Some(script)
}

//! The viewer in a window of its own.

use super::{App, AppSettings};
use crate::host::Host;
use crate::live::{Handle, Opener, Opening, Spawn};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a window begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Begin {
    /// What is opened.
    pub opening: Opening,
    /// A file of the host with surroundings that light it, if not those of last time.
    pub surroundings: Option<String>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No window, or no graphics driver that could draw into one.
    #[error("a window cannot be opened: {0}")]
    Open(String),
    /// The graphics device was lost on the way, and no other took its place.
    #[error("the graphics device was lost: {0}")]
    Lost(String),
}

/// The name under which settings are remembered.
const NAME: &str = "toile";
/// How large the window is at first, in points: all of it, with its frame, is seen on a screen of 1280 x 800.
const FIRST_SIZE: [f32; 2] = [1200.0, 720.0];
/// The key of the settings.
const KEY: &str = "settings";
/// A window that loses its device is opened anew, but not if the last one lived shorter than this.
const SHORTEST_LIFE: Duration = Duration::from_secs(5);

/// Opens a window and returns when it is closed. It must be called on the main thread: some systems give windows to no other.
///
/// If the graphics device is lost, it is tried to open the window anew on another one. Where a system does not allow a second window, as X11 after the first
/// one failed, this ends with the reason.
///
/// # Errors
/// If there is no screen or no graphics driver, or the device was lost and there is no other.
pub fn run(
    opener: Arc<dyn Opener>,
    host: Box<dyn Host>,
    spawn: Spawn,
    begin: Begin,
) -> Result<(), WindowError> {
    let awake: Awake = Arc::default();
    let waking = awake.clone();
    let handle = Handle::start(opener, spawn, Box::new(move || wake(&waking)));
    let kept: Kept = Rc::default();
    let mut first = Some(First { handle, host, begin });
    loop {
        let begin = Instant::now();
        // What draws the panels fails from inside when its device is lost. The viewer is not in there, and goes on.
        let ended = catch_unwind(AssertUnwindSafe(|| open(first.take(), &kept, &awake)));
        let ended = ended.map_or(Err(None), |result| result.map_err(|error| Some(error.to_string())));
        let lost = kept.try_borrow().ok().and_then(|app| app.as_ref().and_then(App::lost_by_now));
        match (lost, ended) {
            (None, Ok(())) => return Ok(()),
            (None, Err(words)) => return Err(WindowError::Open(words.unwrap_or_else(|| FAILED.to_owned()))),
            (Some(words), Err(Some(why))) => return Err(WindowError::Lost(format!("{words}; {why}"))),
            (Some(words), _) if begin.elapsed() < SHORTEST_LIFE => return Err(WindowError::Lost(words)),
            (Some(_), _) => {}
        }
    }
}

/// What is said of a window that failed from inside.
const FAILED: &str = "it failed from inside";

/// The window that shows new states; there is none before the first, and between two.
type Awake = Arc<Mutex<Option<egui::Context>>>;
/// The viewer, which outlives its window.
type Kept = Rc<RefCell<Option<App>>>;

fn wake(awake: &Awake) {
    if let Some(ctx) = &*awake.lock().unwrap_or_else(PoisonError::into_inner) {
        ctx.request_repaint();
    }
}

/// What the first window begins with.
struct First {
    handle: Handle,
    host: Box<dyn Host>,
    begin: Begin,
}

/// Opens a window, and returns when it is closed: with what was kept, or as the first.
fn open(first: Option<First>, kept: &Kept, awake: &Awake) -> eframe::Result {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Toile")
            .with_app_id(NAME)
            .with_inner_size(FIRST_SIZE)
            .with_min_inner_size([480.0, 320.0]),
        renderer: eframe::Renderer::Wgpu,
        ..eframe::NativeOptions::default()
    };
    let (kept, awake) = (kept.clone(), awake.clone());
    let create = move |context: &eframe::CreationContext<'_>| -> Created {
        *awake.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.egui_ctx.clone());
        let graphics = context.wgpu_render_state.clone();
        let mut app = kept.borrow_mut();
        match (&mut *app, first) {
            (Some(app), _) => app.move_to(graphics),
            (none, Some(First { handle, host, begin })) => {
                let settings: AppSettings =
                    context.storage.and_then(|storage| eframe::get_value(storage, KEY)).unwrap_or_default();
                let app = none.insert(App::new(handle, host, settings, graphics));
                if begin.surroundings.is_some() {
                    app.light_by(begin.surroundings);
                }
                app.open(begin.opening);
            }
            (None, None) => return Err("there is nothing to show".into()),
        }
        drop(app);
        Ok(Box::new(Window(kept)))
    };
    eframe::run_native(NAME, options, Box::new(create))
}

type Created = Result<Box<dyn eframe::App>, Box<dyn std::error::Error + Send + Sync>>;

struct Window(Kept);

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if let Some(app) = &mut *self.0.borrow_mut() {
            app.ui(ui);
            if app.lost().is_some() {
                // Nothing can be drawn any more, not even a message.
                ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if let Some(app) = &*self.0.borrow() {
            eframe::set_value(storage, KEY, app.settings());
        }
    }
}

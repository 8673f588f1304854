//! The viewer in a window of its own.

use super::{App, Settings};
use crate::host::Host;
use crate::live::{Handle, Opener, Opening, Spawn};
use std::sync::{Arc, Mutex, PoisonError};

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No window, or no graphics driver that could draw into one.
    #[error("a window cannot be opened: {0}")]
    Open(String),
    /// The graphics device was lost on the way.
    #[error("the graphics device failed: {0}")]
    Lost(String),
}

/// The name under which settings are remembered.
const NAME: &str = "toile";
/// The key of the settings.
const KEY: &str = "settings";

/// Opens a window and returns when it is closed. It must be called on the main thread: some systems give windows to no other.
///
/// # Errors
/// If there is no screen or no graphics driver, or the device was lost.
pub fn run(
    opener: Arc<dyn Opener>,
    host: Box<dyn Host>,
    spawn: Spawn,
    opening: Opening,
) -> Result<(), WindowError> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Toile")
            .with_app_id(NAME)
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([480.0, 320.0]),
        renderer: eframe::Renderer::Wgpu,
        ..eframe::NativeOptions::default()
    };
    let lost: Arc<Mutex<Option<String>>> = Arc::default();
    let tell = lost.clone();
    let result = eframe::run_native(
        NAME,
        options,
        Box::new(move |context| {
            let ctx = context.egui_ctx.clone();
            let handle = Handle::start(opener, spawn, Box::new(move || ctx.request_repaint()));
            let settings: Settings =
                context.storage.and_then(|storage| eframe::get_value(storage, KEY)).unwrap_or_default();
            let mut app = App::new(handle, host, settings, context.wgpu_render_state.clone());
            app.open(opening);
            Ok(Box::new(Window { app, lost: tell }))
        }),
    );
    if let Some(words) = lost.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(WindowError::Lost(words));
    }
    result.map_err(|error| WindowError::Open(error.to_string()))
}

struct Window {
    app: App,
    lost: Arc<Mutex<Option<String>>>,
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.app.ui(ui);
        if let Some(words) = self.app.failure() {
            // Nothing can be drawn any more, not even a message: the command says why when the window is gone.
            self.lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(words);
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, KEY, self.app.settings());
    }
}

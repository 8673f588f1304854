//! Driving the viewer without a screen: real events go in, pictures come out.
//!
//! For tests, and for the pictures of the guide. It waits for the simulation only where a script says so.

use crate::app::{App, AppSettings};
use crate::host::Host;
use crate::live::Handle;
use crate::shot::Picture;
// Scripts need keys and points.
pub use egui;
use egui::{DroppedFile, DroppedFileHandle, Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A viewer on no screen.
pub struct Script {
    harness: Harness<'static, App>,
}

/// The margin that the harness leaves around everything, in points.
const MARGIN: u32 = 8;
/// Seconds that a frame takes for egui.
const FRAME: f32 = 1.0 / 60.0;

impl Script {
    /// A viewer of some size in points. It draws with whatever driver there is, best one that draws on the processor: pictures are
    /// then the same everywhere.
    pub fn new(handle: Handle, host: Box<dyn Host>, settings: AppSettings, size: [u32; 2]) -> Self {
        let options = eframe::egui_wgpu::RendererOptions::PREDICTABLE;
        let graphics = create_render_state(default_wgpu_setup(), options);
        let renderer = WgpuTestRenderer::from_render_state(graphics.clone());
        let app = App::new(handle, host, settings, Some(graphics));
        let whole = size.map(|side| (side + 2 * MARGIN) as f32);
        let harness = Harness::builder()
            .with_size(whole)
            .with_step_dt(FRAME)
            .allow_missing_glyphs()
            .renderer(renderer)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        Self { harness }
    }

    /// The viewer.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// The viewer, to give it a command.
    pub fn app_mut(&mut self) -> &mut App {
        self.harness.state_mut()
    }

    /// Loses the graphics device.
    pub fn lose_device(&self) {
        self.app().lose_device();
    }

    /// Gives the window another size in points.
    pub fn resize(&mut self, size: [u32; 2]) {
        let whole = size.map(|side| (side + 2 * MARGIN) as f32);
        self.harness.set_size(whole.into());
    }

    /// Shows some frames.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.harness.step();
        }
    }

    /// Shows frames until something is so, at most for some time. Returns whether it became so.
    pub fn until(&mut self, most: Duration, mut is_so: impl FnMut(&App) -> bool) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < most {
            self.harness.step();
            if is_so(self.app()) {
                return true;
            }
            // Frames come more slowly than on a screen: a program that waits leaves the processor to what is waited for.
            std::thread::sleep(Duration::from_millis(40));
        }
        false
    }

    /// Lets time pass while frames are shown.
    pub fn wait(&mut self, time: Duration) {
        self.until(time, |_| false);
    }

    /// Sends an event.
    pub fn event(&mut self, event: Event) {
        self.harness.event(event);
        self.harness.step();
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.harness.step();
    }

    /// Presses a key together with Ctrl, or Cmd.
    pub fn command_key(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, key);
        self.harness.step();
    }

    /// Drops files on the window.
    pub fn drop_files(&mut self, paths: &[&Path]) {
        let file = |path: &&Path| -> DroppedFileHandle { Arc::new(Dropped(path.to_path_buf())) };
        self.harness.input_mut().dropped_files = paths.iter().map(file).collect();
        self.harness.step();
        self.harness.input_mut().dropped_files.clear();
    }

    /// Presses or releases a button of the mouse.
    pub fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) {
        self.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    }

    /// Moves the pointer.
    pub fn point(&mut self, pos: Pos2) {
        self.event(Event::PointerMoved(pos));
    }

    /// Presses a button of the mouse at a point and moves to another in some steps. The button stays pressed.
    pub fn drag(&mut self, from: Pos2, to: Pos2, button: PointerButton, steps: u16) {
        self.point(from);
        self.button(from, button, true);
        for step in 1..=steps {
            self.point(from + (to - from) * (f32::from(step) / f32::from(steps)));
        }
    }

    /// Clicks at a point.
    pub fn click_at(&mut self, pos: Pos2) {
        self.point(pos);
        self.button(pos, PointerButton::Primary, true);
        self.button(pos, PointerButton::Primary, false);
    }

    /// Where the first thing with a label is, if it is there. Of several the last: what lies over other things comes later.
    pub fn find(&self, label: &str) -> Option<egui::Rect> {
        let mut found = self.harness.query_all_by_label(label);
        found.rfind(|node| node.accesskit_node().bounding_box().is_some()).map(|node| node.rect())
    }

    /// Whether the first thing with a label can be used, if it is there.
    pub fn is_enabled(&self, label: &str) -> Option<bool> {
        let mut found = self.harness.query_all_by_label(label);
        found.next().map(|node| !node.accesskit_node().is_disabled())
    }

    /// Clicks what has a label. Returns whether there is such a thing.
    pub fn click(&mut self, label: &str) -> bool {
        let Some(rect) = self.find(label) else { return false };
        self.click_at(rect.center());
        self.frames(2);
        true
    }

    /// What is seen.
    ///
    /// # Errors
    /// If it cannot be drawn, in words.
    pub fn picture(&mut self) -> Result<Picture, String> {
        let whole = self.harness.render()?;
        let [width, height] = [whole.width() - 2 * MARGIN, whole.height() - 2 * MARGIN];
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = places.map(|(x, y)| whole.get_pixel(x + MARGIN, y + MARGIN).0).collect();
        Ok(Picture { width, height, pixels })
    }
}

/// A file that is dropped.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

//! All of the window's inside, in any egui.

use super::action::{Action, pressed};
use super::canvas::Canvas;
use super::desk::Desk;
use super::viewport::{Viewport, open_tab};
use super::{AppSettings, Tab, hints, panels, shots, style};
use crate::host::Host;
use crate::live::{Activity, Command, Handle, LiveState, Opening};
use crate::scene::ViewScene;
use crate::view_settings::ViewQuality;
use eframe::egui_wgpu::RenderState;
use egui::Ui;
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// The viewer: any program with an egui can show it.
pub struct App {
    desk: Desk,
    viewport: Viewport,
    canvas: Option<Canvas>,
    /// The generation that the camera was fitted to.
    fitted: Option<u64>,
    /// The generation before that which is being made, once the camera was fitted to what is seen of it.
    watched: Option<u64>,
    is_dark: Option<bool>,
}

impl App {
    /// A viewer of what a handle leads to. Without graphics it says so, and everything else still works.
    pub fn new(
        handle: Handle,
        host: Box<dyn Host>,
        settings: AppSettings,
        graphics: Option<RenderState>,
    ) -> Self {
        handle.send(Command::Speed(settings.speed));
        handle.send(Command::Show(settings.quantity.clone()));
        handle.send(Command::Contacts(settings.shows_contacts));
        let mut desk = Desk::new(handle, host, settings);
        if let Some(file) = desk.settings.surroundings.take() {
            desk.light_by(Some(file));
        }
        Self {
            desk,
            viewport: Viewport::default(),
            canvas: graphics.map(Canvas::new),
            fitted: None,
            watched: None,
            is_dark: None,
        }
    }

    /// Opens something.
    pub fn open(&mut self, opening: Opening) {
        self.desk.open(opening);
    }

    /// Lets surroundings from a file of the host light the scene, or the built-in studio.
    pub fn light_by(&mut self, file: Option<String>) {
        self.desk.light_by(file);
    }

    /// What is to be remembered.
    pub fn settings(&self) -> &AppSettings {
        &self.desk.settings
    }

    /// The state that is looked at.
    pub fn state(&self) -> Arc<LiveState> {
        self.desk.state()
    }

    /// From where it is seen.
    pub fn camera(&self) -> crate::camera::OrbitCamera {
        self.desk.camera
    }

    /// What is being said on the picture.
    pub fn notice(&self) -> Option<&str> {
        self.desk.notice()
    }

    /// Why the graphics device is gone, if it is.
    pub fn lost(&self) -> Option<String> {
        self.canvas.as_ref().and_then(Canvas::lost)
    }

    /// The same, after the device was asked.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn lost_by_now(&self) -> Option<String> {
        self.canvas.as_ref().and_then(|canvas| {
            canvas.listen();
            canvas.lost()
        })
    }

    /// The same viewer on another graphics device: what is shown, and how, stays.
    pub fn move_to(&mut self, graphics: Option<RenderState>) {
        let lost = self.lost();
        self.desk.shots.give_up();
        self.canvas = graphics.map(Canvas::new);
        self.is_dark = None;
        if let Some(words) = lost {
            self.desk.say(format!("The graphics device was lost ({words}), and another one took its place."));
        }
    }

    /// Loses the graphics device, to see what becomes of it.
    #[cfg(feature = "script")]
    pub(crate) fn lose_device(&self) {
        if let Some(canvas) = &self.canvas {
            canvas.lose();
        }
    }

    /// Says what the graphics device refused to do. Everything else goes on.
    fn tell_refused(&mut self) {
        if let Some(words) = self.canvas.as_ref().and_then(Canvas::take_refused) {
            self.desk.shots.give_up();
            self.desk.say(format!("The graphics device refused something: {words}"));
        }
    }

    /// Where a point of the scene is on the screen, if it is in the picture.
    pub fn on_screen(&self, point: [f32; 3]) -> Option<egui::Pos2> {
        let rect = self.viewport.rect?;
        let aspect = rect.width() / rect.height().max(1.0);
        let seen = crate::pick::seen_at(&self.desk.camera, aspect, Vec3::from_array(point))?;
        Some(rect.min + egui::vec2(seen.x * rect.width(), seen.y * rect.height()))
    }

    /// Where the middle of an edge of a flat pattern is on the screen, while that is asked about.
    pub fn on_pattern(&self, (piece, edge): crate::asking::EdgeNumber) -> Option<egui::Pos2> {
        self.desk.edge_places.get(piece)?.get(edge).copied()
    }

    /// The cloth at a point of the screen, if there is any.
    pub fn cloth_under(&self, at: egui::Pos2) -> Option<crate::live::SurfacePlace> {
        self.viewport.cloth_under(&self.desk, at)
    }

    /// One frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.desk.now = ui.input(|input| input.time);
        self.desk.quality = self.canvas.as_ref().map_or(ViewQuality::High, Canvas::quality);
        if self.is_dark != Some(self.desk.settings.is_dark) {
            self.is_dark = Some(self.desk.settings.is_dark);
            style::apply(ui.ctx(), self.desk.settings.is_dark);
        }
        self.take_drops(ui.ctx());
        let state = self.desk.state();
        for action in pressed(ui.ctx()) {
            self.act(action, ui.ctx(), &state);
        }
        self.follow(&state, ui);
        if let Some(canvas) = &self.canvas {
            canvas.listen();
        }
        self.tell_refused();
        if let Some(canvas) = self.canvas.as_mut().filter(|canvas| canvas.lost().is_none()) {
            shots::go_on(&mut self.desk, canvas);
        }
        self.lay_out(ui, &state);
        if self.desk.shots.is_busy() {
            ui.ctx().request_repaint();
        } else if state.making.is_some() || self.desk.notice().is_some() {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
        }
    }

    fn lay_out(&mut self, ui: &mut Ui, state: &LiveState) {
        let mut actions = Vec::new();
        egui::Panel::top("toolbar")
            .show(ui, |ui| panels::toolbar::show(&mut self.desk, ui, state, &mut actions));
        egui::Panel::bottom("time line")
            .show(ui, |ui| panels::timeline::show(&mut self.desk, ui, state, &mut actions));
        if self.desk.settings.shows_panels || state.offer.asked.is_some() {
            egui::Panel::right("panels")
                .default_size(330.0)
                .size_range(270.0..=520.0)
                .show(ui, |ui| panels::side::show(&mut self.desk, ui, state));
        }
        if state.offer.asked.is_some() {
            let width = 0.65 * ui.available_width();
            egui::Panel::left("asked pattern")
                .default_size(width)
                .show(ui, |ui| panels::pattern::show(&mut self.desk, ui, state));
        } else if self.desk.settings.shows_pattern {
            let width = 0.4 * ui.available_width();
            egui::Panel::left("pattern")
                .default_size(width)
                .show(ui, |ui| panels::pattern::show(&mut self.desk, ui, state));
        }
        egui::CentralPanel::no_frame().show(ui, |ui| {
            self.viewport.show(&mut self.desk, &mut self.canvas, ui, state);
            let rect = self.viewport.rect.unwrap_or(ui.max_rect());
            panels::status::show(&mut self.desk, ui, state, rect, &mut actions);
        });
        panels::files::show(&mut self.desk, ui.ctx(), state);
        panels::dropped::show(&mut self.desk, ui.ctx());
        panels::help::show(&mut self.desk, ui.ctx());
        for action in actions {
            self.act(action, ui.ctx(), state);
        }
    }

    /// Notices what has changed in the simulation.
    fn follow(&mut self, state: &LiveState, ui: &Ui) {
        self.desk.steps.see(&self.desk.handle.newest());
        if !state.scene.objects.is_empty() && self.fitted != Some(state.generation) {
            let is_first = self.fitted.is_none();
            let before = self.fitted.replace(state.generation).unwrap_or_default();
            (self.desk.selected, self.desk.question) = (None, None);
            self.desk.picked.clear();
            let is_other = state.generation > 0 && self.desk.made(before, state.generation);
            if is_other {
                self.desk.hidden.clear();
                self.desk.object = 0;
            }
            if is_first || is_other {
                self.fit(&state.scene, ui.max_rect());
            }
        }
        self.follow_making(state, ui);
        if self.desk.settings.follows_range
            && let Some(heat) = &state.heat
        {
            self.desk.settings.view.range = heat.range;
        }
        panels::fit::choose_colors(&mut self.desk, state);
    }

    /// What was asked for may be elsewhere, or of another size, than what is there.
    fn follow_making(&mut self, state: &LiveState, ui: &Ui) {
        let Some(preview) = self.desk.watched(state).filter(|_| self.desk.opens.is_some()) else { return };
        if self.watched.replace(state.generation) != Some(state.generation) {
            self.fit(preview, ui.max_rect());
        }
    }

    fn take_drops(&mut self, ctx: &egui::Context) {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        let names: Vec<String> = files
            .iter()
            .map(|file| file.path().to_string_lossy().into_owned())
            .filter(|name| !name.is_empty())
            .collect();
        if !names.is_empty() {
            hints::read(&mut self.desk, "open");
            let state = self.desk.handle.newest();
            panels::dropped::take(&mut self.desk, &state, names);
        }
    }

    /// Brings all of a scene into the picture, or into a rectangle as long as there is none.
    fn fit(&mut self, scene: &ViewScene, otherwise: egui::Rect) {
        let rect = self.viewport.rect.unwrap_or(otherwise);
        if let Some((low, high)) = scene.bounds() {
            let aspect = rect.width() / rect.height().max(1.0);
            self.desk.camera.fit(Vec3::from_array(low), Vec3::from_array(high), aspect);
        }
    }

    fn look_from(&mut self, turn: f32, lift: f32) {
        (self.desk.camera.turn, self.desk.camera.lift) = (turn, lift);
    }

    fn act(&mut self, action: Action, ctx: &egui::Context, state: &LiveState) {
        let desk = &mut self.desk;
        match action {
            Action::PlayPause => {
                desk.frame = None;
                let plays = matches!(state.activity, Activity::Running | Activity::AtRest);
                desk.handle.send(if plays { Command::Pause } else { Command::Play });
            }
            Action::Step => {
                desk.frame = None;
                desk.handle.send(Command::Step);
            }
            Action::Reset => {
                desk.frame = None;
                desk.handle.send(Command::Reset);
            }
            Action::Fit => {
                let scene = desk.watched(state).unwrap_or(&state.scene);
                self.fit(scene, ctx.content_rect());
            }
            Action::Front => self.look_from(0.0, 0.0),
            Action::Back => self.look_from(PI, 0.0),
            Action::Side => self.look_from(FRAC_PI_2, 0.0),
            Action::OtherSide => self.look_from(-FRAC_PI_2, 0.0),
            Action::Top => self.look_from(0.0, FRAC_PI_2),
            Action::Below => self.look_from(0.0, -FRAC_PI_2),
            Action::Pin => self.viewport.pin_here(desk, ctx, state),
            Action::Undo => desk.undo(),
            Action::Redo => desk.redo(),
            Action::Open => desk.show_files(None),
            Action::Picture => shots::shoot(desk),
            Action::Tension => {
                let shown = desk.settings.quantity.is_some();
                hints::read(desk, "tension");
                desk.show((!shown).then(|| "tension".to_owned()));
                open_tab(desk, Tab::Fit);
            }
            Action::Pattern => desk.settings.shows_pattern ^= true,
            Action::Panels => desk.settings.shows_panels ^= true,
            Action::Wireframe => desk.settings.view.wireframe ^= true,
            Action::Theme => desk.settings.is_dark ^= true,
            Action::Live => desk.frame = None,
            Action::Help => desk.shows_help ^= true,
            Action::Close => {
                (desk.files, desk.shows_help, desk.selected) = (None, false, None);
                desk.dropped = None;
                desk.picked.clear();
            }
        }
    }
}

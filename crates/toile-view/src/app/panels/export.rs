//! What is saved.

use super::super::{Action, Desk, film_frames, film_turn, shoot, shoot_frames};
use crate::host::ModelKind;
use crate::live::LiveState;
use egui::{DragValue, Ui};

/// Shows what films can be saved.
fn films(desk: &mut Desk, ui: &mut Ui, frames: usize) {
    ui.separator();
    ui.label("Film");
    let is_free = !desk.shots.is_busy();
    let words = format!("Film the {frames} frames of the time line");
    let button = ui.add_enabled(is_free && frames > 1, egui::Button::new(words));
    if button.on_hover_text("AVI (Motion JPEG), from where you look now, as fast as it happened").clicked() {
        film_frames(desk);
    }
    let button = ui.add_enabled(is_free, egui::Button::new("Film a turn around it"));
    if button.on_hover_text("AVI (Motion JPEG), 120 frames, 25 a second").clicked() {
        film_turn(desk);
    }
}

/// Shows what can be saved.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    ui.label("Picture");
    ui.horizontal(|ui| {
        let [width, height] = &mut desk.settings.picture_size;
        ui.add(DragValue::new(width).range(16..=8192).suffix(" px")).on_hover_text("Its width in pixels");
        ui.label("×");
        ui.add(DragValue::new(height).range(16..=8192).suffix(" px")).on_hover_text("Its height in pixels");
    });
    if ui
        .button("Save a picture")
        .on_hover_text(Action::Picture.tooltip("PNG, as seen now, without panels"))
        .clicked()
    {
        shoot(desk);
    }
    let frames = desk.handle.recorded().len();
    let words = format!("Save {frames} pictures of the time line");
    let button = ui.add_enabled(frames > 0, egui::Button::new(words));
    if button
        .on_hover_text("A numbered PNG of each recorded frame, for a film; drawn as in the window")
        .clicked()
    {
        shoot_frames(desk);
    }
    films(desk, ui, frames);
    let (done, all) = desk.shots.progress();
    if desk.shots.is_busy() {
        ui.horizontal(|ui| {
            ui.add(
                egui::ProgressBar::new(done as f32 / all.max(1) as f32)
                    .desired_width(180.0)
                    .text(format!("{done} of {all}")),
            );
            if ui.small_button("Stop").on_hover_text("What is saved already stays").clicked() {
                desk.shots.stop();
            }
        });
    }
    ui.separator();
    ui.label("Model");
    for (kind, words, help) in [
        (ModelKind::Glb, "Save as GLB", "With names and colours, for Blender and the web. In metres."),
        (ModelKind::Obj, "Save as OBJ", "One group an object, for everything else. In metres."),
    ] {
        if ui.button(words).on_hover_text(help).clicked() {
            let scene = super::super::seen(desk, state);
            let words = match desk.host.save_model("toile", kind, &scene) {
                Ok(path) => format!("Saved {path}"),
                Err(trouble) => trouble,
            };
            desk.say(words);
        }
    }
    if let Some(notice) = desk.notice() {
        ui.separator();
        ui.label(notice);
    }
}

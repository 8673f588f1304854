//! How it is seen.

use super::super::{Action, Desk};
use crate::live::{Command, LiveState};
use crate::view_settings::{Ground, ViewSettings};
use egui::{Slider, Ui};

/// Why some things cannot be set.
const COARSE: &str = "This driver draws on the processor, and leaves this out to be quick. Saved pictures and those of a graphics card have it.";

/// Shows what can be seen, and in what light.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let settings = &mut desk.settings;
    let view = &mut settings.view;
    ui.label("Drawn over the cloth");
    ui.checkbox(&mut view.seams, "Stitches").on_hover_text("Threads along the seams");
    ui.checkbox(&mut view.wireframe, "Triangles")
        .on_hover_text(Action::Wireframe.tooltip("The edges of the mesh"));
    ui.checkbox(&mut view.layers, "Layers").on_hover_text("Each layer of cloth in a colour of its own");
    if !state.offer.landmarks.is_empty() {
        ui.checkbox(&mut settings.shows_landmarks, "Landmarks")
            .on_hover_text("Named points of the body, found on its skin. Point at one to read its name.");
        if settings.shows_landmarks {
            ui.indent("landmarks", |ui| {
                ui.checkbox(&mut settings.names_landmarks, "Their names")
                    .on_hover_text("All names, not only that under the pointer");
            });
        }
    }
    if state.offer.can_touch
        && ui
            .checkbox(&mut settings.shows_contacts, "Contacts")
            .on_hover_text("Where cloth touches cloth or the body")
            .changed()
    {
        desk.handle.send(Command::Contacts(settings.shows_contacts));
    }
    ui.separator();
    show_surroundings(desk, ui);
    let quality = desk.quality;
    let settings = &mut desk.settings;
    let view = &mut settings.view;
    ui.label("Light");
    ui.checkbox(&mut view.shadows, "Shadows").on_hover_text("Shadows show folds and layers");
    let corners = egui::Checkbox::new(&mut view.occlusion, "Ambient occlusion");
    ui.add_enabled(quality.has_dark_corners(), corners)
        .on_hover_text("Darker in folds and corners, where less of the sky is seen")
        .on_disabled_hover_text(COARSE);
    let mut ground = view.ground != Ground::Hidden;
    if ui.checkbox(&mut ground, "Floor").on_hover_text("Catches shadows").changed() {
        view.ground = if ground { Ground::Auto } else { Ground::Hidden };
    }
    ui.add(Slider::new(&mut view.exposure, 0.2..=4.0).logarithmic(true).text("Exposure"))
        .on_hover_text("A factor for all light, without a unit");
    ui.add(Slider::new(&mut view.sky, 0.0..=3.0).text("Sky"))
        .on_hover_text("The brightness of the surroundings; 1 as they are");
    let mut degrees = view.sky_turn.to_degrees();
    if ui
        .add(Slider::new(&mut degrees, -180.0..=180.0).text("Turned").suffix("°"))
        .on_hover_text("Turns the surroundings, in degrees")
        .changed()
    {
        view.sky_turn = degrees.to_radians();
    }
    for (number, light) in view.lights.iter_mut().enumerate() {
        let mut strength = light.color.iter().sum::<f32>() / 3.0;
        let before = strength;
        let slider = Slider::new(&mut strength, 0.0..=6.0).text(format!("Light {}", number + 1));
        if ui.add(slider).on_hover_text("The strength of this light, without a unit").changed() {
            let factor = if before > 1e-4 { strength / before } else { 0.0 };
            light.color = if factor > 0.0 { light.color.map(|c| c * factor) } else { [strength; 3] };
        }
        let mut degrees = light.radius.to_degrees();
        let slider = Slider::new(&mut degrees, 0.2..=15.0).text("softness").suffix("°");
        if ui
            .add_enabled(number < quality.most_shadows(), slider)
            .on_hover_text(
                "Its radius as seen from the scene, in degrees: the larger, the softer its shadows",
            )
            .on_disabled_hover_text(COARSE)
            .changed()
        {
            light.radius = degrees.to_radians();
        }
    }
    ui.separator();
    let mut dark = settings.is_dark;
    if ui.checkbox(&mut dark, "Dark panels").on_hover_text(Action::Theme.tooltip("Light or dark")).changed() {
        settings.is_dark = dark;
    }
    if ui.button("Reset the look").on_hover_text("Light and overlays as they are at first").clicked() {
        let before = &settings.view;
        settings.view = ViewSettings {
            mode: before.mode,
            range: before.range,
            map: before.map,
            ..ViewSettings::default()
        };
    }
    if ui.button("Show the hints again").on_hover_text("Hints for newcomers on the picture").clicked() {
        settings.read_hints.clear();
    }
}

/// What lights the scene from all around.
fn show_surroundings(desk: &mut Desk, ui: &mut Ui) {
    let file = desk.settings.surroundings.clone();
    let name = file.as_deref().map_or("a studio", |file| file.rsplit(['/', '\\']).next().unwrap_or(file));
    ui.label(format!("Surroundings: {name}")).on_hover_text(file.as_deref().unwrap_or("The built-in studio"));
    ui.horizontal(|ui| {
        let tip = "A Radiance picture (.hdr) of the whole sphere; it can also be dropped on the window";
        if ui.button("Open a picture …").on_hover_text(tip).clicked() {
            desk.show_files(None);
        }
        if ui
            .add_enabled(file.is_some(), egui::Button::new("Studio"))
            .on_hover_text("Back to the built-in studio")
            .clicked()
        {
            desk.light_by(None);
        }
    });
}

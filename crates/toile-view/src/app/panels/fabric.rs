//! What the cloth is made of, garment by garment.

use super::super::Desk;
use super::controls;
use crate::live::{LiveState, Panel};
use egui::Ui;

/// Shows the fabric of one of the cloths.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let mut objects: Vec<usize> = Vec::new();
    for control in state.offer.controls.iter().filter(|control| control.panel == Panel::Fabric) {
        if let Some(object) = control.object
            && !objects.contains(&object)
        {
            objects.push(object);
        }
    }
    if !objects.contains(&desk.object) {
        desk.object = objects.first().copied().unwrap_or(0);
    }
    if objects.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for object in objects {
                let name = state.scene.objects.get(object).map_or("Cloth", |object| object.name.as_str());
                ui.selectable_value(&mut desk.object, object, name).on_hover_text("The fabric of this one");
            }
        });
    }
    controls::show_all(desk, ui, state, Panel::Fabric, Some(desk.object));
}

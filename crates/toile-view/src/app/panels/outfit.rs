//! What is worn, and what lies over what.

use super::super::{Action, Desk, Tab};
use crate::live::{LiveState, Opening};
use egui::{RichText, Ui};

/// Shows garments, their order, and what else there is to wear.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    ui.label(RichText::new(&state.offer.title).strong());
    let tip = Action::Open.tooltip("A pattern (DXF, SVG, JSON, TOML), a body, a scene or a mesh");
    if ui.button("Open a pattern or a body …").on_hover_text(tip).clicked() {
        desk.show_files(None);
    }
    ui.separator();
    show_objects(desk, ui, state);
    add_garment(desk, ui, state);
    if state.offer.worn.is_empty() {
        return;
    }
    ui.separator();
    show_order(desk, ui, state);
    ui.separator();
    if ui.button("How does it fit?").on_hover_text("Where it is tight and where it is loose").clicked() {
        desk.settings.tab = Tab::Fit;
    }
}

fn show_objects(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let words = if state.offer.worn.is_empty() { "In the picture:" } else { "From outside to inside:" };
    ui.label(words).on_hover_text("Untick what is to be hidden; it is still there.");
    let names: Vec<String> = state.offer.worn.iter().map(|worn| worn.source.clone()).collect();
    for (number, garment) in listed(state) {
        let Some(object) = state.scene.objects.get(number) else { continue };
        ui.horizontal(|ui| {
            let mut visible = !desk.hidden.contains(&object.name);
            if ui.checkbox(&mut visible, &object.name).on_hover_text("Seen or hidden").changed() {
                if visible {
                    desk.hidden.retain(|name| *name != object.name);
                } else {
                    desk.hidden.push(object.name.clone());
                }
            }
            ui.weak(format!("{} triangles", object.mesh.triangles.len()));
            if let Some(garment) = garment
                && names.len() > 1
                && ui.small_button("take off").on_hover_text("Dresses the rest anew").clicked()
            {
                let mut rest = names.clone();
                rest.remove(garment);
                desk.set_list("garments", "Take off", &names, rest);
            }
        });
        if let Some(note) = garment.and_then(|garment| state.offer.worn[garment].note.as_ref()) {
            ui.label(note);
        }
    }
}

/// The objects of the scene as they are listed: what is worn from outside to inside, each with its number among that, then the rest.
fn listed(state: &LiveState) -> Vec<(usize, Option<usize>)> {
    let worn = &state.offer.worn;
    let garments = worn.iter().enumerate().rev().map(|(garment, worn)| (worn.object, Some(garment)));
    let is_worn = |object: &usize| worn.iter().any(|worn| worn.object == *object);
    let others = (0..state.scene.objects.len()).filter(|object| !is_worn(object));
    garments.chain(others.map(|object| (object, None))).collect()
}

fn add_garment(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    if state.offer.wardrobe.is_empty() {
        return;
    }
    let names: Vec<String> = state.offer.worn.iter().map(|worn| worn.source.clone()).collect();
    ui.horizontal(|ui| {
        if names.is_empty() {
            instead(desk, ui, state, "Dress a body in …", "A built-in garment, drawn for the mannequin");
            return;
        }
        ui.menu_button("Put on …", |ui| {
            for garment in state.offer.wardrobe.iter().filter(|garment| !names.contains(garment)) {
                if ui
                    .button(garment)
                    .on_hover_text("Drawn for this body, and put on over or under what is worn")
                    .clicked()
                {
                    let mut more = names.clone();
                    more.push(garment.clone());
                    desk.set_list("garments", "Put on", &names, more);
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text("Another of the built-in garments");
        instead(desk, ui, state, "Wear instead …", "One garment in place of all");
    });
}

/// A garment in the place of all that is there.
fn instead(desk: &mut Desk, ui: &mut Ui, state: &LiveState, words: &str, help: &str) {
    let menu = ui.menu_button(words, |ui| {
        for garment in &state.offer.wardrobe {
            if ui.button(garment).on_hover_text("Takes the place of all that is there").clicked() {
                desk.open(Opening::of(garment.clone()));
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(help);
}

fn show_order(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let wishes = &state.offer.wishes;
    ui.label("Order").on_hover_text("What is usual holds wherever nothing is wished.");
    for (number, wish) in wishes.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(wish);
            if ui.small_button("as usual").on_hover_text("Forgets this wish").clicked() {
                let mut rest = wishes.clone();
                rest.remove(number);
                desk.set_list("order", "Order", wishes, rest);
            }
        });
    }
    let mut wanted = None;
    for wish in state.offer.suggested_wishes.iter().filter(|wish| !wishes.contains(wish)) {
        if ui.small_button(wish).on_hover_text("Changes while it hangs; back to front dresses anew").clicked()
        {
            wanted = Some(wish.clone());
        }
    }
    ui.horizontal(|ui| {
        let edit =
            egui::TextEdit::singleline(&mut desk.wish).hint_text("t-shirt in trousers").desired_width(170.0);
        let response = ui.add(edit).on_hover_text("An order in words: \"shirt in trousers\", \"collar out\"");
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let is_some = !desk.wish.trim().is_empty();
        let pressed = ui
            .add_enabled(is_some, egui::Button::new("Apply"))
            .on_hover_text("Asks for this order")
            .clicked();
        if (pressed || entered) && is_some {
            wanted = Some(std::mem::take(&mut desk.wish).trim().to_owned());
        }
    });
    if let Some(wish) = wanted {
        let mut more = wishes.clone();
        more.push(wish);
        desk.set_list("order", "Order", wishes, more);
        desk.history.close();
    }
}

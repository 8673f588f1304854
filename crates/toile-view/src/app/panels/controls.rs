//! Sliders, choices and switches for whatever is offered.

use super::super::Desk;
use crate::live::{Control, ControlKind, LiveState, Panel, Value};
use egui::{CollapsingHeader, ComboBox, Response, Slider, SliderClamping, Ui};

/// Shows all controls of a panel, under their headings; of an object if they are of one.
pub(super) fn show_all(desk: &mut Desk, ui: &mut Ui, state: &LiveState, panel: Panel, object: Option<usize>) {
    let all: Vec<&Control> = state
        .offer
        .controls
        .iter()
        .filter(|control| control.panel == panel && control.object == object)
        .collect();
    if all.is_empty() {
        ui.weak("There is nothing to set here for what is shown.");
        return;
    }
    let mut sections: Vec<&str> = Vec::new();
    for control in &all {
        if !sections.contains(&control.section.as_str()) {
            sections.push(&control.section);
        }
    }
    for section in sections {
        let own = all.iter().filter(|control| control.section == section);
        if section.is_empty() {
            own.for_each(|control| show(desk, ui, control));
        } else {
            CollapsingHeader::new(section)
                .id_salt((panel, section))
                .default_open(!section.starts_with("More"))
                .show(ui, |ui| own.for_each(|control| show(desk, ui, control)));
        }
    }
}

/// Shows one control.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, control: &Control) {
    match (&control.kind, desk.value(control)) {
        (ControlKind::Number { unit, range, is_logarithmic }, Value::Number(mut value)) => {
            ui.add(egui::Label::new(&control.label).selectable(false)).on_hover_text(tooltip(control, unit));
            // The value itself stays as it is until somebody edits it: rounded, it would be another.
            let slider = Slider::new(&mut value, range[0]..=range[1])
                .clamping(SliderClamping::Edits)
                .logarithmic(*is_logarithmic)
                .update_while_editing(!control.is_slow)
                .suffix(if unit.is_empty() { String::new() } else { format!(" {unit}") })
                .max_decimals(control.kind.decimals());
            let response = ui.add(slider).on_hover_text(tooltip(control, unit));
            name(&response, control);
            turned(desk, control, &response, value);
        }
        (ControlKind::Choice(options), Value::Choice(now)) => {
            ui.add(egui::Label::new(&control.label).selectable(false)).on_hover_text(&control.help);
            let mut chosen = now.clone();
            let response = ComboBox::from_id_salt(&control.key)
                .selected_text(&now)
                .width(200.0)
                .height(480.0)
                .show_ui(ui, |ui| {
                    for (option, words) in options {
                        ui.selectable_value(&mut chosen, option.clone(), option).on_hover_text(words);
                    }
                });
            name(&response.response, control);
            response.response.on_hover_text(&control.help);
            if chosen != now {
                desk.set(control, Value::Choice(chosen));
                desk.history.close();
            }
        }
        (ControlKind::Color, Value::Color(mut color)) => {
            ui.horizontal(|ui| {
                let response = ui.color_edit_button_srgb(&mut color).on_hover_text(&control.help);
                response
                    .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColorWell, true, &control.label));
                ui.add(egui::Label::new(&control.label).selectable(false)).on_hover_text(&control.help);
                if response.changed() {
                    desk.set(control, Value::Color(color));
                }
                // A colour that is drawn through the picker is one change.
                if ui.input(|input| input.pointer.any_released()) {
                    desk.history.close();
                }
            });
        }
        (ControlKind::Switch, Value::Switch(mut on)) => {
            let response = ui.checkbox(&mut on, &control.label).on_hover_text(&control.help);
            if response.changed() {
                desk.set(control, Value::Switch(on));
                desk.history.close();
            }
        }
        _ => {}
    }
}

/// A name by which programs that read the screen aloud, and scripts, find it.
fn name(response: &Response, control: &Control) {
    let label = format!("{} value", control.label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &label));
}

/// A slider is turned: what is quick follows it, what is slow waits until it is let go.
fn turned(desk: &mut Desk, control: &Control, response: &Response, value: f64) {
    let value = Value::Number(value);
    // While it is turned it may come back to where it was.
    let before = desk.value(control);
    let is_edit = response.changed() && (control.is_changed_by(&value) || before != control.value);
    if control.is_slow && response.dragged() {
        if is_edit {
            desk.turn(control, value);
        }
        return;
    }
    let let_go = control.is_slow && response.drag_stopped() && control.is_changed_by(&value);
    if is_edit || let_go {
        desk.set(control, value);
    }
    if response.drag_stopped() || response.lost_focus() {
        desk.history.close();
    }
}

fn tooltip(control: &Control, unit: &str) -> String {
    if unit.is_empty() {
        format!("{} A number without a unit.", control.help)
    } else {
        format!("{} In {unit}.", control.help)
    }
}

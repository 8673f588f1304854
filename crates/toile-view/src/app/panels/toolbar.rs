//! The row of buttons at the top.

use super::super::{Action, Desk};
use crate::live::{Activity, Command, LiveState};
use egui::{Button, Slider, Ui};

/// Shows the buttons.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        // All in one row of a window of a thousand points.
        (ui.spacing_mut().button_padding.x, ui.spacing_mut().item_spacing.x) = (5.0, 4.0);
        let mut button = |ui: &mut Ui, words: &str, action: Action, help: &str| {
            if ui.button(words).on_hover_text(action.tooltip(help)).clicked() {
                actions.push(action);
            }
        };
        button(ui, "Open …", Action::Open, "Open a pattern, a body, a scene or a mesh");
        ui.separator();
        let plays = matches!(state.activity, Activity::Running | Activity::AtRest);
        button(ui, if plays { "Pause" } else { "Play" }, Action::PlayPause, "Let time pass, or stand still");
        button(ui, "Step", Action::Step, "One step, a sixtieth of a second");
        button(ui, "Reset", Action::Reset, "Back to the first state");
        speed(desk, ui);
        ui.separator();
        button(ui, "Front", Action::Front, "Look from the front");
        button(ui, "Back", Action::Back, "Look from the back");
        button(ui, "Left", Action::Side, "Look from the left of the body");
        button(ui, "Right", Action::OtherSide, "Look from the right of the body");
        button(ui, "Top", Action::Top, "Look from above");
        button(ui, "Below", Action::Below, "Look from below");
        button(ui, "Fit view", Action::Fit, "See all of it");
        show_colors(desk, ui, state, actions);
        ui.separator();
        history(desk, ui, actions);
        ui.separator();
        if ui
            .selectable_label(desk.settings.shows_pattern, "Pattern")
            .on_hover_text(Action::Pattern.tooltip("The flat pattern beside the picture"))
            .clicked()
        {
            actions.push(Action::Pattern);
        }
        if ui
            .selectable_label(desk.settings.shows_panels, "Panels")
            .on_hover_text(Action::Panels.tooltip("Show or hide the panels"))
            .clicked()
        {
            actions.push(Action::Panels);
        }
        if ui
            .selectable_label(desk.shows_help, " ? ")
            .on_hover_text(Action::Help.tooltip("Mouse and keys"))
            .clicked()
        {
            actions.push(Action::Help);
        }
    });
}

fn speed(desk: &mut Desk, ui: &mut Ui) {
    ui.spacing_mut().slider_width = 50.0;
    let slider =
        Slider::new(&mut desk.settings.speed, 0.05..=4.0).logarithmic(true).suffix(" ×").max_decimals(2);
    if ui.add(slider).on_hover_text("Speed: seconds that pass for the cloth in one of yours").changed() {
        desk.handle.send(Command::Speed(desk.settings.speed));
    }
}

fn show_colors(desk: &mut Desk, ui: &mut Ui, state: &LiveState, actions: &mut Vec<Action>) {
    if state.offer.quantities.is_empty() {
        return;
    }
    ui.separator();
    let is_shown = desk.settings.quantity.is_some();
    if ui.selectable_label(!is_shown, "Cloth").on_hover_text("The cloth as it looks").clicked() && is_shown {
        desk.show(None);
    }
    let tip = Action::Tension.tooltip("Shows in colours where it is tight; more under Fit");
    let title = state.heat.as_ref().map_or("Tension", |heat| heat.title.as_str());
    if ui.selectable_label(is_shown, title).on_hover_text(tip).clicked() && !is_shown {
        actions.push(Action::Tension);
    }
}

fn history(desk: &Desk, ui: &mut Ui, actions: &mut Vec<Action>) {
    for (words, what, action, help, none) in [
        ("Undo", desk.history.last(), Action::Undo, "Takes back", "There is nothing to take back"),
        (
            "Redo",
            desk.history.next(),
            Action::Redo,
            "Does again",
            "Nothing was taken back that could be done again",
        ),
    ] {
        let button = ui.add_enabled(what.is_some(), Button::new(words));
        let button = button.on_hover_text(action.tooltip(&format!("{help}: {}", what.unwrap_or_default())));
        if button.on_disabled_hover_text(action.tooltip(none)).clicked() {
            actions.push(action);
        }
    }
}

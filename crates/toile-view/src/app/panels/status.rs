//! Messages on the picture: what is being made, what went wrong, what was done.

use super::super::{Action, Desk, TROUBLE};
use crate::live::{Activity, Command, LiveState, Making, Trouble};
use egui::{Align2, Area, Color32, CornerRadius, Frame, Margin, Order, RichText, Spinner, Ui};

/// Shows messages at the top of a picture.
pub(crate) fn show(
    desk: &mut Desk,
    ui: &Ui,
    state: &LiveState,
    picture: egui::Rect,
    actions: &mut Vec<Action>,
) {
    let notice = desk.notice().map(str::to_owned);
    if state.making.is_none() && state.trouble.is_none() && notice.is_none() {
        return;
    }
    Area::new(ui.scope_id().with("messages"))
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(picture.center_top() + egui::vec2(0.0, 12.0))
        .order(Order::Middle)
        .show(ui.ctx(), |ui| {
            ui.set_max_width((picture.width() - 40.0).clamp(120.0, 520.0));
            if let Some(making) = &state.making {
                card(ui, Color32::from_black_alpha(170), |ui| show_making(desk, ui, state, making));
            }
            if let Some(trouble) = &state.trouble {
                card(ui, TROUBLE, |ui| show_trouble(desk, ui, state, trouble, actions));
            }
            if let Some(notice) = notice {
                card(ui, Color32::from_black_alpha(170), |ui| {
                    ui.label(RichText::new(notice).color(Color32::WHITE));
                });
            }
        });
}

/// What went wrong, and what can be done about it.
fn show_trouble(
    desk: &mut Desk,
    ui: &mut Ui,
    state: &LiveState,
    trouble: &Trouble,
    actions: &mut Vec<Action>,
) {
    ui.label(RichText::new(&trouble.words).color(Color32::WHITE));
    ui.horizontal_wrapped(|ui| {
        for (number, way) in trouble.ways.iter().enumerate() {
            if ui.button(&way.label).on_hover_text(&way.help).clicked() {
                desk.take_way(number);
            }
        }
        let tip = Action::Reset.tooltip("Back to the first state");
        if state.activity == Activity::Failed {
            if ui.button("Reset").on_hover_text(tip).clicked() {
                actions.push(Action::Reset);
            }
        } else if ui.button("Understood").on_hover_text("Takes the message away").clicked() {
            desk.handle.send(Command::Understood);
        }
    });
}

/// What is being made, and a choice to watch that or what is there already.
fn show_making(desk: &mut Desk, ui: &mut Ui, state: &LiveState, making: &Making) {
    // Buttons come first and all is as wide whatever the words are: what is about to be pressed stays where it is.
    ui.set_min_width(ui.available_width());
    ui.horizontal(|ui| {
        ui.add(Spinner::new().color(Color32::WHITE));
        if ui.small_button("Stop").on_hover_text("It is not wanted any more: what is there stays").clicked() {
            desk.opens = None;
            desk.handle.send(Command::Stop);
        }
        if making.preview.is_some() && state.generation > 0 {
            let (words, help) = if desk.watches {
                ("Back to what is there", "What is made appears when it is ready")
            } else {
                ("Watch", "Shows what is being made instead of what is there")
            };
            if ui.small_button(words).on_hover_text(help).clicked() {
                desk.watches ^= true;
            }
        }
        ui.add(egui::Label::new(RichText::new(&making.words).color(Color32::WHITE)).truncate());
    });
}

fn card(ui: &mut Ui, fill: Color32, add: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(fill)
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .show(ui, add);
}

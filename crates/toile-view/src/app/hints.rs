//! Hints for newcomers, on the picture itself. A hint goes when it was followed or clicked away, and does not come back.

use super::Desk;
use crate::live::LiveState;
use egui::{Align2, Color32, CornerRadius, Frame, Margin, RichText, Ui};

/// What there is to try, with the name under which it is remembered.
const HINTS: [(&str, &str); 4] = [
    ("pull", "Drag cloth to pull at it. Double click puts a needle in."),
    ("turn", "Drag beside the cloth to turn, wheel to come nearer, F to see all."),
    ("open", "Drop a pattern here, or press Open, to dress it."),
    ("tension", "Tension shows where it is tight: press T."),
];

/// The hint was followed.
pub(crate) fn read(desk: &mut Desk, name: &str) {
    if !desk.settings.read_hints.iter().any(|read| read == name) {
        desk.settings.read_hints.push(name.to_owned());
    }
}

/// Shows the hints that were not read, at the lower left of a picture.
pub(crate) fn show(desk: &mut Desk, ui: &Ui, state: &LiveState, picture: egui::Rect) {
    if !state.offer.can_touch {
        return;
    }
    let unread: Vec<(&str, &str)> = HINTS
        .into_iter()
        .filter(|(name, _)| !desk.settings.read_hints.iter().any(|read| read == name))
        .collect();
    if unread.is_empty() {
        return;
    }
    egui::Area::new(ui.scope_id().with("hints"))
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(picture.left_bottom() + egui::vec2(12.0, -12.0))
        .order(egui::Order::Middle)
        .show(ui.ctx(), |ui| {
            Frame::new()
                .fill(Color32::from_black_alpha(150))
                .corner_radius(CornerRadius::same(6))
                .inner_margin(Margin::symmetric(10, 8))
                .show(ui, |ui| {
                    for (name, words) in unread {
                        ui.horizontal(|ui| {
                            let close =
                                egui::Button::new(RichText::new("x").color(Color32::LIGHT_GRAY)).frame(false);
                            if ui.add(close).on_hover_text("Do not show this hint again").clicked() {
                                read(desk, name);
                            }
                            ui.label(RichText::new(words).color(Color32::WHITE));
                        });
                    }
                });
        });
}

//! The list of what mouse and keys do.

use super::super::{Desk, MOUSE, SHORTCUTS};
use egui::{Align2, Context, Grid, RichText, Window};

/// Shows the list, if it was asked for.
pub(crate) fn show(desk: &mut Desk, ctx: &Context) {
    let mut is_open = desk.shows_help;
    Window::new("Mouse and keys")
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ctx, |ui| {
            Grid::new("mouse").num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
                for (what, words) in MOUSE {
                    ui.label(RichText::new(*what).strong());
                    ui.label(*words);
                    ui.end_row();
                }
            });
            ui.separator();
            // Two side by side, so that it fits into a small window.
            Grid::new("keys").num_columns(4).spacing([16.0, 3.0]).show(ui, |ui| {
                for pair in SHORTCUTS.chunks(2) {
                    for shortcut in pair {
                        ui.label(RichText::new(shortcut.keys()).strong().monospace());
                        ui.label(shortcut.words);
                    }
                    ui.end_row();
                }
            });
        });
    desk.shows_help = is_open;
}

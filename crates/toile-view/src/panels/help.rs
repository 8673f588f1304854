//! The list of what mouse and keys do.

use crate::app::{Desk, MOUSE, SHORTCUTS};
use egui::{Context, Grid, ModifierNames, RichText, Window};

/// Shows the list, if it was asked for.
pub(crate) fn show(desk: &mut Desk, ctx: &Context) {
    let mut is_open = desk.shows_help;
    Window::new("Mouse and keys").open(&mut is_open).collapsible(false).resizable(false).show(ctx, |ui| {
        Grid::new("mouse").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
            for (what, words) in MOUSE {
                ui.label(RichText::new(*what).strong());
                ui.label(*words);
                ui.end_row();
            }
        });
        ui.separator();
        Grid::new("keys").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
            for shortcut in SHORTCUTS {
                ui.label(
                    RichText::new(shortcut.keys.format(&ModifierNames::NAMES, false)).strong().monospace(),
                );
                ui.label(shortcut.words);
                ui.end_row();
            }
        });
    });
    desk.shows_help = is_open;
}

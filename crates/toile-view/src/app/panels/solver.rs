//! How it is computed, and how long that takes.

use super::super::Desk;
use super::{controls, plot};
use crate::live::{LiveState, Panel};
use egui::Ui;

/// Shows settings of the solver, timings and counts.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    controls::show_all(desk, ui, state, Panel::Solver, None);
    ui.separator();
    if desk.steps.is_empty() {
        ui.weak("Timings are shown while time passes.");
        return;
    }
    ui.label(format!("The last step took {:.1} ms", state.report.milliseconds))
        .on_hover_text("With everything, in milliseconds. A sixtieth of a second is 16.7 ms.");
    plot::stages(ui, &desk.steps);
    ui.separator();
    egui::Grid::new("counts").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (name, value, unit) in &state.report.counts {
            ui.label(*name);
            let digits = usize::from(value.fract() != 0.0);
            ui.monospace(format!("{value:.digits$} {unit}"));
            ui.end_row();
        }
    });
}

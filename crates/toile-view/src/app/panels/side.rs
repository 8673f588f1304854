//! The panels on the right, one at a time.

use super::super::{Desk, Tab};
use super::{controls, export, fabric, fit, look, outfit, questions, solver};
use crate::live::{LiveState, Panel};
use egui::{ScrollArea, Ui};

/// Shows the tabs and the open panel.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    ui.add_space(4.0);
    if state.offer.asked.is_some() {
        // There is nothing to be set before it is known how the pattern is sewn.
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| questions::show(desk, ui, state));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (tab, name, help) in Tab::ALL {
            ui.selectable_value(&mut desk.settings.tab, tab, name).on_hover_text(help);
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| match desk.settings.tab {
        Tab::Outfit => outfit::show(desk, ui, state),
        Tab::Fit => fit::show(desk, ui, state),
        Tab::Fabric => fabric::show(desk, ui, state),
        Tab::Body => {
            if state.offer.controls.iter().any(|control| control.panel == Panel::Body) {
                ui.label("A change dresses the body anew, in the background.");
            }
            controls::show_all(desk, ui, state, Panel::Body, None);
        }
        Tab::Motion => {
            if state.offer.controls.iter().any(|control| control.panel == Panel::Motion) {
                ui.label("The body moves on the spot, and its clothes follow. A recording (.bvh) can be opened, or dropped on the window.");
                if ui.button("Open a recording …").on_hover_text("A motion of a body, as BVH").clicked() {
                    desk.show_files(None);
                }
            }
            controls::show_all(desk, ui, state, Panel::Motion, None);
        }
        Tab::Air => controls::show_all(desk, ui, state, Panel::Air, None),
        Tab::Solver => solver::show(desk, ui, state),
        Tab::Look => look::show(desk, ui, state),
        Tab::Export => export::show(desk, ui, state),
    });
}

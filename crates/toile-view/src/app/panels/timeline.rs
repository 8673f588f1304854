//! The time line: recorded frames to look at again, and what goes on.

use super::super::{Action, Desk};
use crate::live::{Activity, LiveState};
use egui::{Slider, Ui};

/// Shows the time line and the state of the simulation.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let frames = desk.handle.recorded();
        let is_live = desk.frame.is_none();
        let live = ui.selectable_label(is_live, "Now").on_hover_text(Action::Live.tooltip("Shows what happens now"));
        if live.clicked() {
            actions.push(Action::Live);
        }
        let (first, last) = (frames.start, frames.end.saturating_sub(1).max(frames.start));
        let mut frame = desk.frame.unwrap_or(last).clamp(first, last);
        ui.spacing_mut().slider_width = (ui.available_width() - 460.0).clamp(80.0, 900.0);
        let slider = Slider::new(&mut frame, first..=last.max(first + 1)).show_value(false);
        let response = ui.add_enabled(frames.len() > 1, slider);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, "Time line"));
        if response.on_hover_text("Recorded frames: draw to look back. The simulation goes on meanwhile.").changed() {
            desk.frame = Some(frame);
        }
        ui.monospace(format!("{:6.2} s", state.time)).on_hover_text("The time in the cloth's world, in seconds");
        if !is_live {
            ui.weak(format!("frame {} of {}", frame - first + 1, frames.len()));
        }
        ui.separator();
        ui.label(words(state)).on_hover_text(
            "How fast the cloth's world goes in comparison with ours, and by how many seconds it is behind since it was last started.",
        );
    });
}

/// What goes on, and how far behind it is.
fn words(state: &LiveState) -> String {
    let pace = state.pace;
    if state.activity == Activity::Empty && state.making.is_some() {
        return "In the making".to_owned();
    }
    match state.activity {
        Activity::Empty => "Nothing is open".to_owned(),
        Activity::Paused => "Paused".to_owned(),
        Activity::AtRest => "At rest".to_owned(),
        Activity::Failed => "Stopped: see the message".to_owned(),
        Activity::Running if pace.reached > 0.9 * pace.wanted => {
            format!("In real time, {:.0} ms a step", state.report.milliseconds)
        }
        Activity::Running => format!(
            "{:.1} × slower than real time, {:.1} s behind, {:.0} ms a step",
            pace.wanted / pace.reached.max(1e-3),
            pace.behind,
            state.report.milliseconds
        ),
    }
}

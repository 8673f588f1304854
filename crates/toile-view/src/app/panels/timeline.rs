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
            format!(
                "How fast time passes for the cloth in comparison with ours. It is {:.1} s behind since it was last started.",
                state.pace.behind
            ),
        );
    });
}

/// What goes on, and how fast.
fn words(state: &LiveState) -> String {
    let pace = state.pace;
    let now = match state.activity {
        Activity::Empty if state.making.is_some() => return "Nothing is there yet".to_owned(),
        Activity::Empty => "Nothing is open",
        Activity::Paused => "Paused",
        Activity::AtRest => "At rest",
        Activity::Halted | Activity::Failed => "Stopped: see the message",
        Activity::Running => {
            let milliseconds = state.report.milliseconds;
            return if pace.reached > 0.9 * pace.wanted {
                format!("In real time, {milliseconds:.0} ms a step")
            } else {
                let slower = pace.wanted / pace.reached.max(1e-3);
                format!("{slower:.1} × slower than real time, {milliseconds:.0} ms a step")
            };
        }
    };
    match state.making {
        Some(_) => format!("What is there: {}", now.to_lowercase()),
        None => now.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{LiveReport, Making, Pace};

    #[test]
    fn what_is_said_fits_together() {
        let pace = Pace { wanted: 1.0, reached: 1.0 / 12.8, behind: 0.9 };
        let report = LiveReport { milliseconds: 213.7, ..LiveReport::default() };
        let running = LiveState { activity: Activity::Running, pace, report, ..LiveState::default() };
        assert_eq!(words(&running), "12.8 × slower than real time, 214 ms a step");
        let resting = LiveState { activity: Activity::AtRest, ..running.clone() };
        assert_eq!(words(&resting), "At rest");
        let making = Some(Making::words("Making the body"));
        assert_eq!(words(&LiveState { making: making.clone(), ..resting }), "What is there: at rest");
        let first = LiveState { activity: Activity::Empty, making, ..running };
        assert_eq!(words(&first), "Nothing is there yet");
    }
}

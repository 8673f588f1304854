//! A small plot of stages over the last steps, drawn by hand.

use crate::live::LiveState;
use egui::{Align2, Color32, FontId, Rect, Sense, Ui};

/// Colours of the stages, in their order.
const COLORS: [Color32; 7] = [
    Color32::from_rgb(0x7F, 0x98, 0xA8),
    Color32::from_rgb(0xC4, 0x6F, 0x5E),
    Color32::from_rgb(0xD3, 0xA0, 0x4A),
    Color32::from_rgb(0x6F, 0xA0, 0x78),
    Color32::from_rgb(0x8A, 0x70, 0xA6),
    Color32::from_rgb(0xB0, 0x9B, 0x7E),
    Color32::from_rgb(0x2F, 0x7D, 0x8C),
];

/// The number of steps that are plotted.
const MAX_PLOTTED_STEPS: usize = 240;

/// Milliseconds of the stages of the last steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    stages: Vec<Vec<(&'static str, f32)>>,
    last: u64,
}

impl Steps {
    /// Sees a state. A step counts once, however often its state is published.
    pub(crate) fn see(&mut self, state: &LiveState) {
        if self.last == state.step || state.report.stages.is_empty() {
            return;
        }
        self.last = state.step;
        self.stages.push(state.report.stages.clone());
        let much = self.stages.len().saturating_sub(MAX_PLOTTED_STEPS);
        self.stages.drain(..much);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }
}

/// Steps side by side, each a pile of what its stages took.
pub(super) fn stages(ui: &mut Ui, steps: &Steps) {
    let steps = &steps.stages;
    let size = egui::vec2(ui.available_width(), 110.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let whole = |step: &Vec<(&str, f32)>| step.iter().map(|stage| stage.1).sum::<f32>();
    let most = steps.iter().map(whole).fold(1.0, f32::max) * 1.05;
    let width = (rect.width() / steps.len().max(60) as f32).min(6.0);
    for (k, step) in steps.iter().enumerate() {
        let left = rect.right() - (steps.len() - k) as f32 * width;
        let mut bottom = rect.bottom();
        for ((_, milliseconds), color) in step.iter().zip(COLORS) {
            let height = milliseconds / most * rect.height();
            let bar = Rect::from_min_max(egui::pos2(left, bottom - height), egui::pos2(left + width, bottom));
            painter.rect_filled(bar, 0.0, color);
            bottom -= height;
        }
    }
    let corner = rect.left_top() + egui::vec2(6.0, 4.0);
    let color = ui.visuals().text_color();
    painter.text(corner, Align2::LEFT_TOP, format!("{most:.0} ms"), FontId::proportional(11.0), color);
    response.on_hover_text("Milliseconds of each step, stage upon stage; the newest on the right.");
    if let Some(last) = steps.last() {
        legend(ui, last);
    }
}

fn legend(ui: &mut Ui, step: &[(&'static str, f32)]) {
    egui::Grid::new("stages").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for ((name, milliseconds), color) in step.iter().zip(COLORS) {
            ui.horizontal(|ui| {
                let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::hover());
                ui.painter().rect_filled(dot, 2.0, color);
                ui.label(*name);
            });
            ui.monospace(format!("{milliseconds:>7.1} ms"));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::LiveReport;

    #[test]
    fn a_step_is_plotted_once() {
        let mut steps = Steps::default();
        let state = |number: u64, step: u64| {
            let report = LiveReport { stages: vec![("contacts", 2.0)], ..LiveReport::default() };
            LiveState { number, step, report, ..LiveState::default() }
        };
        steps.see(&LiveState::default());
        assert!(steps.is_empty());
        for (number, step) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)] {
            steps.see(&state(number, step));
        }
        assert_eq!(steps.stages.len(), 2);
        (0..1000).for_each(|k| steps.see(&state(k, k + 3)));
        assert_eq!(steps.stages.len(), MAX_PLOTTED_STEPS);
    }
}

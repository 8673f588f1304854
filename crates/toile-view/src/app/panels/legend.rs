//! What the colours mean.

use super::super::Desk;
use crate::live::LiveState;
use egui::{Align2, Color32, FontId, Painter, Rect, Ui};
use toile_look::ColorMap;

/// The legend on the picture.
pub(crate) fn show(desk: &Desk, ui: &Ui, state: &LiveState, picture: Rect) {
    let Some(heat) = &state.heat else { return };
    let size = egui::vec2(18.0, (0.4 * picture.height()).clamp(60.0, 260.0));
    let place = Rect::from_min_size(picture.left_top() + egui::vec2(16.0, 50.0), size);
    let painter = ui.painter();
    let back = Rect::from_min_max(place.min - egui::vec2(8.0, 38.0), place.max + egui::vec2(86.0, 14.0));
    painter.rect_filled(back, 6.0, Color32::from_black_alpha(120));
    let words = format!("{} [{}]", heat.title, heat.unit);
    painter.text(
        place.min - egui::vec2(0.0, 22.0),
        Align2::LEFT_CENTER,
        words,
        FontId::proportional(13.0),
        Color32::WHITE,
    );
    let view = &desk.settings.view;
    gradient(painter, place, view.map, true);
    for tick in 0_u8..=4 {
        let share = f32::from(tick) / 4.0;
        let value = view.range[0] + share * (view.range[1] - view.range[0]);
        let at = egui::pos2(place.right() + 6.0, place.bottom() - share * place.height());
        painter.text(at, Align2::LEFT_CENTER, number(value), FontId::proportional(12.0), Color32::WHITE);
    }
}

/// The legend in a panel.
pub(super) fn bar(ui: &mut Ui, map: ColorMap, range: [f32; 2], unit: &str) {
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().min(280.0), 16.0), egui::Sense::hover());
    gradient(ui.painter(), rect, map, false);
    response.on_hover_text(format!("From {} to {} {unit}", number(range[0]), number(range[1])));
}

fn gradient(painter: &Painter, rect: Rect, map: ColorMap, is_upright: bool) {
    const STEPS: u16 = 64;
    for step in 0..STEPS {
        let [from, to] = [step, step + 1].map(|k| f32::from(k) / f32::from(STEPS));
        let [red, green, blue] = map.at(0.5 * (from + to)).to_srgb();
        let part = if is_upright {
            Rect::from_x_y_ranges(
                rect.x_range(),
                rect.bottom() - to * rect.height()..=rect.bottom() - from * rect.height(),
            )
        } else {
            Rect::from_x_y_ranges(
                rect.left() + from * rect.width()..=rect.left() + to * rect.width(),
                rect.y_range(),
            )
        };
        painter.rect_filled(part, 0.0, Color32::from_rgb(red, green, blue));
    }
}

/// A number with as many digits as are of use.
pub(crate) fn number(value: f32) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

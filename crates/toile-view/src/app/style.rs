//! How panels look.

use egui::{Color32, CornerRadius, Stroke, Theme, Visuals};

/// The one colour that stands out: what is chosen, and what is to be pressed.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(0x2F, 0x7D, 0x8C);
/// Things that went wrong.
pub(crate) const TROUBLE: Color32 = Color32::from_rgb(0xB2, 0x3A, 0x2E);

/// Gives panels their look.
pub(crate) fn apply(ctx: &egui::Context, is_dark: bool) {
    ctx.set_theme(if is_dark { Theme::Dark } else { Theme::Light });
    for (theme, base) in [(Theme::Dark, Visuals::dark()), (Theme::Light, Visuals::light())] {
        let mut visuals = base;
        visuals.selection.bg_fill = ACCENT;
        visuals.selection.stroke = Stroke::new(1.0, Color32::WHITE);
        visuals.hyperlink_color = ACCENT;
        visuals.slider_trailing_fill = true;
        for widget in
            [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active]
        {
            widget.corner_radius = CornerRadius::same(4);
        }
        ctx.set_visuals_of(theme, visuals);
    }
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.slider_width = 130.0;
        style.interaction.tooltip_delay = 0.35;
    });
}

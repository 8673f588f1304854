//! Where it is tight and where it is loose: colours, and words.

use super::super::Desk;
use super::legend;
use crate::live::{Activity, LiveState};
use crate::view_settings::ColorMode;
use egui::{DragValue, RichText, Ui};
use toile_look::ColorMap;

/// Chooses colours for what is shown.
pub(crate) fn choose_colors(desk: &mut Desk, state: &LiveState) {
    let view = &mut desk.settings.view;
    let Some(heat) = &state.heat else {
        view.mode = ColorMode::Material;
        return;
    };
    view.mode = ColorMode::Values;
    view.map = if heat.is_diverging {
        ColorMap::Diverging
    } else if heat.is_sequential {
        ColorMap::Sequential
    } else {
        ColorMap::Warm
    };
}

/// Shows what can be seen in colours, and what a tailor would say.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    if state.offer.quantities.is_empty() {
        ui.weak(match state.making {
            Some(_) => "How it fits is judged when it is made.",
            None => "There is no cloth here whose fit could be judged.",
        });
        return;
    }
    ui.label("Show in colours:");
    let now = desk.settings.quantity.clone();
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(now.is_none(), "Cloth").on_hover_text("The garment as it looks").clicked() {
            desk.show(None);
        }
        for quantity in &state.offer.quantities {
            let is_shown = now.as_deref() == Some(&quantity.name);
            let help = format!("{} In {}.", quantity.help, quantity.unit);
            if ui.selectable_label(is_shown, &quantity.title).on_hover_text(help).clicked() {
                desk.show(Some(quantity.name.clone()));
            }
        }
    });
    show_range(desk, ui, state);
    ui.separator();
    show_words(desk, ui, state);
}

fn show_range(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let Some(heat) = &state.heat else { return };
    let settings = &mut desk.settings;
    ui.add_space(4.0);
    legend::bar(ui, settings.view.map, settings.view.range, &heat.unit);
    ui.horizontal(|ui| {
        let step = (settings.view.range[1] - settings.view.range[0]).abs().max(1e-3) / 200.0;
        let [low, high] = &mut settings.view.range;
        let unit = format!(" {}", heat.unit);
        let from = ui
            .add(DragValue::new(low).speed(step).prefix("from ").suffix(&unit))
            .on_hover_text(format!("Values up to this have the first colour. In {}.", heat.unit));
        let to = ui
            .add(DragValue::new(high).speed(step).prefix("to ").suffix(&unit))
            .on_hover_text(format!("Values from this on have the last colour. In {}.", heat.unit));
        if from.changed() || to.changed() {
            settings.follows_range = false;
        }
        ui.checkbox(&mut settings.follows_range, "auto")
            .on_hover_text("The range of the colours follows the values");
    });
    let [low, high] = heat.extremes;
    ui.label(format!("Now from {} to {} {}.", legend::number(low), legend::number(high), heat.unit));
}

fn show_words(desk: &Desk, ui: &mut Ui, state: &LiveState) {
    if desk.awaits(state) {
        ui.weak("How it fits is judged when it is made.");
        return;
    }
    if state.making.is_some() {
        ui.weak("This is said of what is there, not of what is being made.");
    }
    ui.weak(when(state));
    for fit in state.fit.iter() {
        ui.label(RichText::new(format!("{}: {}", fit.garment, fit.verdict)).strong());
        for finding in &fit.findings {
            ui.label(finding);
        }
        if let Some(better) = &fit.better {
            ui.label(format!("Better: {better}"));
        }
        ui.add_space(6.0);
    }
}

/// Of which moment the words are, or when there will be some.
fn when(state: &LiveState) -> &'static str {
    match (state.fit.is_empty(), state.activity, state.fit_of) {
        (true, Activity::Running, _) => "A tailor's judgement follows when the cloth is at rest.",
        (true, ..) => "Nothing is known of the fit: it is judged on a body that stands.",
        (false, _, Activity::Halted) => "It has not come to rest:",
        (false, Activity::Running, Activity::AtRest) => "As of the last rest:",
        (false, _, Activity::AtRest) => "At rest:",
        (false, Activity::Running, _) => "As of when time last stood still, before it had come to rest:",
        (false, ..) => "As it is at this moment; it has not come to rest:",
    }
}

//! What is to become of files that were dropped, where there is a choice.

use super::super::Desk;
use crate::host::{Host, ViewFileKind};
use crate::live::{LiveState, Opening};
use egui::{Context, Window};

/// How wide the question is at least, in points: its answers are explained side by side.
const WIDTH: f32 = 420.0;

/// What can be done with files, in words, with an explanation.
type Choice = (&'static str, &'static str, Opening);

/// Files that were dropped, and what can be done with them.
pub(crate) struct Dropped {
    names: Vec<String>,
    /// What is asked.
    question: &'static str,
    choices: Vec<Choice>,
}

/// Opens files that were dropped, or lets choose how.
pub(crate) fn take(desk: &mut Desk, state: &LiveState, mut names: Vec<String>) {
    if desk.take_surroundings(&mut names) && names.is_empty() {
        return;
    }
    let opening = Opening { names, add: false, as_body: false };
    match choices(&*desk.host, &opening) {
        Some((question, choices)) if !state.offer.worn.is_empty() => {
            desk.dropped = Some(Dropped { names: opening.names, question, choices });
        }
        _ => desk.open(opening),
    }
}

/// Patterns may be worn instead or too, and one mesh may be a body. Returns what is asked, and what can be answered.
fn choices(host: &dyn Host, opening: &Opening) -> Option<(&'static str, Vec<Choice>)> {
    let all = |kind: ViewFileKind| opening.names.iter().all(|name| host.kind(name) == Some(kind));
    let plain = || opening.clone();
    if all(ViewFileKind::Pattern) {
        let answers = vec![
            ("Wear it instead", "In the place of what is worn now", plain()),
            ("Wear it too", "Together with what is worn now", Opening { add: true, ..plain() }),
        ];
        Some(("Wear this instead of what is worn, or too?", answers))
    } else if opening.names.len() == 1 && all(ViewFileKind::Mesh) {
        let answers = vec![
            ("It is a body", "It wears what is worn now", Opening { as_body: true, ..plain() }),
            ("Show it by itself", "Nothing is simulated", plain()),
        ];
        Some(("Is this a body that shall be dressed?", answers))
    } else {
        None
    }
}

/// Shows the choice, if there is one.
pub(crate) fn show(desk: &mut Desk, ctx: &Context) {
    let Some(dropped) = &desk.dropped else { return };
    let (mut is_open, mut chosen) = (true, None);
    Window::new("Dropped")
        .order(egui::Order::Foreground)
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ctx, |ui| {
            ui.set_min_width(WIDTH);
            for name in &dropped.names {
                ui.strong(name.rsplit(['/', '\\']).next().unwrap_or(name));
            }
            ui.label(dropped.question);
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                for (words, help, opening) in &dropped.choices {
                    ui.vertical(|ui| {
                        if ui.button(*words).clicked() {
                            chosen = Some(opening.clone());
                        }
                        ui.weak(*help);
                    });
                    ui.add_space(12.0);
                }
            });
        });
    if !is_open {
        desk.dropped = None;
    }
    if let Some(opening) = chosen {
        desk.open(opening);
    }
}

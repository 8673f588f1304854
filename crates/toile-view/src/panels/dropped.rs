//! What is to become of files that were dropped, where there is a choice.

use crate::app::Desk;
use crate::host::{FileKind, Host};
use crate::live::{Opening, State};
use egui::{Context, Window};

/// What can be done with files, in words, with an explanation.
type Choice = (&'static str, &'static str, Opening);

/// Files that were dropped, and what can be done with them.
pub(crate) struct Dropped {
    names: Vec<String>,
    choices: Vec<Choice>,
}

/// Opens files that were dropped, or lets choose how.
pub(crate) fn take(desk: &mut Desk, state: &State, mut names: Vec<String>) {
    if desk.take_surroundings(&mut names) && names.is_empty() {
        return;
    }
    let opening = Opening { names, add: false, as_body: false };
    let choices = choices(&*desk.host, &opening);
    if choices.is_empty() || state.offer.worn.is_empty() {
        desk.open(opening);
    } else {
        desk.dropped = Some(Dropped { names: opening.names, choices });
    }
}

/// Patterns may be worn instead or too, and one mesh may be a body.
fn choices(host: &dyn Host, opening: &Opening) -> Vec<Choice> {
    let all = |kind: FileKind| opening.names.iter().all(|name| host.kind(name) == Some(kind));
    let plain = || opening.clone();
    if all(FileKind::Pattern) {
        vec![
            ("Wear it instead", "In the place of what is worn now", plain()),
            ("Wear it too", "Together with what is worn now", Opening { add: true, ..plain() }),
        ]
    } else if opening.names.len() == 1 && all(FileKind::Mesh) {
        vec![
            ("It is a body", "It wears what is worn now", Opening { as_body: true, ..plain() }),
            ("Show it by itself", "Nothing is simulated", plain()),
        ]
    } else {
        Vec::new()
    }
}

/// Shows the choice, if there is one.
pub(crate) fn show(desk: &mut Desk, ctx: &Context) {
    let Some(dropped) = &desk.dropped else { return };
    let (mut is_open, mut chosen) = (true, None);
    let middle = ctx.content_rect().center();
    Window::new("Dropped")
        .order(egui::Order::Foreground)
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .default_pos(middle)
        .show(ctx, |ui| {
            for name in &dropped.names {
                ui.label(name.rsplit(['/', '\\']).next().unwrap_or(name));
            }
            ui.horizontal(|ui| {
                for (words, help, opening) in &dropped.choices {
                    if ui.button(*words).on_hover_text(*help).clicked() {
                        chosen = Some(opening.clone());
                    }
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

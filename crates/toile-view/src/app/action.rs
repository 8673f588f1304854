//! What keys and buttons do.

use egui::{Key, KeyboardShortcut, Modifiers};

/// Something that a key or a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    PlayPause,
    Step,
    Reset,
    Fit,
    Front,
    Back,
    Side,
    OtherSide,
    Top,
    Below,
    Pin,
    Undo,
    Redo,
    Open,
    Picture,
    Tension,
    Pattern,
    Panels,
    Wireframe,
    Theme,
    Live,
    Help,
    Close,
}

/// A key, and what it does in words.
pub(crate) struct Shortcut {
    pub(crate) action: Action,
    pub(crate) keys: KeyboardShortcut,
    pub(crate) words: &'static str,
}

const fn plain(action: Action, key: Key, words: &'static str) -> Shortcut {
    Shortcut { action, keys: KeyboardShortcut::new(Modifiers::NONE, key), words }
}

const fn with(action: Action, modifiers: Modifiers, key: Key, words: &'static str) -> Shortcut {
    Shortcut { action, keys: KeyboardShortcut::new(modifiers, key), words }
}

/// Modifiers come before plain keys, so that each press is taken by the right one.
pub(crate) const SHORTCUTS: &[Shortcut] = &[
    with(Action::Redo, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z, "do again what was taken back"),
    with(Action::Undo, Modifiers::COMMAND, Key::Z, "take the last change back"),
    with(Action::Open, Modifiers::COMMAND, Key::O, "open a pattern, body, scene or mesh"),
    with(Action::Picture, Modifiers::COMMAND, Key::S, "save a picture"),
    with(Action::Back, Modifiers::COMMAND, Key::Num1, "look from the back"),
    with(Action::OtherSide, Modifiers::COMMAND, Key::Num3, "look from the right of the body"),
    with(Action::Below, Modifiers::COMMAND, Key::Num7, "look from below"),
    plain(Action::PlayPause, Key::Space, "let time pass, or stand still"),
    plain(Action::Step, Key::Period, "one step"),
    plain(Action::Reset, Key::R, "back to the first state"),
    plain(Action::Fit, Key::F, "see all of it"),
    plain(Action::Front, Key::Num1, "look from the front"),
    plain(Action::Side, Key::Num3, "look from the left of the body"),
    plain(Action::Top, Key::Num7, "look from above"),
    plain(Action::Pin, Key::P, "put a needle in under the pointer, or take it out"),
    plain(Action::Tension, Key::T, "show where it is tight, or the fabric again"),
    plain(Action::Pattern, Key::E, "the flat pattern beside the picture"),
    plain(Action::Panels, Key::Tab, "show or hide the panels"),
    plain(Action::Wireframe, Key::W, "the triangles"),
    plain(Action::Theme, Key::D, "light or dark"),
    plain(Action::Live, Key::L, "from a recorded frame back to now"),
    plain(Action::Help, Key::Questionmark, "this list"),
    plain(Action::Close, Key::Escape, "close what lies over the picture"),
];

/// What the mouse does, for the list of shortcuts.
pub(crate) const MOUSE: &[(&str, &str)] = &[
    ("drag cloth", "pull at it"),
    ("drag a needle", "move it"),
    ("double click on cloth", "put a needle in; on a needle, take it out"),
    ("click on cloth", "select the piece, here and in the pattern"),
    ("drag beside the cloth, or with the right button", "turn the view"),
    ("drag with the middle button, or with Shift", "move the view"),
    ("wheel", "nearer or farther; while pulling, towards you or away"),
    ("drop a file", "open it"),
];

impl Shortcut {
    /// Its keys as they are written on a keyboard.
    pub(crate) fn keys(&self) -> String {
        match self.keys.logical_key {
            Key::Period => ".".to_owned(),
            Key::Questionmark => "?".to_owned(),
            _ => self.keys.format(&egui::ModifierNames::NAMES, false),
        }
    }
}

impl Action {
    /// A sentence for a tooltip: what it does, and its key.
    pub(crate) fn tooltip(self, words: &str) -> String {
        match SHORTCUTS.iter().find(|shortcut| shortcut.action == self) {
            Some(shortcut) => {
                format!("{words} ({})", shortcut.keys())
            }
            None => words.to_owned(),
        }
    }
}

/// The actions whose keys were pressed, unless somebody writes.
pub(crate) fn pressed(ctx: &egui::Context) -> Vec<Action> {
    if ctx.text_edit_focused() {
        return Vec::new();
    }
    keep_tab(ctx);
    let taken = |shortcut: &&Shortcut| {
        ctx.input_mut(|input| {
            // A question mark needs Shift on most keyboards.
            let is_help = shortcut.action == Action::Help;
            input.consume_shortcut(&shortcut.keys) || (is_help && input.events.iter().any(is_question_mark))
        })
    };
    SHORTCUTS.iter().filter(taken).map(|shortcut| shortcut.action).collect()
}

/// Tab is one of the keys here, so it does not lead from button to button: what it led to would take the other keys.
fn keep_tab(ctx: &egui::Context) {
    if ctx.input(|input| input.key_pressed(Key::Tab)) {
        ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    }
}

fn is_question_mark(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Text(text) if text == "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actions_share_a_key() {
        for (k, one) in SHORTCUTS.iter().enumerate() {
            assert!(SHORTCUTS[..k].iter().all(|other| other.keys != one.keys), "{}", one.words);
        }
    }
}

//! What was changed, and back.

use crate::live::{Command, Gesture};

/// A change and what takes it back.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What was done, in words: `Density`.
    pub label: String,
    /// Does it.
    pub forward: Command,
    /// Takes it back.
    pub back: Command,
    /// Whether it makes what is shown anew.
    pub remakes: bool,
}

/// The changes so far.
#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    done: Vec<Edit>,
    undone: Vec<Edit>,
    /// Whether the last change may still grow: a slider that is drawn is one change.
    is_open: bool,
}

/// The number of changes that are remembered.
const MAX_CHANGES: usize = 200;

impl UndoHistory {
    /// Remembers a change. Following changes of the same thing are one with it until [`close`](Self::close).
    pub fn add(&mut self, edit: Edit) {
        self.undone.clear();
        match self.done.last_mut() {
            Some(last) if self.is_open && same(&last.forward, &edit.forward) => last.forward = edit.forward,
            _ => self.done.push(edit),
        }
        self.is_open = true;
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
    }

    /// What was asked for is made, as a generation in the place of another: both are kept, and going back to one makes nothing anew.
    pub fn made(&mut self, before: u64, now: u64) {
        let is_new = |edit: &&mut Edit| edit.remakes && !matches!(edit.back, Command::Return { .. });
        let Some(edit) = self.done.iter_mut().rfind(is_new) else { return };
        let kept = |generation: u64, command: &Command| Command::Return {
            generation,
            otherwise: Some(Box::new(command.clone())),
        };
        (edit.back, edit.forward) = (kept(before, &edit.back), kept(now, &edit.forward));
        self.is_open = false;
    }

    /// The last change is complete.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Takes the last change back: the command that does so.
    pub fn undo(&mut self) -> Option<Command> {
        let edit = self.done.pop()?;
        self.is_open = false;
        self.undone.push(edit.clone());
        Some(edit.back)
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Option<Command> {
        let edit = self.undone.pop()?;
        self.is_open = false;
        self.done.push(edit.clone());
        Some(edit.forward)
    }

    /// What would be taken back, in words.
    pub fn last(&self) -> Option<&str> {
        self.done.last().map(|edit| edit.label.as_str())
    }

    /// What would be done again, in words.
    pub fn next(&self) -> Option<&str> {
        self.undone.last().map(|edit| edit.label.as_str())
    }
}

/// Whether two commands set the same thing.
fn same(a: &Command, b: &Command) -> bool {
    match (a, b) {
        (Command::Set(a, _), Command::Set(b, _)) => a == b,
        (Command::Touch(Gesture::Lead(a, _)), Command::Touch(Gesture::Lead(b, _))) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Value;

    fn set(key: &str, to: f64) -> Command {
        Command::Set(key.into(), Value::Number(to))
    }

    fn edit(key: &str, from: f64, to: f64) -> Edit {
        Edit { label: key.into(), forward: set(key, to), back: set(key, from), remakes: key == "size" }
    }

    #[test]
    fn a_slider_that_is_drawn_is_one_change() {
        let mut history = UndoHistory::default();
        history.add(edit("density", 1.0, 2.0));
        history.add(edit("density", 2.0, 3.0));
        history.close();
        history.add(edit("density", 3.0, 4.0));
        assert_eq!(history.undo(), Some(set("density", 3.0)));
        assert_eq!(history.undo(), Some(set("density", 1.0)));
        assert_eq!(history.undo(), None);
        assert_eq!(history.redo(), Some(set("density", 3.0)));
        assert_eq!(history.next(), Some("density"));
    }

    #[test]
    fn what_was_made_anew_is_gone_back_to_and_not_made_again() {
        let mut history = UndoHistory::default();
        history.add(edit("size", 1.0, 2.0));
        history.add(edit("weight", 1.0, 2.0));
        history.made(4, 5);
        assert_eq!(history.undo(), Some(set("weight", 1.0)));
        let back = |generation: u64, to: f64| Command::Return {
            generation,
            otherwise: Some(Box::new(set("size", to))),
        };
        assert_eq!(history.undo(), Some(back(4, 1.0)));
        assert_eq!(history.redo(), Some(back(5, 2.0)));
        history.made(5, 6);
        assert_eq!(history.undo(), Some(back(4, 1.0)), "it was made before");
    }

    #[test]
    fn a_new_change_forgets_what_was_taken_back() {
        let mut history = UndoHistory::default();
        history.add(edit("a", 0.0, 1.0));
        assert_eq!(history.undo(), Some(set("a", 0.0)));
        history.add(edit("b", 0.0, 1.0));
        assert_eq!(history.redo(), None);
        assert_eq!(history.last(), Some("b"));
    }
}

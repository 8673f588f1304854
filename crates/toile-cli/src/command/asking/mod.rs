//! Asking about patterns on the command line: in a terminal, one question after another; elsewhere as lists, with words to answer in.

mod dialogue;
mod listed;
mod refused;

pub(super) use dialogue::{Dialogue, ask};
pub(super) use listed::{ListedQuestion, list, picture_beside, write_picture};
pub(super) use refused::refused;

//! What can be done about a garment that was not dressed, in the words of the command.

use super::error::CommandError;
use toile_dress::{DressError, Remedy};
use toile_geom::allowance::Spent;

/// A remedy with the option or command that it takes.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "that is how errors say their remedies")]
pub(crate) fn say(remedy: &Remedy) -> String {
    let option = match remedy {
        Remedy::MoreTime => "--time-limit",
        Remedy::LongerEdges | Remedy::ShorterEdges => "--edge",
        Remedy::MoreMemory => "--memory-limit",
        Remedy::Halves => "toile import --on-fold PIECE, or --pair PIECE",
        Remedy::CheckPattern => "toile pattern show, toile pattern check",
        Remedy::CheckPlaces => "toile outfit --facts",
        Remedy::Answer => "toile import --ask",
        Remedy::AcceptGuesses => "--accept-guesses",
        Remedy::NameSeams => "toile import",
        Remedy::Force => "--force",
        Remedy::OtherSize => return remedy.to_string(),
    };
    format!("{remedy} ({option})")
}

impl From<DressError> for CommandError {
    fn from(error: DressError) -> Self {
        match error.spent() {
            Some(Spent::Cancelled) => Self::Interrupted(
                "Stopped by Ctrl-C before anything was sewn: nothing is written.".to_owned(),
            ),
            _ => Self::Input(error.words(&say)),
        }
    }
}

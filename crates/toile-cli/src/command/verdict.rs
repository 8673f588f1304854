//! What a check ends with: an exit code that tells a script whether it may go on.

use super::error::CommandError;

/// How faults are told.
#[derive(clap::Args)]
pub(crate) struct Verdict {
    /// Exit with code 0 even if there are faults, for scripts that read the report.
    #[arg(long)]
    exit_zero: bool,
}

impl Verdict {
    /// Ends well if there are no faults or nobody wants to know of them; else `faults` says what is wrong in a few words.
    pub(crate) fn of(&self, is_well: bool, faults: impl FnOnce() -> String) -> Result<(), CommandError> {
        if is_well || self.exit_zero { Ok(()) } else { Err(CommandError::Faulty(faults())) }
    }
}

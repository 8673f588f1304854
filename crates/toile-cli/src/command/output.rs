//! Where a command's words go: results to standard output, progress to standard error.

use super::error::CommandError;
use super::progress::Progress;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// What the user wants to see.
pub(crate) struct Output {
    json: bool,
    quiet: bool,
}

impl Output {
    pub(crate) fn new(json: bool, quiet: bool) -> Self {
        Self { json, quiet }
    }

    /// A progress display on standard error.
    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.quiet)
    }

    /// Prints the result: as JSON if that was asked for, else as the text.
    pub(crate) fn result<T: Serialize>(
        &self,
        result: &T,
        text: impl FnOnce() -> String,
    ) -> Result<(), CommandError> {
        if self.json {
            let json = serde_json::to_string_pretty(result).map_err(|error| {
                CommandError::Internal(format!("cannot write the result as JSON: {error}"))
            })?;
            print(&format!("{json}\n"))
        } else {
            print(&text())
        }
    }

    /// Says something beside the result, on standard error, unless the user wants quiet.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            eprintln!("{text}");
        }
    }
}

/// Prints to standard output. A reader that has seen enough and closed the pipe is no error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CommandError::Internal(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

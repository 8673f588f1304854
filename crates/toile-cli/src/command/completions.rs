//! `toile completions SHELL`: lets the shell complete toile's commands and options.

use super::Cli;
use super::error::CommandError;
use super::output::{Output, print};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell, to be sourced by it.
///
/// For example: toile completions bash > ~/.local/share/bash-completion/completions/toile
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self, _output: &Output) -> Result<(), CommandError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "toile", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

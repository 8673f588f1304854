//! The command `toile`. Run it alone for a demonstration, or `toile --help`.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run()
}

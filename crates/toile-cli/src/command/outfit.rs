//! `toile outfit`: what garments are and in which order they are worn.

use super::dressing_args::{DressingArgs, plan};
use super::error::CommandError;
use super::output::Output;
use std::path::{Path, PathBuf};
use toile_dress::Wearer;
use toile_dress::ontology::turtle;

const EXAMPLES: &str = "\
Examples:
  toile outfit shirt trousers pullover               what each is, and what is worn over what, with reasons
  toile outfit shirt trousers --order \"shirt in trousers\"
  toile outfit shirt pullover --order \"collar out\" --facts --turtle outfit.ttl";

/// Where the picture of what is not sure of a pattern goes: other commands have their results there.
const RESULTS: &str = "toile-out";

/// Say what garments are and in which order they are worn, with the reason for everything.
///
/// Classes are found by rules from the pieces, their places on the body and their seams; what is usually worn over what gives the order, unless
/// it is wished otherwise. The same order is used by toile dress.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    dressing: DressingArgs,
    /// Write all of it as OWL in Turtle, for ontology editors and reasoners.
    #[arg(long, value_name = "FILE")]
    turtle: Option<PathBuf>,
    /// Print the facts about pieces too.
    #[arg(long)]
    facts: bool,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let body = output.progress().stage("Making the body", || Wearer::open(&self.dressing.body))?;
        let plan = plan(self.dressing.on(&body), Path::new(RESULTS), output)?;
        if let Some(path) = &self.turtle {
            std::fs::write(path, turtle(&plan.ontology, Some(&plan.order)))
                .map_err(|error| CommandError::Input(format!("{}: cannot write: {error}", path.display())))?;
        }
        let facts = plan.facts();
        output.result(&facts, || if self.facts { format!("{facts:#}") } else { facts.to_string() })
    }
}

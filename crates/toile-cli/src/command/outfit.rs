//! `toile outfit`: what garments are and in which order they are worn.

use super::dressing_args::{DressingArgs, plan};
use super::error::CommandError;
use super::output::Output;
use std::fmt::Write;
use std::path::PathBuf;
use toile_dress::ontology::turtle;
use toile_dress::{OutfitFacts, Statement, Wearer};

const EXAMPLES: &str = "\
Examples:
  toile outfit -g shirt trousers pullover               what each is, and what is worn over what, with reasons
  toile outfit -g shirt trousers --order \"shirt in trousers\"
  toile outfit -g shirt pullover --order \"collar out\" --facts --turtle outfit.ttl";

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
        let plan = plan(self.dressing.on(&body), output)?;
        if let Some(path) = &self.turtle {
            std::fs::write(path, turtle(&plan.ontology, Some(&plan.order)))
                .map_err(|error| CommandError::Input(format!("{}: cannot write: {error}", path.display())))?;
        }
        let facts = plan.facts();
        output.result(&facts, || text(&facts, self.facts))
    }
}

fn text(facts: &OutfitFacts, pieces: bool) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        let _ = writeln!(text, "{}", words.trim_end());
    };
    line(format!("{:<6} {:<18} {:<12} {:<34} {}", "layer", "garment", "is a", "covers", "because"));
    for garment in &facts.garments {
        let turned = if garment.back_to_front { " (back to front)" } else { "" };
        let covers = garment.covers.join(", ");
        let name = format!("{}{turned}", garment.name);
        line(format!(
            "{:<6} {name:<18} {:<12} {covers:<34} {}",
            garment.layer, garment.class, garment.reason
        ));
        for (piece, layer) in &garment.pieces_elsewhere {
            line(format!("{layer:<6}   {piece}"));
        }
    }
    line(format!("\nPut on in the order: {}", facts.dressing.join(", ")));
    let mut list = |heading: &str, statements: &[Statement]| {
        if !statements.is_empty() {
            line(format!("\n{heading}"));
            for statement in statements {
                line(format!("  {:<44} {}", statement.fact, statement.reason));
            }
        }
    };
    list("Order:", &facts.order);
    list("Usual, but not here:", &facts.set_aside);
    if pieces {
        list("Pieces:", &facts.facts);
    }
    for odd in &facts.oddities {
        line(format!("\nOdd: {odd}."));
    }
    text
}

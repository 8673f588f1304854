//! What is asked of dressing, on the command line.

use super::asking::refused;
use super::error::CommandError;
use super::output::Output;
use super::within::one_of;
use std::path::Path;
use toile::{Dressing, Looseness, Wearer};
use toile_dress::ontology::Wish;
use toile_dress::{DressError, DressingPlan};

/// What is worn, by whom, and in which order.
#[derive(clap::Args)]
pub(crate) struct DressingArgs {
    /// A garment: a pattern file of any format, or the name of a built-in one. Several in any order.
    #[arg(value_name = "GARMENT", required_unless_present = "garments")]
    named: Vec<String>,
    /// A garment, named after other options.
    #[arg(short, long = "garment", value_name = "GARMENT", num_args = 1..)]
    garments: Vec<String>,
    /// The body: a file, a size such as eu-38, or woman, man, child.
    #[arg(short, long, value_name = "BODY", default_value = "eu-38")]
    pub(crate) body: String,
    /// How wide built-in garments are drawn.
    #[arg(long, default_value = "regular", value_parser = one_of(&Looseness::ALL, Looseness::name))]
    fit: Looseness,
    /// What lies over what, if not as usual: "shirt in trousers", "shirt over pullover", "collar out"; or how it is worn: "dress back to front".
    #[arg(long = "order", value_name = "WISH", num_args = 1..)]
    wishes: Vec<Wish>,
    /// Sew patterns in the likeliest way where it is not sure how they are sewn, instead of asking.
    #[arg(long)]
    accept_guesses: bool,
}

impl DressingArgs {
    /// Some garments on a body, everything else as usual.
    pub(crate) fn new(garments: Vec<String>, body: String) -> Self {
        let named = Vec::new();
        Self { named, garments, body, fit: Looseness::Regular, wishes: Vec::new(), accept_guesses: false }
    }

    /// The garments in the order in which they are named.
    pub(crate) fn garments(&self) -> impl Iterator<Item = &String> {
        self.named.iter().chain(&self.garments)
    }

    /// What is asked for, on a body that was made already.
    pub(crate) fn on(&self, wearer: &Wearer) -> Dressing {
        let dressing = Dressing::on(wearer).garments(self.garments()).wishes(self.wishes.iter().cloned());
        dressing.looseness(self.fit).accept_guesses(self.accept_guesses)
    }
}

/// Finds the garments and their order, and notes what was guessed. The picture of what is not sure of a pattern goes to a folder.
pub(crate) fn plan(dressing: Dressing, folder: &Path, output: &Output) -> Result<DressingPlan, CommandError> {
    let plan = dressing.plan().map_err(|error| not_planned(error, folder))?;
    plan.notes().for_each(|note| output.note(note));
    if plan.garments.iter().any(|found| found.guessed_seams > 0) {
        output.note("`toile import` lists seams that were guessed.");
    }
    Ok(plan)
}

/// Why garments are not found; of a pattern of which it is not sure how it is sewn, with the questions.
pub(crate) fn not_planned(error: DressError, folder: &Path) -> CommandError {
    match error.unsure() {
        Some(unsure) => refused(unsure, folder),
        None => error.into(),
    }
}

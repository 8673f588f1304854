//! `toile` alone, or `toile demo`: dresses the built-in mannequin.

use super::dress;
use super::error::CommandError;
use super::output::Output;
use super::within::edge_length;
use std::path::PathBuf;

/// What the mannequin wears, in the order in which it is put on.
const OUTFIT: [&str; 2] = ["trousers", "t-shirt"];
const BODY: &str = "eu-38";

/// Give a demonstration: what toile does when it is run alone.
///
/// It makes a mannequin of size 38, drafts trousers and a T-shirt for it, dresses it in them, and writes pictures, a GLB and the meshes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the results.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out")]
    output: PathBuf,
    /// How long the edges of the mesh are, in metres: 0.01 is fine, 0.03 quick.
    #[arg(long, value_name = "METRES", default_value_t = EDGE, value_parser = edge_length)]
    edge: f64,
}

const EDGE: f64 = 0.02;

impl Default for Args {
    fn default() -> Self {
        Self { output: PathBuf::from("toile-out"), edge: EDGE }
    }
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        output.note("Dressing the mannequin eu-38 in trousers and a T-shirt. `toile --help` tells what else there is.");
        dress::Args::new(OUTFIT.map(str::to_owned).to_vec(), BODY.to_owned(), self.edge, self.output)
            .run(output)
    }
}

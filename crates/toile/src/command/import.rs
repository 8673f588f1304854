//! `toile import`: a pattern of any format becomes a garment file.

use super::error::CommandError;
use super::output::Output;
use super::pattern::write_pattern;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use toile_pattern::Garment;
use toile_pattern::import::{Imported, PatternFormat, import_bytes};

const EXAMPLES: &str = "\
Examples:
  toile import shirt.json -o shirt.toml                     GarmentCode: seams come along
  toile import trousers.dxf -o trousers.toml --picture trousers.png
  toile import draft.svg -o draft.toml --accept 0.8         only seams that are nearly certain";

/// Import a pattern: GarmentCode and NeuralTailor JSON, FreeSewing JSON, DXF-AAMA and ASTM, SVG.
///
/// The format is told by the content of the file. Formats without seams get suggestions, which are listed with their scores;
/// those that reach --accept are written to the garment file, where you can edit them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The pattern.
    pattern: PathBuf,
    /// Where to write it: a garment file (.toml), GarmentCode (.json), .dxf, .svg or .pdf; a name without extension is that of a folder.
    #[arg(short, long, value_name = "GARMENT")]
    output: PathBuf,
    /// Draw the pieces with their seams in colours (PNG or SVG).
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Write suggested seams with at least this score, from 0 to 1.
    #[arg(long, value_name = "SCORE", default_value_t = 0.6)]
    accept: f64,
}

/// What came of it; the names of the fields are a contract.
#[derive(Serialize)]
struct Report {
    format: &'static str,
    pieces: usize,
    seams: usize,
    suggested_seams: Vec<Suggested>,
    warnings: Vec<String>,
    output: PathBuf,
}

#[derive(Serialize)]
struct Suggested {
    a: String,
    b: String,
    score: f64,
    accepted: bool,
    reasons: Vec<String>,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let input = |error: toile_pattern::error::PatternError| {
            CommandError::Input(error.in_file(&self.pattern).to_string())
        };
        let bytes = std::fs::read(&self.pattern).map_err(|error| {
            CommandError::Input(format!("{}: cannot read: {error}", self.pattern.display()))
        })?;
        let name = self.pattern.file_stem().unwrap_or_default().to_string_lossy();
        let imported = import_bytes(&name, &bytes).map_err(input)?;
        let format = PatternFormat::of(&bytes).map_or("unknown", PatternFormat::name);
        let (garment, suggested_seams) = self.accepted(&imported);
        write_pattern(&garment, &self.output)?;
        if let Some(path) = &self.picture {
            write_pattern(&garment, path)?;
        }
        let report = Report {
            format,
            pieces: garment.pieces.len(),
            seams: imported.garment.seams.len(),
            suggested_seams,
            warnings: imported.warnings,
            output: self.output.clone(),
        };
        output.result(&report, || report.text(&self))
    }

    /// The garment with the suggestions that are likely enough, and all of them for the report.
    fn accepted(&self, imported: &Imported) -> (Garment, Vec<Suggested>) {
        let mut garment = imported.garment.clone();
        let mut listed = Vec::new();
        for suggestion in &imported.suggestions {
            let side = |side: usize| {
                let parts = suggestion.seam.sides[side]
                    .iter()
                    .map(|part| garment.part_name(part))
                    .collect::<Vec<_>>();
                parts.join(" + ")
            };
            let accepted = suggestion.score >= self.accept;
            let (a, b) = (side(0), side(1));
            listed.push(Suggested {
                a,
                b,
                score: suggestion.score,
                accepted,
                reasons: suggestion.reasons.clone(),
            });
            if accepted {
                garment.seams.push(suggestion.seam.clone());
            }
        }
        (garment, listed)
    }
}

impl Report {
    fn text(&self, args: &Args) -> String {
        let mut text = format!(
            "{}: {} with {} pieces and {} seams.\n",
            args.pattern.display(),
            self.format,
            self.pieces,
            self.seams
        );
        for warning in &self.warnings {
            let _ = writeln!(text, "  note: {warning}");
        }
        if !self.suggested_seams.is_empty() {
            let _ = writeln!(text, "Suggested seams (* written, edit them in the garment file):");
            for seam in &self.suggested_seams {
                let mark = if seam.accepted { '*' } else { ' ' };
                let reasons = seam.reasons.join(", ");
                let _ = writeln!(text, "  {mark} {:.2}  {} = {}  ({reasons})", seam.score, seam.a, seam.b);
            }
        }
        for path in std::iter::once(&self.output).chain(&args.picture) {
            let _ = writeln!(text, "Wrote {}.", path.display());
        }
        text
    }
}

//! `toile import`: a pattern of any format becomes a garment file.

use super::error::CommandError;
use super::output::Output;
use super::pattern::write_pattern;
use super::within::within;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use toile_pattern::Garment;
use toile_pattern::halves::{Half, fold_edge, is_nearly_straight};
use toile_pattern::import::{PatternFormat, import_bytes};
use toile_pattern::imported::Imported;
use toile_pattern::piece::{CutRule, Piece};

const EXAMPLES: &str = "\
Examples:
  toile import shirt.json -o shirt.toml                     GarmentCode: seams come along
  toile import trousers.dxf -o trousers.toml --picture trousers.png
  toile import draft.svg -o draft.toml --accept 0.8         only seams that are nearly certain
  toile import skirt.dxf -o skirt.toml --on-fold Front Back:2   halves that the file does not tell
  toile import skirt.dxf -o skirt.toml --as-drawn           nothing is unfolded";

/// Import a pattern: GarmentCode and NeuralTailor JSON, FreeSewing JSON, DXF-AAMA and ASTM, SVG.
///
/// The content of the file decides the format. Formats without seams get suggestions, which are listed with their scores;
/// those that reach --accept are written to the garment file, where you can edit them. So are pieces that are probably drawn as halves.
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
    #[arg(long, value_name = "SCORE", default_value_t = 0.6, value_parser = within(0.0, 1.0, ""))]
    accept: f64,
    /// Take every piece as it is drawn, even if it looks like a half.
    #[arg(long)]
    as_drawn: bool,
    /// Pieces of which half is drawn, each with the edge that lies on the fold if it is not the longest straight one along the grain: Front, Back:3.
    #[arg(long, value_name = "PIECE[:EDGE]", num_args = 1..)]
    on_fold: Vec<String>,
    /// Pieces that are cut twice, the second time mirrored.
    #[arg(long, value_name = "PIECE", num_args = 1..)]
    pair: Vec<String>,
}

/// What came of it; the names of the fields are a contract.
#[derive(Serialize)]
struct Report {
    format: &'static str,
    pieces: usize,
    seams: usize,
    suggested_seams: Vec<Suggested>,
    halves: Vec<SuggestedHalf>,
    warnings: Vec<String>,
    output: PathBuf,
}

/// A piece that is probably drawn as a half.
#[derive(Serialize)]
struct SuggestedHalf {
    piece: String,
    /// The edge on the fold; none for one of a pair.
    on_fold: Option<String>,
    score: f64,
    accepted: bool,
    reasons: Vec<String>,
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
        let mut imported = import_bytes(&name, &bytes).map_err(input)?;
        let halves = self.make_whole(&mut imported)?;
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
            halves,
            warnings: imported.warnings,
            output: self.output.clone(),
        };
        output.result(&report, || report.text(&self))
    }

    /// Says which pieces are halves: those that the user names, and those that are likely enough.
    fn make_whole(&self, imported: &mut Imported) -> Result<Vec<SuggestedHalf>, CommandError> {
        for wish in &self.on_fold {
            let (name, edge) = match wish.rsplit_once(':') {
                Some((name, edge)) if piece_named(imported, wish).is_err() => (name, Some(edge)),
                _ => (wish.as_str(), None),
            };
            let number = piece_named(imported, name)?;
            let edge = edge_on_fold(&imported.garment.pieces[number], edge)?;
            imported.cut(number, CutRule::OnFold(edge));
        }
        for name in &self.pair {
            imported.cut(piece_named(imported, name)?, CutRule::Pair);
        }
        // Which pieces look like halves depends on what was wished of the others.
        if !self.on_fold.is_empty() || !self.pair.is_empty() {
            imported.halves.clear();
        }
        let accept = if self.as_drawn { f64::INFINITY } else { self.accept };
        let taken = imported.make_whole(accept);
        let listed = |half: &Half, accepted: bool| {
            let piece = &imported.garment.pieces[half.piece];
            SuggestedHalf {
                piece: piece.name.clone(),
                on_fold: if let CutRule::OnFold(edge) = half.cut {
                    Some(piece.edge_name(edge))
                } else {
                    None
                },
                score: half.score,
                accepted,
                reasons: half.reasons.clone(),
            }
        };
        let all =
            taken.iter().map(|half| (half, true)).chain(imported.halves.iter().map(|half| (half, false)));
        Ok(all.map(|(half, accepted)| listed(half, accepted)).collect())
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

fn piece_named(imported: &Imported, name: &str) -> Result<usize, CommandError> {
    let garment = &imported.garment;
    garment.piece_named(name).ok_or_else(|| {
        let names: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
        CommandError::Input(format!("there is no piece `{name}`; the pieces are {}", names.join(", ")))
    })
}

/// The edge that lies on the fold, by name or number, or else the one that is likeliest.
fn edge_on_fold(piece: &Piece, edge: Option<&str>) -> Result<usize, CommandError> {
    let name = &piece.name;
    let Some(edge) = edge else {
        return fold_edge(piece).ok_or_else(|| {
            CommandError::Input(format!(
                "piece `{name}` has no long straight edge along the grain; say which one lies on the fold: --on-fold {name}:EDGE"
            ))
        });
    };
    let number = piece.edge_named(edge).filter(|number| *number < piece.outline.edges.len());
    let number = number.ok_or_else(|| {
        let names: Vec<String> = (0..piece.outline.edges.len()).map(|edge| piece.edge_name(edge)).collect();
        CommandError::Input(format!(
            "piece `{name}` has no edge `{edge}`; its edges are {}",
            names.join(", ")
        ))
    })?;
    if !is_nearly_straight(&piece.outline.edges[number].curve) {
        return Err(CommandError::Input(format!(
            "edge `{edge}` of piece `{name}` is not straight, so that it cannot lie on the fold"
        )));
    }
    Ok(number)
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
        if !self.halves.is_empty() {
            let _ = writeln!(text, "Probably halves (* unfolded or doubled; --as-drawn leaves them):");
            for half in &self.halves {
                let mark = if half.accepted { '*' } else { ' ' };
                let how = half.on_fold.as_ref().map_or_else(
                    || "cut twice, mirrored".to_owned(),
                    |edge| format!("on the fold along edge {edge}"),
                );
                let reasons = half.reasons.join(", ");
                let _ = writeln!(text, "  {mark} {:.2}  {}: {how}  ({reasons})", half.score, half.piece);
            }
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

//! `toile import`: a pattern of any format becomes a garment file.

use super::asking::{Dialogue, ListedQuestion, ask, list, picture_beside, write_picture};
use super::error::CommandError;
use super::output::Output;
use super::pattern::write_pattern;
use super::within::within;
use serde::Serialize;
use std::fmt::Write;
use std::io::{IsTerminal, stderr, stdin};
use std::path::{Path, PathBuf};
use toile_io::FolderLock;
use toile_pattern::Garment;
use toile_pattern::asking::{Decision, Interview, Question, SURE, is_same_seam};
use toile_pattern::file::{remember, remembering_file, remembers_answers};
use toile_pattern::halves::{Half, fold_edge, is_nearly_straight};
use toile_pattern::import::{PatternFormat, import};
use toile_pattern::imported::Imported;
use toile_pattern::piece::{CutRule, Piece};
use toile_pattern::suggest::SuggestedSeam;

const EXAMPLES: &str = "\
Examples:
  toile import shirt.json -o shirt.toml                     GarmentCode: seams come along
  toile import draft.svg --ask                              asks what is not sure, and writes draft.toml
  toile import draft.toml --ask                             goes on where it was stopped
  toile import draft.svg --answer \"front.2 = collar.1\" \"back.3 = fold\" \"pocket = left out\"
  toile import draft.svg --accept 0.5                       sews what is likelier than not, and asks about the rest
  toile import trousers.dxf -o trousers.toml --picture trousers.png
  toile import skirt.dxf -o skirt.toml --on-fold Front Back:2   halves that the file does not tell
  toile import skirt.dxf -o skirt.toml --as-drawn           nothing is unfolded

Answers in words: `front.neck = collar.1` is sewn, `front.neck != collar.1` is not, `front.neck = nothing` stays open,
`back.3 = fold` lies on the fold, `sleeve = pair` is cut twice, `sleeve = once` as drawn, `pocket = sewn in`, `pocket = left out`.
Questions that stay open are listed and kept in the garment file; the exit code is 0, and toile dress refuses the garment.";

/// Import a pattern: GarmentCode and NeuralTailor JSON, FreeSewing JSON, DXF-AAMA and ASTM, SVG.
///
/// The content of the file decides the format. Of files that do not tell their seams, what is sure is sewn and what is not is asked about: which edges
/// are sewn together, which pieces are drawn as halves, and which do not belong to the garment. The garment file remembers the answers.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The pattern, or a garment file with open questions.
    pattern: PathBuf,
    /// Where to write it: a garment file (.toml), GarmentCode (.json), .dxf, .svg or .pdf; a name without extension is that of a folder. If it is not said,
    /// a garment file beside the pattern; of a garment file, that itself.
    #[arg(short, long, value_name = "GARMENT")]
    output: Option<PathBuf>,
    /// Ask about what is not sure, one question after another, with a picture of the edges that are meant.
    #[arg(long)]
    ask: bool,
    /// Answers in words, such as "front.neck = collar.1" or "back.3 = fold".
    #[arg(long, value_name = "ANSWER", num_args = 1..)]
    answer: Vec<String>,
    /// A file with such answers, one in a line; what begins with # is skipped.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Take the likeliest answer to whatever stays open.
    #[arg(long)]
    accept_guesses: bool,
    /// Draw the pieces with their seams in colours (PNG or SVG).
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// What is at least so probable, from 0 to 1, is taken without asking.
    #[arg(long, value_name = "PROBABILITY", default_value_t = SURE, value_parser = within(0.0, 1.0, ""))]
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
    /// What is still open.
    questions: Vec<ListedQuestion>,
    /// The picture of these.
    questions_picture: Option<PathBuf>,
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
        let target = self.target()?;
        let mut imported = import(&self.pattern)?;
        let before = imported.clone();
        let halves = self.make_whole(&mut imported)?;
        imported
            .answer_in_words(&self.answers_in_words()?)
            .map_err(|error| CommandError::Input(error.to_string()))?;
        if self.ask {
            imported = self.asked(imported, &picture_beside(&target), output)?;
        }
        let suggested = imported.suggestions.clone();
        if self.accept_guesses {
            imported.settle_likeliest(self.accept);
        } else {
            imported.settle(self.accept);
        }
        let questions = Interview::below(imported.clone(), self.accept).questions();
        let is_written = target != self.pattern || imported != before;
        if is_written {
            write_imported(&imported, &target)?;
            if !questions.is_empty() && !remembers_answers(&target) {
                output.note(&format!(
                    "{} cannot keep questions: what is open is not sewn in it.",
                    target.display()
                ));
            }
        }
        if let Some(path) = &self.picture {
            write_pattern(&imported.garment, path)?;
        }
        let garment = &imported.garment;
        let report = Report {
            format: self.format(),
            pieces: garment.pieces.len(),
            seams: before.garment.seams.len(),
            suggested_seams: suggested.iter().map(|known| Suggested::of(known, garment)).collect(),
            halves: halves.iter().map(|half| SuggestedHalf::of(half, garment)).collect(),
            questions: questions.iter().map(|question| ListedQuestion::of(garment, question)).collect(),
            questions_picture: drawn(&questions, garment, &target)?,
            warnings: imported.warnings.clone(),
            output: target,
        };
        output.result(&report, || report.text(&self, &questions, garment, is_written))
    }

    /// Where the garment goes.
    fn target(&self) -> Result<PathBuf, CommandError> {
        if let Some(output) = &self.output {
            return Ok(output.clone());
        }
        let target = remembering_file(&self.pattern);
        if target != self.pattern && target.exists() {
            let there = target.display();
            return Err(CommandError::Input(format!(
                "{there} is there already: `toile import {there} --ask` goes on with it, and -o names another file"
            )));
        }
        Ok(target)
    }

    fn format(&self) -> &'static str {
        if self.pattern.is_dir() {
            return PatternFormat::Toile.name();
        }
        let bytes = std::fs::read(&self.pattern).unwrap_or_default();
        PatternFormat::of(&bytes).map_or("unknown", PatternFormat::name)
    }

    /// All answers that were given in words.
    fn answers_in_words(&self) -> Result<Vec<String>, CommandError> {
        let mut answers = self.answer.clone();
        if let Some(path) = &self.answers {
            let text = std::fs::read_to_string(path)
                .map_err(|error| CommandError::Input(format!("{}: cannot read: {error}", path.display())))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            answers.extend(lines.map(str::to_owned));
        }
        Ok(answers)
    }

    /// Asks, if somebody is there.
    fn asked(&self, imported: Imported, picture: &Path, output: &Output) -> Result<Imported, CommandError> {
        if !(stdin().is_terminal() && stderr().is_terminal()) {
            output.note("Nobody can be asked without a terminal: what is open is listed. Answer with --answer or --answers.");
            return Ok(imported);
        }
        let mut interview = Interview::below(imported, self.accept);
        let mut dialogue = Dialogue { input: &mut stdin().lock(), output: &mut stderr(), picture };
        ask(&mut interview, &mut dialogue)?;
        Ok(interview.into_imported())
    }

    /// Says which pieces are halves: those that the user names, and those that are likely enough. Returns all that look so.
    fn make_whole(&self, imported: &mut Imported) -> Result<Vec<Half>, CommandError> {
        for wish in &self.on_fold {
            let (name, edge) = match wish.rsplit_once(':') {
                Some((name, edge)) if piece_named(imported, wish).is_err() => (name, Some(edge)),
                _ => (wish.as_str(), None),
            };
            let number = piece_named(imported, name)?;
            let edge = edge_on_fold(&imported.garment.pieces[number], edge)?;
            imported.decide(&Decision::Cut(number, CutRule::OnFold(edge)));
        }
        for name in &self.pair {
            let number = piece_named(imported, name)?;
            imported.decide(&Decision::Cut(number, CutRule::Pair));
        }
        // Which pieces look like halves depends on what was wished of the others.
        if !self.on_fold.is_empty() || !self.pair.is_empty() {
            imported.halves.clear();
        }
        let halves = imported.halves.clone();
        if self.as_drawn {
            for half in &halves {
                let drawn = imported.garment.pieces[half.piece].cut;
                imported.decide(&Decision::Cut(half.piece, drawn));
            }
        }
        imported.make_whole(self.accept);
        Ok(halves)
    }
}

/// Draws what is open beside the garment; a picture of what is answered by now is taken away.
fn drawn(questions: &[Question], garment: &Garment, target: &Path) -> Result<Option<PathBuf>, CommandError> {
    let picture = picture_beside(target);
    if questions.is_empty() {
        if picture.is_file() {
            std::fs::remove_file(&picture)
                .map_err(|error| CommandError::Input(format!("{}: {error}", picture.display())))?;
        }
        return Ok(None);
    }
    write_picture(&picture, garment, questions)?;
    Ok(Some(picture))
}

/// Writes a pattern with its open questions and answers, if its format has a place for them.
fn write_imported(imported: &Imported, path: &Path) -> Result<(), CommandError> {
    if !remembers_answers(path) {
        return write_pattern(&imported.garment, path);
    }
    let _lock = path.extension().is_none().then(|| FolderLock::take(path)).transpose()?;
    Ok(remember(imported, path)?)
}

impl Suggested {
    /// A suggestion, and whether it was sewn.
    fn of(known: &SuggestedSeam, garment: &Garment) -> Self {
        let [a, b] = known
            .seam
            .sides
            .each_ref()
            .map(|side| side.iter().map(|part| garment.part_name(part)).collect::<Vec<_>>().join(" + "));
        let accepted = garment.seams.iter().any(|seam| is_same_seam(garment, seam, &known.seam));
        Self { a, b, score: known.score, accepted, reasons: known.reasons.clone() }
    }
}

impl SuggestedHalf {
    fn of(half: &Half, garment: &Garment) -> Self {
        let piece = &garment.pieces[half.piece];
        let on_fold = match half.cut {
            CutRule::OnFold(edge) => Some(piece.edge_name(edge)),
            CutRule::Pair | CutRule::Once => None,
        };
        let (score, reasons) = (half.score, half.reasons.clone());
        Self { piece: piece.name.clone(), on_fold, score, accepted: piece.cut == half.cut, reasons }
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

/// So many questions are told in words; all of them are in the garment file.
const MOST_TOLD: usize = 12;

impl Report {
    fn text(&self, args: &Args, questions: &[Question], garment: &Garment, is_written: bool) -> String {
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
        let halves: Vec<&SuggestedHalf> = self.halves.iter().filter(|half| half.accepted).collect();
        if !halves.is_empty() {
            let _ = writeln!(text, "Halves that are unfolded or doubled (--as-drawn leaves them):");
        }
        for half in halves {
            let how = half.on_fold.as_ref().map_or_else(
                || "cut twice, mirrored".to_owned(),
                |edge| format!("on the fold along edge {edge}"),
            );
            let _ =
                writeln!(text, "  {:.2}  {}: {how}  ({})", half.score, half.piece, half.reasons.join(", "));
        }
        let sewn: Vec<&Suggested> = self.suggested_seams.iter().filter(|seam| seam.accepted).collect();
        if !sewn.is_empty() {
            let _ = writeln!(text, "Seams that the file does not tell and that are sewn:");
        }
        for seam in sewn {
            let _ =
                writeln!(text, "  {:.2}  {} = {}  ({})", seam.score, seam.a, seam.b, seam.reasons.join(", "));
        }
        if !questions.is_empty() {
            let _ = writeln!(
                text,
                "Open, and not sewn (* the likeliest; answer with --ask, or with --answer and the words at the end):"
            );
            text += &list(garment, questions, MOST_TOLD);
        }
        let written = is_written.then_some(&self.output);
        for path in written.into_iter().chain(&args.picture).chain(&self.questions_picture) {
            let _ = writeln!(text, "Wrote {}.", path.display());
        }
        text
    }
}

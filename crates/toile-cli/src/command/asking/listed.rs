//! Open questions as lists, as JSON, and as a picture.

use crate::command::error::CommandError;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_io::file::write_png;
use toile_look::question_picture;
use toile_pattern::Garment;
use toile_pattern::asking::{Choice, Question};

/// Pixels across a picture of questions.
const PICTURE_WIDTH: u32 = 1400;

/// An open question; the names of the fields are a contract.
#[derive(Serialize)]
pub(in crate::command) struct ListedQuestion {
    question: String,
    /// The edges that it is about, by their letters.
    edges: Vec<ListedEdges>,
    options: Vec<ListedOption>,
    /// The number of the likeliest option.
    default: usize,
}

#[derive(Serialize)]
struct ListedEdges {
    letter: String,
    piece: String,
    /// Empty if the piece as a whole is meant.
    edges: Vec<String>,
}

#[derive(Serialize)]
struct ListedOption {
    text: String,
    probability: f64,
    reasons: Vec<String>,
    /// What `toile import --answer` takes for it.
    answer: String,
}

impl ListedQuestion {
    pub(in crate::command) fn of(garment: &Garment, question: &Question) -> Self {
        let edges = question.marks.iter().map(|mark| ListedEdges {
            letter: mark.letter.clone(),
            piece: garment.pieces.get(mark.piece).map_or_else(String::new, |piece| piece.name.clone()),
            edges: mark.parts.iter().map(|part| garment.part_name(part)).collect(),
        });
        let options = question.options.iter().map(|option| ListedOption {
            text: option.text.clone(),
            probability: option.probability,
            reasons: option.reasons.clone(),
            answer: option.decision.in_words(garment),
        });
        Self {
            question: question.text.clone(),
            edges: edges.collect(),
            options: options.collect(),
            default: question.default,
        }
    }
}

/// Questions with their options, so many of them, each as long as a few lines.
pub(in crate::command) fn list(garment: &Garment, questions: &[Question], most: usize) -> String {
    let mut text = String::new();
    for question in questions.iter().take(most) {
        let _ = writeln!(text, "  {}", question.text);
        for (number, option) in question.options.iter().enumerate() {
            let mark = if number == question.default { '*' } else { ' ' };
            let answer = option.decision.in_words(garment);
            let _ = writeln!(text, "   {mark} {}{}: \"{answer}\"", chance(option), why(option));
        }
    }
    if questions.len() > most {
        let _ = writeln!(text, "  and {} more", questions.len() - most);
    }
    text
}

/// What an option is, and how probable: `yes, 62 %`.
pub(super) fn chance(option: &Choice) -> String {
    format!("{}, {:.0} %", option.text, 100.0 * option.probability)
}

/// What speaks for an option, in brackets; nothing if nothing does.
fn why(option: &Choice) -> String {
    if option.reasons.is_empty() { String::new() } else { format!(" ({})", option.reasons.join(", ")) }
}

/// The picture of questions that belongs to a garment file.
pub(in crate::command) fn picture_beside(garment_file: &Path) -> PathBuf {
    let stem = garment_file.file_stem().unwrap_or_default().to_string_lossy();
    garment_file.with_file_name(format!("{stem}-questions.png"))
}

/// Draws questions.
pub(in crate::command) fn write_picture(
    path: &Path,
    garment: &Garment,
    questions: &[Question],
) -> Result<(), CommandError> {
    Ok(write_png(path, &question_picture(garment, questions, PICTURE_WIDTH))?)
}

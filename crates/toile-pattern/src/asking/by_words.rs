//! Answers as people write them, in the words of a garment file.

use super::between::seam_between;
use super::cloth::is_same_seam;
use super::question::Decision;
use crate::file::edge_chain;
use crate::garment::Garment;
use crate::halves::is_nearly_straight;
use crate::imported::Imported;
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};
use toile_geom::names::did_you_mean;

/// Why an answer in words is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{answer}`: {cause}; {remedy}")]
pub struct WordedAnswerError {
    /// The answer.
    pub answer: String,
    /// What is wrong with it.
    pub cause: String,
    /// What to write instead.
    pub remedy: String,
}

/// What can be said of a piece.
const OF_PIECES: [(&str, PieceWord); 4] = [
    ("pair", PieceWord::Cut(CutRule::Pair)),
    ("once", PieceWord::Cut(CutRule::Once)),
    ("sewn in", PieceWord::Use(true)),
    ("left out", PieceWord::Use(false)),
];

#[derive(Clone, Copy)]
enum PieceWord {
    Cut(CutRule),
    Use(bool),
}

const USAGE: &str = "write `front.neck = collar.1` for a seam, `front.neck != collar.1` for none, `front.neck = nothing` for an edge that stays open, \
     `back.3 = fold`, `sleeve = pair` or `sleeve = once` for how a piece is cut, and `pocket = sewn in` or `pocket = left out`";

type Found<T> = Result<T, (String, String)>;

impl Imported {
    /// Takes answers in words, in any order: `front.neck = collar.1` is sewn, `front.neck != collar.1` is not, `front.neck = nothing` stays open,
    /// `back.3 = fold` lies on the fold, `sleeve = pair` is cut twice, `sleeve = once` as drawn, `pocket = sewn in` or `left out`. Edges are called as in
    /// garment files; which way they run need not be said.
    ///
    /// # Errors
    /// If one of them is not understood, or names a piece or an edge that is not there.
    pub fn answer_in_words<T: AsRef<str>>(&mut self, answers: &[T]) -> Result<(), WordedAnswerError> {
        // Seams depend on how pieces are cut.
        for is_of_seams in [false, true] {
            for answer in answers.iter().map(AsRef::as_ref) {
                let error = |(cause, remedy)| WordedAnswerError { answer: answer.to_owned(), cause, remedy };
                let parts = Parts::of(answer).map_err(error)?;
                if parts.is_of_seams(&self.garment) == is_of_seams {
                    let decision = parts.decision(self).map_err(error)?;
                    self.decide(&decision);
                }
            }
        }
        Ok(())
    }
}

impl Imported {
    /// The seam that is meant by two chains of edges: as it is suggested or sewn already, else [as it lies flat](seam_between).
    pub fn seam_meant(&self, first: &[EdgePart], second: &[EdgePart]) -> Seam {
        let garment = &self.garment;
        let flat = seam_between(garment, first, second);
        let mut known = self.suggestions.iter().map(|known| &known.seam).chain(&garment.seams);
        known.find(|known| is_same_seam(garment, known, &flat)).cloned().unwrap_or(flat)
    }
}

/// Both sides of an answer.
struct Parts<'a> {
    what: &'a str,
    is: bool,
    how: &'a str,
}

impl<'a> Parts<'a> {
    fn of(answer: &'a str) -> Found<Self> {
        let split = answer.split_once("!=").map(|(what, how)| (what, false, how));
        let split = split.or_else(|| answer.split_once('=').map(|(what, how)| (what, true, how)));
        let Some((what, is, how)) = split else {
            return Err(("it has no `=`".to_owned(), USAGE.to_owned()));
        };
        Ok(Self { what: what.trim(), is, how: how.trim() })
    }

    fn is_of_seams(&self, garment: &Garment) -> bool {
        garment.piece_named(self.what).is_none() && self.how != "fold"
    }

    fn decision(&self, imported: &Imported) -> Found<Decision> {
        let garment = &imported.garment;
        if let Some(piece) = garment.piece_named(self.what) {
            let word = OF_PIECES.iter().find(|(word, _)| *word == self.how);
            let Some((_, word)) = word.filter(|_| self.is) else {
                let hint = did_you_mean(self.how, OF_PIECES.iter().map(|(word, _)| *word));
                return Err((format!("`{}` says nothing of a piece{hint}", self.how), USAGE.to_owned()));
            };
            return Ok(match word {
                PieceWord::Cut(cut) => Decision::Cut(piece, *cut),
                PieceWord::Use(is_used) => Decision::Use(piece, *is_used),
            });
        }
        let first = chain(garment, self.what)?;
        match (self.how, self.is) {
            ("fold", true) => fold(garment, &first),
            ("nothing", true) => Ok(Decision::StaysOpen(first)),
            (how, is) => {
                let seam = self.seam(imported, first, chain(garment, how)?);
                Ok(if is { Decision::Sew(seam) } else { Decision::Refuse(seam) })
            }
        }
    }

    /// The seam that is meant: as it is suggested, as it is written if directions or mirror images are, or as it lies flat.
    fn seam(&self, imported: &Imported, first: Vec<EdgePart>, second: Vec<EdgePart>) -> Seam {
        let is_directed = |text: &str| text.starts_with('-') || text.contains(" -") || text.contains('\'');
        if is_directed(self.what) || is_directed(self.how) {
            let flat = seam_between(&imported.garment, &first, &second);
            let both = flat.both && !has_both_halves(&[&first[..], &second].concat());
            return Seam { sides: [first, second], both, ..flat };
        }
        imported.seam_meant(&first, &second)
    }
}

/// Whether some parts are those of one half and of the other one, so that their mirror images are the same seam.
fn has_both_halves(parts: &[EdgePart]) -> bool {
    let is_image = |a: &EdgePart, b: &EdgePart| {
        let overlap = a.from.max(a.to).min(b.from.max(b.to)) - a.from.min(a.to).max(b.from.min(b.to));
        (a.piece, a.edge) == (b.piece, b.edge) && a.mirrored != b.mirrored && overlap > 1e-3
    };
    parts.iter().any(|a| parts.iter().any(|b| is_image(a, b)))
}

fn chain(garment: &Garment, text: &str) -> Found<Vec<EdgePart>> {
    edge_chain(garment, text).map_err(|(_, cause, remedy)| (cause, remedy))
}

/// The piece of an edge, cut on the fold along it.
fn fold(garment: &Garment, parts: &[EdgePart]) -> Found<Decision> {
    let edge = |part: &EdgePart| garment.pieces.get(part.piece)?.outline.edges.get(part.edge);
    match parts {
        [part] if edge(part).is_some_and(|edge| is_nearly_straight(&edge.curve)) => {
            Ok(Decision::Cut(part.piece, CutRule::OnFold(part.edge)))
        }
        _ => Err((
            "that cannot lie on the fold".to_owned(),
            "name one straight edge of the outline, as in `back.3 = fold`".to_owned(),
        )),
    }
}

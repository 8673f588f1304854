//! What a pattern means that tells no seams: which piece is what, and what is sewn to what.
//!
//! All that a file tells counts together: names of pieces, edges and points, materials, notches, lengths, corners, symmetry, and what the garment
//! becomes. First each piece is read: its boundary is laid along the edges of every kind of piece (`grammar`). Then candidates for seams are
//! collected, each with the logarithm of its odds, and whole sets of them are compared (`search`): no stretch is sewn twice, sleeves and bands are
//! sewn to what the other seams leave open, and what comes out has to be a garment, not a surface with handles. How much worse the best set without a
//! seam would be says how sure the seam is; `probability` turns that into a share that was measured on patterns whose seams are known.

mod assign;
mod boundary;
mod cloth;
mod godets;
mod grammar;
mod holes;
mod join;
mod kind;
mod likeness;
mod line;
mod loose;
mod middle;
mod pairs;
mod pose;
mod probability;
mod rings;
mod runs;
mod search;
mod sewn;
mod soundness;
mod templates;
mod words;

use crate::evidence::PatternEvidence;
use crate::garment::Garment;
use crate::note::Note;
use crate::seam::Seam;
use crate::suggest::SuggestedSeam;
use cloth::Cloth;
use join::Join;
pub use kind::{EdgeRole, PieceKind};
pub use probability::CALIBRATION;
use search::{Found, search};
pub(crate) use words::kind_of as kind_named;

/// What a piece most probably is.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceReading {
    /// What it looks like.
    pub kind: PieceKind,
    /// How likely that is, among all kinds.
    pub probability: f64,
    /// Why it is not sewn into the garment, if it is not.
    pub left_out: Option<Exclusion>,
}

/// That a piece is not sewn into the garment.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// Why.
    pub words: String,
    /// How probable it is.
    pub probability: f64,
}

/// What a pattern means.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternReading {
    /// One for each piece; empty if there were too many.
    pub pieces: Vec<PieceReading>,
    /// The seams of the best reading, the likeliest first, and then what may be sewn instead of the less likely ones.
    pub seams: Vec<SuggestedSeam>,
    /// Why nothing was read, if there were too many pieces.
    pub too_many: Option<String>,
}

/// Pieces that are drawn whole and cut twice because they have two layers, as a yoke has: they are draped as one.
pub(crate) fn layered_pieces(garment: &Garment, evidence: &PatternEvidence, notes: &[Note]) -> Vec<usize> {
    if too_many_pieces(garment).is_some() {
        return Vec::new();
    }
    Cloth::of(garment, evidence, notes, &[]).layers(evidence)
}

/// A garment has not more pieces than this.
const MOST_PIECES: usize = 150;

fn too_many_pieces(garment: &Garment) -> Option<String> {
    (garment.pieces.len() > MOST_PIECES).then(|| too_many(garment))
}

fn too_many(garment: &Garment) -> String {
    format!(
        "{} pieces with {} edges are too many to find out which of them are sewn together; import the pieces of one garment in one size, or write the \
         seams into the garment file",
        garment.pieces.len(),
        garment.pieces.iter().map(crate::piece::Piece::edge_count).sum::<usize>()
    )
}

/// Reads a pattern that tells no seams. `uses` is what was said of pieces: whether they are sewn into the garment.
pub fn read_pattern(
    garment: &Garment,
    evidence: &PatternEvidence,
    notes: &[Note],
    uses: &[(usize, bool)],
) -> PatternReading {
    if let Some(words) = too_many_pieces(garment) {
        return PatternReading { too_many: Some(words), ..PatternReading::default() };
    }
    let cloth = Cloth::of(garment, evidence, notes, uses);
    let pieces = pieces(&cloth);
    let Some(whole) = search(&cloth) else {
        return PatternReading { pieces, too_many: Some(too_many(garment)), ..PatternReading::default() };
    };
    let mut best: Vec<SuggestedSeam> = Vec::new();
    let mut rivals: Vec<SuggestedSeam> = Vec::new();
    let chances = probability::all(&cloth, &whole);
    for (found, &chance) in whole.seams.iter().zip(&chances) {
        best.extend(suggested(garment, &cloth, found, probability::told(chance)));
        for rival in &found.rivals {
            let all: f64 = found.rivals.len() as f64;
            let other = Found {
                join: rival.clone(),
                margin: -found.margin,
                rivals: Vec::new(),
                best_rival: f64::NEG_INFINITY,
            };
            let instead = probability::told(((1.0 - chance) / all).min(0.5));
            rivals.extend(suggested(garment, &cloth, &other, instead));
        }
    }
    for found in loose::proposed(&cloth, &whole) {
        rivals.extend(suggested(garment, &cloth, &found, loose::CHANCE));
    }
    best.extend(holes::darts(garment));
    let by_score = |a: &SuggestedSeam, b: &SuggestedSeam| b.score.total_cmp(&a.score);
    best.sort_by(by_score);
    rivals.sort_by(by_score);
    rivals.retain(|rival| rival.score > LEAST_RIVAL);
    for rival in rivals {
        if best.iter().all(|known| known.seam.sides != rival.seam.sides) {
            best.push(rival);
        }
    }
    PatternReading { pieces, seams: best, too_many: None }
}

fn pieces(cloth: &Cloth) -> Vec<PieceReading> {
    let piece = |view: &cloth::View| PieceReading {
        kind: view.kind(),
        probability: view.certainty(),
        left_out: view.left_out.clone(),
    };
    cloth.views.iter().map(piece).collect()
}

/// What may be sewn instead is told from this probability on.
const LEAST_RIVAL: f64 = 0.1;

fn suggested(garment: &Garment, cloth: &Cloth, found: &Found, score: f64) -> Vec<SuggestedSeam> {
    let seams = found.join.seams(cloth).into_iter();
    seams
        .map(|seam| SuggestedSeam { seam: named(garment, seam), score, reasons: reasons(&found.join) })
        .collect()
}

fn reasons(join: &Join) -> Vec<String> {
    join.reasons.clone()
}

/// A seam with its name and its ease.
fn named(garment: &Garment, seam: Seam) -> Seam {
    let side = |side: usize| {
        let parts = seam.sides[side].iter().map(|part| garment.part_name(part));
        parts.collect::<Vec<_>>().join(" + ")
    };
    let name = format!("{} to {}", side(0), side(1));
    let [a, b] = garment.seam_lengths(&seam);
    let ease = if a > 0.0 && (b / a - 1.0).abs() > 0.005 { ((b / a - 1.0) * 1e3).round() / 1e3 } else { 0.0 };
    Seam { name, ease, ..seam }
}

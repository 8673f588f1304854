//! Seams that a pattern does not tell, guessed from its pieces.
//!
//! Candidates are darts (neighbouring edges of one length that turn back), edges of two pieces, tubes (two edges of one piece), sleeves (one
//! curve to two armholes), bands (one long edge to everything around), and edges sewn to their own mirror image. Each gets a score from 0 to 1 for
//! how well lengths, heights, shapes, names and notches agree; the best are taken first, and an edge is used once.

mod candidates;
mod runs;

use crate::garment::Garment;
use crate::seam::{EdgePart, Seam};
use candidates::candidates;
pub(crate) use runs::Role;
use runs::{Run, dart_legs, runs};

/// A seam that the pieces suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedSeam {
    /// The seam.
    pub seam: Seam,
    /// How likely it is, from 0 to 1.
    pub score: f64,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

/// Candidates below this are not shown.
const LEAST_SCORE: f64 = 0.35;
/// The other long edge of a band must do better than this.
const SECOND_BAND: f64 = 0.8;

/// Seams of a garment that has none, the likeliest first; no part of an edge is in two of them.
pub fn suggest_seams(garment: &Garment) -> Vec<SuggestedSeam> {
    let darts = dart_legs(garment);
    let runs = runs(garment, &darts);
    let mut found: Vec<Candidate> = candidates(garment, &runs);
    found.retain(|candidate| candidate.score >= LEAST_SCORE);
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut used = vec![false; runs.len()];
    let mut banded = vec![false; garment.pieces.len()];
    let mut suggestions: Vec<SuggestedSeam> = darts.iter().map(|dart| dart_seam(garment, dart)).collect();
    for candidate in found {
        // A band is seldom sewn on with both of its long edges.
        let again = candidate.band.is_some_and(|band| banded[band]) && candidate.score < SECOND_BAND;
        if again || candidate.runs.iter().any(|&run| used[run]) {
            continue;
        }
        if let Some(band) = candidate.band {
            banded[band] = true;
        }
        candidate.runs.iter().for_each(|&run| used[run] = true);
        suggestions.push(candidate.suggestion(garment));
    }
    suggestions.sort_by(|a, b| b.score.total_cmp(&a.score));
    suggestions
}

/// A possible seam: the runs that it uses up, and its sides.
struct Candidate {
    runs: Vec<usize>,
    sides: [Vec<EdgePart>; 2],
    both: bool,
    score: f64,
    reasons: Vec<String>,
    /// The strip, if it is sewn around something.
    band: Option<usize>,
}

impl Candidate {
    fn suggestion(self, garment: &Garment) -> SuggestedSeam {
        let names = |side: &[EdgePart]| {
            side.iter().map(|part| garment.part_name(part)).collect::<Vec<_>>().join(" + ")
        };
        let [first, second] = self.sides;
        let name = format!("{} to {}", names(&first), names(&second));
        let mut seam = Seam { both: self.both, ..Seam::new(name, first, second) };
        let [a, b] = garment.seam_lengths(&seam);
        if a > 0.0 && (b / a - 1.0).abs() > 0.005 {
            seam.ease = ((b / a - 1.0) * 1e3).round() / 1e3;
        }
        SuggestedSeam { seam, score: self.score, reasons: self.reasons }
    }
}

fn dart_seam(garment: &Garment, &(piece, edge, next): &(usize, usize, usize)) -> SuggestedSeam {
    let both = garment.pieces[piece].cut != crate::piece::CutRule::Once;
    let (first, second) = (EdgePart::along(piece, edge), EdgePart::against(piece, next));
    let name = format!("dart {}", garment.part_name(&first));
    SuggestedSeam {
        seam: Seam { both, ..Seam::new(name, vec![first], vec![second]) },
        score: 0.95,
        reasons: vec!["neighbours of one length that turn back, as a dart does".into()],
    }
}

/// The same run, taken along or against, as parts; `true` if the mirror image has to be taken so that pieces are not turned inside out.
fn directed(garment: &Garment, run: &Run, along: bool) -> Vec<EdgePart> {
    let has_image = garment.pieces[run.piece].cut != crate::piece::CutRule::Once;
    let parts = run.parts.iter().map(|&part| EdgePart { mirrored: along && has_image, ..part });
    if along { parts.collect() } else { parts.rev().map(EdgePart::reversed).collect() }
}

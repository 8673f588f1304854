//! Seams that a pattern does not tell, guessed from its pieces.
//!
//! Candidates are darts (neighbouring edges of one length that turn back), edges of two pieces, tubes (two edges of one piece), sleeves (one
//! curve to two armholes), bands (one long edge to everything around), and edges sewn to their own mirror image. Each gets a score from 0 to 1 for
//! how well lengths, heights, shapes, names and notches agree; the best are taken first, and an edge is used once.

mod candidates;
mod runs;

use crate::garment::Garment;
use crate::seam::{EdgePart, Seam};
use candidates::{Scored, candidates, guess_count};
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

/// Of a garment with more possible seams than this nothing but darts is suggested: to try them would take minutes and gigabytes. Garments have some
/// ten thousand of them.
const MOST_GUESSES: u64 = 10_000_000;

/// Why nothing but darts is suggested for a garment, if it has too many edges for more.
pub fn too_many_to_suggest(garment: &Garment) -> Option<String> {
    let runs = runs(garment, &dart_legs(garment));
    (guess_count(garment, &runs) > MOST_GUESSES).then(|| {
        format!(
            "{} pieces with {} edges are too many to guess which of them are sewn together; import the pieces of one garment in one size, or \
             write the seams into the garment file",
            garment.pieces.len(),
            runs.len()
        )
    })
}

/// Seams of a garment that has none, the likeliest first; no part of an edge is in two of them. Of far
/// [too many edges](too_many_to_suggest) only darts are suggested.
pub fn suggest_seams(garment: &Garment) -> Vec<SuggestedSeam> {
    let darts = dart_legs(garment);
    let runs = runs(garment, &darts);
    let is_too_much = guess_count(garment, &runs) > MOST_GUESSES;
    let mut found = if is_too_much { Vec::new() } else { candidates(garment, &runs, LEAST_SCORE) };
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut used = vec![false; runs.len()];
    let mut banded = vec![false; garment.pieces.len()];
    let mut suggestions: Vec<SuggestedSeam> = darts.iter().map(|dart| dart_seam(garment, dart)).collect();
    for Scored { guess, .. } in found {
        if guess.runs().iter().any(|&run| used[run as usize]) {
            continue;
        }
        let Some(candidate) = guess.candidate(garment, &runs) else { continue };
        // A band is seldom sewn on with both of its long edges.
        let again = candidate.band.is_some_and(|band| banded[band]) && candidate.score < SECOND_BAND;
        if again {
            continue;
        }
        if let Some(band) = candidate.band {
            banded[band] = true;
        }
        guess.runs().iter().for_each(|&run| used[run as usize] = true);
        suggestions.push(candidate.suggestion(garment));
    }
    suggestions.sort_by(|a, b| b.score.total_cmp(&a.score));
    suggestions
}

/// A possible seam: its sides, and what speaks for it.
struct Candidate {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;
    use std::time::Instant;

    /// A drawing of many equal squares.
    fn squares(count: usize) -> Vec<u8> {
        let mut svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9000mm\" height=\"200mm\" viewBox=\"0 0 9000 200\">".to_owned();
        for k in 0..count {
            let x = 30 * k;
            writeln!(svg, "<path d=\"M {x} 0 L {} 0 L {} 25 L {x} 25 Z\"/>", x + 25, x + 25).unwrap();
        }
        (svg + "</svg>").into_bytes()
    }

    #[test]
    fn squares_by_the_thousand_are_refused_in_words_and_at_once() {
        let clock = Instant::now();
        let mut imported = crate::import::import_bytes("squares", &squares(3000)).unwrap();
        imported.make_whole(0.0);
        assert!(imported.suggestions.is_empty());
        let warned =
            imported.warnings.iter().any(|words| words.contains("3000 pieces with 12000 edges are too many"));
        assert!(warned, "{:?}", imported.warnings);
        assert!(clock.elapsed().as_secs() < 10, "{:?}", clock.elapsed());
    }

    #[test]
    fn squares_by_the_dozen_are_still_sewn() {
        let imported = crate::import::import_bytes("squares", &squares(60)).unwrap();
        assert!(imported.suggestions.len() > 60, "{}", imported.suggestions.len());
        assert!(imported.warnings.iter().all(|words| !words.contains("too many")), "{:?}", imported.warnings);
        // A million of them are to be held.
        assert!(size_of::<Scored>() <= 24, "{}", size_of::<Scored>());
    }
}

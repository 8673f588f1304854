//! The mannequin of the measures that a pattern was made for.

use crate::body::{Wearer, WearerError};
use crate::fit::Fit;
use toile_body::measures::{Figure, Measure, Measures};

/// The girths that make a size.
const GIRTHS: [Measure; 3] = [Measure::BustGirth, Measure::WaistGirth, Measure::HipGirth];
/// What a body measures of a garment that is as wide as one wears it.
const FILLED: f64 = 0.93;

/// A mannequin with the height and the girths of a body. Where a garment that was tried on that body turned out to be cut too small, it was
/// made for another: then girths are those that fill it, and girths that it does not go around follow from the others.
///
/// # Errors
/// If no body has such measures.
pub fn wearer_of_same_measures(body: &Wearer, tried: Option<&Fit>) -> Result<Wearer, WearerError> {
    let figure = Figure::Woman;
    let typical = Measures::fill(figure, &[]);
    let found = body.measured();
    let of_body =
        |measure: Measure| found.get(measure.name()).copied().unwrap_or_else(|| typical.get(measure));
    let shares = GIRTHS.map(|girth| tried.and_then(|fit| share(fit, girth)));
    let known: Vec<f64> = shares.iter().flatten().copied().collect();
    let mean = if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let girths =
        GIRTHS.iter().zip(shares).map(|(girth, share)| (*girth, share.unwrap_or(mean) * of_body(*girth)));
    let asked: Vec<(Measure, f64)> = girths.chain([(Measure::Height, of_body(Measure::Height))]).collect();
    Wearer::of_measures(figure, Measures::fill(figure, &asked))
}

/// The share of a body's girth that fills a garment which goes around it; at most 1.
fn share(fit: &Fit, girth: Measure) -> Option<f64> {
    let ease = fit.eases.iter().find(|ease| ease.name == girth.name())?;
    Some((FILLED * ease.cut / ease.body).min(1.0))
}

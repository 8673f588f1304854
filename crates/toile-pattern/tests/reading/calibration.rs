//! Whether probabilities that are told hold for designs that they were not fitted to: isotonic regression of what came true, one design left out at a time.

use crate::compare::Outcome;
use crate::files::File;
use std::collections::BTreeSet;
use toile_pattern::asking::{SURE, UNSURE};
use toile_pattern::reading::CALIBRATION;
use toile_pattern::suggest::SuggestedSeam;

/// Estimates with the share of them that came true, monotone in the estimate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fit {
    /// The mean estimate of a block, the share of it that came true, and how many there are.
    pub(crate) blocks: Vec<(f64, f64, f64)>,
}

impl Fit {
    /// The monotone map that fits best in least squares, by pooling neighbours that are out of order.
    pub(crate) fn of(mut chances: Vec<(f64, bool)>) -> Self {
        chances.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut blocks: Vec<(f64, f64, f64)> = Vec::new();
        for (estimate, is_right) in chances {
            blocks.push((estimate, f64::from(u8::from(is_right)), 1.0));
            while let [.., (a, low, m), (b, high, n)] = blocks[..] {
                // What was estimated alike is told alike.
                if low < high && b > a + 1e-9 {
                    break;
                }
                blocks.truncate(blocks.len() - 2);
                let all = m + n;
                blocks.push(((a * m + b * n) / all, (low * m + high * n) / all, all));
            }
        }
        Self { blocks }
    }

    /// The share that is expected to come true of an estimate.
    pub(crate) fn at(&self, estimate: f64) -> f64 {
        let place = self.blocks.partition_point(|block| block.0 <= estimate);
        match (place.checked_sub(1).and_then(|before| self.blocks.get(before)), self.blocks.get(place)) {
            (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (estimate - a.0) / (b.0 - a.0).max(1e-12),
            (Some(one), None) | (None, Some(one)) => one.1,
            (None, None) => estimate,
        }
    }
}

/// What was estimated where a probability is told.
pub(crate) fn estimate_of(told: f64) -> f64 {
    let place = CALIBRATION.partition_point(|knot| knot[1] <= told);
    if !(UNSURE..SURE).contains(&told) || place == 0 || place == CALIBRATION.len() {
        return told.clamp(0.0, 1.0);
    }
    let ([a, low], [b, high]) = (CALIBRATION[place - 1], CALIBRATION[place]);
    a + (b - a) * (told - low) / (high - low)
}

/// The suggestions of a file with what was estimated instead of what is told, and how they compare with the truth.
pub(crate) type Estimated = (Outcome, Vec<SuggestedSeam>);

pub(crate) fn estimated(files: &[File]) -> Vec<Estimated> {
    let of_file = |file: &File| {
        let estimate =
            |known: &SuggestedSeam| SuggestedSeam { score: estimate_of(known.score), ..known.clone() };
        let suggestions: Vec<SuggestedSeam> = file.imported.suggestions.iter().map(estimate).collect();
        (file.judged(&suggestions), suggestions)
    };
    files.iter().map(of_file).collect()
}

/// Estimates of the designs that are wanted, and whether they came true.
pub(crate) fn chances(estimated: &[Estimated], is_wanted: impl Fn(&str) -> bool) -> Vec<(f64, bool)> {
    let wanted = estimated.iter().filter(|(outcome, _)| is_wanted(&outcome.design));
    wanted.flat_map(|(outcome, _)| outcome.chances.iter().copied()).collect()
}

/// How each file is read if what is told is fitted to the other designs.
pub(crate) fn left_out_in_turn(files: &[File]) -> Vec<Outcome> {
    let estimated = estimated(files);
    let designs: BTreeSet<&str> = files.iter().map(|file| file.design.as_str()).collect();
    let mut outcomes = Vec::new();
    for design in designs {
        let fit = Fit::of(chances(&estimated, |other| other != design));
        for (file, (_, suggestions)) in files.iter().zip(&estimated).filter(|pair| pair.0.design == design) {
            let tell = |known: &SuggestedSeam| SuggestedSeam { score: fit.at(known.score), ..known.clone() };
            outcomes.push(file.judged(&suggestions.iter().map(tell).collect::<Vec<_>>()));
        }
    }
    outcomes
}

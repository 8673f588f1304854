//! Whether probabilities that are told hold for designs that they were not fitted to: isotonic regression of what came true, one design left out at a time.

use crate::compare::Outcome;
use crate::files::File;
use crate::table::Sums;
use std::collections::BTreeSet;
use std::fmt::Write;
use toile_pattern::asking::{SURE, UNSURE};
use toile_pattern::reading::CALIBRATION;
use toile_pattern::suggest::SuggestedSeam;

/// Estimates with the share of them that came true, monotone in the estimate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fit {
    /// The mean estimate of a block, the share of it that came true, and how many there are.
    blocks: Vec<(f64, f64, f64)>,
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

/// How well it goes if what is told was fitted to the other designs.
pub(crate) fn cross_validated(files: &[File]) -> String {
    let estimated: Vec<(Outcome, Vec<SuggestedSeam>)> = files
        .iter()
        .map(|file| {
            let known = &file.imported.suggestions;
            let suggestions: Vec<SuggestedSeam> = known
                .iter()
                .map(|known| SuggestedSeam { score: estimate_of(known.score), ..known.clone() })
                .collect();
            (file.judged(&suggestions), suggestions)
        })
        .collect();
    let chances = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<(f64, bool)> {
        let wanted = estimated.iter().filter(|(outcome, _)| is_wanted(&outcome.design));
        wanted.flat_map(|(outcome, _)| outcome.chances.iter().copied()).collect()
    };
    let mut text = String::new();
    let designs: BTreeSet<&str> = estimated.iter().map(|(outcome, _)| outcome.design.as_str()).collect();
    let mut outcomes = Vec::new();
    for design in &designs {
        let fit = Fit::of(chances(&|other| other != *design));
        for (file, (_, suggestions)) in files.iter().zip(&estimated).filter(|pair| pair.0.design == **design)
        {
            let told: Vec<SuggestedSeam> = suggestions
                .iter()
                .map(|known| SuggestedSeam { score: fit.at(known.score), ..known.clone() })
                .collect();
            outcomes.push(file.judged(&told));
        }
    }
    let sums = Sums::of(outcomes.iter());
    let _ = writeln!(
        text,
        "with one of {} designs left out at a time: precision {:.1} %, recall {:.1} %",
        designs.len(),
        100.0 * sums.precision(),
        100.0 * sums.recall()
    );
    let told: Vec<(f64, bool)> =
        outcomes.iter().flat_map(|outcome| outcome.chances.iter().copied()).collect();
    for low in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let _ = writeln!(text, "  told {}", share(&told, low, low + 0.2));
    }
    let all = chances(&|_| true);
    for [low, high] in [[0.1, 0.5], [0.5, 0.8], [0.8, SURE], [SURE, 1.01]] {
        let _ = writeln!(text, "  estimated {}", share(&all, low, high));
    }
    let fit = Fit::of(all);
    for (estimate, share, count) in &fit.blocks {
        let _ =
            writeln!(text, "  fitted to all: {estimate:.3} came true in {:.1} % of {count}", 100.0 * share);
    }
    text
}

fn share(chances: &[(f64, bool)], low: f64, high: f64) -> String {
    let there: Vec<bool> =
        chances.iter().filter(|(chance, _)| (low..high).contains(chance)).map(|(_, right)| *right).collect();
    let right = there.iter().filter(|right| **right).count();
    format!("{:3.0} to {:3.0} %: {right} of {} right", 100.0 * low, 100.0 * high.min(1.0), there.len())
}

//! How well patterns that tell no seams are read: compared with true seams, which hand-written tables, own drafts and stitched patterns tell.
//!
//! Drafts of FreeSewing designs are looked for in the folder that the variable `TOILE_DRAFTS` names, or else in `bench/patterns/out`.

#![expect(clippy::panic, reason = "a test says what it expects by failing")]

mod answering;
mod compare;
mod files;
mod stitches;
mod table;
mod truth;

use compare::Outcome;
use files::{File, HELD_OUT};
use table::{Sums, bins, table};

fn outcomes(only: &str) -> Vec<Outcome> {
    files::files(only).iter().map(File::outcome).collect()
}

/// Of what is sewn without asking hardly anything is wrong, and most of what is true is sewn.
#[test]
fn what_is_sewn_without_asking_is_right() {
    let outcomes = outcomes("");
    let sums = Sums::of(outcomes.iter());
    assert!(sums.files >= 30, "own drafts are always there: {sums:?}");
    assert!(sums.precision() > LEAST_PRECISION && sums.recall() > LEAST_RECALL, "{}", table(&outcomes, true));
    let unseen: Vec<Outcome> =
        outcomes.into_iter().filter(|outcome| HELD_OUT.contains(&outcome.design.as_str())).collect();
    if unseen.is_empty() {
        eprintln!(
            "skipped: there are no drafts of designs that nothing was tuned on; see bench/patterns/README.md"
        );
        return;
    }
    let sums = Sums::of(unseen.iter());
    assert!(sums.precision() > LEAST_PRECISION_UNSEEN, "{}", table(&unseen, true));
    // What is called sure comes true about as often as that.
    let (_, count, right) = bins(&unseen)[9];
    assert!(right as f64 > LEAST_PRECISION_UNSEEN * count as f64, "{right} of {count}");
}

/// What was measured, less a little.
const LEAST_PRECISION: f64 = 0.96;
const LEAST_RECALL: f64 = 0.6;
const LEAST_PRECISION_UNSEEN: f64 = 0.9;

/// Five designs that are at hand for developers: no seam of theirs is sewn wrong without asking.
#[test]
fn five_designs_have_no_wrong_seam() {
    for design in [
        "brian_cisMaleAdult40",
        "teagan_cisFemaleAdult34",
        "sandy_cisFemaleAdult34",
        "penelope_cisFemaleAdult34",
    ] {
        for outcome in outcomes(design) {
            assert_eq!(outcome.sewn_wrong, 0, "{}: {:#?}", outcome.file, outcome.words);
        }
    }
}

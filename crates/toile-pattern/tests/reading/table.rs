//! The table of outcomes, in words and numbers.

use crate::compare::Outcome;
use std::fmt::Write;

/// Sums over files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) files: usize,
    pub(crate) seams: usize,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) asked: usize,
    pub(crate) missed: usize,
    /// What comes of it once all is answered: true seams and others.
    pub(crate) answered: [usize; 2],
    /// Questions, and answers that nobody asked for.
    pub(crate) answers: [usize; 2],
    /// Questions to which the likeliest answer is the true one.
    pub(crate) likeliest: usize,
    /// The most answers that a file needs.
    pub(crate) most_answers: usize,
}

impl Sums {
    /// Those of some outcomes.
    pub(crate) fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        outcomes.fold(Self::default(), |sums, outcome| Self {
            files: sums.files + 1,
            seams: sums.seams + outcome.seams,
            right: sums.right + outcome.sewn_right,
            wrong: sums.wrong + outcome.sewn_wrong,
            asked: sums.asked + outcome.asked,
            missed: sums.missed + outcome.missed,
            answered: [sums.answered[0] + outcome.answered.right, sums.answered[1] + outcome.answered.wrong],
            answers: [sums.answers[0] + outcome.answered.questions, sums.answers[1] + outcome.answered.added],
            likeliest: sums.likeliest + outcome.answered.likeliest,
            most_answers: sums.most_answers.max(outcome.answered.questions + outcome.answered.added),
        })
    }

    /// The share of what is sewn without asking that is right.
    pub(crate) fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    /// The share of the true seams that is sewn without asking.
    pub(crate) fn recall(&self) -> f64 {
        self.right as f64 / self.seams.max(1) as f64
    }
}

/// The table as text.
pub(crate) fn table(outcomes: &[Outcome], is_wordy: bool) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:44} {:>5} {:>5} {:>5} {:>5} {:>6} {:>9} {:>5} {:>8}",
        "file", "seams", "right", "wrong", "asked", "missed", "questions", "added", "answered"
    );
    for outcome in outcomes {
        let Outcome { file, seams, sewn_right, sewn_wrong, asked, missed, answered, .. } = outcome;
        let _ = writeln!(
            text,
            "{file:44} {seams:5} {sewn_right:5} {sewn_wrong:5} {asked:5} {missed:6} {:9} {:5} {:>8}",
            answered.questions,
            answered.added,
            format!("{}/{seams}", answered.right)
        );
        answered.words.iter().for_each(|words| {
            let _ = writeln!(text, "      ANSWERED, {words}");
        });
        if is_wordy {
            outcome.words.iter().for_each(|words| {
                let _ = writeln!(text, "      {words}");
            });
        }
    }
    let sums = Sums::of(outcomes.iter());
    let Sums { files, seams, right, wrong, asked, missed, answered, answers, likeliest, most_answers } = sums;
    let _ = writeln!(
        text,
        "{:44} {seams:5} {right:5} {wrong:5} {asked:5} {missed:6} {:9} {:5} {:>8}",
        format!("all {files} files"),
        answers[0],
        answers[1],
        format!("{}/{seams}", answered[0])
    );
    let _ =
        writeln!(text, "precision {:.1} %, recall {:.1} %", 100.0 * sums.precision(), 100.0 * sums.recall());
    let _ = writeln!(
        text,
        "with {} questions answered and {} answers added, at most {most_answers} in one file: {} of {seams} seams sewn, {} others",
        answers[0], answers[1], answered[0], answered[1]
    );
    let _ = writeln!(text, "the likeliest answer is the true one to {likeliest} of {} questions", answers[0]);
    for (low, count, right) in bins(outcomes) {
        let share = 100.0 * right as f64 / count.max(1) as f64;
        let _ = writeln!(
            text,
            "  said {:3.0} to {:3.0} %: {count:4} seams, {share:5.1} % of them right",
            100.0 * low,
            100.0 * low + 10.0
        );
    }
    text
}

/// Ten bins of probability: where each begins, how many seams are in it, how many of them are right.
pub(crate) fn bins(outcomes: &[Outcome]) -> Vec<(f64, usize, usize)> {
    (0..10)
        .map(|bin| {
            let is_in = |chance: f64| ((chance * 10.0) as usize).min(9) == bin;
            let chances =
                outcomes.iter().flat_map(|outcome| &outcome.chances).filter(|(chance, _)| is_in(*chance));
            let (count, right) = chances
                .fold((0, 0), |(count, right), (_, is_right)| (count + 1, right + usize::from(*is_right)));
            (bin as f64 / 10.0, count, right)
        })
        .collect()
}

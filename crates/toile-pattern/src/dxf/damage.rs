//! What is broken in a file, told as long as something else is left of it.

use crate::error::PatternError;

/// So many things are told one by one; the others are counted.
const TOLD: usize = 20;

/// What is broken in a file, in the order in which it was found.
#[derive(Default)]
pub(super) struct Damage {
    told: Vec<PatternError>,
    more: usize,
    /// The first thing that may have cost an outline.
    first: Option<PatternError>,
}

impl Damage {
    /// Something that may have cost an outline.
    pub(super) fn add(&mut self, error: PatternError) {
        self.first.get_or_insert_with(|| error.clone());
        self.add_mark(error);
    }

    /// Something that has cost a mark only.
    pub(super) fn add_mark(&mut self, error: PatternError) {
        if self.told.len() < TOLD {
            self.told.push(error);
        } else {
            self.more += 1;
        }
    }

    /// The reason if nothing is left.
    pub(super) fn first(&self) -> Option<PatternError> {
        self.first.clone()
    }

    /// A line for everything that is broken.
    pub(super) fn warnings(&self) -> Vec<String> {
        let line = |error: &PatternError| {
            let place = match &error.place {
                crate::error::PatternPlace::Text { line, .. } => format!("line {line}: "),
                _ => String::new(),
            };
            format!("{place}{}: it was left out; {}", error.cause, error.remedy)
        };
        let mut warnings: Vec<String> = self.told.iter().map(line).collect();
        if self.more > 0 {
            warnings.push(format!("{} more things like these are broken", self.more));
        }
        warnings
    }
}

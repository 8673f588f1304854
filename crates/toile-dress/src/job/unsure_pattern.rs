//! A pattern of which it is not sure how it is sewn.

use std::fmt;
use std::path::PathBuf;
use toile_pattern::asking::Question;
use toile_pattern::imported::Imported;

/// A pattern of which it is not sure how it is sewn: it is asked about before anything is.
#[derive(Clone, Debug, PartialEq)]
pub struct UnsurePattern {
    /// Its file.
    pub path: PathBuf,
    /// The pattern, with all that is sure of it.
    pub imported: Imported,
    /// What is to be answered, the most telling question first.
    pub questions: Vec<Question>,
}

impl fmt::Display for UnsurePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let first = self.questions.first().map_or("", |question| question.text.as_str());
        match self.questions.len() {
            1 => {
                write!(f, "{path}: one question is open, and nothing is sewn before it is answered: {first}")
            }
            count => write!(
                f,
                "{path}: {count} questions are open, and nothing is sewn before they are answered; the first is: {first}"
            ),
        }
    }
}

//! Asking: what is not sure is not sewn in silence.
//!
//! A pattern whose file tells no seams is imported with [suggestions](crate::suggest::SuggestedSeam), each with a probability. What is at least
//! [`SURE`] is sewn; what is less, but at least [`UNSURE`], becomes a [`Question`], and what is below is not mentioned. Suggestions that use the same
//! stretch of an edge are rivals: they become the options of one question. Pieces that may be halves, and pieces that may not be sewn in, are asked about
//! first, because the seams depend on them.
//!
//! ```no_run
//! use toile_pattern::asking::Interview;
//!
//! let imported = toile_pattern::import::import("shirt.svg".as_ref())?;
//! let mut interview = Interview::new(imported);
//! while let Some(question) = interview.question() {
//!     println!("{} {}", question.text, question.options[question.default].text);
//!     interview.answer(&question, question.default);
//! }
//! let imported = interview.into_imported();
//! println!("{} seams", imported.settled().garment.seams.len());
//! # Ok::<(), toile_pattern::error::PatternError>(())
//! ```

mod answers;
mod between;
mod by_words;
mod cloth;
mod compose;
mod guesses;
mod in_words;
mod interview;
mod question;
mod standing;
mod words;

pub use crate::answers::Answers;
pub use crate::certainty::{SURE, UNSURE};
pub use between::seam_between;
pub use by_words::WordedAnswerError;
pub use cloth::{are_rivals, is_same_seam};
pub use interview::Interview;
pub use question::{Choice, Decision, MarkedEdges, Question};
pub use words::side_words;

#[cfg(test)]
mod tests;

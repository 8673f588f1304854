//! Questions about a pattern, and what their answers decide.

use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};

/// A question about a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question, in a short sentence that calls edges by the letters of their marks.
    pub text: String,
    /// The edges and pieces that it is about.
    pub marks: Vec<MarkedEdges>,
    /// What can be answered.
    pub options: Vec<Choice>,
    /// The likeliest option.
    pub default: usize,
    /// How much its answer is expected to tell: the larger, the earlier it is asked.
    pub gain: f64,
}

impl Question {
    /// How probable the likeliest option is.
    pub fn probability(&self) -> f64 {
        self.options.get(self.default).map_or(0.0, |option| option.probability)
    }
}

/// Something that a question is about, to be drawn with a letter.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedEdges {
    /// `A`, `B`, and so on; the same edges keep theirs as long as an [`Interview`](super::Interview) lasts.
    pub letter: String,
    /// The piece that it is on; the first one if its edges are of several.
    pub piece: usize,
    /// The edges; none if the piece as a whole is meant.
    pub parts: Vec<EdgePart>,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What it is, in a few words.
    pub text: String,
    /// How probable it is, from 0 to 1.
    pub probability: f64,
    /// What speaks for it.
    pub reasons: Vec<String>,
    /// What follows from it.
    pub decision: Decision,
}

/// What an answer decides.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// The seam is sewn.
    Sew(Seam),
    /// The seam is not sewn; its edges may be sewn to something else.
    Refuse(Seam),
    /// These edges are sewn to nothing.
    StaysOpen(Vec<EdgePart>),
    /// The piece is cut like this.
    Cut(usize, CutRule),
    /// The piece is sewn into the garment, or left out of it.
    Use(usize, bool),
}

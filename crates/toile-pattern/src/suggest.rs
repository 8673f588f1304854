//! Seams that a pattern does not tell, as they are suggested.

use crate::seam::Seam;

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

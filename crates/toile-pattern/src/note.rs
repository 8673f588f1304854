//! Words on the drawing of a pattern.

use glam::DVec2;

/// Words that are written on a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The piece.
    pub piece: usize,
    /// Where they stand.
    pub at: DVec2,
    /// What they say.
    pub words: String,
}

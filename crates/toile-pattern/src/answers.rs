//! What was answered about a pattern: plain data, remembered with it.

use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};

/// All that was answered about a pattern. It holds whatever is inferred anew, and is remembered in the garment file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// Seams that are sewn.
    pub sewn: Vec<Seam>,
    /// Seams that are not.
    pub refused: Vec<Seam>,
    /// Edges that are sewn to nothing.
    pub open: Vec<Vec<EdgePart>>,
    /// How pieces are cut.
    pub cuts: Vec<(usize, CutRule)>,
    /// Pieces that are sewn into the garment, or left out of it.
    pub uses: Vec<(usize, bool)>,
}

impl Answers {
    /// Whether nothing was answered.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Forgets what was said of the seams of a piece.
    pub(crate) fn forget_seams_of(&mut self, piece: usize) {
        let is_of = |part: &EdgePart| part.piece == piece;
        self.sewn.retain(|seam| !seam.parts().any(is_of));
        self.refused.retain(|seam| !seam.parts().any(is_of));
        self.open.retain(|parts| !parts.iter().any(is_of));
    }
}

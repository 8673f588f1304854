//! One garment on a body: meshed, placed, sewn and draped.

mod garment;
mod open_seams;
mod start;
mod too_narrow;
mod worn_pieces;

pub use garment::{DressError, DressSettings, Dressed, Stage, StageSeconds, dress};
pub use too_narrow::TooNarrow;
pub use worn_pieces::{WornPiece, worn_pieces};

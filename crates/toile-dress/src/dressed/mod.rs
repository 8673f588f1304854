//! One garment on a body: meshed, placed, sewn and draped.

mod error;
mod garment;
mod open_seams;
mod settings;
mod stage;
mod start;
mod too_coarse;
mod too_narrow;
mod worn_pieces;

pub use error::GarmentError;
pub use garment::Dressed;
pub use settings::DressSettings;
pub use stage::{DressStage, StageSeconds, timed};
pub(crate) use start::Undressed;
pub use too_coarse::TooCoarse;
pub use too_narrow::TooNarrow;
pub use worn_pieces::{WornPiece, worn_pieces};

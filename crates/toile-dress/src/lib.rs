//! Dressing: a pattern and a body in, cloth around the body out, with no hand work.
//!
//! | module | what it answers |
//! |---|---|
//! | [`body`] | what of a body dressing needs to know |
//! | [`mod@place`] | where does each piece go before anything is sewn |
//! | [`mod@sew`] | what becomes of the pieces when their seams are joined |
//! | [`drape`] | how does the garment hang in the end |
//! | [`mod@fit`] | what does the drape say about size |
//! | [`ontology`] | what is each garment, and what is worn over what |
//!
//! Lengths are metres, `y` is up, bodies face `+z` with their left hand at `+x`.

mod back_to_front;
pub mod body;
#[cfg(test)]
mod counts;
pub mod drape;
mod dress;
pub mod fit;
mod follow;
mod frame;
mod girth;
mod infer;
pub mod ontology;
mod open_seams;
mod outfit;
pub mod place;
mod running;
pub mod sew;
mod start;
mod together;
mod travel;
mod turn_over;
mod worn;

pub use back_to_front::back_to_front;
pub use body::{Wearer, WearerError, measures_of_size};
pub use dress::{DressError, DressSettings, Dressed, Stage, StageSeconds, dress};
pub use fit::Fit;
pub use follow::Following;
pub use girth::TooNarrow;
pub use outfit::{DressedOutfit, OutfitError, dress_in_order, dress_outfit};
pub use place::{Placed, place};
pub use running::RunningOutfit;
pub use travel::{Keys, Travel};
pub use worn::{WornPiece, worn_pieces};

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

pub mod body;
#[cfg(test)]
mod counts;
pub mod drape;
mod dressed;
pub mod fit;
mod frame;
mod infer;
pub mod ontology;
mod outfit;
pub mod place;
pub mod sew;

pub use body::{Wearer, WearerError, measures_of_size};
pub use dressed::{
    DressError, DressSettings, Dressed, Stage, StageSeconds, TooNarrow, WornPiece, dress, worn_pieces,
};
pub use fit::Fit;
pub use outfit::{
    DressedOutfit, Following, Keys, OutfitError, RunningOutfit, Travel, back_to_front, dress_in_order,
    dress_outfit,
};
pub use place::{Placed, place};

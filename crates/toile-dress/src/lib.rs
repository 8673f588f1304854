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
mod job;
pub mod ontology;
mod outfit;
pub mod place;
mod remedy;
pub mod sew;

pub use body::{Wearer, WearerError, measures_of_size};
pub use dressed::{
    DressSettings, DressStage, Dressed, GarmentError, StageSeconds, TooCoarse, TooNarrow, WornPiece, timed,
    worn_pieces,
};
pub use fit::Fit;
pub use job::{
    DressError, DressedMotion, DressedMotionError, Dressing, DressingPlan, FoundGarment, FrameCheck,
    GarmentChoice, GarmentFacts, GarmentSourceError, HullSummary, MotionFrame, MotionSummary, OutfitFacts,
    OutfitSummary, PieceSummary, Progress, Statement, UnsurePattern, wearer_of_same_measures,
};
pub use outfit::{
    Crossing, Following, Keys, Outfit, OutfitGaveUp, PassesThrough, RunningOutfit, TogetherError, Travel,
    back_to_front,
};
pub use place::{Placed, place};
pub use remedy::Remedy;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

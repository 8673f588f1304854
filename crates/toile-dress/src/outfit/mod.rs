//! Several garments, one over the other: put on in their order, at rest and in motion together, on a body that stands or moves.

mod back_to_front;
mod crossing;
mod dressed_outfit;
mod following;
mod put_on;
mod running;
mod together;
mod travel;

pub use back_to_front::back_to_front;
pub use crossing::{Crossing, PassesThrough};
pub use dressed_outfit::{Outfit, OutfitGaveUp};
pub use following::Following;
pub use put_on::TogetherError;
pub(crate) use put_on::{PutOn, PutOnError};
pub use running::RunningOutfit;
pub use travel::{Keys, Travel};

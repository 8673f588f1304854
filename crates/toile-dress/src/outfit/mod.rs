//! Several garments, one over the other: put on in their order, at rest and in motion together, on a body that stands or moves.

mod back_to_front;
mod dressing_order;
mod following;
mod running;
mod together;
mod travel;
mod turn_over;

pub use back_to_front::back_to_front;
pub use dressing_order::{DressedOutfit, OutfitError, dress_in_order, dress_outfit};
pub use following::Following;
pub use running::RunningOutfit;
pub use travel::{Keys, Travel};

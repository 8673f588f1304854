//! What surrounds a cloth: gravity, air, and things it can lie on.

mod cloth_contact;
mod response_kind;
mod surroundings;

pub use cloth_contact::ClothContact;
pub use response_kind::ResponseKind;
pub use surroundings::{ExternalForces, MovingFrame, World};

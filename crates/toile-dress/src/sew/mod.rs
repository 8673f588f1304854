//! From placed pieces to one cloth: seams joined, their rows of triangles drawn out to reach each other and ready to shrink.
//!
//! Partners of a seam become one particle at once, and lie at the thread's helper ([`place`](mod@crate::place)). No merging is
//! left for later that could fail or pass through something: a seam has no gap from the first step on, whatever happens. What other systems
//! do by shortening threads, the row along the seam does by shrinking ([`Ramp`]); bending across the seam is there from the beginning.

mod fabrics;
mod flaps;
mod hinge;
mod join;
mod lift;
mod plies;
mod ramp;
mod strips;
mod untangle;

pub use fabrics::{PieceFabrics, UnknownPieceFabric};
pub(crate) use flaps::flap_crossings;
pub use flaps::turn_flaps;
pub(crate) use hinge::Hinge;
#[cfg(test)]
pub(crate) use hinge::tests::folded;
pub use join::{SewError, SewnGarment, sew};
pub use lift::lift;
pub use ramp::Ramp;
pub use untangle::untangle;

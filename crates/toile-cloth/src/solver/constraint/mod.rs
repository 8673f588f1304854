//! Solvers that correct positions instead of adding up forces.
//!
//! A substep lets the vertices fly on, then goes through all constraints and moves the vertices of each so that it is met;
//! velocities are what the positions have moved by. Nothing can explode, since no correction goes further than its own
//! constraint asks for. Constraints are sorted into [colours](crate::colouring): those of one colour share no vertex and are
//! worked out at once.

mod flight;
mod hinge;
mod length_limit;
mod stretch;
mod sweep;
mod tie;
mod xpbd;

pub use length_limit::{LengthLimit, LengthLimitSettings};
pub use xpbd::{Xpbd, XpbdSettings};

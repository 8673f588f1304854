//! Dressing: a pattern and a body in, cloth around the body out, with no hand work.
//!
//! | module | what it answers |
//! |---|---|
//! | [`body`] | what of a body dressing needs to know |
//! | [`mod@place`] | where does each piece go before anything is sewn |
//!
//! Lengths are metres, `y` is up, bodies face `+z` with their left hand at `+x`.

pub mod body;
pub mod place;

pub use body::Body;
pub use place::{Placed, place};

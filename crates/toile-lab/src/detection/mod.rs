//! What ways to find collisions are compared on.
//!
//! | module | holds |
//! |---|---|
//! | [`scenes`] | shapes in motion, for broad and narrow phases |
//! | [`queries`] | published questions of the narrow phase, with the known answers |
//! | [`cubic`] | the narrow phase as the literature does it, by roots of a cubic |

pub mod cubic;
pub mod queries;
pub mod scenes;

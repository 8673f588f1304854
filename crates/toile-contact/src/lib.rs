//! Contact: what cloth touches, and where.
//!
//! | module | holds |
//! |---|---|
//! | [`collider`] | solid things that cloth lies on: planes, spheres, whatever knows its nearest surface point |
//! | [`narrow`] | candidate pairs decided: when they touch while moving, how close they are |
//! | [`touch`] | the contacts of points with colliders |

pub mod collider;
pub mod narrow;
pub mod touch;

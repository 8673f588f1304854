//! Contact: what cloth touches, and where.
//!
//! | module | holds |
//! |---|---|
//! | [`collider`] | solid things that cloth lies on: planes, spheres, whatever knows its nearest surface point |
//! | [`touch`] | the contacts of points with colliders |

pub mod collider;
pub mod narrow;
pub mod touch;

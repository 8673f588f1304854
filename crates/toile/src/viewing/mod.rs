//! What the viewer shows.

pub mod live;

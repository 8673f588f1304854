//! Experiments of the sources, small enough to be run often.

pub mod friction;
pub mod response;

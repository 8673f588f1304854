//! The narrow phase: candidate pairs of a broad phase decided one by one.
//!
//! | module | answers |
//! |---|---|
//! | [`ccd`] | when do two moving things first touch; never misses |
//! | [`proximity`] | how close are two things, where, and in which direction |
//!
//! A query is four corners, read as its [`StencilKind`] says.

pub mod ccd;
pub mod proximity;
mod stencil;

pub use stencil::{MissingCorner, StencilKind};

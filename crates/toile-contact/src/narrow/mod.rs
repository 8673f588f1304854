//! The narrow phase: candidate pairs of a broad phase decided one by one.
//!
//! | module | answers |
//! |---|---|
//! | [`ccd`] | when do two moving things first touch; never misses |
//! | [`cubic`] | the same as the literature does it, by roots of a cubic, for comparison |
//! | [`proximity`] | how close are two things, where, and in which direction |
//! | [`queries`] | such questions from files, with the known answers |
//!
//! A query is four corners, read as its [`Kind`] says.

pub mod ccd;
pub mod cubic;
pub mod proximity;
pub mod queries;
mod stencil;

pub use stencil::{Kind, MissingCorner};

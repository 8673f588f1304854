//! The laboratory: how fast, how right, and how the experiments of the sources come out.
//!
//! | module | what it answers |
//! |---|---|
//! | [`mod@bench`] | how fast does cloth move, how much memory does it take, and does anything pass through anything |
//! | [`detection`] | which scenes and questions are ways to find collisions compared on |
//! | [`experiments`] | what friction laws and responses do in the experiments of their sources |
//! | [`validate`] | does simulated cloth do what mechanics and laboratories say |
//! | [`wardrobe`] | which garments come out well on which bodies |
//!
//! Nothing here is needed to dress a body: the crate `toile` does that.

pub mod bench;
pub mod detection;
pub mod experiments;
pub mod validate;
pub mod wardrobe;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Bodies to dress.
//!
//! ```
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::BodySize;
//! use toile_body::{landmarks, measure};
//!
//! let size = BodySize::named("eu-38").unwrap();
//! let body = Mannequin::new(size.figure, size.measures()).build()?;
//! let landmarks = landmarks::find(&body.mesh)?;
//! let found = measure::measure(&body.mesh, &landmarks);
//! assert!((found["hip_girth"] - 0.97).abs() < 0.005);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it answers |
//! |---|---|
//! | [`measures`] | what a body measures: names, typical values, sizes |
//! | [`mannequin`] | a body that has these measures |
//! | [`scan`] | a clean body from any scan or character |
//! | [`landmarks`], [`segments`] | where neck, waist, elbows are; which triangles are the left arm |
//! | [`measure`], [`tape`], [`section`] | how long is a tape around it, or along its skin |
//! | [`skeleton`], [`motion`] | how does it move |
//!
//! Lengths are metres, `y` is up, bodies face `+z` with their left hand at `+x`. The crate knows nothing of cloth.

pub mod landmarks;
pub mod mannequin;
pub mod measure;
pub mod measures;
pub mod motion;
pub mod scan;
pub mod section;
pub mod segments;
pub mod skeleton;
pub mod tape;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

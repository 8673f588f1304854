//! Sewing patterns: the flat world of the tailor.
//!
//! A [`Garment`] is made of [pieces](piece) with exact [curves](curve) and of [seams](seam) between any parts of their edges.
//! All lengths are in metres and all angles in radians, `y` is up, and a piece is drawn as seen from its outer side, counter-clockwise.

mod answers;
pub mod asking;
mod border;
mod certainty;
mod chains;
mod closed;
mod corners;
pub mod curve;
mod cutting;
pub mod draft;
pub mod dxf;
pub mod error;
pub mod evidence;
pub mod file;
mod foreign;
pub mod free_sewing;
pub mod garment;
pub mod garment_code;
pub mod grading;
pub mod halves;
pub mod import;
pub mod imported;
pub mod intervals;
mod json;
pub mod lint;
mod marking;
mod marks;
pub mod measures;
pub mod mesh;
mod names;
pub mod note;
pub mod outline;
pub mod pdf;
pub mod piece;
pub mod placement;
pub mod reading;
pub mod seam;
mod spurs;
pub mod suggest;
pub mod svg;
mod whole;

pub use garment::Garment;
pub use glam;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

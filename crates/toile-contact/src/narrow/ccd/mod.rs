//! When do a moving vertex and triangle, or two moving edges, first touch?
//!
//! This is continuous collision detection (CCD), and the answer is the time of impact as a part of the step.
//! Corners move in straight lines from where they are at the start of a step to where they are at its end. The tests
//! here are *conservative*: a contact is never missed and never reported later than it happens, whatever the input,
//! degenerate or touching from the start.
//!
//! ```
//! use glam::DVec3;
//! use toile_contact::narrow::ccd::{CcdSettings, vertex_triangle};
//!
//! let triangle = [DVec3::ZERO, DVec3::X, DVec3::Z];
//! let from = DVec3::new(0.25, 1.0, 0.25);
//! let to = DVec3::new(0.25, -3.0, 0.25);
//! let with = |vertex| [vertex, triangle[0], triangle[1], triangle[2]];
//!
//! let impact = vertex_triangle(with(from), with(to), &CcdSettings::default()).unwrap();
//! assert!(impact.time <= 0.25 && impact.time > 0.2499);
//! assert!(vertex_triangle(with(from), with(from), &CcdSettings::default()).is_none());
//! ```
//!
//! # How, and why nothing is missed
//!
//! Roots of polynomials are computed with errors, so "no root was found" proves nothing. Here the opposite is asked
//! for: a *proof of being apart* for every time before the one reported. Two kinds of proof are used, each valid for
//! an interval of time and each with a bound on its rounding errors: a fixed direction along which the two are apart
//! (`axis.rs`), and the sign of the volume of the four corners (`volume.rs`; the bounds are derived there). A
//! time that no proof covers is reported as an impact. How a direction or an interval was guessed is of no
//! consequence, so roots and closest points may be computed as carelessly as is fast.
//!
//! Where no proof covers the next moment because of its error bound, the proofs are tried once more without rounding errors
//! (`expansion.rs`): things slide past each other at 10⁻¹⁷ m in practice, where all is regular. What is not certain is only
//! the other side: of corners that pass each other at such a distance, some are reported as touching.
//!
//! [`vertex_triangle`] and [`edge_edge`] answer one query; [`impacts`] answers many, several at a time, and is the one to
//! use after a broad phase.

// The lanes only pay off if everything is kept in registers, which a call that is not inlined prevents.
#![allow(clippy::inline_always)]

mod approach;
mod axis;
mod batch;
mod expansion;
mod lanes;
mod march;
mod real;
mod volume;

pub use super::stencil::{MissingCorner, StencilKind};
pub use batch::impacts;

use glam::DVec3;

/// What counts as an impact, and how precise its time must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdSettings {
    /// Coming as close as this is an impact, in metres. Negative values count as 0.
    pub min_separation: f64,
    /// How much earlier than the truth the reported time may be, as a part of the step.
    pub tolerance: f64,
}

impl Default for CcdSettings {
    /// Touching only, and a ten-thousandth of the step.
    fn default() -> Self {
        Self { min_separation: 0.0, tolerance: 1e-4 }
    }
}

/// The first contact of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The time, 0 at the start of the step and 1 at its end: not later than the two touch, and at most the tolerance
    /// earlier.
    pub time: f64,
}

/// The first contact of a vertex (the first corner) and a triangle (the other three).
///
/// Corners that are not finite numbers are reported as touching from the start.
pub fn vertex_triangle(start: [DVec3; 4], end: [DVec3; 4], settings: &CcdSettings) -> Option<Impact> {
    march::first_impact::<3>(start, end, settings)
}

/// The first contact of two edges (the first two corners and the last two).
///
/// Corners that are not finite numbers are reported as touching from the start.
pub fn edge_edge(start: [DVec3; 4], end: [DVec3; 4], settings: &CcdSettings) -> Option<Impact> {
    march::first_impact::<4>(start, end, settings)
}

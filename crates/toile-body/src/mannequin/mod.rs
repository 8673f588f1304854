//! The built-in mannequin: a smooth, closed human body made from measures.
//!
//! ```
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::{Figure, Measure, Measures};
//!
//! let measures = Measures::fill(Figure::Woman, &[(Measure::Height, 1.70), (Measure::WaistGirth, 0.70)]);
//! let body = Mannequin::new(Figure::Woman, measures).build()?;
//! assert!(body.mesh.triangles.len() > 10_000);
//! # Ok::<(), toile_body::mannequin::MannequinError>(())
//! ```
//!
//! The body is a field of simple shapes that flow into one another: sections along trunk, neck, arms and legs, ellipsoids
//! for bust and seat, cones for fingers. A tape is laid around the field at each girth and the sections are scaled until it
//! shows the asked number; then the field's surface is meshed. The mannequin stands on the floor, faces +z, its left hand
//! at +x.

mod anatomy;
mod blend;
mod build;
mod extract;
mod fit;
mod free;
mod loft;
mod places;
mod pose;
mod remesh;
mod touch_up;

pub use build::{BuiltMannequin, Mannequin, MannequinError};
pub use pose::Pose;

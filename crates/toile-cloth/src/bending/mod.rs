//! Bending: a curvature tensor for each triangle, from the angles between triangles.
//!
//! The usual sum over hinges depends on how the mesh lies: on a grid of right triangles it is three times too stiff along the
//! diagonals, and it knows only one stiffness where cloth has three. Here each triangle has a curvature tensor
//!
//! ```text
//! K = 1/A Σₑ Lₑ (θₑ/2 ± φₑ) nₑ ⊗ nₑ        φₑ = Σ_f pₑ_f θ_f
//! ```
//!
//! summed over its edges: `θ` is the angle at an edge, `n` the edge's normal in the rest plane, and `φ` predicts by how much the
//! edge's own normal leaves the mean of its two triangles' normals, from the angles of the five hinges around. The weights `p`
//! are chosen once, on the rest shape, so that constant curvature is reproduced exactly. What follows is exact for constant curvature
//! on every mesh and in every direction, passes the bending patch test, and has no soft modes; a free edge carries no moment. The
//! energy `½ A Kᵀ D K` takes the measured stiffness along warp, weft and in twist.
//!
//! Cloth that creases has a [`BendingHistory`] of its curvature as well: see [`history`].

mod facets;
mod hinge;
pub mod history;
mod hysteresis_state;
mod plan;
mod plate;
mod predictor;
mod swing;

pub use history::BendingHistory;
pub use hysteresis_state::{HysteresisState, NOISE, Trial};
pub use plate::{BendRate, Bending, BendingScratch, Clamp, Fold};

pub(crate) use hinge::angle_and_gradient;
pub(crate) use predictor::RestHinge;

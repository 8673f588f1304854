//! The elements against what a continuous sheet does.

mod arcs;
mod bending;
mod cantilever;
mod equilibrium;
mod history;
#[expect(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]
mod in_place;
mod membrane;
mod motion;
mod sheets;

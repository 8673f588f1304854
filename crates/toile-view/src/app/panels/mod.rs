//! Panels around the picture. Each is a function that shows a state and tells the desk what was asked for.
//!
//! They know nothing of fabrics, bodies or solvers: what can be set they find in the [`Offer`](crate::live::Offer).

mod controls;
pub(crate) mod dropped;
mod export;
mod fabric;
pub(crate) mod files;
pub(crate) mod fit;
pub(crate) mod help;
pub(crate) mod legend;
mod look;
mod outfit;
pub(crate) mod pattern;
mod pattern_asked;
mod pattern_sheet;
pub(crate) mod plot;
mod questions;
pub(crate) mod side;
mod solver;
pub(crate) mod status;
pub(crate) mod timeline;
pub(crate) mod toolbar;

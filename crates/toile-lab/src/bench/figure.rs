//! What a scene measures besides what is measured in all of them.

use serde::Serialize;
use std::fmt::Debug;
use toile_cloth::simulation::Simulation;

/// A number that a scene is about, and what it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyFigure {
    /// What it is.
    pub name: &'static str,
    /// The value that was measured.
    pub measured: f64,
    /// The value that theory gives.
    pub expected: f64,
    /// The unit of both; nothing for a plain number.
    pub unit: &'static str,
}

/// Watches a run and makes figures of it.
pub(super) trait Measure: Debug {
    /// Looks at the cloth after a frame.
    fn look_at(&mut self, simulation: &Simulation);

    /// What was seen so far; nothing if the run was too short to tell.
    fn figures(&self) -> Vec<KeyFigure>;
}

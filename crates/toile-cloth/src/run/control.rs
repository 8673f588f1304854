//! What changes between the steps of a run.

use super::{GaveUp, RunStep};
use crate::simulation::Simulation;

/// What is to become of a run after a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// It goes on.
    GoOn,
    /// Nothing is left to do.
    Done,
    /// It is given up.
    GiveUp(GaveUp),
}

/// Changes a simulation around each step of a [`Run`](super::Run): seams close, bodies grow, gravity sets in. `()` changes nothing.
pub trait Controller {
    /// Makes the changes before a step of a length in seconds.
    fn before(&mut self, _simulation: &mut Simulation, _length: f64) {}

    /// Whether the cloth moves freely in this step. Rest and leaping count only then; while seams are drawn together neither means anything.
    fn is_free(&self) -> bool {
        true
    }

    /// The part of its changes that is made: below 1 while seams close.
    fn done(&self) -> f64 {
        1.0
    }

    /// Makes the changes after a step, and says how the run goes on.
    fn after(&mut self, _simulation: &mut Simulation, _step: &RunStep) -> Course {
        Course::GoOn
    }
}

impl Controller for () {}

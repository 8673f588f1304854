//! Moving cloth through time.
//!
//! [`Newton`] takes large implicit steps: the new positions are those at which inertia, gravity, stretch and bending are in
//! balance, found by a few linear solves. Two budgets of the same code: [`Budget::INTERACTIVE`] for live pictures and
//! [`Budget::ACCURATE`] for measurements.

mod newton;

pub use newton::{Budget, Newton, Scheme, SolverError, StepReport};

//! Moving cloth through time, and finding where it comes to rest.
//!
//! All methods share the trait [`Solver`]; [`Method`] names them.
//!
//! | method | when |
//! |---|---|
//! | [`Newton`] | the default: large implicit steps, as stiff as the fabric really is |
//! | [`Explicit`] | small steps straight from the forces: simple, exact for short times, a reference for the others |
//! | [`Xpbd`] | many small steps of corrected positions: never explodes, stiff cloth needs many substeps |
//! | [`LengthLimit`] | lengths between two limits, no forces: the cheapest, for looks only |
//!
//! [`Newton`] takes large implicit steps: the new positions are those at which inertia, gravity, stretch and bending are in
//! balance, found by a few linear solves. Two budgets of the same code: [`Budget::INTERACTIVE`] for live pictures and
//! [`Budget::ACCURATE`] for measurements.
//!
//! Who only wants to know where cloth comes to rest under its weight and some loads takes [`Equilibrium`]: no time passes.

mod constraint;
mod equilibrium;
mod explicit;
mod guard;
mod loads;
mod method;
mod newton;
mod property;
mod report;
mod speed;
mod stiffness;

pub use constraint::{LengthLimit, LengthLimitSettings, Xpbd, XpbdSettings};
pub use equilibrium::{Equilibrium, EquilibriumError, EquilibriumReport, VibrationMode};
pub use explicit::{Explicit, ExplicitScheme, ExplicitSettings};
pub(crate) use guard::report_contacts;
pub use loads::Loads;
pub use method::{METHODS, Method, MethodSettings, method_names};
pub use newton::{Budget, Caution, ContactBudget, Newton, Scheme};
pub(crate) use property::refused;
pub use property::{ClothProperty, property_table};
pub use report::{ContactReport, RecoveryReport, SolverReport, StageTimes, StepReport, StepStage};

use crate::cloth::Cloth;
use crate::contact::ContactPipeline;
use crate::linear::LinearError;
use crate::world::World;
use std::fmt::Debug;
use toile_contact::broad::QueryError;
use toile_contact::layers::LayerError;
use toile_contact::repair::RepairError;
use toile_geom::allowance::Spent;

/// A way to move a cloth on in time.
pub trait Solver: Debug + Send {
    /// Its name, for reports and settings.
    fn name(&self) -> &'static str;

    /// Whether it knows a property of cloth; what it does not is left out, or refused if it was asked for.
    fn honours(&self, _property: ClothProperty) -> bool {
        true
    }

    /// In which parts of its length a step of a time in seconds from the present state is best taken: all at once, unless said otherwise.
    fn parts(&self, _cloth: &Cloth, _world: &World, _time: f64) -> &'static [f64] {
        &[1.0]
    }

    /// Moves the cloth on by a time in seconds. The clock of the world shows the beginning of the step and is not moved.
    ///
    /// `contacts` keeps the cloth apart from itself and from bodies on the way.
    ///
    /// Everything that a later step depends on is in the cloth's state: a solver made anew goes on with the same bits.
    ///
    /// # Errors
    /// If no valid state was found; the cloth is then as it was.
    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError>;
}

/// Why a step could not be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolverError {
    /// Time or memory is used up.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// Something was asked for that the method does not know.
    #[error("the method {method} knows no {}; take another method, such as newton, or leave it out", property.name())]
    Refused {
        /// The method.
        method: &'static str,
        /// What was asked for.
        property: ClothProperty,
    },
    /// The linear system could not be set up.
    #[error(transparent)]
    Linear(#[from] LinearError),
    /// Places are not numbers any more, and nothing can be kept apart.
    #[error(transparent)]
    Contact(#[from] QueryError),
    /// The layers do not fit the cloth.
    #[error("layers: {0}")]
    Layers(#[from] LayerError),
    /// Places are not numbers any more, and nothing can be repaired.
    #[error(transparent)]
    Repair(#[from] RepairError),
    /// The matrix or the forces are not numbers.
    #[error(
        "the forces or their derivatives are not finite in a step of {time} s; check the lengths and stiffnesses of threads, and that no \
         triangle has collapsed"
    )]
    Undefined {
        /// The length of the step in seconds.
        time: f64,
    },
    /// Positions or velocities are not numbers any more.
    #[error(
        "vertex {vertex} has no finite position or velocity after a step of {time} s; take smaller steps, or check the \
         stiffnesses and masses around it"
    )]
    NotFinite {
        /// The first such vertex.
        vertex: usize,
        /// The length of the step in seconds.
        time: f64,
    },
    /// The cloth moved further in one step than it can have.
    #[error(
        "vertex {vertex} moved {distance:.3e} m in a step of {time} s: the motion is unstable; take smaller steps"
    )]
    Unstable {
        /// The vertex that moved most.
        vertex: usize,
        /// How far it moved, in metres.
        distance: f64,
        /// The length of the step in seconds.
        time: f64,
    },
    /// The motion is too fast for explicit steps.
    #[error(
        "a step of {time} s would need {substeps:.0} substeps, more than the {most} allowed: the cloth is too stiff or \
         too light for explicit steps; take an implicit solver, a coarser mesh or smaller steps"
    )]
    TooStiff {
        /// How many substeps would be needed.
        substeps: f64,
        /// How many are allowed.
        most: usize,
        /// The length of the step in seconds.
        time: f64,
    },
}

impl SolverError {
    /// What is used up, if that is why.
    pub fn spent(&self) -> Option<Spent> {
        match self {
            Self::Spent(spent) | Self::Contact(QueryError::Spent(spent)) => Some(*spent),
            _ => None,
        }
    }
}

//! How a step is taken, and how much work goes into it.

use crate::linear::{PcgSettings, Precision};

/// How the motion is cut into steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Backward Euler: never gains energy, and loses a lot of it. For settling to rest.
    BackwardEuler,
    /// Second-order backward differences: keeps most of the energy of a swinging cloth.
    #[default]
    Bdf2,
}

/// How much work goes into a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The most Newton steps.
    pub newton_steps: usize,
    /// When to stop each linear solve.
    pub linear: PcgSettings,
    /// In which numbers the linear system is solved. The forces that it is solved for are always in `f64`.
    pub precision: Precision,
    /// Whether a Newton step that does not lower the energy is shortened.
    pub line_search: bool,
    /// Stop when the largest correction is below this length in metres.
    pub tolerance: f64,
}

impl Budget {
    /// A fixed, small amount of work: two linearisations, three iterations each.
    pub const INTERACTIVE: Self = Self {
        newton_steps: 2,
        linear: PcgSettings { relative_residual: 0.0, max_iterations: 3 },
        precision: Precision::Single,
        line_search: false,
        tolerance: 0.0,
    };

    /// As much work as it takes to make corrections smaller than a tenth of a micrometre.
    pub const ACCURATE: Self = Self {
        newton_steps: 60,
        linear: PcgSettings { relative_residual: 1e-3, max_iterations: 200 },
        precision: Precision::Double,
        line_search: true,
        tolerance: 1e-7,
    };
}

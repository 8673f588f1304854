//! How a step is taken, and how much work goes into it.

use crate::linear::{MultigridPrecision, PcgSettings};

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
    /// The fewest Newton steps, and the most.
    pub newton_steps: [usize; 2],
    /// When to stop each linear solve.
    pub linear: PcgSettings,
    /// In which numbers the linear system is solved. The forces that it is solved for are always in `f64`.
    pub precision: MultigridPrecision,
    /// Whether a Newton step that does not lower the energy is shortened.
    pub line_search: bool,
    /// How far the matrix errs on the stiff side.
    pub caution: Caution,
    /// Stop when the largest correction is below this length in metres.
    pub tolerance: f64,
    /// A step of second order that would lose more than this share of `m g L / 2` is taken in halves; infinite for never. It loses about
    /// `r⁴ / 2` of the kinetic energy, where velocities change by the share `r`: little, but for the moment in which a falling cloth is
    /// whipped round.
    pub loss: f64,
    /// How contacts between features are dealt with.
    pub contact: ContactBudget,
}

/// How much work goes into contacts between features of cloth and bodies. They are found where the cloth is, kept for some Newton steps, and the
/// guard sees to the way there: that is one round.
///
/// To look for contacts costs more than a Newton step. And a step that moves a vertex across an edge of length `l` by `d` stretches it by `d² / 2 l²`,
/// which only the next one puts right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactBudget {
    /// The fewest rounds, and the most; there are more than the fewest as long as the guard has to keep pairs apart.
    pub rounds: [usize; 2],
    /// The fewest Newton steps of a round, and the most.
    pub newton_steps: [usize; 2],
    /// When to stop each linear solve: contacts couple what is far apart in the mesh, which the coarser levels do not know.
    pub linear: PcgSettings,
    /// A correction that is smaller than this part of the mean edge ends a round; what touches something, than this part of the way of fall in a
    /// step.
    pub settled: f64,
}

/// How far the matrix of a Newton step errs on the stiff side. It only steers the search for the balance of forces: forces are exact.
///
/// Cloth under compression buckles, so the true matrix has directions without resistance, along which few Newton steps overshoot
/// and the error of one frame becomes motion in the next. A matrix that is too stiff there takes shorter steps: better with a
/// small budget, worse with a large one (measured in docs/decisions/006).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caution {
    /// Share of a compression that counts as if it were tension: 0 leaves compression out.
    pub compression: f64,
    /// Multiplies bending.
    pub bending: f64,
}

impl Caution {
    /// For few Newton steps.
    pub const FEW_STEPS: Self = Self { compression: 1.0, bending: 3.0 };
    /// For as many as it takes.
    pub const MANY_STEPS: Self = Self { compression: 0.0, bending: 1.0 };
}

impl Budget {
    /// A small amount of work: two linearisations, three iterations each. Where the second still moves a vertex by more than 5 mm,
    /// as in a flag that flutters, up to eight: a swinging curtain never gets there, and cloth in a storm does not tear apart.
    pub const INTERACTIVE: Self = Self {
        newton_steps: [2, 8],
        linear: PcgSettings { relative_residual: 0.0, max_iterations: 3 },
        precision: MultigridPrecision::Single,
        line_search: false,
        caution: Caution::FEW_STEPS,
        tolerance: 5e-3,
        loss: 2e-4,
        contact: ContactBudget {
            rounds: [2, 6],
            newton_steps: [1, 3],
            linear: PcgSettings { relative_residual: 0.0, max_iterations: 6 },
            settled: 0.05,
        },
    };

    /// As much work as it takes to make corrections smaller than a tenth of a micrometre.
    pub const ACCURATE: Self = Self {
        newton_steps: [1, 60],
        linear: PcgSettings { relative_residual: 1e-3, max_iterations: 200 },
        precision: MultigridPrecision::Double,
        line_search: true,
        caution: Caution::MANY_STEPS,
        tolerance: 1e-7,
        loss: f64::INFINITY,
        contact: ContactBudget {
            rounds: [1, 60],
            newton_steps: [1, 1],
            linear: PcgSettings { relative_residual: 1e-3, max_iterations: 200 },
            settled: 0.0,
        },
    };
}

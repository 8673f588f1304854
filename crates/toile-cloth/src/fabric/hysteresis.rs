//! Bending hysteresis: cloth remembers how it was bent.
//!
//! Yarns rub against each other. A fabric that is bent and released comes back along another curve, with less moment, and not all
//! the way: a crease stays, and folding it again and again makes the crease permanent. This is the model of Wong (2014, chapter 4):
//! the moment is an elastic part `b₂ κ` and a friction between `-M₀` and `M₀`; when the bending turns round, the friction swings from one
//! side to the other along a parabola. A crease is a residual curvature that grows by a share of what is left at zero moment, and
//! each such cycle wears the friction down.
//!
//! ```
//! use toile_cloth::bending::HysteresisState;
//! use toile_cloth::fabric::Hysteresis;
//!
//! let fabric = Hysteresis { initial: 0.76, lasting: 0.26, falloff: 0.38, residual_rate: 0.5, fatigue_rate: 0.0 };
//! let mut state = HysteresisState::new(&fabric);
//! for step in 0..=100 {
//!     state.bend(&fabric, 0.04 * f64::from(step)); // fold
//! }
//! for step in (0..=100).rev() {
//!     state.bend(&fabric, 0.04 * f64::from(step)); // unfold
//! }
//! assert!(state.residual() > 0.0); // a crease stays
//! ```

/// How a fabric bends and forgets. Moments are per width (N·m/m), curvatures in 1/m.
///
/// Bending starts with the stiffness `initial` and falls linearly with curvature, by twice `falloff` per 1/m, to `lasting`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// Stiffness at the beginning of bending, N·m (Wong's b₁).
    pub initial: f64,
    /// Stiffness that remains when the yarns have slipped, N·m (b₂); at most `initial`.
    pub lasting: f64,
    /// Half of the loss of stiffness per curvature, N·m² (|c₁|); positive, unless there is no loss.
    pub falloff: f64,
    /// The share of the curvature left at zero moment that becomes permanent, 0 to 1 (λ).
    pub residual_rate: f64,
    /// The share of the friction that a full cycle wears away, 0 to 1 (μ).
    pub fatigue_rate: f64,
}

impl Hysteresis {
    /// What follows from the stiffness `B` and the loop's width `2HB` that KES measures, and the curvature at which the yarns
    /// have slipped. Creases and fatigue are off.
    pub fn from_kes(stiffness: f64, loop_width: f64, slip_curvature: f64) -> Self {
        let friction = 0.5 * loop_width;
        Self {
            initial: stiffness + 2.0 * friction / slip_curvature,
            lasting: stiffness,
            falloff: friction / (slip_curvature * slip_curvature),
            residual_rate: 0.0,
            fatigue_rate: 0.0,
        }
    }

    /// The curvature at which the yarns have slipped, 1/m (K₀).
    pub fn slip_curvature(&self) -> f64 {
        self.friction(self.initial).0
    }

    /// The moment of friction, N·m/m (M₀). The width of the measured loop, 2HB, is twice this.
    pub fn friction_moment(&self) -> f64 {
        self.friction(self.initial).1
    }

    /// The curvature and the moment at which friction gives way, for an initial stiffness that may have worn.
    pub(crate) fn friction(&self, initial: f64) -> (f64, f64) {
        let lost = (initial - self.lasting).max(0.0);
        if lost == 0.0 {
            return (0.0, 0.0);
        }
        (lost / (2.0 * self.falloff), lost * lost / (4.0 * self.falloff))
    }
}

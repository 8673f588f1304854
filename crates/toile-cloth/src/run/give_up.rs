//! When a run is given up, and why.
//!
//! A pattern that cannot be worn need not fail: its seams close around the body by force, and the cloth then leaps about for ever, in steps that take the
//! longer the worse it is. Such a run is ended, with a reason. None of the signs depends on the machine.

use crate::cloth::Cloth;
use crate::solver::SolverError;
use crate::stretch::rest_edges;
use toile_geom::allowance::Spent;

/// Cloth falls if this share of its speed is common to all of it, downwards.
const FALLING: f64 = 0.8;

/// How much is borne before a run is given up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GiveUp {
    /// An edge that is stretched by more than this, 0.9 for 90 %, is stretched too much.
    pub strain: f64,
    /// Cloth of whose edges more than this share are stretched too much is given up.
    pub strained_share: f64,
    /// Cloth that is on average faster than this, in m/s, leaps or falls.
    pub speed: f64,
    /// It is given up if it does so in this number of steps one after the other.
    pub steps: usize,
}

impl Default for GiveUp {
    fn default() -> Self {
        Self { strain: 0.9, strained_share: 0.02, speed: 1.3, steps: 30 }
    }
}

/// Why a run was given up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GaveUp {
    /// The deadline passed.
    #[error("given up after {seconds:.0} s {}", unfinished(*sewn))]
    Time {
        /// How many seconds it took until that was seen.
        seconds: f64,
        /// The part of the seams' way that was done.
        sewn: f64,
    },
    /// More memory would be needed than is allowed.
    #[error("given up: it needs more than {:.1} GB of memory", 1e-9 * bytes)]
    Memory {
        /// How much is allowed, in bytes.
        bytes: f64,
    },
    /// It was cancelled from outside.
    #[error("stopped by hand {}", unfinished(*sewn))]
    Cancelled {
        /// The part of the seams' way that was done.
        sewn: f64,
    },
    /// Too many edges are stretched too much.
    #[error("given up: its seams close only if {:.0} % of its edges are stretched by up to {:.0} %", 100.0 * share, 100.0 * strain)]
    Strain {
        /// How much the edge is stretched that is stretched most.
        strain: f64,
        /// The share of edges that are stretched too much.
        share: f64,
    },
    /// It leaps about and does not come to rest.
    #[error("given up: it leaps about at {speed:.1} m/s and does not come to rest")]
    Leaps {
        /// How fast it is on average, in m/s.
        speed: f64,
    },
    /// It falls.
    #[error("given up: it falls off the body, because nothing holds it")]
    Falls,
    /// No step could be taken any more.
    #[error("given up: no step could be taken any more, {error}")]
    Stuck {
        /// Why not.
        error: SolverError,
    },
}

/// What was not done when the run ended.
fn unfinished(sewn: f64) -> String {
    if sewn < 1.0 {
        format!("with seams closed by {:.0} %", 100.0 * sewn)
    } else {
        "before it was at rest".to_owned()
    }
}

impl GaveUp {
    /// Why a run ends whose step could not be taken when a part of the seams' way was done.
    pub(super) fn of(error: SolverError, sewn: f64) -> Self {
        error.spent().map_or(Self::Stuck { error }, |spent| Self::of_spent(spent, sewn))
    }

    /// Why work ends that has used up what it may take when a part of the seams' way was done.
    pub const fn of_spent(spent: Spent, sewn: f64) -> Self {
        match spent {
            Spent::Time { seconds } => Self::Time { seconds, sewn },
            Spent::Memory { bytes } => Self::Memory { bytes },
            Spent::Cancelled => Self::Cancelled { sewn },
        }
    }
}

impl GiveUp {
    /// Whether too many edges are stretched too much.
    pub fn strained(&self, cloth: &Cloth) -> Option<GaveUp> {
        let edges = rest_edges(cloth);
        let stretches = edges.iter().map(|edge| edge.stretch(&cloth.state.positions));
        let torn: Vec<f64> = stretches.filter(|stretch| *stretch > self.strain).collect();
        let share = torn.len() as f64 / edges.len().max(1) as f64;
        let strain = torn.into_iter().fold(0.0, f64::max);
        (share > self.strained_share).then_some(GaveUp::Strain { strain, share })
    }

    /// Whether cloth with this kinetic energy per mass, in J/kg, is too fast.
    pub(super) fn is_fast(&self, motion: f64) -> bool {
        (2.0 * motion).sqrt() > self.speed
    }

    /// What fast cloth does.
    pub(super) fn fast(cloth: &Cloth, motion: f64) -> GaveUp {
        let speed = (2.0 * motion).sqrt();
        let is_falling = -cloth.momentum().y > FALLING * speed * cloth.mass();
        if is_falling { GaveUp::Falls } else { GaveUp::Leaps { speed } }
    }
}

//! When draping is given up, and why.
//!
//! A pattern that cannot be worn need not fail: its seams close around the body by force, and the cloth then leaps about for ever, in steps that take the
//! longer the worse it is. Whoever waits is told instead. The first two signs do not depend on the machine, the last one does.

use super::{DrapeStep, Phase};
use glam::DVec3;
use std::fmt;
use std::time::{Duration, Instant};
use toile_cloth::cloth::Cloth;
use toile_cloth::stretch::rest_edges;

/// How much is borne before draping is given up.
#[derive(Clone, Debug, PartialEq)]
pub struct Patience {
    /// The longest that dressing may take, in seconds of the clock on the wall. What is reached by then depends on the machine.
    pub seconds: f64,
    /// When the clock was started, if that was before draping began.
    pub since: Option<Instant>,
    /// Cloth whose seams are closed and that is stretched by more than this, 0.9 for 90 %, has not been dressed.
    pub strain: f64,
    /// ... if more than this share of its edges are.
    pub strained: f64,
    /// Cloth that is on average faster than this, in m/s, leaps or falls.
    pub leap: f64,
    /// ... for so many steps one after the other.
    pub leaps: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self { seconds: 600.0, since: None, strain: 0.9, strained: 0.02, leap: 1.3, leaps: 30 }
    }
}

impl Patience {
    /// When the time is over for something that began at a time. Never if that is too far away to be told.
    pub(crate) fn deadline(&self, begin: Instant) -> Option<Instant> {
        let time = Duration::try_from_secs_f64(self.seconds).ok()?;
        self.since.unwrap_or(begin).checked_add(time)
    }
}

/// Why draping was given up.
#[derive(Clone, Debug, PartialEq)]
pub enum GaveUp {
    /// It took too long.
    Time {
        /// The limit in seconds.
        seconds: f64,
        /// The part of the seams' way that was done.
        sewn: f64,
    },
    /// Seams closed by force only.
    Strain {
        /// How much those edges are stretched that are stretched most.
        strain: f64,
        /// The share of edges that are stretched too much.
        share: f64,
    },
    /// The cloth leaps about and does not come to rest.
    Leaps {
        /// How fast it is on average, in m/s.
        speed: f64,
    },
    /// It falls off the body.
    Falls,
    /// No step could be taken any more.
    Stuck {
        /// Why not.
        reason: String,
    },
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time { seconds, sewn } if *sewn < 1.0 => {
                write!(f, "given up after {seconds:.0} s with seams closed by {:.0} %", 100.0 * sewn)
            }
            Self::Time { seconds, .. } => write!(f, "given up after {seconds:.0} s before it was at rest"),
            Self::Strain { strain, share } => write!(
                f,
                "given up: its seams close only if {:.0} % of its edges are stretched by up to {:.0} %",
                100.0 * share,
                100.0 * strain
            ),
            Self::Leaps { speed } => {
                write!(f, "given up: it leaps about at {speed:.1} m/s and does not come to rest")
            }
            Self::Falls => write!(f, "given up: it falls off the body, because nothing holds it"),
            Self::Stuck { reason } => write!(f, "given up: no step could be taken any more, {reason}"),
        }
    }
}

/// Cloth falls if so much of its speed is common to all of it, downwards.
const FALLING: f64 = 0.8;

/// Watches a run.
#[derive(Debug)]
pub(crate) struct Watch {
    patience: Patience,
    clock: Instant,
    /// The phase of the step before.
    phase: Phase,
    fast: usize,
}

impl Watch {
    /// Begins to watch a run that is part of something which began at a time.
    pub(crate) fn new(patience: &Patience, begin: Instant) -> Self {
        let clock = patience.since.unwrap_or(begin);
        Self { patience: patience.clone(), clock, phase: Phase::Sewing, fast: 0 }
    }

    /// Looks at a step; says why the run is to be given up, if it is.
    pub(crate) fn see(&mut self, now: &DrapeStep, cloth: &Cloth) -> Option<GaveUp> {
        let patience = &self.patience;
        let begins = now.phase != self.phase;
        self.phase = now.phase;
        // Flaps that are held out are drawn out for a moment.
        let is_whole = now.phase != Phase::Turning;
        if begins
            && is_whole
            && let Some(torn) = strained(patience, cloth)
        {
            return Some(torn);
        }
        let speed = (2.0 * now.motion).sqrt();
        self.fast = if now.phase == Phase::Draping && speed > patience.leap { self.fast + 1 } else { 0 };
        if self.fast >= patience.leaps {
            let momentum: DVec3 = cloth
                .masses
                .iter()
                .zip(&cloth.state.velocities)
                .map(|(mass, velocity)| *velocity * *mass)
                .sum();
            let is_falling = -momentum.y > FALLING * speed * cloth.mass();
            return Some(if is_falling { GaveUp::Falls } else { GaveUp::Leaps { speed } });
        }
        if now.phase == Phase::Done { None } else { self.late(now.sewn) }
    }

    /// Says that the time is over, if it is, with a part of the seams' way done.
    pub(crate) fn late(&self, sewn: f64) -> Option<GaveUp> {
        let is_late = self.clock.elapsed().as_secs_f64() > self.patience.seconds;
        is_late.then_some(GaveUp::Time { seconds: self.patience.seconds, sewn })
    }
}

/// Whether too many edges are stretched too much.
fn strained(patience: &Patience, cloth: &Cloth) -> Option<GaveUp> {
    let edges = rest_edges(cloth);
    let stretches = edges.iter().map(|edge| edge.stretch(&cloth.state.positions));
    let torn: Vec<f64> = stretches.filter(|stretch| *stretch > patience.strain).collect();
    let share = torn.len() as f64 / edges.len().max(1) as f64;
    let strain = torn.into_iter().fold(0.0, f64::max);
    (share > patience.strained).then_some(GaveUp::Strain { strain, share })
}

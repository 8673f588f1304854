//! The settings of the guard.

/// Distances of the guard, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuardSettings {
    /// Pairs never come closer than this; pairs that are closer already come no closer. A tenth of the contact thickness is
    /// a good choice.
    pub floor: f64,
    /// How far vertices may stray from their expected ways before candidates are looked for anew. More makes detection
    /// rarer and its result longer.
    pub slack: f64,
    /// For how many steps like the present one candidates are to last, if that is not far.
    pub ahead: f64,
    /// How far they look ahead at most, in the mean of all vertices that move: the farther, the longer the lists.
    pub farthest: f64,
    /// How far kinematic things go at once: longer ways are taken in portions, each from where the last one ended. About the contact thickness is good;
    /// infinite for never.
    pub portion: f64,
}

impl Default for GuardSettings {
    /// For cloth that is kept 3 mm from itself.
    fn default() -> Self {
        Self { floor: 3e-4, slack: 1e-3, ahead: 1.0, farthest: 1e-2, portion: f64::INFINITY }
    }
}

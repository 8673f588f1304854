//! Keeping pace with the clock on the wall.

/// How fast time passes in the cloth's world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds that shall pass in one of ours.
    pub wanted: f64,
    /// Seconds that do pass in one of ours, lately.
    pub reached: f64,
    /// By how much the cloth's world is behind since it was last started, in its own seconds.
    pub behind: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { wanted: 1.0, reached: 1.0, behind: 0.0 }
    }
}

/// The time over which the speed is averaged, in seconds.
const LATELY: f64 = 1.0;

/// Decides when a step is due.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    pub(super) pace: Pace,
    /// When the next step is due, on the wall; unknown while time stands still.
    due: Option<f64>,
    /// When the last step was counted.
    last: Option<f64>,
}

impl Clock {
    /// How long to wait until a step is due, in seconds: 0 if it is.
    pub(super) fn wait(&mut self, now: f64) -> f64 {
        (*self.due.get_or_insert(now) - now).max(0.0)
    }

    /// Counts a step of a length in seconds that ended now.
    pub(super) fn stepped(&mut self, now: f64, step: f64) {
        let wall = step / self.pace.wanted.max(1e-3);
        let due = self.due.unwrap_or(now) + wall;
        if let Some(last) = self.last {
            let elapsed = (now - last).max(1e-6);
            let share = (elapsed / LATELY).min(1.0);
            self.pace.reached += (step / elapsed - self.pace.reached) * share;
        } else {
            self.pace.reached = self.pace.wanted;
        }
        self.last = Some(now);
        self.pace.behind += (now - due).max(0.0) * self.pace.wanted;
        // What was missed is not caught up with: cloth that suddenly hurries looks wrong.
        self.due = Some(due.max(now));
    }

    /// Time stands still from here on.
    pub(super) fn stop(&mut self) {
        (self.due, self.last) = (None, None);
        self.pace.behind = 0.0;
    }
}

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
    /// When the last step was counted, or the first could begin.
    last: Option<f64>,
    /// What passed lately on the wall and in the cloth's world, in seconds; what is longer ago counts less.
    lately: [f64; 2],
}

impl Clock {
    /// How long to wait until a step is due, in seconds: 0 if it is.
    pub(super) fn wait(&mut self, now: f64) -> f64 {
        self.last.get_or_insert(now);
        (*self.due.get_or_insert(now) - now).max(0.0)
    }

    /// Counts a step of a length in seconds that ended now.
    pub(super) fn stepped(&mut self, now: f64, step: f64) {
        let wall = step / self.pace.wanted.max(1e-3);
        let due = self.due.unwrap_or(now) + wall;
        if let Some(last) = self.last {
            let elapsed = (now - last).max(1e-6);
            let left = (-elapsed / LATELY).exp();
            let [before, moved] = self.lately;
            self.lately = [left * before + elapsed, left * moved + step];
            self.pace.reached = self.lately[1] / self.lately[0];
        }
        self.last = Some(now);
        self.pace.behind += (now - due).max(0.0) * self.pace.wanted;
        // What was missed is not caught up with: cloth that suddenly hurries looks wrong.
        self.due = Some(due.max(now));
    }

    /// Time stands still from here on.
    pub(super) fn stop(&mut self) {
        (self.due, self.last, self.lately) = (None, None, [0.0; 2]);
        self.pace.behind = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_that_of_the_steps_from_the_first_one_on() {
        let mut clock = Clock::default();
        assert_eq!(clock.wait(5.0), 0.0);
        for k in 1..=4 {
            clock.stepped(5.0 + 0.214 * f64::from(k), 1.0 / 60.0);
            let slower = clock.pace.wanted / clock.pace.reached;
            assert!((slower - 12.84).abs() < 0.01, "{slower} after {k} steps of 214 ms");
        }
        // Then it hurries, and the average follows within a second.
        for k in 1..=120 {
            clock.stepped(5.856 + 0.02 * f64::from(k), 1.0 / 60.0);
        }
        assert!((clock.pace.reached - 0.8333).abs() < 0.05, "{:?}", clock.pace);
        clock.stop();
        assert_eq!((clock.wait(60.0), clock.pace.behind), (0.0, 0.0));
        clock.stepped(60.1, 0.05);
        assert!((clock.pace.reached - 0.5).abs() < 1e-9, "what was before it stood still does not count");
    }
}

//! When time is over, by the clock on the wall.

use std::time::{Duration, Instant};

/// When time is over. What is reached by then depends on the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deadline {
    seconds: f64,
    instant: Option<Instant>,
}

impl Deadline {
    /// Time is never over.
    pub const NEVER: Self = Self { seconds: f64::INFINITY, instant: None };

    /// Some seconds from now.
    pub fn after(seconds: f64) -> Self {
        Self::since(Instant::now(), seconds)
    }

    /// Some seconds after something began; never, if that is too far away for the clock.
    pub fn since(begin: Instant, seconds: f64) -> Self {
        let instant = Duration::try_from_secs_f64(seconds).ok().and_then(|time| begin.checked_add(time));
        Self { seconds, instant }
    }

    /// How many seconds there were.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// When that is, if ever.
    pub fn instant(&self) -> Option<Instant> {
        self.instant
    }

    /// Whether time is over.
    pub fn is_over(&self) -> bool {
        self.instant.is_some_and(|instant| Instant::now() >= instant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_no_time_and_time_without_end_is_never_over() {
        assert!(Deadline::after(0.0).is_over());
        for never in [Deadline::NEVER, Deadline::after(f64::INFINITY), Deadline::after(1e300)] {
            assert!(!never.is_over() && never.instant().is_none());
        }
        assert!(!Deadline::after(1e3).is_over());
    }
}

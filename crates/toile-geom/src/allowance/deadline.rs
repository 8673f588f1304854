//! When time is over: by the clock on the wall, or because somebody wishes so.

use super::cancel_token::CancelToken;
use std::time::{Duration, Instant};

/// When time is over. What is reached by then depends on the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Deadline {
    seconds: f64,
    begin: Option<Instant>,
    instant: Option<Instant>,
    cancel: Option<CancelToken>,
}

impl Default for Deadline {
    fn default() -> Self {
        Self::NEVER
    }
}

impl Deadline {
    /// Time is never over.
    pub const NEVER: Self = Self { seconds: f64::INFINITY, begin: None, instant: None, cancel: None };

    /// Some seconds from now.
    pub fn after(seconds: f64) -> Self {
        Self::since(Instant::now(), seconds)
    }

    /// Some seconds after something began; never, if that is too far away for the clock.
    pub fn since(begin: Instant, seconds: f64) -> Self {
        let instant = Duration::try_from_secs_f64(seconds).ok().and_then(|time| begin.checked_add(time));
        Self { seconds, begin: Some(begin), instant, cancel: None }
    }

    /// The same, but over as soon as a token is cancelled.
    #[must_use]
    pub fn or_cancelled(self, token: &CancelToken) -> Self {
        Self { cancel: Some(token.clone()), ..self }
    }

    /// The same, but no sooner than some seconds after it was set.
    #[must_use]
    pub fn no_sooner_than(self, seconds: f64) -> Self {
        match self.begin {
            Some(begin) if self.seconds < seconds => {
                Self { cancel: self.cancel, ..Self::since(begin, seconds) }
            }
            _ => self,
        }
    }

    /// How many seconds there were.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How many seconds have gone by since it was set.
    pub fn elapsed(&self) -> f64 {
        self.begin.map_or(0.0, |begin| begin.elapsed().as_secs_f64())
    }

    /// Whether time is over.
    pub fn is_over(&self) -> bool {
        self.is_cancelled() || self.instant.is_some_and(|instant| Instant::now() >= instant)
    }

    /// Whether it is over because somebody wishes so.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_no_time_and_time_without_end_is_never_over() {
        assert!(Deadline::after(0.0).is_over());
        for never in [Deadline::NEVER, Deadline::after(f64::INFINITY), Deadline::after(1e300)] {
            assert!(!never.is_over() && never.instant.is_none());
        }
        assert!(!Deadline::after(1e3).is_over());
        assert!(!Deadline::after(0.0).no_sooner_than(1e3).is_over());
        assert_eq!(Deadline::NEVER.no_sooner_than(1.0), Deadline::NEVER);
    }

    #[test]
    fn a_wish_ends_it_however_much_time_is_left() {
        let token = CancelToken::default();
        let deadline = Deadline::after(1e3).or_cancelled(&token).no_sooner_than(1e4);
        assert!(!deadline.is_over() && !deadline.is_cancelled());
        token.cancel();
        assert!(deadline.is_over() && deadline.is_cancelled());
        assert!(Deadline::NEVER.or_cancelled(&token).is_over());
    }

    #[test]
    fn what_has_gone_by_is_told_and_not_what_was_allowed() {
        let begin = Instant::now().checked_sub(Duration::from_secs(5));
        let elapsed = begin.map(|begin| Deadline::since(begin, 1.0).elapsed());
        assert!(elapsed.is_none_or(|elapsed| (5.0..60.0).contains(&elapsed)), "{elapsed:?}");
    }
}

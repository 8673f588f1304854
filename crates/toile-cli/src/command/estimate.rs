//! How much of a long job is done, how long the rest may take, and whether it is stuck.

/// So much of the whole must be done, and so many seconds must be over, before an estimate says anything of the rest.
const LEAST_SHARE: f64 = 0.03;
const LEAST_SECONDS: f64 = 3.0;
/// What is less of the whole than this is no step forward.
const STEP_FORWARD: f64 = 0.002;
/// So many seconds without a step forward are worth saying.
const STANDSTILL: f64 = 60.0;

/// What was seen of a job: nothing is said of the rest but what follows from the rate so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimate {
    /// The share that is done: the largest that was seen.
    done: f64,
    /// When it grew, in seconds after the begin.
    grown: f64,
    /// What is said when it does not.
    stuck: String,
}

impl Estimate {
    /// Of a job that begins, with what is to be said if it stands still.
    pub(crate) fn new(stuck: &str) -> Self {
        Self { stuck: stuck.to_owned(), ..Self::default() }
    }

    /// Sees which share is done some seconds after the begin.
    pub(crate) fn see(&mut self, seconds: f64, share: f64) {
        if share >= self.done + STEP_FORWARD {
            (self.done, self.grown) = (share.min(1.0), seconds);
        }
    }

    /// How many seconds are left, if the rest takes as long for its share as what is done; none if that is not known yet.
    fn left(&self, seconds: f64) -> Option<f64> {
        let is_known = self.done >= LEAST_SHARE && seconds >= LEAST_SECONDS && !self.is_stuck(seconds);
        is_known.then(|| seconds * (1.0 - self.done) / self.done)
    }

    fn is_stuck(&self, seconds: f64) -> bool {
        seconds - self.grown >= STANDSTILL
    }

    /// The share, the rest, and a hint if it stands still.
    pub(crate) fn words(&self, seconds: f64) -> String {
        let done = format!("{:.0} %", 100.0 * self.done);
        if self.is_stuck(seconds) {
            let still = span(seconds - self.grown);
            let hint = if self.stuck.is_empty() { String::new() } else { format!(": {}", self.stuck) };
            return format!("{done}, no further for {still}{hint}");
        }
        match self.left(seconds) {
            Some(left) => format!("{done}, about {} left", span(left)),
            None => done,
        }
    }
}

/// A span of time, no more exact than anyone wants to know it.
fn span(seconds: f64) -> String {
    if seconds < 100.0 {
        format!("{seconds:.0} s")
    } else if seconds < 100.0 * 60.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_follows_from_the_rate_so_far_and_is_not_said_before_it_is_known() {
        let mut estimate = Estimate::new("the time limit ends it");
        assert_eq!(estimate.words(0.0), "0 %");
        estimate.see(1.0, 0.02);
        assert_eq!(estimate.words(1.0), "2 %");
        estimate.see(30.0, 0.25);
        assert_eq!(estimate.words(30.0), "25 %, about 90 s left");
        assert_eq!(estimate.words(40.0), "25 %, about 2 min left", "it takes longer than it seemed");
        estimate.see(41.0, 0.2);
        assert_eq!(estimate.done, 0.25, "the share does not shrink");
        estimate.see(100.0, 1.0);
        assert_eq!(estimate.words(100.0), "100 %, about 0 s left");
    }

    #[test]
    fn what_stands_still_is_told_with_what_ends_it() {
        let mut estimate = Estimate::new("the time limit ends it");
        estimate.see(10.0, 0.04);
        for second in 11..=200 {
            // It moves, but gets nowhere.
            estimate.see(f64::from(second), 0.04 + 1e-6 * f64::from(second));
        }
        assert_eq!(estimate.words(69.0), "4 %, about 28 min left");
        assert_eq!(estimate.words(190.0), "4 %, no further for 3 min: the time limit ends it");
        estimate.see(200.0, 0.5);
        assert_eq!(estimate.words(200.0), "50 %, about 3 min left");
    }
}

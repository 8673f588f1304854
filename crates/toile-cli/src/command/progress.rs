//! Progress on standard error: a line that says what is going on, gone when it is done.

use super::estimate::Estimate;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often a line is drawn anew while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// Shows what a command is doing, if it takes long enough to be seen and standard error is a terminal.
pub(crate) struct Progress {
    quiet: bool,
}

/// What is known of a job, for the line that is drawn and the work that goes on.
type SharedEstimate = Arc<Mutex<Estimate>>;

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Does some work under a heading, with a turning wheel and the time so far.
    pub(crate) fn stage<T>(&self, heading: &str, work: impl FnOnce() -> T) -> T {
        let bar = self.bar(None, "{spinner:.cyan} {msg} {elapsed:.dim}", None);
        bar.set_message(heading.to_owned());
        let result = work();
        bar.finish_and_clear();
        result
    }

    /// Does some work in a known number of steps; the work calls the given function after each. `stuck` is said if none comes for long.
    pub(crate) fn steps<T>(
        &self,
        heading: &str,
        steps: u64,
        stuck: &str,
        work: impl FnOnce(&dyn Fn()) -> T,
    ) -> T {
        let estimate = SharedEstimate::new(Mutex::new(Estimate::new(stuck)));
        let template = "{msg} {bar:30.cyan/dim} {pos}/{len} {elapsed:.dim} {rest}";
        let bar = self.bar(Some(steps), template, Some(&estimate));
        bar.set_message(heading.to_owned());
        let result = work(&|| {
            bar.inc(1);
            see(&estimate, &bar, bar.position() as f64 / steps.max(1) as f64);
        });
        bar.finish_and_clear();
        result
    }

    /// Does some work under a heading; the work says through the given function which share of it is done, and what it is at. `stuck` is said if it gets
    /// no further for long.
    pub(crate) fn share<T>(
        &self,
        heading: &str,
        stuck: &str,
        work: impl FnOnce(&dyn Fn(f64, &str)) -> T,
    ) -> T {
        let estimate = SharedEstimate::new(Mutex::new(Estimate::new(stuck)));
        let bar = self.bar(None, "{spinner:.cyan} {msg} {elapsed:.dim} {rest}", Some(&estimate));
        bar.set_message(heading.to_owned());
        let result = work(&|share, words| {
            see(&estimate, &bar, share);
            bar.set_message(format!("{heading}: {words}"));
        });
        bar.finish_and_clear();
        result
    }

    fn bar(&self, length: Option<u64>, template: &str, estimate: Option<&SharedEstimate>) -> ProgressBar {
        let target = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(length, target);
        // The templates are our own and valid; the default style is a fair fallback.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(match estimate.cloned() {
            Some(estimate) => {
                style.with_key("rest", move |state: &ProgressState, line: &mut dyn fmt::Write| {
                    let estimate = estimate.lock().unwrap_or_else(PoisonError::into_inner);
                    // A line that cannot be drawn is not worth an error.
                    let _ = line.write_str(&estimate.words(state.elapsed().as_secs_f64()));
                })
            }
            None => style,
        });
        bar.enable_steady_tick(TICK);
        bar
    }
}

/// Tells an estimate which share is done now.
fn see(estimate: &SharedEstimate, bar: &ProgressBar, share: f64) {
    estimate.lock().unwrap_or_else(PoisonError::into_inner).see(bar.elapsed().as_secs_f64(), share);
}

//! Progress on standard error: a line that says what is going on, gone when it is done.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Shows what a command is doing, if it takes long enough to be seen and standard error is a terminal.
pub(crate) struct Progress {
    quiet: bool,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Does some work under a heading, with a turning wheel and the time so far.
    pub(crate) fn stage<T>(&self, heading: &str, work: impl FnOnce() -> T) -> T {
        let bar = self.bar(None, "{spinner:.cyan} {msg} {elapsed:.dim}");
        bar.set_message(heading.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        let result = work();
        bar.finish_and_clear();
        result
    }

    /// Does some work in a known number of steps; the work calls the given function after each.
    pub(crate) fn steps<T>(&self, heading: &str, steps: u64, work: impl FnOnce(&dyn Fn()) -> T) -> T {
        let bar = self.bar(Some(steps), "{msg} {bar:30.cyan/dim} {pos}/{len} {elapsed:.dim}");
        bar.set_message(heading.to_owned());
        let result = work(&|| bar.inc(1));
        bar.finish_and_clear();
        result
    }

    /// Does some work under a heading; the work says what it is at through the given function.
    pub(crate) fn words<T>(&self, heading: &str, work: impl FnOnce(&dyn Fn(&str)) -> T) -> T {
        let bar = self.bar(None, "{spinner:.cyan} {msg} {elapsed:.dim}");
        bar.set_message(heading.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        let result = work(&|words| bar.set_message(format!("{heading}: {words}")));
        bar.finish_and_clear();
        result
    }

    fn bar(&self, length: Option<u64>, template: &str) -> ProgressBar {
        let target = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(length, target);
        // The templates are our own and valid; the default style is a fair fallback.
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar
    }
}

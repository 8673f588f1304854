//! Work that takes seconds, such as dressing, done beside the simulation.

use super::{Live, Trouble};
use crate::pattern::Pattern;
use crate::scene::ViewScene;
use std::sync::Arc;

/// What is being made.
#[derive(Clone, Debug, Default)]
pub struct Making {
    /// In words: `T-shirt: sewing, 40 %`.
    pub words: String,
    /// What can be seen of it already. It is shown if there is nothing else yet, or if somebody wants to watch.
    pub preview: Option<ViewScene>,
    /// The flat pieces, as soon as they are drawn or read; before they are sewn, they hang together with nothing in space.
    pub pattern: Arc<Pattern>,
}

impl Making {
    /// Words alone.
    pub fn words(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }
}

/// Tells how far a job is. It does not return if the job is not wanted any more.
pub type Say<'a> = dyn Fn(Making) + 'a;

/// A job that makes something to simulate, or says why it cannot.
pub type Job = Box<dyn FnOnce(&Say<'_>) -> Result<Box<dyn Live>, Trouble> + Send>;

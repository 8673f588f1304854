//! What went wrong, and what can be done about it.

use super::{Live, Say};
use crate::pattern::Pattern;
use std::fmt;
use std::sync::Arc;

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trouble {
    /// What and why, in words.
    pub words: String,
    /// What can be done about it at the press of a button.
    pub ways: Vec<WayOut>,
    /// The flat pieces of what could not be made, as far as they were found.
    pub pattern: Arc<Pattern>,
}

/// Something that can be done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct WayOut {
    /// What the button says.
    pub label: String,
    /// What becomes of it, in a sentence.
    pub help: String,
    /// Makes it again, in another way.
    pub again: Again,
}

/// A job that can be begun more than once.
#[derive(Clone)]
pub struct Again(Arc<Attempt>);

/// What makes something to simulate, or says why it cannot.
type Attempt = dyn Fn(&Say<'_>) -> Result<Box<dyn Live>, Trouble> + Send + Sync;

impl Again {
    /// A job that can be begun more than once.
    pub fn new(attempt: impl Fn(&Say<'_>) -> Result<Box<dyn Live>, Trouble> + Send + Sync + 'static) -> Self {
        Self(Arc::new(attempt))
    }

    /// Does it.
    ///
    /// # Errors
    /// If it cannot be made this way either.
    pub fn run(&self, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        (self.0)(say)
    }
}

impl PartialEq for Again {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Again")
    }
}

impl Trouble {
    /// Words alone.
    pub fn words(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }
}

impl From<String> for Trouble {
    fn from(words: String) -> Self {
        Self::words(words)
    }
}

impl From<&str> for Trouble {
    fn from(words: &str) -> Self {
        Self::words(words)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

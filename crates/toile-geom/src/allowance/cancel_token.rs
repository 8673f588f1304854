//! A wish, from outside, that work ends early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish, from another thread or a signal, that work ends early and keeps what it has reached. All clones are one token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl PartialEq for CancelToken {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl CancelToken {
    /// Wishes that the work ends. This cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

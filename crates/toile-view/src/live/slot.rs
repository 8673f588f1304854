//! Where the newest state lies.

use std::sync::{Arc, Mutex, PoisonError};

/// A place for the newest of something. Both sides hold it only as long as it takes to copy a pointer, so neither waits for the other's work;
/// what nobody took is dropped, and what was taken lives as long as it is looked at.
#[derive(Debug, Default)]
pub struct Slot<T>(Mutex<Arc<T>>);

impl<T> Slot<T> {
    /// A place with something in it.
    pub fn new(first: T) -> Self {
        Self(Mutex::new(Arc::new(first)))
    }

    /// Puts something newer there.
    pub fn put(&self, newer: Arc<T>) {
        let older = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), newer);
        // If nobody looks at it any more it is freed here, after the lock.
        drop(older);
    }

    /// The newest.
    pub fn get(&self) -> Arc<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

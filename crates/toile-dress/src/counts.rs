//! How often what is costly was done, for tests.

use std::cell::Cell;

/// How often what is costly was done on this thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Landmarks of a body were found.
    pub(crate) landmarks: usize,
    /// A body was measured.
    pub(crate) measured: usize,
    /// The pieces of a garment were made whole.
    pub(crate) whole: usize,
    /// What garments are was found out.
    pub(crate) ontologies: usize,
    /// A garment was placed.
    pub(crate) placed: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> = Cell::default();
}

/// Counts.
pub(crate) fn count(add: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    add(&mut counts);
    COUNTS.set(counts);
}

/// What was counted while some work was done.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    COUNTS.set(Counts::default());
    let result = work();
    (result, COUNTS.get())
}

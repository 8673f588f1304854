//! Work cut into units of the same number of comparisons, whatever cell, row or strip they come from.
//!
//! One crowded cell then keeps all threads busy and not one, and what each unit finds is put together in the order of the units,
//! so that the order of the candidates does not depend on the number of threads (Wong 2014, 5.4).

use super::Candidates;
use super::candidates::append;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Comparisons in a unit: enough to be worth a thread's while.
const UNIT: u64 = 1 << 15;

/// Units whose results are kept before they are put together.
const BATCH: u64 = 1 << 10;

/// What one unit finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The candidates.
    pub(crate) found: Candidates,
    /// How many boxes were compared.
    pub(crate) tests: u64,
}

/// Memory for the results of all units, and some for each thread's own use.
#[derive(Debug, Default)]
pub(crate) struct Units<S> {
    parts: Vec<Part>,
    /// Each thread has its own, so that no one waits.
    scratch: Vec<Mutex<S>>,
}

impl<S: Default + Send> Units<S> {
    /// Does all comparisons from 0 up to `total`, adds what they find to `found` and returns the number of boxes compared.
    pub(crate) fn run(
        &mut self,
        total: u64,
        found: &mut Candidates,
        work: impl Fn(Range<u64>, &mut Part, &mut S) + Sync,
    ) -> u64 {
        let count = total.div_ceil(UNIT);
        let mut tests = 0;
        self.scratch.resize_with(rayon::current_num_threads().max(self.scratch.len()), Mutex::default);
        let scratch = &self.scratch;
        for batch in 0..count.div_ceil(BATCH) {
            let units = batch * BATCH..count.min((batch + 1) * BATCH);
            let length = (units.end - units.start) as usize;
            if self.parts.len() < length {
                self.parts.resize_with(length, Part::default);
            }
            let parts = &mut self.parts[..length];
            parts.par_iter_mut().with_max_len(1).enumerate().for_each(|(n, part)| {
                part.found.clear();
                part.tests = 0;
                let unit = units.start + n as u64;
                let thread = rayon::current_thread_index().unwrap_or(0) % scratch.len();
                // What a thread that stopped halfway left behind is overwritten anyway.
                let mut own = scratch[thread].lock().unwrap_or_else(PoisonError::into_inner);
                work(unit * UNIT..total.min((unit + 1) * UNIT), part, &mut own);
            });
            tests += parts.iter().map(|part| part.tests).sum::<u64>();
            let Candidates { vertex_triangle, edge_edge } = &mut *found;
            let filled = [vertex_triangle.len(), edge_edge.len()];
            append(parts, |part| &part.found.vertex_triangle, vertex_triangle, filled[0]);
            append(parts, |part| &part.found.edge_edge, edge_edge, filled[1]);
        }
        tests
    }

    /// The memory in use, in bytes, given that of the scratch.
    pub(crate) fn memory(&self, scratch: impl Fn(&S) -> usize) -> usize {
        let found: usize = self.parts.iter().map(|part| part.found.memory()).sum();
        let own = self.scratch.iter().map(|own| scratch(&own.lock().unwrap_or_else(PoisonError::into_inner)));
        size_of::<Part>() * self.parts.capacity() + found + own.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_is_done_once_and_in_order() {
        let mut units = Units::<()>::default();
        let mut found = Candidates::default();
        let total = 70 * UNIT / 10 + 5;
        for _ in 0..2 {
            found.clear();
            let tests = units.run(total, &mut found, |range, part, ()| {
                part.tests += range.end - range.start;
                part.found.edge_edge.extend(range.filter(|n| n % 1000 == 0).map(|n| [n as u32, 0]));
            });
            assert_eq!(tests, total);
            let expected: Vec<_> = (0..total as u32).filter(|n| n % 1000 == 0).map(|n| [n, 0]).collect();
            assert_eq!(found.edge_edge, expected);
        }
        assert_eq!(units.run(0, &mut found, |_, part, ()| part.tests += 1), 0);
    }
}

//! The pairs that were looked at already, by whichever thread.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A set of pairs of different numbers that all threads put into at once. Each pair is new to one of them only.
#[derive(Debug, Default)]
pub(super) struct Visited {
    slots: Vec<AtomicU64>,
    /// Whether a pair found no place.
    full: AtomicBool,
}

/// No pair of different numbers looks like this.
const EMPTY: u64 = 0;

/// How far from where it belongs a pair may lie. A table that is half full hardly ever needs as much.
const MAX_PROBES: usize = 64;

/// The least number of slots.
const MIN_SLOTS: usize = 1024;

impl Visited {
    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        /// Fewer slots are emptied by one thread.
        const PARALLEL: usize = 1 << 14;
        self.slots.par_iter_mut().with_min_len(PARALLEL).for_each(|slot| *slot.get_mut() = EMPTY);
        self.slots.resize_with(self.slots.len().max(MIN_SLOTS), AtomicU64::default);
        *self.full.get_mut() = false;
    }

    /// Makes room for four times as many pairs; all are to be put in again.
    pub(super) fn grow(&mut self) {
        self.slots.resize_with(4 * self.slots.len(), AtomicU64::default);
        self.clear();
    }

    /// Adds a pair, of which the order counts; returns whether it is new. None is once one has found no place.
    #[inline]
    pub(super) fn insert(&self, pair: [u32; 2]) -> bool {
        let key = u64::from(pair[0]) << 32 | u64::from(pair[1]);
        let mask = self.slots.len() - 1;
        let home = hash(key);
        for step in 0..MAX_PROBES {
            let slot = &self.slots[(home + step) & mask];
            let mut there = slot.load(Relaxed);
            if there == EMPTY {
                match slot.compare_exchange(EMPTY, key, Relaxed, Relaxed) {
                    Ok(_) => return true,
                    Err(quicker) => there = quicker,
                }
            }
            if there == key {
                return false;
            }
        }
        self.full.store(true, Relaxed);
        false
    }

    /// Whether a pair found no place, so that the set is of no use.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<AtomicU64>() * self.slots.capacity()
    }
}

/// Spreads pairs evenly (Fibonacci hashing, Knuth 1998).
#[inline]
fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_new_once_until_all_are_forgotten() {
        let mut visited = Visited::default();
        visited.clear();
        let pairs = |visited: &Visited| (1..5001).filter(|i| visited.insert([*i, i * i % 977])).count();
        while pairs(&visited) < 5000 {
            assert!(visited.is_full());
            visited.grow();
        }
        for _ in 0..3 {
            assert!(!visited.is_full() && pairs(&visited) == 0);
            visited.clear();
            assert_eq!(pairs(&visited), 5000);
        }
        assert!(visited.insert([7, 8]) && visited.insert([8, 7]));
    }

    #[test]
    fn a_pair_is_new_to_one_thread() {
        let mut visited = Visited::default();
        visited.clear();
        visited.grow();
        visited.grow();
        let new = (0..8000_u32).into_par_iter().filter(|i| visited.insert([i % 1000, 2000])).count();
        assert_eq!(new, 1000);
    }
}

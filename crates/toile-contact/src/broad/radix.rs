//! Sorting numbers with a name attached, on all threads, into memory that is kept.
//!
//! A radix sort that starts at the low digits keeps equal numbers in order, so its result does not depend on how the work is cut.
//! Threads write to places that only they know to be theirs; plain (relaxed) atomic stores say so without `unsafe` and cost no more
//! than ordinary ones.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Bits in a digit.
const DIGIT: u32 = 10;
const BUCKETS: usize = 1 << DIGIT;

/// Entries one thread counts and moves at a time.
const CHUNK: usize = 1 << 14;

/// Words with an item each.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    words: Vec<AtomicU64>,
    items: Vec<AtomicU32>,
    length: usize,
}

impl Entries {
    /// Makes room for a number of entries, whose content is whatever was there before.
    pub(crate) fn set_len(&mut self, length: usize) {
        if self.words.len() < length {
            self.words.resize_with(length, AtomicU64::default);
            self.items.resize_with(length, AtomicU32::default);
        }
        self.length = length;
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Writes an entry; threads may write to different places at the same time.
    #[inline]
    pub(crate) fn set(&self, place: usize, word: u64, item: u32) {
        self.words[place].store(word, Relaxed);
        self.items[place].store(item, Relaxed);
    }

    /// The word of an entry.
    #[inline]
    pub(crate) fn word(&self, place: usize) -> u64 {
        self.words[place].load(Relaxed)
    }

    /// The item of an entry.
    #[inline]
    pub(crate) fn item(&self, place: usize) -> u32 {
        self.items[place].load(Relaxed)
    }

    /// The first place from `low` on, but before `high`, whose word is not below a number, or `high`; the words are in order.
    pub(crate) fn lower_bound(&self, low: usize, high: usize, word: u64) -> usize {
        low + self.words[low..high].partition_point(|other| other.load(Relaxed) < word)
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        8 * self.words.capacity() + 4 * self.items.capacity()
    }
}

/// Sorts entries.
#[derive(Debug, Default)]
pub(crate) struct RadixSort {
    other: Entries,
    /// For each chunk how many entries have each digit, and then where the next of them goes.
    counts: Vec<[u32; BUCKETS]>,
}

impl RadixSort {
    /// Sorts entries by the bits of their words from `low` to below `high`; entries that have these alike keep their order.
    pub(crate) fn sort(&mut self, entries: &mut Entries, low: u32, high: u32) {
        self.other.set_len(entries.len());
        self.counts.resize(entries.len().div_ceil(CHUNK), [0; BUCKETS]);
        let mut shift = low;
        while shift < high {
            let mask = (1_u64 << DIGIT.min(high - shift)) - 1;
            self.pass(entries, shift, mask);
            std::mem::swap(entries, &mut self.other);
            shift += DIGIT;
        }
    }

    fn pass(&mut self, entries: &Entries, shift: u32, mask: u64) {
        let digit = |place: usize| ((entries.word(place) >> shift) & mask) as usize;
        let places = |chunk: usize| chunk * CHUNK..entries.len().min((chunk + 1) * CHUNK);
        self.counts.par_iter_mut().enumerate().for_each(|(chunk, counts)| {
            counts.fill(0);
            for place in places(chunk) {
                counts[digit(place)] += 1;
            }
        });
        let mut next = 0;
        for bucket in 0..BUCKETS {
            for counts in &mut self.counts {
                next += std::mem::replace(&mut counts[bucket], next);
            }
        }
        let other = &self.other;
        self.counts.par_iter_mut().enumerate().for_each(|(chunk, counts)| {
            for place in places(chunk) {
                let next = &mut counts[digit(place)];
                other.set(*next as usize, entries.word(place), entries.item(place));
                *next += 1;
            }
        });
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.other.memory() + size_of::<[u32; BUCKETS]>() * self.counts.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_come_out_in_order_and_equal_ones_as_they_were(
            words in prop::collection::vec(0..1_u64 << 40, 0..400),
            low in 0..12_u32,
        ) {
            let mut entries = Entries::default();
            entries.set_len(words.len());
            for (place, &word) in words.iter().enumerate() {
                entries.set(place, word, place as u32);
            }
            RadixSort::default().sort(&mut entries, low, 40);
            let mut expected: Vec<_> = words.iter().copied().zip(0_u32..).collect();
            expected.sort_by_key(|(word, _)| word >> low);
            let sorted: Vec<_> = (0..entries.len()).map(|n| (entries.word(n), entries.item(n))).collect();
            prop_assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn many_entries_are_sorted_over_several_chunks() {
        let count = 3 * CHUNK + 17;
        let mut entries = Entries::default();
        entries.set_len(count);
        for place in 0..count {
            entries.set(place, (place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20, place as u32);
        }
        RadixSort::default().sort(&mut entries, 0, 44);
        assert!((1..count).all(|place| entries.word(place - 1) <= entries.word(place)));
        let low = entries.lower_bound(0, count, entries.word(100));
        assert_eq!(entries.word(low), entries.word(100));
    }
}

//! The pairs that were looked at already.

/// A set of pairs that is emptied in no time.
#[derive(Clone, Debug, Default)]
pub(super) struct Visited {
    /// The pair and when it was put there.
    slots: Vec<([u32; 2], u32)>,
    count: usize,
    now: u32,
}

impl Visited {
    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.now = self.now.wrapping_add(1);
        if self.slots.is_empty() || self.now == 0 {
            self.slots.clear();
            self.slots.resize(1024, ([0; 2], 0));
            self.now = 1;
        }
    }

    /// Adds a pair; returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, pair: [u32; 2]) -> bool {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut place = hash(pair) & mask;
        loop {
            let slot = &mut self.slots[place];
            if slot.1 != self.now {
                *slot = (pair, self.now);
                self.count += 1;
                return true;
            }
            if slot.0 == pair {
                return false;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = vec![([0; 2], 0); 2 * self.slots.len().max(512)];
        let old = std::mem::replace(&mut self.slots, larger);
        self.count = 0;
        for (pair, when) in old {
            if when == self.now {
                self.insert(pair);
            }
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<([u32; 2], u32)>() * self.slots.capacity()
    }
}

/// Spreads pairs evenly (Fibonacci hashing, Knuth 1998).
#[inline]
fn hash([a, b]: [u32; 2]) -> usize {
    let key = u64::from(a) << 32 | u64::from(b);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_new_once_until_all_are_forgotten() {
        let mut visited = Visited::default();
        for _ in 0..3 {
            visited.clear();
            assert!((0..5000).all(|i| visited.insert([i, i * i % 977])));
            assert!((0..5000).all(|i| !visited.insert([i, i * i % 977])));
        }
    }
}

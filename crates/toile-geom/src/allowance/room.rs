//! Memory that is left for lists which grow on many threads.

use super::{Allowance, Spent};
use std::sync::atomic::{AtomicI64, Ordering};

/// Memory that is left when it is asked for. Threads take of it what their lists are going to need; whether it is enough for all of them does not
/// depend on their order.
#[derive(Debug)]
pub struct Room {
    left: AtomicI64,
    spent: Spent,
}

impl Room {
    pub(super) fn of(allowance: &Allowance) -> Self {
        let left = allowance.memory.left().map_or(i64::MAX / 2, |left| left.max(0.0) as i64);
        Self { left: AtomicI64::new(left), spent: allowance.memory.spent() }
    }

    /// Takes room for some things of a type; tells whether there is enough for all that was taken so far.
    pub fn take<T>(&self, count: usize) -> bool {
        let bytes = i64::try_from(count.saturating_mul(size_of::<T>())).unwrap_or(i64::MAX / 4);
        self.left.fetch_sub(bytes.min(i64::MAX / 4), Ordering::Relaxed) >= bytes
    }

    /// Whether more was taken than there was.
    pub fn is_spent(&self) -> bool {
        self.left.load(Ordering::Relaxed) < 0
    }

    /// Whether there was enough.
    ///
    /// # Errors
    /// If more was taken than there was.
    pub fn check(&self) -> Result<(), Spent> {
        if self.is_spent() { Err(self.spent) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allowance::MemoryLimit;

    #[test]
    fn room_is_taken_until_there_is_none() {
        let none = Allowance::UNLIMITED.room();
        assert!((0..100).all(|_| none.take::<u64>(1 << 40)) && none.check().is_ok());
        let room = Allowance { memory: MemoryLimit::more_than_now(1e8), ..Allowance::UNLIMITED }.room();
        if MemoryLimit::more_than_now(1.0).left().is_some() {
            assert!(room.take::<u8>(1000) && room.check().is_ok());
            assert!(!room.take::<u64>(1 << 40));
            assert!(matches!(room.check(), Err(Spent::Memory { .. })));
        }
    }
}

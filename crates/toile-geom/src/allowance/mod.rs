//! What a job may take: time by the clock on the wall, and memory. A [`CancelToken`] ends it from another thread.
//!
//! A pattern, a scene or a mesh may be such that it would take hours or all memory. An [`Allowance`] is handed into whatever can take long, and looked
//! at there, so that a job ends with an error instead of being ended. What is reached by then depends on the machine; what comes of a job that
//! stays within its allowance does not.
//!
//! ```
//! use toile_geom::allowance::{Allowance, Deadline, MemoryLimit, Spent};
//!
//! let allowance = Allowance { deadline: Deadline::after(60.0), memory: MemoryLimit::more_than_now(1e9) };
//! assert_eq!(allowance.check(), Ok(()));
//! assert!(matches!(allowance.check_room(1e15), Err(Spent::Memory { .. })));
//! ```

mod cancel_token;
mod deadline;
mod memory;
mod room;

pub use cancel_token::CancelToken;
pub use deadline::Deadline;
pub use memory::MemoryLimit;
pub use room::Room;

/// What a job may take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allowance {
    /// When time is over.
    pub deadline: Deadline,
    /// How much memory may be in use.
    pub memory: MemoryLimit,
}

/// Which part of an allowance is used up.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Spent {
    /// Time is over.
    #[error("its time was over after {seconds:.0} s")]
    Time {
        /// How many seconds it took until that was seen.
        seconds: f64,
    },
    /// Somebody wishes that the work ends.
    #[error("it was stopped")]
    Cancelled,
    /// More memory would be needed than is allowed.
    #[error("it needs more than {:.1} GB of memory", 1e-9 * bytes)]
    Memory {
        /// How much is allowed, in bytes.
        bytes: f64,
    },
}

impl Allowance {
    /// As much as there is.
    pub const UNLIMITED: Self = Self { deadline: Deadline::NEVER, memory: MemoryLimit::NONE };

    /// Whether something is left of all.
    ///
    /// # Errors
    /// If time is over, or there is no memory left.
    pub fn check(&self) -> Result<(), Spent> {
        self.check_room(0.0)
    }

    /// Whether there are both time and memory of some bytes.
    ///
    /// # Errors
    /// If time is over, or so much memory is not left.
    pub fn check_room(&self, bytes: f64) -> Result<(), Spent> {
        self.check_time()?;
        match self.memory.left() {
            Some(left) if left < bytes || left <= 0.0 => Err(self.memory.spent()),
            _ => Ok(()),
        }
    }

    /// Whether there is time left: quicker than to look at all.
    ///
    /// # Errors
    /// If it is over.
    pub fn check_time(&self) -> Result<(), Spent> {
        if self.deadline.is_cancelled() {
            return Err(Spent::Cancelled);
        }
        if self.deadline.is_over() {
            return Err(Spent::Time { seconds: self.deadline.elapsed() });
        }
        Ok(())
    }

    /// The memory that is left, for lists that grow on many threads.
    pub fn room(&self) -> Room {
        Room::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_an_allowance_can_be_used_up() {
        assert_eq!(Allowance::UNLIMITED.check_room(1e18), Ok(()));
        let late = Allowance { deadline: Deadline::after(0.0), ..Allowance::UNLIMITED };
        assert!(matches!(late.check(), Err(Spent::Time { .. })));
        let small = Allowance { memory: MemoryLimit::more_than_now(1e6), ..Allowance::UNLIMITED };
        assert_eq!(small.check_room(2e9), Err(Spent::Memory { bytes: 1e6 }));
        assert_eq!(Spent::Memory { bytes: 2e9 }.to_string(), "it needs more than 2.0 GB of memory");
    }
}

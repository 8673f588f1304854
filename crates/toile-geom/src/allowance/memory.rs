//! How much memory may be in use.

use super::Spent;

/// The share of the machine's memory that a single job may take where nothing else is said.
const SHARE: f64 = 0.7;

/// How much memory may be in use. Where the system does not tell how much is, there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MemoryLimit {
    /// How much more than at the beginning is allowed, in bytes, and how much may be in use with that.
    limit: Option<(f64, f64)>,
}

impl MemoryLimit {
    /// All that there is.
    pub const NONE: Self = Self { limit: None };

    /// Some bytes more than what is in use now.
    pub fn more_than_now(bytes: f64) -> Self {
        let limit = in_use().filter(|_| bytes.is_finite()).map(|now| (bytes, now + bytes));
        Self { limit }
    }

    /// Most of what the machine has.
    pub fn of_machine() -> Self {
        Self { limit: total().map(|total| (SHARE * total, SHARE * total)) }
    }

    /// How many bytes are left, if there is a limit; below zero if more is in use.
    pub fn left(&self) -> Option<f64> {
        let (_, most) = self.limit?;
        in_use().map(|now| most - now)
    }

    /// That it is used up.
    pub(super) fn spent(&self) -> Spent {
        Spent::Memory { bytes: self.limit.map_or(f64::INFINITY, |(bytes, _)| bytes) }
    }
}

/// The memory of this process that is in use, in bytes: its resident set.
fn in_use() -> Option<f64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The memory of the machine.
fn total() -> Option<f64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// A value that a system such as Linux tells in kilobytes, in bytes.
fn kilobytes(file: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024.0 * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_left_no_more() {
        let limit = MemoryLimit::more_than_now(1e9);
        let Some(before) = limit.left() else { return };
        assert!(before <= 1e9 && before > 5e8, "{before}");
        let block = vec![1_u8; 200 << 20];
        let after = limit.left().unwrap_or_default();
        assert!(before - after > 1e8, "{before} {after} {}", block.len());
        assert_eq!(MemoryLimit::NONE.left(), None);
        assert!(MemoryLimit::of_machine().left().is_some_and(|left| left > 0.0));
    }
}

//! What the operating system knows about this process. On systems that do not say, nothing is known.

use std::fs;
use std::time::Duration;

/// The time that all threads of this process have spent on processors.
#[cfg(unix)]
pub(super) fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).ok()
}

/// Nobody says.
#[cfg(not(unix))]
pub(super) fn processor_time() -> Option<Duration> {
    None
}

/// The most memory that this process has ever occupied, in MiB.
pub(super) fn peak_memory_mib() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_takes_processor_time_and_memory() {
        let (start, clock) = (processor_time().unwrap(), Instant::now());
        let mut sum = 0_u64;
        while clock.elapsed() < Duration::from_millis(60) {
            sum = sum.wrapping_mul(31).wrapping_add(std::hint::black_box(7));
        }
        assert!(std::hint::black_box(sum) != 1);
        assert!(processor_time().unwrap() > start + Duration::from_micros(100));
        assert!(peak_memory_mib().unwrap() > 1.0);
    }
}

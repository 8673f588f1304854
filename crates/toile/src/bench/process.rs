//! What the operating system knows about this process. On systems that do not say, nothing is known.

use std::fs;
use std::time::Duration;

/// The clock of `/proc/self/stat`: Linux has counted in hundredths of a second for programs on every machine since 2.6.
const TICKS_A_SECOND: f64 = 100.0;

/// The time that all threads of this process have spent on processors.
pub(super) fn processor_time() -> Option<Duration> {
    thread_times().or_else(process_ticks)
}

/// The sum over the threads that are alive, in nanoseconds: exact, since the pool of threads lives as long as the process.
fn thread_times() -> Option<Duration> {
    let mut sum = 0_u64;
    for task in fs::read_dir("/proc/self/task").ok()? {
        let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        sum = sum.checked_add(text.split_whitespace().next()?.parse().ok()?)?;
    }
    // A kernel that keeps no such account shows zeros.
    (sum > 0).then(|| Duration::from_nanos(sum))
}

/// The same in hundredths of a second.
fn process_ticks() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses, which may hold anything; time is the 14th and the 15th field.
    let after_name = text.get(text.rfind(')')? + 1..)?;
    let mut fields = after_name.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Duration::from_secs_f64((user + system) as f64 / TICKS_A_SECOND))
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
        let takes_time = || {
            let (start, clock) = (processor_time().unwrap(), Instant::now());
            let mut sum = 0_u64;
            while clock.elapsed() < Duration::from_millis(60) {
                sum = sum.wrapping_mul(31).wrapping_add(std::hint::black_box(7));
            }
            assert!(std::hint::black_box(sum) != 1);
            processor_time().unwrap() > start
        };
        // A thread of another test that ends meanwhile takes its time with it.
        assert!((0..20).any(|_| takes_time()));
        assert!(process_ticks().is_some());
        assert!(peak_memory_mib().unwrap() > 1.0);
    }
}

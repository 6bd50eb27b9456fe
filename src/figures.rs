//! Measures time and memory of the process, for benches.

use std::fmt;
use std::time::Instant;

/// A stopwatch for wall time and processor time. `Display` shows both.
pub struct Stopwatch {
    started: Instant,
    cpu: f64,
}

impl Stopwatch {
    /// Starts to measure.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch { started: Instant::now(), cpu: cpu_seconds() }
    }

    /// Returns the seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the seconds of processor time since the start, of all threads.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        cpu_seconds() - self.cpu
    }
}

impl fmt::Display for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seconds {:.3} cpu {:.3}", self.seconds(), self.cpu())
    }
}

/// Returns the processor time of all threads of the process so far, in seconds; the time of day if the system has no such clock.
fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// Returns the processor time of this thread so far, in seconds; the time of day if the system has no such clock.
#[must_use]
pub fn thread_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    cpu_seconds()
}

/// Shortest time that is measured, in seconds: shorter work is repeated.
const MIN_SECONDS: f64 = 0.0005;

/// Returns the processor time of a run in seconds: the mean of enough runs to measure it.
pub fn seconds_per_run(mut run: impl FnMut()) -> f64 {
    let (started, mut runs) = (thread_seconds(), 0);
    loop {
        run();
        runs += 1;
        let seconds = thread_seconds() - started;
        if seconds >= MIN_SECONDS {
            return seconds / f64::from(runs);
        }
    }
}

/// Returns how many runs fail of one for each seed, and the processor time of each in seconds. `run` returns whether it succeeds.
pub fn time_runs(seeds: impl IntoIterator<Item = u64>, run: impl Fn(u64) -> bool) -> (u64, Vec<f64>) {
    let (mut failed, mut times) = (0, Vec::new());
    for seed in seeds {
        let started = thread_seconds();
        failed += u64::from(!run(seed));
        times.push(thread_seconds() - started);
    }
    (failed, times)
}

/// Formats times in seconds as `median_ms=M p95_ms=P max_ms=X`.
#[must_use]
pub fn milliseconds(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1))).map_or(0.0, |t| t * 1e3)
    };
    format!("median_ms={:.4} p95_ms={:.4} max_ms={:.4}", at(0.5), at(0.95), at(1.0))
}

/// Returns the median of some values, the greater one of the two in the middle. Sorts them.
///
/// # Panics
/// There is no value.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Resets the peak of memory, where the system supports it.
pub fn reset_peak() {
    // Where it does not, [`peak`] may report an earlier and larger peak.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Formats the peak of memory since [`reset_peak`]: `MiB N`, or `MiB unknown` where the system does not report it.
#[must_use]
pub fn peak() -> String {
    let kib = || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    };
    kib().map_or_else(|| "MiB unknown".to_owned(), |kib| format!("MiB {}", kib >> 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_memory_grow() {
        let before = cpu_seconds();
        let bytes: Vec<u64> = (0..8 << 20).collect();
        assert!(std::hint::black_box(&bytes).iter().sum::<u64>() > 0);
        assert!(cpu_seconds() > before);
        let mib = peak().strip_prefix("MiB ").map(str::to_owned).unwrap();
        assert!(mib == "unknown" || mib.parse::<u64>().unwrap() >= 64, "{mib}");
    }
}

//! What a bench measures itself by: the processor time and the memory of the process.

/// Processor time of all threads of the process so far, in seconds. Where there is no such clock, the time of day must do.
#[must_use]
pub fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// Begins to measure the peak of memory anew, where the system can.
pub fn forget_peak() {
    // Where it cannot, an earlier and larger peak may be told instead.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that the process has held, in MiB: `MiB N`, or `MiB unknown` where the system does not tell.
#[must_use]
pub fn peak() -> String {
    let told = || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    };
    told().map_or_else(|| "MiB unknown".to_owned(), |kib| format!("MiB {}", kib >> 10))
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

//! What a bench measures itself by, the time and the memory of the process, and what a long proof is asked for.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time of day and the processor time that something began at; shown, what has passed since.
pub struct Watch {
    started: Instant,
    cpu: f64,
}

impl Watch {
    /// It begins now.
    #[must_use]
    pub fn start() -> Watch {
        Watch { started: Instant::now(), cpu: cpu_seconds() }
    }

    /// Seconds since then.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Seconds of processor time of all threads since then.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        cpu_seconds() - self.cpu
    }
}

impl fmt::Display for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seconds {:.3} cpu {:.3}", self.seconds(), self.cpu())
    }
}

/// More seconds are not taken; as the setting `max_time`.
const MOST_SECONDS: u64 = 10_000_000;

/// What a long proof is asked for: `4x5 checkpoint=FILE seconds=7200 slice=600 threads=2 hash_mb=3072`; all but the first word
/// may be left out.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What is to be proved.
    pub what: String,
    /// Threads; as many as there are processors where nothing is said.
    pub threads: usize,
    /// Size of the table in MiB.
    pub hash_mb: Option<usize>,
    /// How long to try, in seconds.
    pub seconds: Option<u64>,
    /// Seconds between two checkpoints.
    pub slice: Option<u64>,
    /// The file that holds what is found, to go on with.
    pub checkpoint: Option<PathBuf>,
}

impl Wanted {
    /// What the words ask for.
    ///
    /// # Errors
    /// A word that is not understood.
    pub fn parse(instance: &str) -> Result<Wanted, String> {
        let mut words = instance.split_whitespace();
        let what = words.next().unwrap_or_default().to_owned();
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut wanted = Wanted { what, threads, hash_mb: None, seconds: None, slice: None, checkpoint: None };
        for word in words {
            let pair = word.split_once('=').filter(|(_, value)| !value.is_empty());
            let number =
                || pair.and_then(|(_, value)| value.parse::<u64>().ok()).filter(|number| (1..=MOST_SECONDS).contains(number));
            match (pair.map(|(key, _)| key), number()) {
                (Some("checkpoint"), _) => wanted.checkpoint = pair.map(|(_, value)| value.into()),
                (Some("threads"), Some(number)) if number <= 256 => wanted.threads = number as usize,
                (Some("hash_mb"), Some(number)) if number <= 65_536 => wanted.hash_mb = Some(number as usize),
                (Some("seconds"), Some(number)) => wanted.seconds = Some(number),
                (Some("slice"), Some(number)) => wanted.slice = Some(number),
                _ => return Err(format!("{word:?} is none of checkpoint=FILE seconds=N slice=N threads=N hash_mb=N")),
            }
        }
        Ok(wanted)
    }

    /// When to end, if it begins now.
    #[must_use]
    pub fn end(&self) -> Option<Instant> {
        self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds))
    }
}

/// Processor time of all threads of the process so far, in seconds. Where there is no such clock, the time of day must do.
fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// Processor time of this thread so far, in seconds. Where there is no such clock, the time of day must do.
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

/// `median_ms=M p95_ms=P max_ms=X`
#[must_use]
pub fn milliseconds(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1))).map_or(0.0, |t| t * 1e3)
    };
    format!("median_ms={:.4} p95_ms={:.4} max_ms={:.4}", at(0.5), at(0.95), at(1.0))
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
    fn what_can_be_asked_for() {
        let wanted = Wanted::parse("4x5 checkpoint=a.table seconds=7200 threads=3").unwrap();
        assert_eq!((wanted.what.as_str(), wanted.threads, wanted.seconds), ("4x5", 3, Some(7200)));
        assert_eq!((wanted.checkpoint, wanted.slice, wanted.hash_mb), (Some("a.table".into()), None, None));
        for text in
            ["4x4 seconds", "4x4 seconds=0", "4x4 seconds=18446744073709551615", "4x4 threads=-1", "4x4 checkpoint=", "4x4 x=1"]
        {
            assert!(Wanted::parse(text).is_err(), "{text}");
        }
    }

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

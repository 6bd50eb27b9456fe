//! The options of long computations, which can be interrupted and resumed.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// Most threads of a search.
const MAX_THREADS: u64 = 256;
/// Most memory of a table, in MiB.
const MAX_MIB: u64 = 65_536;
/// Longest run, in seconds; as the setting `max_time`.
const MAX_SECONDS: u64 = 10_000_000;

/// How many threads to use.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Threads {
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    threads: Option<usize>,
}

impl Threads {
    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
    }
}

/// Threads, time limit and checkpoint of a long computation.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LongRun {
    /// The threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Time limit in seconds [default: none]
    #[arg(long, value_name = "N", value_parser = parse_seconds())]
    pub seconds: Option<u64>,
    /// File of results: resumes from it, and adds new results to it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

impl LongRun {
    /// Returns the deadline of a computation that starts now.
    pub fn deadline(&self) -> Option<Instant> {
        self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds))
    }
}

/// Parses a duration in seconds.
pub(super) fn parse_seconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=MAX_SECONDS)
}

/// Parses the size of a table in MiB.
pub(super) fn parse_mib() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MAX_MIB)
}

//! The settings that all games share: the general keys of `param`.

use crate::files::Access;
use crate::pages;
use crate::param::{Kind, Param, choice};

/// A language of sentences for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

impl Language {
    const ALL: [Language; 2] = [Language::English, Language::French];

    /// The codes of the languages.
    pub const NAMES: [&'static str; 2] = ["en", "fr"];

    /// The codes with their languages.
    pub const NAMED: [(&'static str, Language); 2] = [(Self::NAMES[0], Self::ALL[0]), (Self::NAMES[1], Self::ALL[1])];
}

/// The values of the general settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the search tables, in mebibytes.
    pub hash_mb: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Most seconds for one command that searches; 0: the limit of each command, ten for a move.
    pub max_time: f64,
    /// Most nodes for one command that searches; 0: no limit.
    pub max_nodes: u64,
    /// Seconds reserved for the delay between client and engine, for each move on a game clock.
    pub lag_buffer: f64,
    /// Playing strength, 1 to [`Settings::FULL_LEVEL`].
    pub level: u64,
    /// The language of sentences for people.
    pub language: Language,
    /// Upper limits of what a client can use, whatever it sets.
    pub limits: ClientLimits,
}

/// Upper limits of what a client can use of this machine.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// Number of threads that can run at the same time. Counted once, because asking the system takes a while.
    pub threads: usize,
    /// Largest size of its search tables, in mebibytes.
    pub hash_mb: usize,
    /// Whether it may name files.
    pub files: Access,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Settings {
            threads: cores.min(Self::MAX_THREADS),
            hash_mb: 128,
            seed: 1,
            max_time: 0.0,
            max_nodes: 0,
            lag_buffer: 0.05,
            level: Self::FULL_LEVEL,
            language: Language::English,
            limits: ClientLimits { threads: cores, hash_mb: Self::MAX_HASH_MB as usize, files: Access::Granted },
        }
    }
}

impl Settings {
    /// Returns the settings within the limits. There are at most as many threads as cores: more of them search no faster, each with
    /// its memory, and no clock can be kept.
    #[must_use]
    pub fn on_this_machine(&self) -> Settings {
        let ClientLimits { threads, hash_mb, .. } = self.limits;
        Settings { threads: self.threads.min(threads), hash_mb: self.hash_mb.min(hash_mb), ..self.clone() }
    }

    /// The level of full playing strength.
    pub const FULL_LEVEL: u64 = 10;
    /// Largest accepted size of the search tables, in mebibytes.
    const MAX_HASH_MB: u64 = 65_536;
    /// Largest accepted number of threads.
    const MAX_THREADS: usize = 256;
    /// Seconds for a move without a game clock and without `max_time`.
    const MOVE_SECONDS: f64 = 10.0;

    /// Returns half of `hash_mb` in bytes: one half is for the search, the other for an exact solver.
    #[must_use]
    pub const fn half_hash_bytes(&self) -> usize {
        self.hash_mb << 19
    }

    /// Returns the seconds for one move without a game clock.
    #[must_use]
    pub fn move_seconds(&self) -> f64 {
        if self.max_time > 0.0 { self.max_time } else { Self::MOVE_SECONDS }
    }

    /// Returns the search depth in plies of a player whose level is the depth: no limit at full strength.
    #[must_use]
    pub fn max_depth(&self) -> u32 {
        if self.level >= Self::FULL_LEVEL { u32::MAX } else { self.level as u32 }
    }

    /// Returns the number of levels below full strength.
    #[must_use]
    pub fn weakness(&self) -> u64 {
        Self::FULL_LEVEL - self.level.min(Self::FULL_LEVEL)
    }

    /// The general keys of `param`.
    pub const PARAMS: &'static [Param<Settings>] = &[
        Param::new(
            "threads",
            "search threads (default: all cores)",
            Kind::Integer(1, Self::MAX_THREADS as u64, |s| s.threads as u64, |s, n| s.threads = n as usize),
        ),
        Param::new(
            "hash_mb",
            "size of the search tables in MiB",
            Kind::Resource(
                1,
                Self::MAX_HASH_MB,
                |s| s.hash_mb as u64,
                |s, n| {
                    pages::check_available((n as usize) << 20)?;
                    s.hash_mb = n as usize;
                    Ok(())
                },
            ),
        ),
        Param::new("seed", "seed of all random numbers", Kind::Integer(0, u64::MAX, |s| s.seed, |s, n| s.seed = n)),
        Param::new(
            "max_time",
            "seconds for one command that searches; 0: 10 for a move, 2 for hint and explain, no limit for most others",
            Kind::Decimal(0.0, 1e7, |s| s.max_time, |s, x| s.max_time = x),
        ),
        Param::new(
            "max_nodes",
            "nodes for one command that searches; 0: no limit",
            Kind::Integer(0, u64::MAX, |s| s.max_nodes, |s, n| s.max_nodes = n),
        ),
        Param::new(
            "lag_buffer",
            "seconds reserved for the delay to the client, for each move on a game clock",
            Kind::Decimal(0.0, 60.0, |s| s.lag_buffer, |s, x| s.lag_buffer = x),
        ),
        Param::new("level", "playing strength; 10 is full", Kind::Integer(1, Self::FULL_LEVEL, |s| s.level, |s, n| s.level = n)),
        Param::new(
            "language",
            "language of sentences for people: explanations, hints, reasons of failures",
            choice!(&Language::NAMES, Language, language),
        ),
    ];
}

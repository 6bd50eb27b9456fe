//! `ludion bench GAME`: prints the figures of a game and the signature of its node counts.

use std::io::Write;
use std::process::ExitCode;

use crate::games::{self, hex};

/// What of a bench to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The signature of node counts.
    Signature,
    /// The speed of the network, which Hex alone has.
    Network,
}

/// Runs the bench of a game, or a part of it.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
pub fn run(game: &str, part: Part) -> ExitCode {
    let benches: Vec<_> = games::all().iter().filter_map(|game| Some((game.name(), game.bench()?))).collect();
    let Some((_, bench)) = benches.iter().find(|(name, _)| *name == game) else {
        let names: Vec<_> = benches.iter().map(|(name, _)| *name).collect();
        eprintln!("no bench for {game:?}; there is one for {}", names.join(", "));
        return ExitCode::from(2);
    };
    if part == Part::Network && game != "hex" {
        eprintln!("{game} has no network; hex has one");
        return ExitCode::from(2);
    }
    let mut out = std::io::stdout();
    // When stdout is closed the remaining lines are dropped.
    let mut is_open = true;
    let tell = &mut |line| is_open = is_open && writeln!(out, "{line}").is_ok();
    match part {
        Part::Network => hex::bench::network::measure(tell),
        Part::Whole | Part::Signature => bench(part == Part::Signature, tell),
    }
    ExitCode::SUCCESS
}

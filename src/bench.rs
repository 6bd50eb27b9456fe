//! `ludion bench GAME`: prints the figures of a game's own bench.

use std::io::Write;
use std::process::ExitCode;

use crate::games;

/// Runs the bench of a game; with `quick` only its node-count signature.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
pub fn run(game: &str, quick: bool) -> ExitCode {
    let Some((_, bench)) = games::BENCHES.iter().find(|(name, _)| *name == game) else {
        let names: Vec<_> = games::BENCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("no bench for {game:?}; there is one for {}", names.join(", "));
        return ExitCode::from(2);
    };
    let mut out = std::io::stdout();
    let mut open = true;
    // When nobody reads any more the figures are lost, not the reader.
    bench(quick, &mut |line| open = open && writeln!(out, "{line}").is_ok());
    ExitCode::SUCCESS
}

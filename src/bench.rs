//! `ludion bench GAME`: prints the figures of a game and the signature of its node counts.

use std::io::Write;
use std::process::ExitCode;

use crate::game::BenchPart;
use crate::games;

/// Runs the bench of a game, or a part of it.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
pub fn run(game: &str, part: BenchPart) -> ExitCode {
    let benches: Vec<_> = games::all().iter().filter_map(|game| Some((game.about().name, game.bench(part)?))).collect();
    let Some((_, bench)) = benches.iter().find(|(name, _)| *name == game) else {
        let names: Vec<_> = benches.iter().map(|(name, _)| *name).collect();
        eprintln!("no such bench for {game:?}; there is one for {}", names.join(", "));
        return ExitCode::from(2);
    };
    let mut out = std::io::stdout();
    // When stdout is closed the remaining lines are dropped.
    let mut is_open = true;
    bench(&mut |line| is_open = is_open && writeln!(out, "{line}").is_ok());
    ExitCode::SUCCESS
}

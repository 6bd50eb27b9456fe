//! `ludion bench GAME`: prints the figures of a game and the signature of its node counts; `ludion bench puzzle`: those of the puzzles
//! of all games; `ludion bench wire`: those of the start and of the pipes; `ludion bench threads`: what a second thread gains.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::game::{BenchPart, Tell};
use crate::games;

mod line;
mod puzzles;
mod threads;
mod wire;

/// The names of the benches that are not of a game.
const PUZZLES: &str = "puzzle";
const WIRE: &str = "wire";
const THREADS: &str = "threads";

/// Runs the bench of a game, or a part of it. `count` is the number of puzzles of each kind in the bench of puzzles; `is_json` makes each
/// line an object. Returns the exit status.
///
/// # Errors
/// A line could not be written; those after it are dropped.
pub fn run(game: &str, part: BenchPart, count: u64, is_json: bool) -> io::Result<ExitCode> {
    let mut out = io::stdout();
    let mut written = Ok(());
    let status = measure(game, part, count, &mut |text| {
        let text = if is_json { line::to_json(game, &text).to_string() } else { text };
        if written.is_ok() {
            written = writeln!(out, "{text}").and_then(|()| out.flush());
        }
    });
    written.map(|()| status)
}

#[allow(clippy::print_stderr, reason = "a bench is not a session")]
fn measure(game: &str, part: BenchPart, count: u64, tell: Tell<'_>) -> ExitCode {
    if game == PUZZLES && part != BenchPart::Network {
        puzzles::run(count, part == BenchPart::Signature, tell);
        return ExitCode::SUCCESS;
    }
    if part == BenchPart::Whole && [WIRE, THREADS].contains(&game) {
        let measured = if game == WIRE { wire::run(tell).map_err(|error| error.to_string()) } else { threads::run(tell) };
        return match measured {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{game} cannot be measured: {why}");
                ExitCode::FAILURE
            }
        };
    }
    let benches: Vec<_> = games::all().iter().filter_map(|game| Some((game.about().name, game.bench(part)?))).collect();
    let Some((_, bench)) = benches.iter().find(|(name, _)| *name == game) else {
        let others: &[&str] = match part {
            BenchPart::Whole => &[PUZZLES, WIRE, THREADS],
            BenchPart::Signature => &[PUZZLES],
            BenchPart::Network => &[],
        };
        let names: Vec<_> = benches.iter().map(|(name, _)| *name).chain(others.iter().copied()).collect();
        eprintln!("no bench of {game:?} with these options; the games with one are {}", names.join(", "));
        return ExitCode::from(2);
    };
    bench(tell);
    ExitCode::SUCCESS
}

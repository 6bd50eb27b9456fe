//! `ludion bench GAME`: prints the figures of a game's own bench.

use std::io::Write;
use std::process::ExitCode;

use crate::games;

/// Runs the bench of a game; with `quick` only its node-count signature.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
pub fn run(game: &str, quick: bool, proof: Option<&str>) -> ExitCode {
    if let Some(instance) = proof {
        return worked(games::PROOFS, game, instance, "no proofs for");
    }
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

/// Measures a game and leaves its instances as files.
pub fn write(game: &str) -> ExitCode {
    told(games::WRITERS, game, "no files for")
}

/// Measures how often what a game's player promises comes true.
pub fn calibrate(game: &str) -> ExitCode {
    told(games::CALIBRATIONS, game, "no calibration of")
}

/// Finds which first moves are to be taken over.
pub fn map_swaps(game: &str, instance: &str) -> ExitCode {
    worked(games::SWAP_MAPS, game, instance, "no swaps in")
}

/// Finds a game's templates and prints their file.
pub fn mine(game: &str) -> ExitCode {
    told(games::MINERS, game, "no templates of")
}

/// Runs what a list has for a game.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
fn told(list: &[(&str, games::Measure)], game: &str, missing: &str) -> ExitCode {
    let Some((_, measure)) = list.iter().find(|(name, _)| *name == game) else {
        eprintln!("{missing} {game:?}");
        return ExitCode::from(2);
    };
    let mut out = std::io::stdout();
    let mut open = true;
    measure(&mut |line| open = open && writeln!(out, "{line}").is_ok());
    ExitCode::SUCCESS
}

/// Runs what a list has for a game on one instance.
#[allow(clippy::print_stderr, reason = "a bench is not a session")]
fn worked(list: &[(&str, games::Work)], game: &str, instance: &str, missing: &str) -> ExitCode {
    let mut out = std::io::stdout();
    let mut open = true;
    let work = list.iter().find(|(name, _)| *name == game).map(|(_, work)| work);
    let done = match work {
        Some(work) => work(instance, &mut |line| open = open && writeln!(out, "{line}").is_ok()),
        None => Err(format!("{missing} {game:?}")),
    };
    done.map_or_else(
        |why| {
            eprintln!("{why}");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}

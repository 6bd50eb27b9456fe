//! `ludion bench threads`: what a second thread gains in each game that uses several, in wall time.

use std::fs;
use std::time::Instant;

use super::puzzles::ask;
use crate::engine::Engine;
use crate::figures::median;
use crate::game::Tell;
use crate::games::graph;
use crate::protocol::Failure;

/// Number of measurements of each search; their median is printed.
const ROUNDS: usize = 5;

/// Edges of the graph: the largest of `ludion bench graph`.
const EDGES: u64 = graph::bench::SIZES[2];

/// A search that several threads share.
struct Work {
    game: &'static str,
    what: &'static str,
    /// Requests before the one that is measured.
    setup: &'static [&'static str],
    /// The request that is measured.
    request: &'static str,
}

/// Hard positions, a search of each kind: df-pn, best-first to a number of nodes, alpha-beta, HDA*. The graph is apart, as its file
/// is written first.
const WORK: &[Work] = &[
    Work { game: "hex", what: "proof 7x7 a4", setup: &["boardsize 7", "play b a4"], request: "solve" },
    Work {
        game: "hex",
        what: "search 11x11 10000 nodes",
        setup: &["boardsize 11", "param max_time 600", "param max_nodes 10000", "play b a10"],
        request: "genmove w",
    },
    Work { game: "dots", what: "proof 4x4 icelandic", setup: &["boardsize 4 4 icelandic"], request: "solve" },
    Work { game: "connect4", what: "proof 35333571", setup: &["position 35333571"], request: "solve" },
    Work { game: "ricochet", what: "solution of 24 moves", setup: &["load 0765+42+2E21BD0F+93"], request: "solve" },
];

/// Prints a row for each search: the seconds with one thread and with two, the speedup, and the speedup of two independent searches
/// at once, which is the most that the machine allows.
///
/// # Errors
/// A request fails, or the graph cannot be written to the working directory.
pub(super) fn run(tell: Tell<'_>) -> Result<(), String> {
    for Work { game, what, setup, request } in WORK {
        measure(&format!("{game} {what}"), &|threads| seconds(game, setup, &[request], threads), tell)?;
    }
    let path = format!("ludion-bench-{}.pg", std::process::id());
    let written = graph::bench::write_random(EDGES, &path).map_err(|error| format!("{path}: {error}"));
    let requests = [&format!("load_file {path}"), "solve"];
    let measured =
        written.and_then(|()| measure("graph read and solved", &|threads| seconds("graph", &[], &requests, threads), tell));
    let _ = fs::remove_file(&path);
    measured
}

/// Prints the row of a search; `run` returns its seconds with a number of threads.
fn measure(name: &str, run: &(dyn Fn(usize) -> Result<f64, String> + Sync), tell: Tell<'_>) -> Result<(), String> {
    let (mut one, mut two, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(run(1)?);
        two.push(run(2)?);
        both.push(seconds_of_two(run)?);
    }
    let [one, two, both] = [one, two, both].map(|mut times| median(&mut times));
    let (factor, most) = (one / two, 2.0 * one / both);
    tell(format!("threads {name} one {one:.3} two {two:.3} factor {factor:.2} at_most {most:.2}"));
    Ok(())
}

/// Returns the seconds of two searches at once, each with one thread: the longer one's.
fn seconds_of_two(run: &(dyn Fn(usize) -> Result<f64, String> + Sync)) -> Result<f64, String> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| run(1));
        let this = run(1)?;
        let other = other.join().map_err(|_| "a search panicked".to_owned())??;
        Ok(this.max(other))
    })
}

/// Returns the seconds of requests in an engine of its own, whose tables are empty.
fn seconds(game: &str, setup: &[&str], requests: &[&str], threads: usize) -> Result<f64, String> {
    let mut engine = Engine::default();
    let mut answer = |line: &str| ask(&mut engine, line).map_err(|failure: Failure| failure.to_string());
    answer(&format!("game {game}"))?;
    answer(&format!("param threads {threads}"))?;
    for line in setup {
        answer(line)?;
    }
    let started = Instant::now();
    for line in requests {
        answer(line)?;
    }
    Ok(started.elapsed().as_secs_f64())
}

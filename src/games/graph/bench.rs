//! `ludion bench graph`: reading and solving random graphs of three sizes.

use std::fs;
use std::io::{self, Write};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::parser;
use crate::attractor::{Graph, Solution, Verdict, verify};
use crate::color::Color;
use crate::figures::{self, Stopwatch};
use crate::files::{Access, NewFile};
use crate::game::BenchPart;
use crate::search::{Budget, Stop};

/// Edges of the graphs that are measured.
pub const SIZES: [u64; 3] = [1_000_000, 10_000_000, 33_000_000];

/// Edges of the graph that makes the signature.
const QUICK: u64 = 100_000;

/// Shares of the vertices that are goals of the first player, of the second, and of nobody, in percent.
const GOALS: [u32; 3] = [8, 5, 2];

/// Most successors of a vertex; the least are one.
const MAX_DEGREE: u32 = 6;

/// Number of times that each graph is read and solved. The quickest run is printed.
const REPEATS: usize = 3;

/// Seed of the graphs.
const SEED: u64 = 2026;

/// Reads and solves the graphs with one thread and with two, from files in the working directory that are removed then.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    let mut signature = 0;
    let larger: &[u64] = if quick { &[] } else { &SIZES };
    for (number, &edges) in [QUICK].iter().chain(larger).enumerate() {
        let found = on_file(edges, &mut part.figures(tell));
        match found {
            Ok(found) if number == 0 => signature = found,
            Ok(_) => {}
            Err(why) => tell(format!("{edges} edges: {why}")),
        }
    }
    tell(format!("signature {signature}"));
}

/// Writes a graph, reads and solves it.
fn on_file(edges: u64, tell: &mut dyn FnMut(String)) -> io::Result<u64> {
    let path = format!("ludion-bench-{}.pg", std::process::id());
    write_random(edges, &path)?;
    let signature = [1, 2].into_iter().try_fold(0, |_, threads| measure(&path, threads, tell));
    fs::remove_file(&path)?;
    signature.map_err(io::Error::other)
}

/// Reads and solves a file several times and prints the quickest run, which other processes disturbed least: by processor time with
/// one thread, by wall time with several.
fn measure(path: &str, threads: usize, tell: &mut dyn FnMut(String)) -> Result<u64, String> {
    figures::reset_peak();
    let runs: Vec<Run> = (0..REPEATS).map(|_| Run::measure(path, threads)).collect::<Result<_, String>>()?;
    let order = |run: &&Run| if threads == 1 { run.cpu } else { run.read + run.solve };
    let run = runs.iter().min_by(|one, other| order(one).total_cmp(&order(other))).ok_or("nothing was measured")?;
    let (read, solve, cpu) = (run.read, run.solve, run.cpu);
    let times = format!("read {read:.3} solve {solve:.3} seconds {:.3} cpu {cpu:.3} {}", read + solve, figures::peak());
    tell(format!("{} threads {threads} {times} {}", run.size, run.found));
    Ok(run.signature)
}

/// One reading and solving; the graph itself is gone, so that runs do not add to each other's memory.
struct Run {
    /// Seconds that each took.
    read: f64,
    solve: f64,
    /// Processor time of both, of all threads.
    cpu: f64,
    size: String,
    found: String,
    signature: u64,
}

impl Run {
    fn measure(path: &str, threads: usize) -> Result<Run, String> {
        let watch = Stopwatch::start();
        let graph = parser::parse_file(path, threads, &Stop::default())?.graph;
        let read = watch.seconds();
        let solution = Solution::solve_within(&graph, threads, &Budget::default()).ok_or("there is no limit")?;
        let (solve, cpu) = (watch.seconds() - read, watch.cpu());
        let checked = if verify(&graph, &solution).is_ok() { "verified" } else { "WRONG" };
        let [win1, win2] = Color::BOTH.map(|player| solution.wins(player));
        let [most1, most2] = Color::BOTH.map(|player| solution.longest(player));
        let found = format!("win1 {win1} win2 {win2} draw {} rank1 {most1} rank2 {most2} {checked}", solution.draws());
        let size = format!("edges {} vertices {}", graph.edge_count(), graph.vertex_count());
        Ok(Run { read, solve, cpu, size, found, signature: signature(&graph, &solution) })
    }
}

/// Returns the sum of all ranks, each with its winner.
fn signature(graph: &Graph, solution: &Solution) -> u64 {
    let number = |verdict| match verdict {
        Verdict::Win(player, rank) => u64::from(rank) * 2 + player.index() as u64 + 1,
        Verdict::Draw => 0,
    };
    graph.vertices().map(|vertex| number(solution.verdict(vertex))).sum()
}

/// Writes the random game of this number of edges to a new file below the working directory, in PGSolver's form.
///
/// # Errors
/// It cannot be written, or exists already.
pub fn write_random(edges: u64, path: &str) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 20, NewFile::create(path, Access::Granted)?);
    write_text(edges, &mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.keep()
}

/// Writes a random bipartite game in PGSolver's form: even vertices are the first player's, odd ones the second's.
fn write_text(edges: u64, out: &mut impl Write) -> io::Result<()> {
    let final_share = GOALS.iter().sum::<u32>();
    let mean = (1.0 - f64::from(final_share) / 100.0) * f64::from(1 + MAX_DEGREE) / 2.0;
    let half = (edges as f64 / mean / 2.0).ceil() as u32;
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    writeln!(out, "parity {};", 2 * half - 1)?;
    for vertex in 0..2 * half {
        let owner = vertex % 2;
        let chance = random.random_range(0..100);
        if chance < final_share {
            // Parity games have no draws: drawn goals are lost for the first player.
            writeln!(out, "{vertex} {} {owner} {vertex};", u32::from(chance >= GOALS[0]))?;
            continue;
        }
        write!(out, "{vertex} 1 {owner} ")?;
        for number in 0..random.random_range(1..=MAX_DEGREE) {
            let next = 2 * random.random_range(0..half) + 1 - owner;
            write!(out, "{}{next}", if number > 0 { "," } else { "" })?;
        }
        writeln!(out, ";")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_graph_is_written_read_and_removed() {
        let mut lines = Vec::new();
        let signature = on_file(1000, &mut |line| lines.push(line)).unwrap();
        assert!(signature > 0 && lines.len() == 2 && lines.iter().all(|line| line.ends_with(" verified")), "{lines:?}");
        assert!(!Path::new(&format!("ludion-bench-{}.pg", std::process::id())).exists());
    }
}

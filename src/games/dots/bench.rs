//! Figures of Dots and Boxes: the boards that the solver is measured by.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::Size;
use super::checkpoint;
use super::known;
use super::solver::graph::{Graph, MOST_STRINGS};
use super::solver::memory::Memory;
use super::solver::solve::{Bounds, Solver};
use crate::figures::{Wanted, Watch};
use crate::search::{Budget, Stop};

/// Boards that make the node-count signature.
const QUICK: &[(usize, usize)] = &[(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)];

/// Boards that are measured beside them.
const FULL: &[(usize, usize)] = &[(3, 4), (2, 6)];

/// Size of the table of a measured proof, in MiB.
const HASH_MB: usize = 128;

/// Solves boards of growing size from the start, with one thread and a fresh table each.
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    let mut signature = 0;
    for &(rows, columns) in QUICK {
        signature += prove(Size { rows, columns }, tell);
    }
    if !quick {
        for &(rows, columns) in FULL {
            prove(Size { rows, columns }, tell);
        }
        solve_middles(tell);
    }
    tell(format!("signature {signature}"));
}

/// Size of the table of a proof on demand, in MiB: two thirds of 4 GiB fill 4x4 and leave room for the process.
const PROOF_HASH_MB: usize = 3072;

/// Seconds from one checkpoint to the next.
const PROOF_SLICE: u64 = 600;

/// A board that the solver can begin with.
fn board(word: &str) -> Result<Size, String> {
    let sides = word.split_once(['x', 'X']).and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let sized = sides.map(|(rows, columns)| Size { rows, columns });
    let size = sized.filter(|size| size.is_playable() && size.line_count() <= MOST_STRINGS);
    size.ok_or_else(|| format!("{word:?} is not a board of at most {MOST_STRINGS} lines, as 4x4"))
}

/// Proves the value of an empty board: `4x4`, or `4x5 checkpoint=FILE seconds=7200`, which begins with what the file holds and
/// writes it again every ten minutes and at its end.
///
/// # Errors
/// No such board, or one of more than 64 lines; a word that is not understood; a file that cannot be used.
pub fn prove_named(instance: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    let wanted = Wanted::parse(instance)?;
    let size = board(&wanted.what)?;
    let Size { rows, columns } = size;
    let watch = Watch::start();
    let (hash_mb, slice) = (wanted.hash_mb.unwrap_or(PROOF_HASH_MB), wanted.slice.unwrap_or(PROOF_SLICE));
    let graph = Graph::grid(rows, columns);
    let mut memory = Memory::new(Memory::bytes_for(graph.whole().count_ones()).min(hash_mb << 20));
    let table = memory.table();
    let in_file = |error: std::io::Error| format!("checkpoint: {error}");
    if let Some(path) = &wanted.checkpoint {
        let entries = checkpoint::load(&table, size, path).map_err(in_file)?;
        checkpoint::try_path(path).map_err(in_file)?;
        tell(format!("{size} entries {entries} read"));
    }
    let end = wanted.end();
    let mut nodes = 0;
    loop {
        let slice = wanted.checkpoint.is_some().then(|| Instant::now() + Duration::from_secs(slice));
        let deadline = [end, slice].into_iter().flatten().min();
        let budget = Budget::new(deadline, 0, Stop::default());
        let solver = Solver::new(&graph, &table, wanted.threads, &budget);
        let bounds = solver.bounds(graph.whole());
        nodes += solver.nodes();
        tell(proof_line(size, bounds, nodes, wanted.threads, &watch));
        if let Some(path) = &wanted.checkpoint {
            let entries = checkpoint::save(&table, size, path).map_err(in_file)?;
            tell(format!("{size} entries {entries} written"));
        }
        if bounds.value().is_some() || end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
    }
}

/// Proves the value of an empty board; the nodes that it took.
fn prove(size: Size, tell: &mut dyn FnMut(String)) -> u64 {
    let watch = Watch::start();
    let graph = Graph::grid(size.rows, size.columns);
    let mut memory = Memory::new(Memory::bytes_for(graph.whole().count_ones()).min(HASH_MB << 20));
    let table = memory.table();
    let budget = Budget::default();
    let solver = Solver::new(&graph, &table, 1, &budget);
    let bounds = solver.bounds(graph.whole());
    tell(proof_line(size, bounds, solver.nodes(), 1, &watch));
    solver.nodes()
}

fn proof_line(size: Size, bounds: Bounds, nodes: u64, threads: usize, watch: &Watch) -> String {
    let verdict = match (bounds.value(), known::margin(size)) {
        (Some(value), Some(expected)) if value != expected => " WRONG",
        (Some(_), Some(_)) => " as known",
        _ => "",
    };
    let margin = bounds.value().map_or_else(|| format!("{}..{}", bounds.lower, bounds.upper), |margin| margin.to_string());
    format!("{size} margin {margin}{verdict} nodes {nodes} threads {threads} {watch}")
}

/// How many positions of the middle of a game are measured.
const MIDDLES: usize = 100;

/// The fewest and the most open lines of such a position.
const MIDDLE_LINES: (u32, u32) = (26, 30);

/// Solves positions of 4x4 that random lines lead to which give nothing away, each with one thread and a fresh table.
fn solve_middles(tell: &mut dyn FnMut(String)) {
    let graph = Graph::grid(4, 4);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut times, mut solved, mut nodes) = (Vec::with_capacity(MIDDLES), 0, 0);
    while times.len() < MIDDLES {
        let open = random.random_range(MIDDLE_LINES.0..=MIDDLE_LINES.1);
        let mut left = graph.whole();
        while left.count_ones() > open {
            let cut = left & !(1 << random.random_range(0..graph.whole().count_ones()));
            if graph.capturable(cut).next().is_none() {
                left = cut;
            }
        }
        let watch = Watch::start();
        let (mut memory, budget) = (Memory::new(HASH_MB << 20), Budget::default());
        let table = memory.table();
        let solver = Solver::new(&graph, &table, 1, &budget);
        solved += usize::from(solver.bounds(left).value().is_some());
        times.push(watch.cpu());
        nodes += solver.nodes();
    }
    times.sort_by(f64::total_cmp);
    let (fewest, most) = MIDDLE_LINES;
    let (median, longest) = (times[MIDDLES / 2], times[MIDDLES - 1]);
    let asked = format!("4x4 positions {MIDDLES} open {fewest}..{most}");
    tell(format!("{asked} solved {solved} nodes {nodes} cpu median {median:.3} longest {longest:.3}"));
}

#[cfg(test)]
mod tests {
    use super::super::solver::table::Table;
    use super::*;

    #[test]
    fn boards_that_can_be_proved() {
        assert_eq!(board("4x5"), Ok(Size { rows: 4, columns: 5 }));
        assert!(["", "4", "0x4", "9x9", "4x4x4"].iter().all(|word| board(word).is_err()));
    }

    /// A proof that was ended goes on from its file, and what it had found is not searched again.
    #[test]
    fn a_proof_is_resumed() {
        let path = std::env::temp_dir().join(format!("ludion-checkpoint-{}", std::process::id()));
        let size = Size { rows: 3, columns: 3 };
        let graph = Graph::grid(3, 3);
        let solve = |table: &Table<'_>, max_nodes: u64| {
            let budget = Budget::new(None, max_nodes, Stop::default());
            let solver = Solver::new(&graph, table, 1, &budget);
            (solver.bounds(graph.whole()), solver.nodes())
        };
        let whole = solve(&Memory::new(1 << 22).table(), 0).1;
        let mut memory = Memory::new(1 << 22);
        let table = memory.table();
        let (bounds, _) = solve(&table, whole * 2 / 3);
        assert_eq!(bounds.value(), None);
        let written = checkpoint::save(&table, size, &path).unwrap();
        let mut memory = Memory::new(1 << 22);
        let table = memory.table();
        assert_eq!(checkpoint::load(&table, size, &path).unwrap(), written);
        assert!(written > 100, "{written}");
        let (bounds, nodes) = solve(&table, 0);
        assert_eq!(bounds, Bounds::exact(-3));
        assert!(nodes < whole * 2 / 3, "{nodes} of {whole}");
        assert!(checkpoint::load(&table, Size { rows: 3, columns: 4 }, &path).is_err());
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(checkpoint::load(&table, size, &path).is_err());
        std::fs::write(&path, "rubbish").unwrap();
        assert!(checkpoint::load(&table, size, &path).is_err());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(checkpoint::load(&table, size, &path).unwrap(), 0);
        let nowhere = format!("3x3 checkpoint={}/nowhere/x", path.display());
        let mut told = Vec::new();
        assert!(prove_named(&nowhere, &mut |line| told.push(line)).is_err());
        assert!(told.iter().all(|line| !line.contains("margin")), "{told:?}");
    }
}

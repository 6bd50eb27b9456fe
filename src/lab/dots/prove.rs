//! Proves the value of an empty board; resumable from its checkpoint, which is written every ten minutes and at the end.

use std::io::Error;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use ludion::figures::Stopwatch;
use ludion::files;
use ludion::game::Tell;
use ludion::games::dots::bench::proof_line;
use ludion::games::dots::board::Size;
use ludion::games::dots::solver::graph::{Graph, MAX_STRINGS};
use ludion::games::dots::solver::memory::Memory;
use ludion::games::dots::solver::solve::Solver;
use ludion::games::dots::solver::table::BUCKET_BYTES;
use ludion::search::{Budget, Stop};

use super::checkpoint;
use crate::lab::long_run::{LongRun, parse_mib, parse_seconds};

/// What to prove.
#[derive(Args)]
pub struct Options {
    /// Rows and columns of boxes, as 4x4; at most 64 lines
    #[arg(value_parser = parse_size)]
    size: Size,
    #[command(flatten)]
    long: LongRun,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "N", default_value = "600", value_parser = parse_seconds())]
    slice: u64,
    /// Fewest nodes of a result that the checkpoint keeps, at most 32768: many give a small file, which saves less work
    #[arg(long, value_name = "N", default_value_t = checkpoint::LEAST_NODES, value_parser = RangedU64ValueParser::<u64>::new().range(..=32768))]
    least_nodes: u64,
    /// Size of the table in MiB, unless a checkpoint tells it; the proof of 4x4 fills 215
    #[arg(long, value_name = "N", default_value = "3072", value_parser = parse_mib())]
    hash_mb: usize,
}

/// Parses a board that the solver can hold.
fn parse_size(word: &str) -> Result<Size, String> {
    let sides = word.split_once(['x', 'X']).and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let size = sides.map(|(rows, columns)| Size { rows, columns });
    let size = size.filter(|size| size.is_playable() && size.line_count() <= MAX_STRINGS);
    size.ok_or_else(|| format!("{word:?} is not a board of at most {MAX_STRINGS} lines: write it as 4x4"))
}

/// Proves the value of the board, in slices of time with a checkpoint after each.
///
/// # Errors
/// A checkpoint that cannot be used.
pub fn run(options: &Options, print: Tell<'_>) -> Result<(), String> {
    let (size, threads, checkpoint) = (options.size, options.long.threads.count(), options.long.checkpoint.as_deref());
    let describe = |error: Error| format!("checkpoint: {error}");
    let watch = Stopwatch::start();
    let graph = Graph::grid(size.rows, size.columns);
    let saved = checkpoint.map_or(Ok(None), |path| checkpoint::open(size, path)).map_err(describe)?;
    let wanted = Memory::bytes_for(graph.all_strings().count_ones()).min(options.hash_mb << 20);
    let mut memory = Memory::new(saved.as_ref().map_or(wanted, |saved| saved.buckets.saturating_mul(BUCKET_BYTES)));
    let table = memory.table();
    if let Some(path) = checkpoint {
        let entries = saved.map_or(Ok(0), |saved| saved.restore(&table)).map_err(describe)?;
        files::check_replaceable(path).map_err(describe)?;
        print(format!("{size} entries {entries} read"));
    }
    let deadline = options.long.deadline();
    let mut nodes = 0;
    loop {
        let slice = checkpoint.map(|_| Instant::now() + Duration::from_secs(options.slice));
        let budget = Budget::new([deadline, slice].into_iter().flatten().min(), 0, Stop::default());
        let solver = Solver::new(&graph, &table, threads, &budget);
        let bounds = solver.bounds(graph.all_strings());
        nodes += solver.nodes();
        print(proof_line(size, bounds, nodes, threads, &watch));
        if let Some(path) = checkpoint {
            let entries = checkpoint::save(&table, size, options.least_nodes, path).map_err(describe)?;
            print(format!("{size} entries {entries} written"));
        }
        if bounds.value().is_some() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use ludion::games::dots::solver::solve::Bounds;
    use ludion::games::dots::solver::table::Table;

    use super::*;

    #[test]
    fn only_boards_that_the_solver_can_hold_are_parsed() {
        assert_eq!(parse_size("4x5"), Ok(Size { rows: 4, columns: 5 }));
        assert!(["", "4", "0x4", "9x9", "4x4x4"].iter().all(|word| parse_size(word).is_err()));
    }

    /// Returns the bounds of an empty board, and the nodes of their search.
    fn solve(size: Size, table: &Table<'_>, max_nodes: u64) -> (Bounds, u64) {
        let budget = Budget::new(None, max_nodes, Stop::default());
        let graph = Graph::grid(size.rows, size.columns);
        let solver = Solver::new(&graph, table, 1, &budget);
        (solver.bounds(graph.all_strings()), solver.nodes())
    }

    /// Restores a checkpoint, if there is one. Returns the number of its entries.
    fn load(table: &Table<'_>, size: Size, path: &Path) -> std::io::Result<u64> {
        checkpoint::open(size, path)?.map_or(Ok(0), |saved| saved.restore(table))
    }

    /// An interrupted proof is resumed from its file and does not search again what it had found.
    #[test]
    fn a_proof_is_resumed() {
        let path = std::env::temp_dir().join(format!("ludion-dots-checkpoint-{}", std::process::id()));
        let size = Size { rows: 3, columns: 3 };
        let solve = |table: &Table<'_>, max_nodes| solve(size, table, max_nodes);
        let all = solve(&Memory::new(1 << 22).table(), 0).1;
        let mut memory = Memory::new(1 << 22);
        let table = memory.table();
        let (bounds, _) = solve(&table, all * 2 / 3);
        assert_eq!(bounds.value(), None);
        let written = checkpoint::save(&table, size, checkpoint::LEAST_NODES, &path).unwrap();
        let mut memory = Memory::new(1 << 22);
        let table = memory.table();
        assert_eq!(load(&table, size, &path).unwrap(), written);
        assert!(load(&Memory::new(1 << 20).table(), size, &path).is_err());
        assert!(written > 100, "{written}");
        let (bounds, nodes) = solve(&table, 0);
        assert_eq!(bounds, Bounds::exact(-3));
        assert!(nodes < all * 2 / 3, "{nodes} of {all}");
        assert!(load(&table, Size { rows: 3, columns: 4 }, &path).is_err());
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(load(&table, size, &path).is_err());
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        let error = load(&table, size, &path).unwrap_err();
        assert!(error.to_string().starts_with("damaged in block "), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), damaged);
        std::fs::write(&path, "rubbish").unwrap();
        assert!(load(&table, size, &path).is_err());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(load(&table, size, &path).unwrap(), 0);
    }

    /// A small file, of the results that took most nodes, saves some of the work too.
    #[test]
    fn a_proof_is_resumed_from_expensive_results() {
        let path = std::env::temp_dir().join(format!("ludion-dots-expensive-{}", std::process::id()));
        let size = Size { rows: 3, columns: 4 };
        let solve = |table: &Table<'_>, max_nodes| solve(size, table, max_nodes);
        let all = solve(&Memory::new(1 << 24).table(), 0).1;
        let mut memory = Memory::new(1 << 24);
        let table = memory.table();
        solve(&table, all * 9 / 10);
        let written = checkpoint::save(&table, size, 64, &path).unwrap();
        let entries = table.words(0).count() as u64;
        assert!(written * 20 < entries, "{written} of {entries}");
        let mut memory = Memory::new(1 << 24);
        let table = memory.table();
        assert_eq!(load(&table, size, &path).unwrap(), written);
        let (bounds, nodes) = solve(&table, 0);
        assert_eq!(bounds, Bounds::exact(0));
        assert!(nodes < all * 3 / 4, "{nodes} of {all}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_checkpoint_that_cannot_be_written_is_noticed_before_the_work() {
        let long = LongRun { checkpoint: Some("/nowhere/at/all".into()), ..LongRun::default() };
        let options =
            Options { size: Size { rows: 3, columns: 3 }, long, slice: 600, least_nodes: checkpoint::LEAST_NODES, hash_mb: 16 };
        let mut lines = Vec::new();
        assert!(run(&options, &mut |line| lines.push(line)).is_err());
        assert!(lines.iter().all(|line| !line.contains("margin")), "{lines:?}");
    }
}

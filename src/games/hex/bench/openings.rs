//! Who wins after each first stone of a board: a long piece of work that can be ended and gone on with.
//!
//! First stones that differ by a half turn are one. What refutes a stone also refutes those that its carrier leaves alone.
//! All searches share one table.

use super::super::board::Board;
use super::super::cellset::with_width;
use super::super::hsearch::tables::Extras;
use super::super::notation::{cell_name, cell_named};
use super::super::solver::Solver;
use super::super::swap::{self, first_stones};
use super::kept::{Kept, board_of};
use crate::color::Color;
use crate::figures::{Wanted, Watch};
use crate::grid::{Cell, Size};
use crate::search::{Budget, Stop};

/// Size of the table, in MiB.
const HASH_MB: usize = 1024;

/// What is known of a first stone of black's; written and read as `b1 loss seconds 1.23 cpu 2.31 nodes 500 needs a2 b2 .`, whose
/// full stop tells that nothing is cut off.
#[derive(Clone, Debug, PartialEq)]
struct Opening {
    cell: Cell,
    wins: bool,
    seconds: f64,
    cpu: f64,
    nodes: u64,
    /// The cells that the winner needs.
    needs: Vec<Cell>,
}

impl Opening {
    /// All but what the winner needs.
    fn told(&self, size: Size) -> String {
        let Opening { wins, seconds, cpu, nodes, .. } = self;
        let verdict = if *wins { "win" } else { "loss" };
        format!("{} {verdict} seconds {seconds:.3} cpu {cpu:.3} nodes {nodes}", cell_name(size, self.cell))
    }

    fn written(&self, size: Size) -> String {
        let needs: String = self.needs.iter().map(|&cell| format!(" {}", cell_name(size, cell))).collect();
        format!("{} needs{needs} .", self.told(size))
    }

    fn read(line: &str, size: Size) -> Option<Opening> {
        let time = |word: &str| word.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
        let words: Vec<&str> = line.split(' ').collect();
        let [name, verdict, "seconds", seconds, "cpu", cpu, "nodes", nodes, "needs", needs @ .., "."] = &words[..] else {
            return None;
        };
        Some(Opening {
            cell: cell_named(size, name).filter(|&cell| cell <= size.half_turn(cell))?,
            wins: match *verdict {
                "win" => true,
                "loss" => false,
                _ => return None,
            },
            seconds: time(seconds)?,
            cpu: time(cpu)?,
            nodes: nodes.parse().ok()?,
            needs: needs.iter().map(|word| cell_named(size, word)).collect::<Option<_>>()?,
        })
    }
}

/// Proves who wins after each first stone: `7x7`, or `8x8 checkpoint=FILE seconds=7200`, which begins with what the file holds
/// and adds a line to it for each stone.
///
/// # Errors
/// No such board; a word that is not understood; a file that cannot be used; a verdict other than the known one.
pub fn prove_named(instance: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    let wanted = Wanted::parse(instance)?;
    let size = board_of(&wanted)?;
    let head = format!("{size} first stones");
    let read = |line: &str| Opening::read(line, size);
    let (mut file, mut known) = Kept::open(wanted.checkpoint.as_deref(), &head, read, |opening| opening.cell)?;
    if wanted.checkpoint.is_some() {
        tell(format!("{head} {} read", known.len()));
    }
    let mut keep = |opening: &Opening| {
        let verdict = match swap::is_won(size, Color::Black, opening.cell) {
            Some(wins) if wins != opening.wins => return Err(format!("{size} {} WRONG", opening.told(size))),
            Some(_) => " as known",
            None => "",
        };
        tell(format!("{size} {}{verdict}", opening.told(size)));
        file.add(&opening.written(size))
    };
    with_width!(size, prove(size, &wanted, &mut known, &mut keep))?;
    let sum = |of: fn(&Opening) -> f64| known.iter().map(of).fold(0.0, |sum, seconds| sum + seconds);
    let (seconds, cpu) = (sum(|opening| opening.seconds), sum(|opening| opening.cpu));
    let nodes: u64 = known.iter().map(|opening| opening.nodes).sum();
    let winning = known.iter().filter(|opening| opening.wins).count();
    let (count, all) = (known.len(), first_stones(size).count());
    tell(format!("{size} first stones {count} of {all} win {winning} seconds {seconds:.1} cpu {cpu:.1} nodes {nodes}"));
    Ok(())
}

/// Proves all stones that are not known yet until the time is over.
fn prove<const W: usize>(
    size: Size,
    wanted: &Wanted,
    known: &mut Vec<Opening>,
    keep: &mut dyn FnMut(&Opening) -> Result<(), String>,
) -> Result<(), String> {
    let mut solver = Solver::<W>::new(wanted.hash_mb.unwrap_or(HASH_MB) << 20, Extras::ALL);
    let budget = Budget::new(wanted.end(), 0, Stop::default());
    let left = first_stones(size).filter(|&cell| known.iter().all(|opening| opening.cell != cell));
    for cell in left.collect::<Vec<_>>() {
        let refuted =
            known.iter().find(|other| !other.wins && [cell, size.half_turn(cell)].iter().any(|cell| !other.needs.contains(cell)));
        let found = match refuted {
            Some(other) => Some(Opening { cell, seconds: 0.0, cpu: 0.0, nodes: 0, ..other.clone() }),
            None => solved(&mut solver, size, cell, wanted.threads, &budget),
        };
        let Some(opening) = found else { break };
        keep(&opening)?;
        known.push(opening);
    }
    Ok(())
}

/// What a search finds of a first stone, unless the budget ends first.
fn solved<const W: usize>(solver: &mut Solver<W>, size: Size, cell: Cell, threads: usize, budget: &Budget) -> Option<Opening> {
    let watch = Watch::start();
    let mut board = Board::new(size);
    board.play(Color::Black, cell);
    let (winner, needs, nodes) = match board.winner() {
        Some(winner) => (winner, Vec::new(), 0),
        None => {
            let solution = solver.solve(&board, Color::White, threads, budget);
            (solution.winner?, solution.carrier, solution.nodes)
        }
    };
    Some(Opening { cell, wins: winner == Color::Black, seconds: watch.seconds(), cpu: watch.cpu(), nodes, needs })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// All first stones of 5x5, in one go and with an end in between, are what they are known to be.
    #[test]
    fn first_stones_are_proved_and_kept() {
        let path = std::env::temp_dir().join(format!("ludion-openings-{}", std::process::id()));
        let instance = format!("5x5 threads=1 hash_mb=16 checkpoint={}", path.display());
        let prove = || {
            let mut told = Vec::new();
            prove_named(&instance, &mut |line| told.push(line)).map(|()| told)
        };
        let whole = prove().unwrap();
        assert_eq!(whole.iter().filter(|line| line.ends_with("as known")).count(), 13);
        assert!(whole.last().unwrap().starts_with("5x5 first stones 13 of 13 win 7"), "{whole:?}");
        let text = fs::read_to_string(&path).unwrap();
        let some: String = text.lines().take(6).map(|line| format!("{line}\n")).collect();
        // What a crash leaves of a line is not believed.
        for torn in ["", "e1 w", "e1 win seconds 0.1 cpu 0.1 nodes 13 needs b2 ."] {
            fs::write(&path, format!("{some}{torn}")).unwrap();
            let rest = prove().unwrap();
            assert_eq!((rest[0].as_str(), rest.len()), ("5x5 first stones 5 read", 10), "{torn}");
            assert_eq!(prove().unwrap().len(), 2);
        }
        let cut = some.replacen(" .\n", "\n", 1);
        let twice = format!("{some}{}\n", some.lines().last().unwrap());
        for wrong in ["rubbish\n", &some.replace("5x5", "6x6"), &cut, &twice] {
            fs::write(&path, wrong).unwrap();
            assert!(prove().is_err(), "{wrong}");
            assert_eq!(fs::read_to_string(&path).unwrap(), wrong);
        }
        fs::remove_file(&path).unwrap();
        for wrong in ["", "5", "20x20", "5x5x", "5x5 slice=3", "5x5 checkpoint=/"] {
            assert!(prove_named(wrong, &mut |_| {}).is_err(), "{wrong}");
        }
    }
}

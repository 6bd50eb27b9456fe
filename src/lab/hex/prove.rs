//! Proves who wins after each first stone of a board; resumable from its checkpoint.
//!
//! Of two first stones that are images of each other under the half-turn one is searched. The proof that a stone loses also
//! refutes every stone outside its carrier. All searches share one table.

use std::sync::Arc;

use clap::Args;
use ludion::color::Color;
use ludion::figures::Stopwatch;
use ludion::game::Tell;
use ludion::games::hex::board::Board;
use ludion::games::hex::eval::network::NetworkEvaluator;
use ludion::games::hex::notation::{cell_name, parse_cell};
use ludion::games::hex::solver::{Solver, new_solver};
use ludion::games::hex::swap::{self, first_stones};
use ludion::games::hex::tables::Extras;
use ludion::grid::{Cell, Size};
use ludion::search::{Budget, Stop};

use super::BoardRun;
use super::checkpoint::Checkpoint;
use crate::lab::long_run::parse_mib;

/// What to prove.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    board: BoardRun,
    /// What orders the moves: `builtin`, `none` or the file of a network
    #[arg(long, value_name = "NETWORK", default_value = "builtin")]
    network: String,
    /// Size of the table in MiB
    #[arg(long, value_name = "N", default_value = "1024", value_parser = parse_mib())]
    hash_mb: usize,
    /// Only these first stones, in this order: `e5,d5`
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    stones: Vec<String>,
}

impl Options {
    /// Returns the first stones to prove; of two images the first one in the order of the board.
    fn first_stones(&self) -> Result<Vec<Cell>, String> {
        let size = self.board.size;
        let read = |name: &String| {
            let cell = parse_cell(size, name).ok_or_else(|| format!("{name} is no cell of {size}"))?;
            Ok(cell.min(size.half_turn(cell)))
        };
        if self.stones.is_empty() { Ok(first_stones(size).collect()) } else { self.stones.iter().map(read).collect() }
    }
}

/// The verdict on a first stone of black. Its line is `b1 loss seconds 1.23 cpu 2.31 nodes 500 needs a2 b2 .`; the full stop marks
/// a complete line.
#[derive(Clone, Debug, PartialEq)]
struct Opening {
    cell: Cell,
    wins: bool,
    seconds: f64,
    cpu: f64,
    nodes: u64,
    /// The carrier of the winner.
    needs: Vec<Cell>,
}

impl Opening {
    /// Formats all but the carrier.
    fn summary(&self, size: Size) -> String {
        let Opening { wins, seconds, cpu, nodes, .. } = self;
        let verdict = if *wins { "win" } else { "loss" };
        format!("{} {verdict} seconds {seconds:.3} cpu {cpu:.3} nodes {nodes}", cell_name(size, self.cell))
    }

    fn to_line(&self, size: Size) -> String {
        let needs: String = self.needs.iter().map(|&cell| format!(" {}", cell_name(size, cell))).collect();
        format!("{} needs{needs} .", self.summary(size))
    }

    fn parse(line: &str, size: Size) -> Option<Opening> {
        let time = |word: &str| word.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
        let words: Vec<&str> = line.split(' ').collect();
        let [name, verdict, "seconds", seconds, "cpu", cpu, "nodes", nodes, "needs", needs @ .., "."] = &words[..] else {
            return None;
        };
        Some(Opening {
            cell: parse_cell(size, name).filter(|&cell| cell <= size.half_turn(cell))?,
            wins: match *verdict {
                "win" => true,
                "loss" => false,
                _ => return None,
            },
            seconds: time(seconds)?,
            cpu: time(cpu)?,
            nodes: nodes.parse().ok()?,
            needs: needs.iter().map(|word| parse_cell(size, word)).collect::<Option<_>>()?,
        })
    }
}

/// Proves who wins after each first stone that is not in the checkpoint.
///
/// # Errors
/// A network or a checkpoint that cannot be used; a verdict that contradicts the known one.
pub fn run(options: &Options, print: Tell<'_>) -> Result<(), String> {
    let network = NetworkEvaluator::read(&options.network)?.map(Arc::new);
    let (size, stones) = (options.board.size, options.first_stones()?);
    let title = format!("{size} first stones");
    let path = options.board.long.checkpoint.as_deref();
    let (mut file, mut known) = Checkpoint::open(path, &title, |line| Opening::parse(line, size), |opening| opening.cell)?;
    if path.is_some() {
        print(format!("{title} {} read", known.len()));
    }
    let mut keep = |opening: &Opening| {
        let verdict = match swap::is_won(size, Color::Black, opening.cell) {
            Some(wins) if wins != opening.wins => {
                let (proved, known) = if wins { ("a loss", "win") } else { ("a win", "lose") };
                let name = cell_name(size, opening.cell);
                return Err(format!("{size}: {name} was proved {proved}, but it is known to {known}"));
            }
            Some(_) => " as known",
            None => "",
        };
        print(format!("{size} {}{verdict}", opening.summary(size)));
        file.append(&opening.to_line(size))
    };
    prove_all(options, stones, network, &mut known, &mut keep)?;
    let sum = |of: fn(&Opening) -> f64| known.iter().map(of).fold(0.0, |sum, seconds| sum + seconds);
    let (seconds, cpu) = (sum(|opening| opening.seconds), sum(|opening| opening.cpu));
    let nodes: u64 = known.iter().map(|opening| opening.nodes).sum();
    let winning = known.iter().filter(|opening| opening.wins).count();
    let (count, all) = (known.len(), first_stones(size).count());
    print(format!("{size} first stones {count} of {all} win {winning} seconds {seconds:.1} cpu {cpu:.1} nodes {nodes}"));
    Ok(())
}

/// Proves the stones that are not known yet, until the time is over.
fn prove_all(
    options: &Options,
    stones: Vec<Cell>,
    network: Option<Arc<NetworkEvaluator>>,
    known: &mut Vec<Opening>,
    keep: &mut dyn FnMut(&Opening) -> Result<(), String>,
) -> Result<(), String> {
    let (size, threads) = (options.board.size, options.board.long.threads.count());
    let mut solver = new_solver(size, options.hash_mb << 20, Extras::ALL);
    solver.set_network(network);
    let budget = Budget::new(options.board.long.deadline(), 0, Stop::default());
    for cell in stones {
        if known.iter().any(|opening| opening.cell == cell) {
            continue;
        }
        let refuted =
            known.iter().find(|other| !other.wins && [cell, size.half_turn(cell)].iter().any(|cell| !other.needs.contains(cell)));
        let opening = match refuted {
            Some(other) => {
                let is_turned = other.needs.contains(&cell);
                let needs = other.needs.iter().map(|&cell| if is_turned { size.half_turn(cell) } else { cell }).collect();
                Some(Opening { cell, needs, seconds: 0.0, cpu: 0.0, nodes: 0, ..other.clone() })
            }
            None => solve(&mut *solver, size, cell, threads, &budget),
        };
        let Some(opening) = opening else { break };
        keep(&opening)?;
        known.push(opening);
    }
    Ok(())
}

/// Searches a first stone; `None` if the budget ends first.
fn solve(solver: &mut dyn Solver, size: Size, cell: Cell, threads: usize, budget: &Budget) -> Option<Opening> {
    let watch = Stopwatch::start();
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
    use std::path::PathBuf;

    use super::super::checkpoint::checksum;
    use super::super::parse_size;
    use super::*;
    use crate::lab::long_run::LongRun;

    #[test]
    fn first_stones_that_are_asked_for() {
        let board = || BoardRun { size: Size::square(4), long: LongRun::default() };
        let stones = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let options = |names| Options { board: board(), network: "none".into(), hash_mb: 16, stones: stones(names) };
        let mut lines = Vec::new();
        run(&options(&["d1", "b3"]), &mut |line| lines.push(line)).unwrap();
        assert!(lines[0].starts_with("4x4 d1 win ") && lines[1].starts_with("4x4 c2 win "), "{lines:?}");
        assert!(lines[2].starts_with("4x4 first stones 2 of 8 win 2 "), "{lines:?}");
        assert_eq!(run(&options(&["e1"]), &mut |_| ()), Err("e1 is no cell of 4x4".into()));
    }

    fn lines(size: usize, network: &str, checkpoint: PathBuf) -> Result<Vec<String>, String> {
        let long = LongRun { checkpoint: Some(checkpoint), ..LongRun::default() };
        let options = Options {
            board: BoardRun { size: Size::square(size), long },
            network: network.to_owned(),
            hash_mb: 16,
            stones: Vec::new(),
        };
        let mut lines = Vec::new();
        run(&options, &mut |line| lines.push(line)).map(|()| lines)
    }

    #[test]
    fn first_stones_of_5x5_are_proved_and_resumed() {
        let path = std::env::temp_dir().join(format!("ludion-openings-{}", std::process::id()));
        let prove = || lines(5, "builtin", path.clone());
        let all = prove().unwrap();
        assert_eq!(all.iter().filter(|line| line.ends_with("as known")).count(), 13);
        assert!(all.last().unwrap().starts_with("5x5 first stones 13 of 13 win 7"), "{all:?}");
        let text = fs::read_to_string(&path).unwrap();
        let some: String = text.lines().take(6).map(|line| format!("{line}\n")).collect();
        // What a crash leaves of a line is not believed.
        for torn in ["", "e1 w", "e1 win seconds 0.1 cpu 0.1 nodes 13 needs b2 ."] {
            fs::write(&path, format!("{some}{torn}")).unwrap();
            let rest = prove().unwrap();
            assert_eq!((rest[0].as_str(), rest.len()), ("5x5 first stones 5 read", 10), "{torn}");
            assert_eq!(prove().unwrap().len(), 2);
        }
        let title = some.lines().next().unwrap();
        let open = "a1 win seconds 0.100 cpu 0.100 nodes 13 needs b2";
        let cut = format!("{title}\n{open} crc {}\n", checksum(open));
        let flipped = some.replacen(" win ", " wmn ", 1).replacen(" loss ", " los3 ", 1);
        let twice = format!("{some}{}\n", some.lines().last().unwrap());
        for wrong in ["rubbish\n", &some.replace("5x5", "6x6"), &cut, &flipped, &twice] {
            fs::write(&path, wrong).unwrap();
            assert!(prove().is_err(), "{wrong}");
            assert_eq!(fs::read_to_string(&path).unwrap(), wrong);
        }
        fs::remove_file(&path).unwrap();
        assert!(lines(5, "Cargo.toml", path.clone()).is_err() && !path.exists());
        assert!(lines(5, "none", "/".into()).is_err());
        for wrong in ["", "5", "20x20", "5x5x"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}

//! Checks bridges against the rules, cell by cell. It shares no code with the solvers, so that it can test them.

use super::board::{Bridges, Channel, Island, Puzzle};
use crate::grid::Cell;
pub use crate::puzzle::Verdict;

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More bridges in a channel than are allowed.
    TooMany(Channel),
    /// Two bridges cross in a cell.
    Crossing(Cell),
    /// An island has more bridges than its number.
    Number(Island),
    /// A bridge closes a loop where loops are forbidden.
    Loop(Channel),
    /// Islands that have their numbers are cut off from the rest; one of them.
    Disconnected(Island),
}

/// Checks bridges. Returns the first fault in the order of [`Fault`].
#[must_use]
pub fn check(puzzle: &Puzzle, bridges: &Bridges) -> Verdict<Fault> {
    let numbers = || puzzle.islands().find(|&island| is_exceeded(puzzle, bridges, island)).map(Fault::Number);
    let fault = find_excess(puzzle, bridges).or_else(|| find_crossing(puzzle, bridges)).or_else(numbers);
    match fault.or_else(|| find_network_fault(puzzle, bridges)) {
        Some(fault) => Verdict::Wrong(fault),
        None if puzzle.islands().all(|island| is_met(puzzle, bridges, island)) && is_connected(puzzle, bridges) => {
            Verdict::Solved
        }
        None => Verdict::Incomplete,
    }
}

fn find_excess(puzzle: &Puzzle, bridges: &Bridges) -> Option<Fault> {
    bridges.nonzero().find(|&(_, number)| number > puzzle.rules().max_bridges).map(|(channel, _)| Fault::TooMany(channel))
}

fn find_crossing(puzzle: &Puzzle, bridges: &Bridges) -> Option<Fault> {
    let mut bridged = vec![false; puzzle.size().area()];
    let cells = bridges.nonzero().flat_map(|(channel, _)| puzzle.water(channel));
    let mut twice = cells.filter(|cell| std::mem::replace(&mut bridged[cell.index()], true));
    twice.next().map(Fault::Crossing)
}

fn is_exceeded(puzzle: &Puzzle, bridges: &Bridges, island: Island) -> bool {
    puzzle.clue(island).is_some_and(|clue| bridges.degree(puzzle, island) > u32::from(clue))
}

fn is_met(puzzle: &Puzzle, bridges: &Bridges, island: Island) -> bool {
    puzzle.clue(island).is_none_or(|clue| bridges.degree(puzzle, island) == u32::from(clue))
}

/// A depth-first search of the network along bridges.
struct Walk {
    seen: Vec<bool>,
    crossed: Vec<bool>,
    /// A channel that closed a loop.
    ring: Option<Channel>,
}

impl Walk {
    fn new(puzzle: &Puzzle) -> Self {
        Walk { seen: vec![false; puzzle.islands().len()], crossed: vec![false; puzzle.channels().len()], ring: None }
    }

    /// Returns the islands that are connected with one, itself first.
    fn component(&mut self, puzzle: &Puzzle, bridges: &Bridges, start: Island) -> Vec<Island> {
        let mut group = vec![start];
        let mut next = 0;
        self.seen[start.index()] = true;
        while let Some(&island) = group.get(next) {
            next += 1;
            for channel in puzzle.channels_at(island).filter(|&channel| bridges.get(channel) > 0) {
                if std::mem::replace(&mut self.crossed[channel.index()], true) {
                    continue;
                }
                let other = puzzle.other_end(channel, island);
                if std::mem::replace(&mut self.seen[other.index()], true) {
                    self.ring = self.ring.or(Some(channel));
                } else {
                    group.push(other);
                }
            }
        }
        group
    }
}

/// Finds a loop where loops are forbidden, or a group of islands that no bridge can join to the rest.
fn find_network_fault(puzzle: &Puzzle, bridges: &Bridges) -> Option<Fault> {
    let mut walk = Walk::new(puzzle);
    let mut cut_off = None;
    for start in puzzle.islands() {
        if walk.seen[start.index()] {
            continue;
        }
        let group = walk.component(puzzle, bridges, start);
        let is_closed = |&island: &Island| puzzle.clue(island).is_some() && is_met(puzzle, bridges, island);
        if group.len() < puzzle.islands().len() && group.iter().all(is_closed) {
            cut_off = cut_off.or(Some(Fault::Disconnected(start)));
        }
    }
    walk.ring.filter(|_| !puzzle.rules().loops).map(Fault::Loop).or(cut_off)
}

fn is_connected(puzzle: &Puzzle, bridges: &Bridges) -> bool {
    let first = puzzle.islands().next();
    first.is_none_or(|first| Walk::new(puzzle).component(puzzle, bridges, first).len() == puzzle.islands().len())
}

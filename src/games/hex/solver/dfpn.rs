//! One worker's depth-first proof-number search.

use super::super::board::cellset::CellSet;
use super::SharedProofs;
use super::proofs::{Entry, NEVER, Proof};
use super::state::{Choice, State};
use crate::grid::Cell;
use crate::search::Halted;

/// A worker with its own position.
pub struct Worker<'a, const W: usize> {
    shared: &'a SharedProofs<'a, W>,
    state: State<W>,
}

/// The thresholds of a position: its search ends when either number is reached.
#[derive(Clone, Copy)]
struct Thresholds {
    phi: u32,
    delta: u32,
}

/// A move with the entry of the position after it, for the opponent to move there.
struct Child<const W: usize> {
    cell: Cell,
    entry: Entry<W>,
}

/// Dynamic widening: besides the first move, one in this many is searched. The others wait until some of these are refuted (Henderson
/// 2010, section 5.2).
const WIDENING: usize = 4;

impl<'a, const W: usize> Worker<'a, W> {
    pub fn new(shared: &'a SharedProofs<'a, W>, state: State<W>) -> Self {
        Worker { shared, state }
    }

    /// Searches until the position is proved or the search is halted. Returns the state as it is then, some plies on.
    pub fn run(mut self) -> State<W> {
        // A halted search leaves what it has found in the table.
        let _ = self.search(Thresholds { phi: NEVER, delta: NEVER });
        self.state
    }

    /// Searches a position up to its thresholds. Returns the entry of the position then.
    fn search(&mut self, thresholds: Thresholds) -> Result<Entry<W>, Halted> {
        self.shared.control.count_node()?;
        // A node takes long enough to read the clock at each.
        let halt = self.shared.control.halt_flag();
        if halt.is_raised() {
            return Err(Halted);
        }
        if let Some(proof) = self.state.proof() {
            return Ok(self.store(Entry::from_proof(&proof, 1)));
        }
        let mut work = self.shared.proofs.get(self.state.proof_key()).map_or(1, |entry| entry.work.saturating_add(1));
        let Choice { moves, numbers: [phi, delta], mut carrier } = self.state.choice(self.shared.network, halt);
        if halt.is_known_raised() {
            return Err(Halted);
        }
        let begin = Entry { phi, delta, ..Entry::NEW };
        let mut children: Vec<Child<W>> = moves.into_iter().map(|cell| Child { cell, entry: begin }).collect();
        loop {
            // Updates the children by the table, where other workers and paths store results. If the table has lost an entry, the
            // one held here stays.
            for child in &mut children {
                child.entry = self.shared.proofs.get(self.state.proof_key_after(child.cell)).unwrap_or(child.entry);
            }
            if let Some(entry) = conclude(&mut children, &mut carrier) {
                return Ok(self.store(Entry { work, ..entry }));
            }
            let width = 1 + children.len() / WIDENING;
            let (entry, next, below) = self.select_child(&children[..width.min(children.len())], thresholds);
            let entry = Entry { work, ..entry };
            if entry.phi >= thresholds.phi || entry.delta >= thresholds.delta {
                return Ok(self.store(entry));
            }
            let child = &mut children[next];
            let before = child.entry.work;
            child.entry = self.descend(child.cell, below)?;
            work = work.saturating_add(child.entry.work.saturating_sub(before));
        }
    }

    fn store(&self, entry: Entry<W>) -> Entry<W> {
        self.shared.proofs.put(self.state.proof_key(), entry);
        entry
    }

    /// Searches the position after a move.
    fn descend(&mut self, cell: Cell, thresholds: Thresholds) -> Result<Entry<W>, Halted> {
        let key = self.state.proof_key_after(cell).hash;
        self.shared.workers.enter(key);
        self.state.play(cell, self.shared.control.halt_flag());
        let found = self.search(thresholds);
        if found.is_ok() {
            self.state.undo();
        }
        self.shared.workers.leave(key);
        found
    }

    /// Returns the entry of a position that follows from its children's, the index of the child to search next, and its thresholds.
    ///
    /// `phi` is the proof number of a win of the player to move, `delta` that of a loss. The opponent is to move in a child. One
    /// lost child makes a win, so `phi` is the least `delta` of the children. All children must be won for a loss, so `delta` is
    /// the sum of their `phi`. The child of the least `delta` is searched until it is no longer the best, or until the position's
    /// own thresholds are reached.
    fn select_child(&self, children: &[Child<W>], thresholds: Thresholds) -> (Entry<W>, usize, Thresholds) {
        let phi = children.iter().map(|child| child.entry.delta).min().unwrap_or(NEVER);
        let delta = children.iter().fold(0, |sum: u32, child| sum.saturating_add(child.entry.phi)).min(NEVER - 1);
        // Multiplies the effort of a child by its workers, this one included, so that they spread over the children.
        let effort = |child: &Child<W>| {
            let workers = self.shared.workers.get(self.state.proof_key_after(child.cell).hash);
            child.entry.delta.saturating_mul(1 + workers).min(NEVER)
        };
        let efforts: Vec<u32> = children.iter().map(effort).collect();
        let next = (0..efforts.len()).min_by_key(|&number| efforts[number]).unwrap_or(0);
        let second = (0..efforts.len()).filter(|&number| number != next).map(|number| efforts[number]).min().unwrap_or(NEVER);
        let Child { cell, entry } = &children[next];
        // A quarter more than the second-best child: fewer returns to children that are nearly as good (the 1 + epsilon trick of
        // Pawlewicz and Lew 2007). One more, so that a child is also left for an equal one.
        let threshold = second.saturating_add(1 + second / 4);
        let below = Thresholds {
            // The threshold of `delta` minus the sum over the other children.
            phi: thresholds.delta.saturating_sub(delta).saturating_add(entry.phi).min(NEVER),
            // At least one more than the child has: if the workers made another child than the best one the next, the search must
            // still go on.
            delta: thresholds.phi.min(threshold).max(entry.delta.saturating_add(1)).min(NEVER),
        };
        (Entry { phi, delta, work: 0, mv: Some(*cell), carrier: CellSet::EMPTY }, next, below)
    }
}

/// Returns the entry of a position that its children prove. Otherwise takes out the children that are refuted, with all moves
/// outside the carrier of a refutation.
fn conclude<const W: usize>(children: &mut Vec<Child<W>>, carrier: &mut CellSet<W>) -> Option<Entry<W>> {
    let carrier_with_move = |child: &Child<W>| child.entry.carrier | [child.cell].into_iter().collect();
    if let Some(child) = children.iter().find(|child| child.entry.delta == 0) {
        return Some(Entry::from_proof(&Proof { is_win: true, carrier: carrier_with_move(child), mv: Some(child.cell) }, 0));
    }
    let mut hardest: Option<(u32, Cell)> = None;
    while let Some(refuted) = children.iter().position(|child| child.entry.phi == 0) {
        let child = children.remove(refuted);
        *carrier |= carrier_with_move(&child);
        hardest = hardest.max(Some((child.entry.work, child.cell)));
        children.retain(|other| child.entry.carrier.contains(other.cell));
    }
    children
        .is_empty()
        .then(|| Entry::from_proof(&Proof { is_win: false, carrier: *carrier, mv: hardest.map(|(_, cell)| cell) }, 0))
}

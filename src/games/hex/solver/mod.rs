//! Proves the winner of a position by depth-first proof-number search with the tables of connections.
//!
//! Exact: it finds a proof unless the budget ends. In each position all known fill-in is applied. Only moves of the must-play that
//! are not inferior are tried, the most promising first. A proved position keeps the cells that its winner needs (the *carrier*): a
//! move outside the carrier of a refutation is refuted by the same answer. After A. Nagai, *Df-pn algorithm for searching AND/OR
//! trees* (2002), B. Arneson, R. Hayward and P. Henderson, *Solving Hex: beyond humans* (2010), and P. Henderson, *Playing and
//! solving the game of Hex* (2010), chapters 3 to 5; a network orders the moves as in C. Gao, M. Müller and R. Hayward, *Focused
//! depth-first proof number search using convolutional neural networks for the game of Hex* (2017). Memory: the table's size.

mod busy;
mod dfpn;
mod proofs;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::board::Board;
use super::board::cellset::with_width;
use super::eval::network::NetworkEvaluator;
use super::tables::Extras;
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Control, Stop};
use busy::WorkerCounts;
use dfpn::Worker;
use proofs::{Proof, Proofs};
use state::State;

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// Who wins; `None` where the budget ended first.
    pub winner: Option<Color>,
    /// A move that wins, or, in a lost position, one that was hard to refute; without a proof the one that the table holds as the
    /// most promising.
    pub best: Option<Cell>,
    /// The empty cells that the winner needs.
    pub carrier: Vec<Cell>,
    /// The line of the proof, the best move first, up to where connections decide.
    pub line: Vec<Cell>,
    /// Plies of that line and of what the connections at its end need.
    pub plies: Option<u32>,
    /// Positions searched, by all workers.
    pub nodes: u64,
}

/// A solver for boards of one size, with all that it has proved.
pub trait Solver {
    /// Sets or removes the network that orders the moves. What is proved stays so.
    fn set_network(&mut self, network: Option<Arc<NetworkEvaluator>>);

    /// Proves who wins a position that nobody has won on the board.
    #[must_use]
    fn solve(&mut self, board: &Board, to_move: Color, threads: usize, budget: &Budget) -> Solution;
}

/// Creates a solver with a table of proofs of this many bytes. `extras` tells what its connections know.
#[must_use]
pub fn new_solver(size: Size, bytes: usize, extras: Extras) -> Box<dyn Solver> {
    fn create<const W: usize>(bytes: usize, extras: Extras) -> Box<dyn Solver> {
        Box::new(WideSolver::<W>::new(bytes, extras))
    }
    with_width!(size, create(bytes, extras))
}

/// A solver with cell sets of width `W`.
pub(super) struct WideSolver<const W: usize> {
    proofs: Proofs<W>,
    extras: Extras,
    /// What orders the moves; without it the resistance of the connections does.
    network: Option<Arc<NetworkEvaluator>>,
    /// The position last solved: the next one is often near.
    root: Option<State<W>>,
}

impl<const W: usize> WideSolver<W> {
    /// Creates a solver as [`new_solver`] does.
    pub fn new(bytes: usize, extras: Extras) -> Self {
        WideSolver { proofs: Proofs::new(bytes), extras, network: None, root: None }
    }

    /// Returns the size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.proofs.bytes()
    }

    /// Returns the size that a table really has for a size that is asked for.
    pub const fn fit_bytes(bytes: usize) -> usize {
        Proofs::<W>::fit_bytes(bytes)
    }

    /// Builds the tables of a position: those a few moves on are then quick to solve, one after the other.
    pub fn set_root(&mut self, board: &Board, to_move: Color, stop: &Stop) {
        let root = State::new(board, to_move, self.extras, stop);
        // Tables whose building was stopped lack connections for good.
        self.root = (!stop.is_raised()).then_some(root);
    }

    /// Forgets the tables of the position last solved; the proofs stay.
    pub fn forget_root(&mut self) {
        self.root = None;
    }

    /// Reads the solution of a position from the table.
    fn solution(&self, state: &mut State<W>, nodes: u64) -> Solution {
        let to_move = state.to_move();
        let Some(proof) = self.proof(state) else {
            let best = self.proofs.get(state.proof_key()).and_then(|entry| entry.mv);
            return Solution { best, nodes, ..Solution::default() };
        };
        let best = state.direct_win().or(proof.mv);
        let mut line = Vec::new();
        let mut next = proof.mv;
        while let Some(cell) = next.filter(|&cell| state.proof().is_none() && state.is_open(cell)) {
            line.push(cell);
            state.play(cell, &Stop::default());
            next = self.proof(state).and_then(|proof| proof.mv);
        }
        Solution {
            winner: Some(if proof.is_win { to_move } else { to_move.other() }),
            best,
            carrier: proof.carrier.iter().collect(),
            plies: state.plies().map(|plies| plies + line.len() as u32),
            line,
            nodes,
        }
    }

    fn proof(&self, state: &State<W>) -> Option<Proof<W>> {
        state.proof().or_else(|| self.proofs.get(state.proof_key())?.proof())
    }
}

impl<const W: usize> Solver for WideSolver<W> {
    fn set_network(&mut self, network: Option<Arc<NetworkEvaluator>>) {
        self.network = network;
    }

    fn solve(&mut self, board: &Board, to_move: Color, threads: usize, budget: &Budget) -> Solution {
        let shared = SharedProofs {
            proofs: &self.proofs,
            network: self.network.as_deref(),
            // One thread, so without marks of what is being searched: the workers have marks of their own.
            control: Control::new(budget, 1),
            workers: WorkerCounts::default(),
        };
        let stop = budget.timed_stop();
        let root = match self.root.take() {
            Some(root) => root.follow(board, to_move, &stop),
            None => State::new(board, to_move, self.extras, &stop),
        };
        let is_complete = !stop.is_raised();
        let stones = board.stone_count();
        let helpers: Vec<State<W>> = (1..threads).map_while(|_| root.snapshot(&stop)).collect();
        let mut root = std::thread::scope(|scope| {
            let work = |root| {
                let root = Worker::new(&shared, root).run();
                shared.control.halt();
                root
            };
            helpers.into_iter().for_each(|root| {
                scope.spawn(move || budget.leftovers.keep(work(root)));
            });
            work(root)
        });
        root.undo_to(stones);
        let solution = self.solution(&mut root, shared.control.nodes());
        root.undo_to(stones);
        // Tables whose building was stopped lack connections for good.
        if is_complete && !budget.stop.is_raised() {
            self.root = Some(root);
        } else {
            budget.leftovers.keep(root);
        }
        solution
    }
}

/// Lists the moves that a search of a position would try; all empty cells where it is decided.
#[must_use]
pub(super) fn moves_to_search<const W: usize>(board: &Board, to_move: Color, stop: &Stop) -> Vec<Cell> {
    let state = State::<W>::new(board, to_move, Extras::ALL, stop);
    if state.proof().is_some() { board.empty_cells().collect() } else { state.choice(None, stop).moves }
}

/// What the workers of one search share.
struct SharedProofs<'a, const W: usize> {
    proofs: &'a Proofs<W>,
    network: Option<&'a NetworkEvaluator>,
    control: Control<'a>,
    workers: WorkerCounts,
}

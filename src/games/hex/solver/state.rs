//! The position of the solver, with its tables and its key.

use std::sync::Arc;

use super::super::board::Board;
use super::super::board::cellset::CellSet;
use super::super::board::zobrist::Keys;
use super::super::eval::network::NetworkEvaluator;
use super::super::eval::resistance::{Circuit, Conductance};
use super::super::net::loss::sigmoid;
use super::super::tables::verdict::Verdict;
use super::super::tables::{Extras, Tables};
use super::proofs::{Proof, ProofKey};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::Stop;

/// Proof numbers of a new child range from 1 (the network is certain of the result) to 1 + this (it rules the result out). With 0,
/// 4, 10, 20 and 40 all first stones of 7x7 took 93, 76, 72, 80 and 97 thousand positions (`ludion-lab hex prove 7x7`, one thread).
const MAX_EXTRA_PROOF_NUMBER: f32 = 10.0;

/// A position with its tables, played and undone in place.
pub struct State<const W: usize> {
    board: Board,
    to_move: Color,
    tables: Tables<W>,
    keys: Arc<Keys>,
    /// The position's hash, and that of the position turned by half.
    key: [u64; 2],
}

/// The moves to search in a position that the tables do not decide.
pub struct Choice<const W: usize> {
    /// The moves, the most promising first.
    pub moves: Vec<Cell>,
    /// The initial proof numbers of each child: of a win and of a loss, for the opponent.
    pub numbers: [u32; 2],
    /// The cells that the opponent needs to refute all other moves.
    pub carrier: CellSet<W>,
}

impl<const W: usize> State<W> {
    pub fn new(board: &Board, to_move: Color, extras: Extras, stop: &Stop) -> Self {
        Self::from_tables(board, to_move, Tables::new(board, extras, stop), Arc::new(Keys::new(board.size())))
    }

    /// Goes to another position on a board of the same size, with the tables updated from these.
    pub fn follow(mut self, board: &Board, to_move: Color, stop: &Stop) -> Self {
        self.tables.follow(board, stop);
        Self::from_tables(board, to_move, self.tables, self.keys)
    }

    /// Returns a copy of the position without its undo logs; `None` if `stop` is raised.
    pub fn snapshot(&self, stop: &Stop) -> Option<Self> {
        Some(State { board: self.board.clone(), tables: self.tables.snapshot(stop)?, keys: self.keys.clone(), ..*self })
    }

    fn from_tables(board: &Board, to_move: Color, tables: Tables<W>, keys: Arc<Keys>) -> Self {
        let mut turned = Board::new(board.size());
        board.stones().for_each(|(color, cell)| {
            turned.play(color, board.size().half_turn(cell));
        });
        let key = [keys.position_key(board, to_move), keys.position_key(&turned, to_move)];
        State { board: board.clone(), to_move, tables, keys, key }
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the key of this position in the table of proofs.
    pub fn proof_key(&self) -> ProofKey {
        ProofKey::new(self.key, self.size())
    }

    /// Returns the same after a move.
    pub fn proof_key_after(&self, cell: Cell) -> ProofKey {
        ProofKey::new(self.key_after(cell), self.size())
    }

    fn key_after(&self, cell: Cell) -> [u64; 2] {
        let change = |cell| self.keys.of_move(self.to_move, cell);
        [self.key[0] ^ change(cell), self.key[1] ^ change(self.size().half_turn(cell))]
    }

    /// Returns whether a cell is neither occupied nor filled in, so that the tables can be updated for a stone there.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.tables.empty().contains(cell)
    }

    /// Plays on an open cell.
    pub fn play(&mut self, cell: Cell, stop: &Stop) {
        self.key = self.key_after(cell);
        self.board.play(self.to_move, cell);
        self.tables.play(self.to_move, cell, stop);
        self.to_move = self.to_move.other();
    }

    pub fn undo(&mut self) {
        self.tables.undo();
        self.take_back();
    }

    /// Takes the last stone from the board.
    fn take_back(&mut self) {
        self.to_move = self.to_move.other();
        if let Some(cell) = self.board.undo() {
            self.key = self.key_after(cell);
        }
    }

    /// Undoes what was played since the board had this many stones.
    pub fn undo_to(&mut self, stones: usize) {
        while self.board.stone_count() > stones {
            self.tables.undo_without_cache();
            self.take_back();
        }
    }

    /// Returns the proof that the tables give, if they decide the position.
    pub fn proof(&self) -> Option<Proof<W>> {
        match self.tables.verdict(self.to_move) {
            Verdict::Win { carrier, mv } => Some(Proof { is_win: true, carrier, mv }),
            Verdict::Loss { carrier } => Some(Proof { is_win: false, carrier, mv: None }),
            Verdict::Open => None,
        }
    }

    /// Returns the move that joins the edges; if there is none and the tables show a win that needs no stone now, the next move of
    /// the shortest path through its carrier.
    pub fn direct_win(&self) -> Option<Cell> {
        let color = self.to_move;
        self.board.joining_cell(color).or_else(|| match self.tables.verdict(color) {
            Verdict::Win { carrier, .. } if self.tables.side(color).winning_semis().is_empty() => {
                self.board.shortest_path(color, |cell| carrier.contains(cell))?.first().copied()
            }
            _ => None,
        })
    }

    /// Returns an upper bound of the plies to the end, if the tables decide the position.
    pub fn plies(&self) -> Option<u32> {
        let joining_ply = self.board.joining_cell(self.to_move).map(|_| 1);
        joining_ply.or_else(|| self.tables.verdict(self.to_move).value()?.plies())
    }

    /// Returns the moves to search in a position that is not decided, sorted by a network or, without one, by the resistance of the
    /// circuits of connections; in any order if `stop` is raised.
    pub fn choice(&self, network: Option<&NetworkEvaluator>, stop: &Stop) -> Choice<W> {
        let candidates = self.tables.candidates(self.to_move, true);
        let mut moves: Vec<Cell> = candidates.moves.iter().collect();
        let mut numbers = [1, 1];
        match network {
            _ if moves.len() < 2 => {}
            None => self.sort_by_resistance(&mut moves, stop),
            Some(network) => {
                let output = network.output(&self.board, self.to_move, false);
                output.sort_cells(&mut moves);
                let win = sigmoid(output.value);
                numbers = [win, 1.0 - win].map(|share| 1 + (MAX_EXTRA_PROOF_NUMBER * share) as u32);
            }
        }
        Choice { moves, numbers, carrier: candidates.carrier }
    }

    fn sort_by_resistance(&self, moves: &mut [Cell], stop: &Stop) {
        let circuits = Color::BOTH.map(|color| Circuit::for_order(self.tables.side(color), Conductance::Scaled, stop));
        let drop = |cell: Cell| circuits.iter().map(|circuit| circuit.drop_at(cell)).sum::<f32>();
        moves.sort_by_cached_key(|&cell| -((drop(cell) * 1e6) as i64));
    }
}

//! What connections prove about a position: the winner with a carrier, or the moves left to search.
//!
//! The player to move wins with any connection between the own edges. That player loses to a full connection between the opponent's
//! edges, and to semi connections there that no single stone can break. Otherwise every winning move lies in the *must-play*, the
//! cells that all winning connections of the opponent need (R. Hayward, Y. Bjornsson, M. Johanson, M. Kan, N. Po and J. van
//! Rijswijck, *Solving 7x7 Hex with domination, fill-in, and virtual connections*, 2005). Search, solver and commands all use this
//! verdict, so that they cannot disagree.

use super::super::board::cellset::CellSet;
use super::super::vc::Connections;
use super::super::vc::pair::Semi;
use super::Tables;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Value;

/// What the connections prove for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<const W: usize> {
    /// The player to move wins.
    Win {
        /// The empty cells that the winner needs.
        carrier: CellSet<W>,
        /// A move that keeps the win; `None` where stones have already joined the edges.
        mv: Option<Cell>,
    },
    /// The opponent wins.
    Loss {
        /// The empty cells that the winner needs.
        carrier: CellSet<W>,
    },
    /// Nothing is proved.
    Open,
}

impl<const W: usize> Verdict<W> {
    /// Returns whether the winner is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Open)
    }

    /// Returns the value for the player to move: the winner, and an upper bound on the plies to the end. The players share
    /// the carrier, and its odd cell goes to the winner.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match self {
            Verdict::Win { carrier, .. } => Some(-Value::loss_in(carrier.len() as u32 | 1)),
            Verdict::Loss { carrier } => Some(Value::loss_in((carrier.len() as u32 + 1) & !1)),
            Verdict::Open => None,
        }
    }
}

/// The moves worth searching in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidates<const W: usize> {
    /// The moves. If any move wins, one of these does.
    pub moves: CellSet<W>,
    /// In an open position the cells that the opponent needs to refute all other moves.
    pub carrier: CellSet<W>,
}

/// The cells that all winning connections of a colour need.
struct MustPlay<const W: usize> {
    /// The cells; all cells where there is no winning connection.
    cells: CellSet<W>,
    /// The union of a few winning semis that have no other cells in common.
    carrier: CellSet<W>,
}

impl<const W: usize> MustPlay<W> {
    fn from_threats(owner: &Connections<W>) -> Self {
        let (mut cells, mut carrier) = (CellSet::ALL, CellSet::EMPTY);
        for semi in owner.winning_semis() {
            if !cells.is_subset(&semi.carrier) {
                cells &= semi.carrier;
                carrier |= semi.carrier;
            }
        }
        MustPlay { cells: owner.winning_fulls().iter().fold(cells, |cells, full| cells & *full), carrier }
    }
}

impl<const W: usize> Tables<W> {
    /// Returns what the connections prove with a player to move.
    #[must_use]
    pub fn verdict(&self, to_move: Color) -> Verdict<W> {
        let (own, other) = (self.side(to_move), self.side(to_move.other()));
        let fill_in = self.fill_in_carrier(to_move);
        if let Some(semi) = own.winning_semis().first() {
            return Verdict::Win { carrier: semi.carrier | fill_in, mv: Some(semi.key) };
        }
        if own.has_winning_full() {
            let full = own.winning_full_carrier();
            return Verdict::Win { carrier: full | fill_in, mv: full.iter().chain(fill_in.iter()).next() };
        }
        let fill_in = self.fill_in_carrier(to_move.other());
        if other.has_winning_full() {
            return Verdict::Loss { carrier: other.winning_full_carrier() | fill_in };
        }
        let must_play = MustPlay::from_threats(other);
        if must_play.cells.is_empty() { Verdict::Loss { carrier: must_play.carrier | fill_in } } else { Verdict::Open }
    }

    /// Returns the colour whose stones and filled-in cells join its edges.
    #[must_use]
    pub fn filled_winner(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.side(color).is_won())
    }

    /// Returns whether a colour joins its edges with a full connection: it wins whoever is to move.
    #[must_use]
    pub fn has_winning_full(&self) -> bool {
        self.sides.iter().any(Connections::has_winning_full)
    }

    /// Returns the opponent's connection that wins if a player's next stone stands on `cell`; `None` where each known one needs it.
    #[must_use]
    pub fn refutation(&self, to_move: Color, cell: Cell) -> Option<Semi<W>> {
        let winner = to_move.other();
        let fill_in = self.fill_in_carrier(winner);
        let with_fill_in = |semi: &Semi<W>| Semi { carrier: semi.carrier | fill_in, ..*semi };
        self.side(winner).winning_semis().iter().map(with_fill_in).find(|semi| !semi.carrier.contains(cell))
    }

    /// Returns the empty cells at which a player to move must answer the opponent's winning connections.
    #[must_use]
    pub fn must_play(&self, to_move: Color) -> CellSet<W> {
        MustPlay::from_threats(self.side(to_move.other())).cells & self.empty()
    }

    /// Returns the moves worth searching; `prune` leaves inferior cells out.
    #[must_use]
    pub fn candidates(&self, to_move: Color, prune: bool) -> Candidates<W> {
        let (own, other) = (self.side(to_move), self.side(to_move.other()));
        let only = |moves| Candidates { moves, carrier: CellSet::EMPTY };
        if let Some(semi) = own.winning_semis().first() {
            return only([semi.key].into_iter().collect());
        }
        if own.has_winning_full() {
            return only(own.winning_full_carrier());
        }
        let must_play = MustPlay::from_threats(other);
        let mut moves = must_play.cells & self.empty();
        if moves.is_empty() {
            return only(self.empty());
        }
        let mut carrier = must_play.carrier | self.fill_in_carrier(to_move.other());
        if prune {
            for (cell, reason) in self.inferior_cells().find_prunable(to_move, moves) {
                moves.remove(cell);
                if let Some(refutation) = reason.refutation() {
                    carrier.insert(cell);
                    carrier |= refutation;
                }
            }
        }
        Candidates { moves, carrier }
    }
}

//! The record of a game: who did what, and which swaps the rules allow.

use crate::color::Color;
use crate::grid::Cell;

/// A move. `P` is the place of its stone: a cell, or a point that a user named, which need not be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move<P = Cell> {
    /// Puts a stone down.
    Stone(P),
    /// Gives the game up.
    Resign,
    /// Takes the first stone over: it changes its colour and is mirrored at the long diagonal.
    SwapPieces,
    /// Takes the first stone over by changing colours with the other player; the stone stays.
    SwapSides,
}

impl<P> Move<P> {
    /// Returns the move with its stone on another place.
    ///
    /// # Errors
    /// The error of `place`.
    pub fn try_place<Q, E>(self, place: impl FnOnce(P) -> Result<Q, E>) -> Result<Move<Q>, E> {
        Ok(match self {
            Move::Stone(from) => Move::Stone(place(from)?),
            Move::Resign => Move::Resign,
            Move::SwapPieces => Move::SwapPieces,
            Move::SwapSides => Move::SwapSides,
        })
    }
}

/// A move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who made it.
    pub color: Color,
    /// What it was.
    pub mv: Move,
}

/// Whether and how the second player may take the first stone over (the pie rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Swap {
    /// The engine never swaps. A client may: `swap-pieces` then changes sides, as in HexGui 0.9.4 and Benzene.
    #[default]
    None,
    /// `swap-pieces` moves the stone.
    Pieces,
    /// `swap-pieces` changes the players' colours.
    Sides,
}

impl Swap {
    /// All of them, in order.
    pub const ALL: [Swap; 3] = [Swap::None, Swap::Pieces, Swap::Sides];

    /// Returns what Benzene's setting `allow_swap` means.
    #[must_use]
    pub const fn from_permission(allowed: bool) -> Swap {
        if allowed { Swap::Sides } else { Swap::None }
    }

    /// Returns the move that a client's `swap-pieces` means.
    #[must_use]
    pub const fn swap_pieces(self) -> Move {
        match self {
            Swap::Pieces => Move::SwapPieces,
            Swap::None | Swap::Sides => Move::SwapSides,
        }
    }
}

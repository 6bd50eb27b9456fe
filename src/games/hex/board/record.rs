//! The record of a game: who did what, and which swaps the rules allow.

use std::fmt;

use crate::color::Color;
use crate::grid::Cell;

/// What a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a stone on a cell.
    Stone(Cell),
    /// Gave the game up.
    Resign,
    /// Took the first stone over: it changed its colour and was mirrored at the long diagonal.
    SwapPieces,
    /// Took the first stone over by changing colours with the other player; the stone stays.
    SwapSides,
}

/// A move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who made it.
    pub color: Color,
    /// What it was.
    pub action: Action,
}

/// Whether and how the second player may take the first stone over (the pie rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Swap {
    /// The engine never does. A client may: `swap-pieces` then means sides, as HexGui 0.9.4 and Benzene have it.
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
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A stone stands there.
    Occupied,
    /// A swap at any other time than as the second move, by the other colour, on a square board.
    NoSwap,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Occupied => "the cell is occupied",
            Refusal::NoSwap => "a swap is the second move, by the other colour, on a square board",
        })
    }
}

//! Zobrist hashing (Zobrist 1970): 64-bit keys of positions, by stones, side to move and size of the board.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Board;
use crate::color::Color;
use crate::grid::{Cell, Size};

/// The keys of the stones on a board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    stones: [Vec<u64>; 2],
    white_to_move: u64,
}

impl Keys {
    /// Returns the keys for a size of board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        // Positions of different boards must not share keys.
        let mut random = Pcg64Mcg::seed_from_u64((size.width << 8 | size.height) as u64);
        let mut keys = || size.cells().map(|_| random.random()).collect::<Vec<u64>>();
        Keys { stones: [keys(), keys()], white_to_move: random.random() }
    }

    /// Returns the key of a position.
    #[must_use]
    pub fn position_key(&self, board: &Board, to_move: Color) -> u64 {
        let turn = if to_move == Color::White { self.white_to_move } else { 0 };
        board.stones().fold(turn, |key, (color, cell)| key ^ self.stones[color.index()][cell.index()])
    }

    /// Returns the word to xor with the key for a move: its stone and the change of turn.
    #[must_use]
    pub fn of_move(&self, mover: Color, cell: Cell) -> u64 {
        self.stones[mover.index()][cell.index()] ^ self.white_to_move
    }
}

//! The winner of a small position by exhaustive search: the oracle in tests of pruning and proofs.

use std::collections::HashMap;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::Board;
use crate::color::Color;
use crate::grid::{Cell, Size};

/// An exhaustive solver of the positions that follow from one.
pub(crate) struct Brute {
    board: Board,
    empty: Vec<Cell>,
    known: HashMap<(u32, u32, Color), Color>,
}

impl Brute {
    pub fn new(board: &Board) -> Self {
        Brute { board: board.clone(), empty: board.empty_cells().collect(), known: HashMap::new() }
    }

    /// Returns the winner with a player to move, after these stones are added.
    pub fn winner(&mut self, given: &[(Color, Cell)], to_move: Color) -> Color {
        let mut masks = [0_u32; 2];
        for &(color, cell) in given {
            let place = self.empty.iter().position(|&other| other == cell).expect("an empty cell is given");
            masks[color.index()] |= 1 << place;
            assert!(self.board.play(color, cell));
        }
        let winner = self.search(masks, to_move);
        for _ in given {
            self.board.undo();
        }
        winner
    }

    fn search(&mut self, masks: [u32; 2], to_move: Color) -> Color {
        if let Some(winner) = self.board.winner() {
            return winner;
        }
        if let Some(&known) = self.known.get(&(masks[0], masks[1], to_move)) {
            return known;
        }
        let mut winner = to_move.other();
        for place in 0..self.empty.len() {
            if (masks[0] | masks[1]) >> place & 1 == 1 {
                continue;
            }
            self.board.play(to_move, self.empty[place]);
            let mut after = masks;
            after[to_move.index()] |= 1 << place;
            let found = self.search(after, to_move.other());
            self.board.undo();
            if found == to_move {
                winner = to_move;
                break;
            }
        }
        self.known.insert((masks[0], masks[1], to_move), winner);
        winner
    }
}

/// Returns a random position that nobody has won, with at most this many empty cells, on a board of sides 2 to 6.
pub fn random_position(random: &mut Pcg64Mcg, most_empty: usize) -> (Board, Color) {
    loop {
        let size = Size { width: random.random_range(2..=6), height: random.random_range(2..=6) };
        let mut cells: Vec<Cell> = size.cells().collect();
        cells.shuffle(random);
        let mut board = Board::new(size);
        let empty = random.random_range(1..=most_empty.min(size.area()));
        for &cell in &cells[empty..] {
            board.play(*Color::BOTH.choose(random).expect("two colours"), cell);
        }
        if board.winner().is_none() {
            return (board, *Color::BOTH.choose(random).expect("two colours"));
        }
    }
}

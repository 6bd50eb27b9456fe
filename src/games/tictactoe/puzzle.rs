//! Puzzles: positions in which one cell alone keeps the win, or the draw.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::TicTacToe;
use super::board::{Cells, Marks, Position, Rules, Variant, bit, cells};
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};
use crate::grid::Cell;

/// Sides of a board without `size=`.
const DEFAULT_SIDES: std::ops::RangeInclusive<usize> = 3..=6;

/// Misère games without `size=`: one in this many.
const MISERE_GAMES: u32 = 3;

/// Sides of a board with `size=`.
const SIDES: std::ops::RangeInclusive<usize> = 3..=6;

/// Most free cells of a puzzle: beyond that its solution takes too long.
const MAX_FREE: usize = 15;

impl PuzzleGame for TicTacToe {
    const RATINGS: [u64; 3] = [6, 8, 11];

    /// Draws the sides, the length of a line, and whether a line loses.
    fn start_puzzle(size: Option<(usize, usize)>, _: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let variant = match size {
            None => {
                let [width, height] = [(); 2].map(|()| random.random_range(DEFAULT_SIDES));
                let length = random.random_range(3..=width.max(height).min(4));
                Variant::new(width, height, length, random.random_ratio(1, MISERE_GAMES))
            }
            Some((width, height)) if SIDES.contains(&width) && SIDES.contains(&height) => {
                Variant::new(width, height, width.min(height).min(4), false)
            }
            Some((width, height)) => {
                return Err(format!("{width}x{height}; puzzles have sides of 3 to 6"));
            }
        };
        Ok(TicTacToe::new(Position { rules: Arc::new(Rules::new(variant)), marks: Marks::default() }))
    }

    fn can_be_puzzle(&self) -> bool {
        let free = self.board.free().count();
        // There are too few positions with at most one mark.
        free <= MAX_FREE && free + 2 <= self.board.rules.variant.size.area()
    }

    /// Names what the answer does: it completes a line, blocks one, or makes two threats.
    fn themes(&mut self, answer: &PuzzleAnswer<Cell>, _: &mut Context<'_>) -> Vec<String> {
        let (rules, (own, other)) = (&self.board.rules, self.board.marks.own_and_other());
        if rules.variant.misere {
            return vec!["misere".to_owned()];
        }
        let completing = |marks: Cells| {
            cells(rules.all_cells() & !(own | other)).filter(move |&cell| rules.completes_line(marks | bit(cell), cell))
        };
        let is_block = completing(other).any(|cell| cell == answer.mv);
        let is_line = completing(own).any(|cell| cell == answer.mv);
        let is_fork = !is_line && completing(own | bit(answer.mv)).filter(|&cell| cell != answer.mv).count() > 1;
        let all = [(is_line, "line"), (is_block, "block"), (is_fork, "fork")];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, theme)| theme.to_owned()).collect()
    }

    fn rules_text(&self) -> String {
        let Variant { length, misere, .. } = self.board.rules.variant;
        format!("{length} in a line {}", if misere { "lose" } else { "win" })
    }
}

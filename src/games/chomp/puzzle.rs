//! Puzzles: bars of which one bite alone leaves a position that loses.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Chomp;
use super::board::{Position, Size, Square, apply_bite};
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};

/// Longest side of a bar: the tables of larger ones take too long.
const MAX_SIDE: usize = 10;

impl PuzzleGame for Chomp {
    const RATINGS: [u64; 3] = [9, 12, 15];
    /// A table solves all positions of a bar.
    const SOLVER_NODES: u64 = 200_000;

    fn start_puzzle(size: Option<(usize, usize)>, _: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let (rows, columns) = size.unwrap_or_else(|| (random.random_range(2..=8), random.random_range(3..=10)));
        if !(2..=MAX_SIDE).contains(&rows) || !(2..=MAX_SIDE).contains(&columns) {
            return Err(format!("{rows}x{columns}; puzzles have sides of 2 to {MAX_SIDE}"));
        }
        Ok(Chomp::new(Position::new(Size { rows, columns })))
    }

    /// Returns whether something has been bitten off: of a whole bar there is one puzzle at most.
    fn can_be_puzzle(&self) -> bool {
        let Position { size, rows, .. } = &*self.board;
        rows.iter().any(|&row| usize::from(row) < size.columns)
    }

    /// Names what the answer leaves, where its loss is known by theory: two equal arms, or two rows or columns of which the first has
    /// a square more.
    fn themes(&mut self, answer: &PuzzleAnswer<Square>, _: &mut Context<'_>) -> Vec<String> {
        let Some(left) = apply_bite(&self.board.rows, answer.mv) else { return Vec::new() };
        let left: Vec<u16> = left.into_iter().filter(|&row| row > 0).collect();
        let theme = match left[..] {
            [1] => "poison-alone",
            [first, ref arm @ ..] if arm.iter().all(|&row| row == 1) && usize::from(first) == left.len() => "equal-arms",
            [lower, upper] if lower == upper + 1 => "two-rows",
            [ref full @ .., 1] if full.iter().all(|&row| row == 2) => "two-rows",
            _ => return Vec::new(),
        };
        vec![theme.to_owned()]
    }
}

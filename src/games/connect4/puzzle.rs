//! Puzzles: positions in which one column alone keeps the win, or the draw.

use rand_pcg::Pcg64Mcg;

use super::Connect4;
use super::bits::Shape;
use super::board::{Column, Position};
use crate::color::Color;
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};
use crate::game::turn::{GameResult, TurnBoard, TurnPlayer};

/// Most free cells of a puzzle: beyond that its solution takes too long.
const MAX_FREE: u32 = 26;

impl PuzzleGame for Connect4 {
    const RATINGS: [u64; 3] = [8, 11, 15];
    const SOLVER_NODES: u64 = 400_000;

    fn start_puzzle(size: Option<(usize, usize)>, _: usize, _: &mut Pcg64Mcg) -> Result<Self, String> {
        let (width, height) = size.unwrap_or((7, 6));
        let shape = Some((width, height)).filter(|_| (4..=8).contains(&width) && (4..=7).contains(&height));
        let shape = shape.and_then(|_| Shape::new(width, height));
        let refused = || format!("{width}x{height}; puzzles have 4 to 8 columns and 4 to 7 rows");
        Ok(Connect4::new(Position::from(shape.ok_or_else(refused)?)))
    }

    fn can_be_puzzle(&self) -> bool {
        self.board.shape().area() - self.board.stones().count() <= MAX_FREE
    }

    /// Names the threats that the answer makes, and whether the win needs the other player to run out of moves.
    fn themes(&mut self, answer: &PuzzleAnswer<Column>, context: &mut Context<'_>) -> Vec<String> {
        let winner = self.board.to_move();
        let start = self.board.move_count();
        let _ = self.board.play(winner, answer.mv);
        let threats = match self.threats(winner).count_ones() {
            0 => "quiet",
            1 => "threat",
            _ => "double-threat",
        };
        let is_win = answer.value.result == Some(GameResult::Win);
        let zugzwang = (is_win && self.ends_in_zugzwang(winner, context)).then(|| "zugzwang".to_owned());
        let played = self.board.move_count() - start;
        TurnBoard::undo(&mut self.board, played);
        let threats = (answer.value.detail("plies") != Some(1)).then(|| threats.to_owned());
        threats.into_iter().chain(zugzwang).collect()
    }
}

impl Connect4 {
    /// Returns the cells where a stone of a player would land now and complete four.
    pub(super) fn threats(&self, color: Color) -> u64 {
        let (shape, stones) = (self.board.shape(), self.board.stones());
        shape.completions(self.board.stones_of(color), stones.all) & shape.landings(stones)
    }

    /// Plays the game to its end with best play of both. Returns whether it ends in zugzwang: every move of the loser allows the
    /// last four, and none of its cells could be reached before.
    pub(super) fn ends_in_zugzwang(&mut self, winner: Color, context: &Context<'_>) -> bool {
        while self.board.ending().is_none() {
            let color = self.board.to_move();
            let solution = self.solve(color, context);
            if color != winner && solution.value.detail("plies") == Some(2) {
                return self.threats(winner) == 0;
            }
            let Some(best) = solution.best else { return false };
            if self.board.play(color, best).is_err() {
                return false;
            }
        }
        false
    }
}

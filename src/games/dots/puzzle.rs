//! Puzzles: positions in which one line alone keeps the margin.

use std::ops::ControlFlow;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Dots;
use super::board::{Line, Position, Setup, Size, Start};
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};
use crate::game::turn::{GamePosition, TurnBoard};

/// Boards of the puzzles without `size=`.
const SIZES: [Size; 3] = [Size { rows: 3, columns: 3 }, Size { rows: 3, columns: 4 }, Size { rows: 4, columns: 4 }];

/// Sides of a board with `size=`.
const SIDES: std::ops::RangeInclusive<usize> = 2..=6;

/// Most open lines of a puzzle: beyond that its solution takes too long.
const MAX_OPEN: usize = 20;

impl PuzzleGame for Dots {
    const RATINGS: [u64; 3] = [2, 5, 9];
    const SOLVER_NODES: u64 = 300_000;
    const WEAK_NODES: u64 = 1 << 11;

    fn start_puzzle(size: Option<(usize, usize)>, _: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let size = size.map_or_else(|| SIZES[random.random_range(0..SIZES.len())], |(rows, columns)| Size { rows, columns });
        if !SIDES.contains(&size.rows) || !SIDES.contains(&size.columns) {
            return Err(format!("{size}; puzzles have sides of 2 to 6"));
        }
        Ok(Dots::new(Setup::new(size, Start::Empty).into()))
    }

    fn can_be_puzzle(&self) -> bool {
        self.board.open_lines().count() <= MAX_OPEN && TurnBoard::move_count(&self.board) > 0
    }

    /// Returns the least node limit, of powers of two, from which on alpha-beta finds the answer: with that limit and with every
    /// larger one.
    fn weak_work(&mut self, answer: &PuzzleAnswer<Line>, context: &mut Context<'_>) -> u64 {
        let Some(dual) = self.board.dual() else { return Self::WEAK_NODES };
        let mut nodes = Self::WEAK_NODES;
        while nodes > 0 {
            let budget = context.open_budget().with_node_limit(nodes);
            let report = self.player.search(&dual, &self.board, context.settings, &budget, 1, &mut |_| ControlFlow::Continue(()));
            if dual.line(report.best.0 as u8) != answer.mv {
                return (2 * nodes).min(Self::WEAK_NODES);
            }
            nodes /= 2;
        }
        1
    }

    /// Names what the answer does: it takes boxes, gives some up to keep the turn from coming back, offers some although it need
    /// not, is one of the lines that offer none, or chooses which boxes to offer where all lines offer some.
    fn themes(&mut self, answer: &PuzzleAnswer<Line>, _: &mut Context<'_>) -> Vec<String> {
        let position: &Position = &self.board;
        let after = |line: Line| {
            let mut next = position.clone();
            next.play(line).map(|()| next).ok()
        };
        let most = |position: &Position| position.open_lines().map(|line| position.gain(line)).max().unwrap_or(0);
        let offer = |line: Line| after(line).map_or(0, |next| most(&next));
        let theme = match (most(position), position.gain(answer.mv)) {
            (0, _) if offer(answer.mv) == 0 => "safe-line",
            (0, _) if position.open_lines().any(|line| offer(line) == 0) => "sacrifice",
            (0, _) => "opening",
            (_, 0) if offer(answer.mv) == 2 => "double-dealing",
            (_, 0) => "declining",
            _ => "taking",
        };
        vec![theme.to_owned()]
    }
}

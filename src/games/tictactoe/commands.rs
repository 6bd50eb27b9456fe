//! The commands of tic-tac-toe: its words, its pictures, its solver and player.

use std::sync::Arc;

use super::outcome::Outcome;
use super::position::MnkPosition;
use super::{TicTacToe, notation, picture, player};
use crate::color::Color;
use crate::game::turn::{self, GameResult, MoveValues, Solution, TurnGame, Worth, info_lines, win_probability};
use crate::game::{Command, Context, export};
use crate::grid::Cell;
use crate::picture::{Svg, Text};
use crate::protocol::Failure;

mod theory;

/// The table, but for what all two-player games word alike.
pub(super) const COMMANDS: &[Command<TicTacToe>] = &[
    turn::boardsize(
        "M N K [misere=0|1]",
        "an empty board of M columns and N rows, 1 to 11 each, where K in a line win, or lose with misere=1",
        "boardsize 4 4 4",
    ),
    turn::play("marks a cell (a1 is the top left one), or resign", "play b b2"),
    turn::position(
        "the position as one line, or sets it: M N K [misere=1] ROWS, rows of x, o and . with / between",
        "position 3 3 3 x../.o./...",
    ),
    turn::showboard(
        "[plain|color] [values]",
        "the board as text; with the value and plies of each move in its cell (+3, -2, =, ?)",
    ),
    turn::svg("[values]"),
    export::export(),
    Command::new(
        "heuristic",
        "",
        "the heuristic of the position for black: 4^n for each line with n marks of one player alone",
        theory::heuristic,
    ),
    Command {
        name: "minmax",
        usage: "DEPTH|inf",
        summary: "minimax with the heuristic to DEPTH plies, without pruning: score for black, move, nodes",
        example: "minmax 2",
        run: theory::minmax,
    },
    Command::new(
        "census",
        "",
        "all positions from the empty board (up to 16 cells): how many, their values, ranks, classes, games",
        theory::census,
    ),
];

fn worth(outcome: Option<Outcome>) -> Worth {
    match outcome {
        Some(Outcome::Win(plies)) => Worth::new(GameResult::Win, Some(plies.into())),
        Some(Outcome::Draw) => Worth::new(GameResult::Draw, None),
        Some(Outcome::Loss(plies)) => Worth::new(GameResult::Loss, Some(plies.into())),
        None => Worth::UNKNOWN,
    }
}

impl TurnGame for TicTacToe {
    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |worth: &Worth| match (worth.result, worth.detail("plies")) {
            (Some(GameResult::Win), Some(plies)) => format!("+{plies}"),
            (Some(GameResult::Loss), Some(plies)) => format!("-{plies}"),
            (Some(_), _) => "=".to_owned(),
            (None, _) => "?".to_owned(),
        };
        turn::value_labels(self, name, context, label)
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Option<Cell> {
        let moves = self.board.free().count() as u32 / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        Some(player::choose(&self.board, context.settings, &budget).0)
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Cell> {
        if let Some(ending) = self.board.ending() {
            return Solution::new(Worth::of_end(ending, color), None, 0);
        }
        let solved = player::solve(&self.board.rules, self.board.marks, context.settings, &context.open_budget());
        Solution::new(worth(solved.value), solved.best, solved.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Cell>, Failure> {
        let values = player::values(&self.board, context.settings, &context.open_budget());
        Ok(MoveValues::all(values.into_iter().map(|(cell, outcome)| (cell, worth(outcome)))))
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let variant = self.board.rules.variant;
        // An advantage of one line of two marks in three is about as good as won.
        let unit = 4_f64.powi(variant.length as i32 - 1);
        let position = MnkPosition::new(Arc::clone(&self.board.rules), self.board.marks);
        context.stream_search(
            |report| {
                info_lines(
                    report,
                    |cell| notation::cell_name(variant.size, cell),
                    |value| {
                        let score = f64::from(value.units());
                        (score, win_probability(score, unit))
                    },
                )
            },
            |settings, budget, watch| turn::think(position, settings, budget, watch),
        );
        Ok(())
    }
}

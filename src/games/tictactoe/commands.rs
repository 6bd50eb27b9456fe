//! The commands of tic-tac-toe: its words, its pictures, its solver and player.

use std::sync::Arc;

use super::board::{self, Variant};
use super::outcome::Outcome;
use super::position::MnkPosition;
use super::{TicTacToe, notation, picture, player};
use crate::color::Color;
use crate::game::turn::{
    self, GameResult, GameValue, MoveValues, Solution, TurnGame, candidates, rate_points, report_text, value_text,
};
use crate::game::{Command, Context, export};
use crate::grid::Cell;
use crate::picture::{Svg, Text};
use crate::protocol::Failure;
use crate::search::Report;

mod theory;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<TicTacToe>] = &[
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
    Command::new(
        "minmax",
        "DEPTH|inf",
        "minimax with the heuristic to DEPTH plies, without pruning: score for black, move, nodes",
        theory::minmax,
    )
    .with_example("minmax 2"),
    Command::new(
        "census",
        "",
        "all positions from the empty board (up to 16 cells): how many, their values, ranks, classes, games",
        theory::census,
    ),
];

fn game_value(outcome: Option<Outcome>) -> GameValue {
    match outcome {
        Some(Outcome::Win(plies)) => GameValue::new(GameResult::Win, Some(plies.into())),
        Some(Outcome::Draw) => GameValue::new(GameResult::Draw, None),
        Some(Outcome::Loss(plies)) => GameValue::new(GameResult::Loss, Some(plies.into())),
        None => GameValue::UNKNOWN,
    }
}

/// Returns the units of the heuristic by which the odds of a win rise by a factor e.
fn win_unit(variant: Variant) -> f64 {
    // An advantage of one line of two marks in three is about as good as won.
    4_f64.powi(variant.length as i32 - 1)
}

impl TurnGame for TicTacToe {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |value: &GameValue| match (value.result, value.detail("plies")) {
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

    fn reason_of_end(&self) -> String {
        let (variant, cells) = (self.board.rules.variant, board::cells(picture::completed_lines(&self.board)));
        let names: Vec<String> = cells.map(|cell| notation::cell_name(variant.size, cell)).collect();
        match names[..] {
            [] => "the board is full".to_owned(),
            _ if variant.misere => format!("a line of the other player: {}", names.join(" ")),
            _ => format!("a line: {}", names.join(" ")),
        }
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Cell> {
        let moves = self.board.free().count() as u32 / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        let (variant, settings) = (self.board.rules.variant, context.settings);
        let name = |cell| notation::cell_name(variant.size, cell);
        let text = |report: &Report<Cell>| report_text(report, name, rate_points(1.0, win_unit(variant)));
        let choice = player::choose(&self.board, settings, &budget, &mut context.show_progress(&budget, text));
        context.report_reason(&choice.reason(|&outcome| value_text(&game_value(Some(outcome))), text));
        Some(choice.mv)
    }

    fn terms(&mut self, _: &mut Context<'_>) -> Vec<String> {
        let (rules, marks) = (&self.board.rules, self.board.marks);
        let line = |color: Color| {
            let own = marks.0[color.index()];
            let cells = self.board.free().filter(|&cell| rules.completes_line(own, cell));
            let names: Vec<String> = cells.map(|cell| notation::cell_name(rules.variant.size, cell)).collect();
            (!names.is_empty()).then(|| format!("{} completes a line at {}", color.name(), names.join(" ")))
        };
        Color::BOTH.into_iter().filter_map(line).collect()
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Cell> {
        if let Some(ending) = self.board.ending() {
            return Solution::new(GameValue::of_end(ending, color), None, 0);
        }
        let solved = player::solve(&self.board.rules, self.board.marks, context.settings, &context.open_budget());
        Solution::new(game_value(solved.value), solved.best, solved.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Cell>, Failure> {
        let values = player::values(&self.board, context.settings, &context.open_budget());
        Ok(MoveValues::all(values.into_iter().map(|(cell, outcome)| (cell, game_value(outcome)))))
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let variant = self.board.rules.variant;
        let unit = win_unit(variant);
        let position = MnkPosition::new(Arc::clone(&self.board.rules), self.board.marks);
        context.stream_search(
            |report| candidates(report, |cell| notation::cell_name(variant.size, cell), rate_points(1.0, unit)),
            |settings, budget, watch| turn::think(position, settings, budget, watch),
        );
        Ok(())
    }
}

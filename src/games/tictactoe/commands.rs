//! The commands of tic-tac-toe: its words and pictures. The player answers the rest.

use super::{TicTacToe, board, notation, picture};
use crate::color::Color;
use crate::game::explanation::Sentence;
use crate::game::turn::{self, GameResult, GameValue, TurnGame};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;

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
    turn::puzzle::puzzle(),
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

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        let (rules, marks) = (&self.board.rules, self.board.marks);
        let line = |color: Color| {
            let own = marks.0[color.index()];
            let cells = self.board.free().filter(|&cell| rules.completes_line(own | board::bit(cell), cell));
            let names: Vec<String> = cells.map(|cell| notation::cell_name(rules.variant.size, cell)).collect();
            let text = format!("{} completes a line at {}", color.name(), names.join(" "));
            (!names.is_empty()).then(|| Sentence::from(text).cells(names))
        };
        let lines: Vec<Sentence> = Color::BOTH.into_iter().filter_map(line).collect();
        lines.into_iter().chain(turn::rank_moves(self, context)).chain(turn::describe_strategy(self, context)).collect()
    }
}

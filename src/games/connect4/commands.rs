//! The commands of Connect Four: its words and pictures. The player answers the rest.

use super::{Connect4, explain, notation, picture};
use crate::game::explanation::Sentence;
use crate::game::turn::{self, GameValue, TurnGame};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Connect4>] = &[
    turn::boardsize("W H", "an empty board of W columns, 1 to 8, and H rows, 1 to 7", "boardsize 8 7"),
    turn::play("lets a disc fall into a column, counted from 1; or resign", "play b 4"),
    turn::position("the moves so far, a digit each, or plays them from the empty board: [WxH] DIGITS", "position 4433"),
    turn::showboard("[plain|color] [values]", "the board as text; with the score of each move below its column"),
    turn::svg("[values]"),
    turn::puzzle::puzzle(),
    export::export(),
];

impl TurnGame for Connect4 {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |value: &GameValue| match value.detail("score") {
            Some(score @ 1..) => format!("+{score}"),
            Some(score) => score.to_string(),
            None => "?".to_owned(),
        };
        turn::value_labels(self, name, context, label)
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn reason_of_end(&self) -> String {
        let columns: Vec<String> = picture::columns_of_four(&self.board).map(notation::column_name).collect();
        match &columns[..] {
            [] => "the board is full".to_owned(),
            [column] => format!("four in column {column}"),
            columns => format!("four in a line, columns {}", columns.join(" ")),
        }
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        let terms = explain::position_terms(self, context);
        terms.into_iter().chain(turn::rank_moves(self, context)).collect()
    }
}

//! The commands of Connect Four: its words and pictures. The player answers the rest.

use super::bits::Shape;
use super::{Connect4, notation, picture};
use crate::color::Color;
use crate::game::turn::{self, GameValue, TurnGame};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Connect4>] = &[
    turn::boardsize("W H", "an empty board of W columns, 1 to 8, and H rows, 1 to 7", "boardsize 8 7"),
    turn::play("lets a stone fall into a column, counted from 1; or resign", "play b 4"),
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

    fn terms(&mut self, _: &mut Context<'_>) -> Vec<String> {
        let (shape, stones) = (*self.board.shape(), self.board.stones());
        let (to_move, other) = (self.board.to_move(), stones.own ^ stones.all);
        let threats = |color: Color, own: u64| {
            let cells = shape.completions(own, stones.all);
            let (columns, rows) = (0..shape.width, 0..shape.height);
            let places = columns.flat_map(|column| rows.clone().map(move |row| (column, row)));
            let names: Vec<String> = places
                .filter(|&(column, row)| Shape::cell(column, row) & cells != 0)
                .map(|(column, row)| format!("column {} row {}", column + 1, row + 1))
                .collect();
            (!names.is_empty()).then(|| format!("{} threatens four at {}", color.name(), names.join(", ")))
        };
        [threats(to_move, stones.own), threats(to_move.other(), other)].into_iter().flatten().collect()
    }
}

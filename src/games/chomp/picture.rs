//! Draws a bar as text or SVG: the poisoned square at the bottom left, the squares of the last bite as dots.

use super::board::{Board, POISON, Square};
use super::notation::bite_name;
use crate::picture::{Ink, Svg, Text};

/// Words to show on squares.
pub type Labels = Vec<(Square, String)>;

/// Greatest number of rows and of columns that are drawn.
const MAX_DRAWN: usize = 60;

/// Returns the bar as text.
#[must_use]
pub fn text(board: &Board, labels: &Labels) -> Text {
    let (rows, columns) = (board.size.rows.min(MAX_DRAWN), board.size.columns.min(MAX_DRAWN));
    let margin = rows.to_string().len() + 1;
    let pitch = labels.iter().map(|(_, word)| word.len()).max().unwrap_or(1).max(columns.to_string().len()) + 1;
    let mut text = Text::default();
    for row in 0..rows {
        let line = rows - 1 - row;
        text.write(0, line, &format!("{:>width$}", row + 1, width = margin - 1), Ink::Faint);
        for column in 0..columns {
            let square = Square { row, column };
            let (word, ink) = word(board, labels, square);
            text.write(margin + column * pitch, line, &format!("{word:>width$}", width = pitch - 1), ink);
        }
    }
    for column in 0..columns {
        text.write(margin + column * pitch, rows, &format!("{:>width$}", column + 1, width = pitch - 1), Ink::Faint);
    }
    if (rows, columns) != (board.size.rows, board.size.columns) {
        text.write(0, rows + 1, &format!("the lower left part of {}", board.size), Ink::Plain);
    }
    text
}

/// Returns what a square shows.
fn word<'a>(board: &Board, labels: &'a Labels, square: Square) -> (&'a str, Ink) {
    let there = |rows: &[u16]| usize::from(rows[square.row]) > square.column;
    if let Some((_, word)) = labels.iter().find(|(other, _)| *other == square) {
        (word, Ink::Mark)
    } else if there(&board.rows) {
        if square == POISON { ("X", Ink::Black) } else { ("#", Ink::Plain) }
    } else if board.previous().is_some_and(|previous| there(&previous.rows)) {
        (".", Ink::Mark)
    } else {
        (" ", Ink::Plain)
    }
}

/// Side of a square, in pixels.
const STEP: f64 = 40.0;
/// Space around the bar.
const RIM: f64 = 36.0;

const STYLE: &str = ".left{fill:#7b4a21;stroke:#4a2b10;stroke-width:2}.poison{fill:#6a8f2d;stroke:#4a2b10;stroke-width:2}\
.gone{fill:#f7f0e6;stroke:#e4d8c6;stroke-width:1}.last{fill:#fbe3b5;stroke:#e4d8c6;stroke-width:1}\
.label{font-size:14px;fill:#fff}.side{font-size:13px;fill:#777}";

/// Returns the bar as SVG.
#[must_use]
pub fn svg(board: &Board, labels: &Labels) -> Svg {
    let (rows, columns) = (board.size.rows.min(MAX_DRAWN), board.size.columns.min(MAX_DRAWN));
    let mut svg = Svg::new(2.0 * RIM + STEP * columns as f64, 2.0 * RIM + STEP * rows as f64, STYLE);
    let corner = |row: usize, column: usize| (RIM + STEP * column as f64, RIM + STEP * (rows - row) as f64);
    for row in 0..rows {
        for column in 0..columns {
            let square = Square { row, column };
            let there = |rows: &[u16]| usize::from(rows[row]) > column;
            let class = match there(&board.rows) {
                true if square == POISON => "poison",
                true => "left",
                false if board.previous().is_some_and(|previous| there(&previous.rows)) => "last",
                false => "gone",
            };
            let (a, b) = (corner(row, column), corner(row + 1, column + 1));
            svg.place(&bite_name(square), |svg| {
                svg.polygon(class, &[a, (b.0, a.1), b, (a.0, b.1)]);
                if let Some((_, word)) = labels.iter().find(|(other, _)| *other == square) {
                    svg.text("label", (a.0 + STEP / 2.0, a.1 - STEP / 2.0), word);
                }
            });
        }
        let (x, y) = corner(row, 0);
        svg.text("side", (x - RIM / 2.0, y - STEP / 2.0), &(row + 1).to_string());
    }
    for column in 0..columns {
        let (x, y) = corner(0, column);
        svg.text("side", (x + STEP / 2.0, y + RIM / 2.0), &(column + 1).to_string());
    }
    svg
}

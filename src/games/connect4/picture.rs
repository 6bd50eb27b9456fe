//! Pictures of the board: text with letters for stones, SVG with discs in a frame.

use super::bits::{Shape, fours};
use super::board::{Board, Column};
use crate::color::Color;
use crate::picture::{Ink, Svg, Text};

/// A word below each of some columns.
pub type Labels = Vec<(Column, String)>;

/// Columns of text from one column of the board to the next, without labels and with them.
const PITCH: [usize; 2] = [2, 4];

/// Space at the left, for the mark of the last stone.
const MARGIN: usize = 1;

fn number(column: usize) -> String {
    (column + 1).to_string()
}

/// Returns who owns a cell.
fn owner(board: &Board, cell: u64) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| board.stones_of(color) & cell != 0)
}

/// Returns the cell of the last stone.
fn last(board: &Board) -> u64 {
    let column = board.last_move();
    column.map_or(0, |column| {
        let cells = board.stones().all & board.shape().column(usize::from(column.0));
        cells & !(cells >> 1)
    })
}

/// Returns the stones of all lines of four.
fn four(board: &Board) -> u64 {
    Color::BOTH.into_iter().fold(0, |found, color| found | fours(board.stones_of(color)))
}

/// Returns the columns of the lines of four, from the left.
pub(super) fn columns_of_four(board: &Board) -> impl Iterator<Item = Column> {
    let (shape, four) = (*board.shape(), four(board));
    (0..shape.width).filter(move |&column| shape.column(column) & four != 0).map(|column| Column(column as u8))
}

/// Returns the board as text: `B` black, `W` white, the last stone in parentheses, column numbers below, labels below these.
#[must_use]
pub fn text(board: &Board, labels: &Labels) -> Text {
    let shape = board.shape();
    let pitch = PITCH[usize::from(!labels.is_empty())];
    let four = four(board);
    let mut text = Text::default();
    for row in 0..shape.height {
        let line = shape.height - 1 - row;
        for column in 0..shape.width {
            let (cell, at) = (Shape::cell(column, row), MARGIN + column * pitch);
            let (word, ink) = match owner(board, cell) {
                Some(Color::Black) => ("B", Ink::Red),
                Some(Color::White) => ("W", Ink::Yellow),
                None => (".", Ink::Faint),
            };
            if cell == last(board) {
                text.write(at - 1, line, "(", Ink::Mark);
                text.write(at + 1, line, ")", Ink::Mark);
            }
            text.write(at, line, word, if four & cell == 0 { ink } else { Ink::Mark });
        }
    }
    for column in 0..shape.width {
        text.write(MARGIN + column * pitch, shape.height, &number(column), Ink::Faint);
    }
    for (column, word) in labels {
        // A sign stands left of the column, the number below it.
        let at = MARGIN + usize::from(column.0) * pitch - usize::from(word.starts_with(['+', '-']));
        text.write(at, shape.height + 1, word, Ink::Plain);
    }
    text
}

/// Side of a cell, in pixels.
const STEP: f64 = 52.0;
/// Space around the board.
const RIM: f64 = 30.0;
/// Radius of a stone.
const DISC: f64 = 21.0;

const STYLE: &str = ".frame{fill:#2f5fa8}.free{fill:#f7f7f4}.black{fill:#d8342b}.white{fill:#f2c230}\
.last{fill:none;stroke:#ffffff;stroke-width:3}.four{fill:none;stroke:#101010;stroke-width:4}.rim{font-size:14px;fill:#444}\
.label{font-size:14px;fill:#222;font-weight:bold}";

/// Returns the board as SVG: black red, white yellow; four in a line ringed, the last stone too.
#[must_use]
pub fn svg(board: &Board, labels: &Labels) -> Svg {
    let shape = board.shape();
    let (width, height) = (shape.width as f64 * STEP, shape.height as f64 * STEP);
    let below = if labels.is_empty() { RIM } else { 2.0 * RIM };
    let mut svg = Svg::new(2.0 * RIM + width, RIM + height + below, STYLE);
    svg.polygon("frame", &[(RIM, RIM), (RIM + width, RIM), (RIM + width, RIM + height), (RIM, RIM + height)]);
    let four = four(board);
    for column in 0..shape.width {
        let x = RIM + (column as f64 + 0.5) * STEP;
        svg.place(&number(column), |svg| {
            svg.wide_line((x, RIM), (x, RIM + height), STEP);
            for row in 0..shape.height {
                let cell = Shape::cell(column, row);
                let at = (x, RIM + height - (row as f64 + 0.5) * STEP);
                svg.circle(owner(board, cell).map_or("free", Color::name), at, DISC);
                if four & cell != 0 {
                    svg.circle("four", at, DISC - 4.0);
                } else if cell == last(board) {
                    svg.circle("last", at, DISC - 5.0);
                }
            }
        });
        svg.text("rim", (x, RIM + height + RIM / 2.0), &number(column));
    }
    for (column, word) in labels {
        svg.text("label", (RIM + (f64::from(column.0) + 0.5) * STEP, RIM + height + 1.5 * RIM), word);
    }
    svg
}

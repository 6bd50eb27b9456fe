//! Pictures of the board: text with letters for marks, SVG with crosses and circles.

use super::board::{Board, Cells, bit};
use super::notation::cell_name;
use crate::color::Color;
use crate::grid::Cell;
use crate::picture::{Ink, Svg, Text};

/// A word in each of some free cells.
pub type Labels = Vec<(Cell, String)>;

/// Columns of text from one cell to the next, without labels and with them.
const PITCH: [usize; 2] = [2, 4];

/// Returns the board as text: `X` black, `O` white, the last mark in parentheses where there are no labels.
#[must_use]
pub fn text(board: &Board, labels: &Labels) -> Text {
    let size = board.rules.variant.size;
    let pitch = PITCH[usize::from(!labels.is_empty())];
    let margin = 3;
    let mut text = Text::default();
    for x in 0..size.width {
        text.write(margin + x * pitch, 0, &char::from(b'a' + x as u8).to_string(), Ink::Faint);
    }
    for y in 0..size.height {
        text.write(0, y + 1, &format!("{:>2}", y + 1), Ink::Faint);
    }
    let (last, completed) = (last(board), completed_lines(board));
    for cell in size.cells() {
        let (column, line) = (margin + size.x(cell) * pitch, size.y(cell) + 1);
        let label = labels.iter().find(|(other, _)| *other == cell).map(|(_, word)| word.as_str());
        let (word, ink) = match board.marks.owner(cell) {
            Some(Color::Black) => ("X", Ink::Black),
            Some(Color::White) => ("O", Ink::White),
            None => (label.unwrap_or("."), Ink::Faint),
        };
        let is_marked = last == Some(cell) || completed & bit(cell) != 0;
        text.write(column, line, word, if is_marked { Ink::Mark } else { ink });
    }
    if let Some(cell) = last.filter(|_| labels.is_empty()) {
        let (column, line) = (margin + size.x(cell) * pitch, size.y(cell) + 1);
        text.write(column - 1, line, "(", Ink::Mark);
        text.write(column + 1, line, ")", Ink::Mark);
    }
    text
}

fn last(board: &Board) -> Option<Cell> {
    board.last_move()
}

/// Returns the cells of the lines that end the game.
#[must_use]
pub(super) fn completed_lines(board: &Board) -> Cells {
    let lines = board.rules.lines.iter();
    lines.filter(|&&line| board.marks.0.iter().any(|marks| marks & line == line)).fold(0, |all, line| all | line)
}

/// Side of a cell, in pixels.
const STEP: f64 = 48.0;
/// Space around the board.
const RIM: f64 = 28.0;
/// Half the size of a mark.
const MARK: f64 = 14.0;

const STYLE: &str = ".paper{fill:#fdfbf6}.grid{stroke:#8a8478;stroke-width:1.5}.line{fill:#f6e3a1}.last{fill:#efe6d2}\
.black{stroke:#202020;stroke-width:5;stroke-linecap:round}.white{fill:none;stroke:#b5482f;stroke-width:5}.label{font-size:13px;fill:#555}\
.rim{font-size:12px;fill:#8a8478}";

/// Returns the board as SVG.
#[must_use]
pub fn svg(board: &Board, labels: &Labels) -> Svg {
    let size = board.rules.variant.size;
    let (width, height) = (size.width as f64 * STEP, size.height as f64 * STEP);
    let mut svg = Svg::new(2.0 * RIM + width, 2.0 * RIM + height, STYLE);
    let (completed, last) = (completed_lines(board), last(board));
    for cell in size.cells() {
        let corner = (RIM + size.x(cell) as f64 * STEP, RIM + size.y(cell) as f64 * STEP);
        let class = match last == Some(cell) {
            _ if completed & bit(cell) != 0 => "line",
            true => "last",
            false => "paper",
        };
        svg.place(&cell_name(size, cell), |svg| {
            square(svg, class, corner, (STEP, STEP));
            mark(svg, board.marks.owner(cell), (corner.0 + STEP / 2.0, corner.1 + STEP / 2.0));
        });
    }
    for x in 0..=size.width {
        let x = RIM + x as f64 * STEP;
        svg.line("grid", (x, RIM), (x, RIM + height));
    }
    for y in 0..=size.height {
        let y = RIM + y as f64 * STEP;
        svg.line("grid", (RIM, y), (RIM + width, y));
    }
    for x in 0..size.width {
        svg.text("rim", (RIM + (x as f64 + 0.5) * STEP, RIM / 2.0), &char::from(b'a' + x as u8).to_string());
    }
    for y in 0..size.height {
        svg.text("rim", (RIM / 2.0, RIM + (y as f64 + 0.5) * STEP), &(y + 1).to_string());
    }
    for (cell, word) in labels {
        svg.text("label", (RIM + (size.x(*cell) as f64 + 0.5) * STEP, RIM + (size.y(*cell) as f64 + 0.5) * STEP), word);
    }
    svg
}

fn square(svg: &mut Svg, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
    svg.polygon(class, &[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]);
}

fn mark(svg: &mut Svg, owner: Option<Color>, (x, y): (f64, f64)) {
    match owner {
        Some(Color::Black) => {
            svg.line("black", (x - MARK, y - MARK), (x + MARK, y + MARK));
            svg.line("black", (x - MARK, y + MARK), (x + MARK, y - MARK));
        }
        Some(Color::White) => svg.circle("white", (x, y), MARK),
        None => {}
    }
}

//! Draws a puzzle as text or SVG. The text is the matrix of Montagnes and Segonne: masked cells are spaces; rules between the cells
//! are optional.

use super::board::{Grid, Mark, Marks};
use crate::grid::Cell;
use crate::picture::{Ink, Svg, Text};
use crate::puzzle::notation::{cell_name, column_letter};

/// The word in a cell without a number.
const BLANK: &str = ".";

/// The positions of cells in the text.
struct Layout {
    /// Columns of a number.
    digits: usize,
    /// Columns from cell to cell.
    pitch: usize,
    /// Columns before the first cell.
    margin: usize,
    ruled: bool,
}

impl Layout {
    fn new(grid: &Grid, ruled: bool) -> Self {
        let largest = grid.clues().iter().flatten().max().copied().unwrap_or(0);
        let digits = usize::from(largest).max(grid.size().width - 1).to_string().len();
        // Between two cells: a space, or a rule with a space on both sides.
        let (pitch, margin) = if ruled { (digits + 3, 2) } else { (digits + 1, 0) };
        Layout { digits, pitch, margin, ruled }
    }

    /// Returns the line of a row.
    const fn line(&self, y: usize) -> usize {
        if self.ruled { 2 * y + 1 } else { y }
    }
}

/// Returns the puzzle as text, with marks, and the last cell that was marked in parentheses; at the top and at the left the numbers of
/// columns and rows, at the other sides the letters and numbers of `a2`; `ruled` puts rules between the cells.
#[must_use]
pub fn text(grid: &Grid, marks: &Marks, last: Option<Cell>, ruled: bool) -> Text {
    let (size, layout) = (grid.size(), Layout::new(grid, ruled));
    // One empty line between the numbers of the columns and the grid.
    let rows = (size.height - 1).to_string().len();
    let (left, top) = (rows + 2, 2);
    let mut text = grid_text(grid, marks, &layout).shift(left, top);
    for x in 0..size.width {
        let (column, width, below) =
            (left + layout.margin + x * layout.pitch, layout.digits, top + layout.line(size.height - 1) + 2);
        text.write(column, 0, &format!("{x:>width$}"), Ink::Faint);
        column_letter(x).iter().for_each(|letter| text.write(column, below, &format!("{letter:>width$}"), Ink::Faint));
    }
    let right = left + layout.margin + (size.width - 1) * layout.pitch + layout.digits + 2;
    for y in 0..size.height {
        text.write(0, top + layout.line(y), &format!("{y:>rows$}"), Ink::Faint);
        text.write(right, top + layout.line(y), &(y + 1).to_string(), Ink::Faint);
    }
    if let Some(cell) = last {
        let (column, line) = (left + layout.margin + size.x(cell) * layout.pitch, top + layout.line(size.y(cell)));
        text.write(column - 1, line, "(", Ink::Mark);
        text.write(column + layout.digits, line, ")", Ink::Mark);
    }
    text
}

fn grid_text(grid: &Grid, marks: &Marks, layout: &Layout) -> Text {
    let size = grid.size();
    let &Layout { digits, pitch, margin, ruled } = layout;
    let line = |y: usize| layout.line(y);
    let mut text = Text::default();
    if ruled {
        let rule = "+".to_owned() + &format!("{}+", "-".repeat(digits + 2)).repeat(size.width);
        (0..=size.height).for_each(|y| text.write(0, 2 * y, &rule, Ink::Faint));
    }
    for cell in size.cells() {
        let (x, y) = (size.x(cell), size.y(cell));
        let (word, ink) = match marks.get(cell) {
            Mark::Black => (String::new(), Ink::Plain),
            Mark::White => (word(grid, cell), Ink::Blue),
            Mark::Unknown => (word(grid, cell), Ink::Plain),
        };
        text.write(margin + x * pitch, line(y), &format!("{word:>digits$}"), ink);
    }
    if ruled {
        for y in 0..size.height {
            (0..=size.width).for_each(|x| text.write(x * pitch, line(y), "|", Ink::Faint));
        }
    }
    text
}

fn word(grid: &Grid, cell: Cell) -> String {
    grid.clue(cell).map_or_else(|| BLANK.to_owned(), |clue| clue.to_string())
}

/// Side of a cell, in pixels.
const STEP: f64 = 36.0;

/// Distance of the frame of the last cell from its side.
const INSET: f64 = 3.0;

/// Space around the grid, with the coordinates: `row,column` at the left and at the top, letters and numbers from 1
/// at the other sides: the page hides those, for its sentences have the first.
const RIM: f64 = 22.0;

const STYLE: &str = ".open{fill:#fff;stroke:#888;stroke-width:1}.black{fill:#303030;stroke:#888;stroke-width:1}\
.ring{fill:none;stroke:#2060c0;stroke-width:1.5}.frame{fill:none;stroke:#202020;stroke-width:2.5}\
.number{font-size:16px;fill:#202020}.masked{font-size:16px;fill:#909090}.last{fill:none;stroke:#e08000;stroke-width:2.5}\
.name{font-size:10px;fill:#666}";

/// Returns the puzzle as SVG: black cells dark, cells that are marked as white with a ring, the last one in a frame.
#[must_use]
pub fn svg(grid: &Grid, marks: &Marks, last: Option<Cell>) -> Svg {
    let size = grid.size();
    let at = |x: usize, y: usize| (RIM + x as f64 * STEP, RIM + y as f64 * STEP);
    let square = |(left, top): (f64, f64), width: f64, height: f64| {
        [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    };
    let (width, height) = (size.width as f64 * STEP, size.height as f64 * STEP);
    let mut svg = Svg::new(2.0 * RIM + width, 2.0 * RIM + height, STYLE);
    for cell in size.cells() {
        let corner = at(size.x(cell), size.y(cell));
        let middle = (corner.0 + STEP / 2.0, corner.1 + STEP / 2.0);
        let is_black = marks.is_black(cell);
        svg.place(&cell_name(size, cell), |svg| {
            svg.polygon(if is_black { "black" } else { "open" }, &square(corner, STEP, STEP));
            if marks.get(cell) == Mark::White {
                svg.circle("ring", middle, STEP * 0.4);
            }
            if let Some(clue) = grid.clue(cell) {
                svg.text(if is_black { "masked" } else { "number" }, middle, &clue.to_string());
            }
        });
    }
    svg.polygon("frame", &square(at(0, 0), width, height));
    if let Some(cell) = last {
        let (left, top) = at(size.x(cell), size.y(cell));
        svg.polygon("last", &square((left + INSET, top + INSET), STEP - 2.0 * INSET, STEP - 2.0 * INSET));
    }
    let (right, below) = (1.5 * RIM + width, 1.5 * RIM + height);
    for x in 0..size.width {
        let middle = at(x, 0).0 + STEP / 2.0;
        svg.text("name", (middle, RIM / 2.0), &x.to_string());
        column_letter(x).iter().for_each(|letter| svg.text("name other", (middle, below), letter));
    }
    for y in 0..size.height {
        let middle = at(0, y).1 + STEP / 2.0;
        svg.text("name", (RIM / 2.0, middle), &y.to_string());
        svg.text("name other", (right, middle), &(y + 1).to_string());
    }
    svg
}

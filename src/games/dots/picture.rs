//! Draws a board as text or SVG: dots and lines as in *La Pipopipette*, the owners of closed boxes (letters in the text, discs in the
//! SVG), the last line marked.

use super::board::{Board, Cell, Line, Owner, Side};
use super::notation::line_name;
use crate::color::Color;
use crate::picture::{Ink, Svg, Text};

/// Labels for open lines and open boxes.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// By line number.
    pub lines: Vec<(Line, String)>,
    /// By box.
    pub cells: Vec<(Cell, String)>,
}

/// Columns from dot to dot.
const PITCH: usize = 4;

/// Columns at the left for the numbers of the dots.
const LEFT: usize = 3;

/// Returns the board as text: letters and numbers of the dots at the top and at the left, numbers of the boxes at the bottom and at
/// the right.
#[must_use]
pub fn text(board: &Board, labels: &Labels) -> Text {
    let size = board.size();
    // A number on a vertical line at the left rim needs a column.
    let first = LEFT + usize::from(!labels.lines.is_empty());
    let mut text = board_text(board, labels).shift(LEFT, 1);
    for c in 0..=size.columns {
        text.write(first + c * PITCH, 0, &char::from(b'a' + c as u8).to_string(), Ink::Faint);
    }
    for r in 0..=size.rows {
        text.write(0, 2 * r + 1, &format!("{:>2}", r + 1), Ink::Faint);
    }
    for c in 0..size.columns {
        text.write(first + c * PITCH + 2, 2 * size.rows + 2, &c.to_string(), Ink::Faint);
    }
    for r in 0..size.rows {
        text.write(first + size.columns * PITCH + 2, 2 * r + 2, &r.to_string(), Ink::Faint);
    }
    text
}

fn board_text(board: &Board, labels: &Labels) -> Text {
    let size = board.size();
    // A number on a vertical line at the left rim needs a column.
    let margin = if labels.lines.is_empty() { 0 } else { 1 };
    let mut text = Text::default();
    for r in 0..=size.rows {
        for c in 0..=size.columns {
            text.write(margin + c * PITCH, 2 * r, "+", Ink::Plain);
        }
    }
    let last = board.last_move();
    for line in size.lines().filter(|&line| board.is_drawn(line)) {
        let marked = last == Some(line);
        let ink = if marked { Ink::Mark } else { Ink::Plain };
        match size.side(line) {
            Side::Horizontal(r, c) => text.write(margin + c * PITCH + 1, 2 * r, if marked { "===" } else { "---" }, ink),
            Side::Vertical(r, c) => text.write(margin + c * PITCH, 2 * r + 1, if marked { "!" } else { "|" }, ink),
        }
    }
    for (line, word) in &labels.lines {
        match size.side(*line) {
            Side::Horizontal(r, c) => text.write(margin + c * PITCH + 1, 2 * r, &format!("{word:^3}"), Ink::Plain),
            Side::Vertical(r, c) => {
                let column = (margin + c * PITCH).saturating_sub(word.chars().count() / 2);
                text.write(column, 2 * r + 1, word, Ink::Plain);
            }
        }
    }
    for cell in size.cells() {
        let (r, c) = size.coordinates(cell);
        let (word, ink) = match board.owner(cell) {
            Owner::Open => (labels.cells.iter().find(|(other, _)| *other == cell).map(|(_, word)| word.as_str()), Ink::Faint),
            Owner::Nobody => (Some("*"), Ink::Faint),
            Owner::Player(Color::Black) => (Some("B"), Ink::Black),
            Owner::Player(Color::White) => (Some("W"), Ink::White),
        };
        if let Some(word) = word {
            text.write(margin + c * PITCH + 2, 2 * r + 1, word, ink);
        }
    }
    text
}

/// Distance of dots, in pixels.
const STEP: f64 = 48.0;
/// Space around the board, with the coordinates of the dots at the top and at the left, of the boxes at the bottom and at the right.
const RIM: f64 = 24.0;
/// Distance of the coordinates from the rim of the picture.
const NAME_INSET: f64 = 10.0;
/// Radius of the disc of an owner.
const DISC: f64 = 9.0;

const STYLE: &str = ".paper{fill:#fff}.dot{fill:#202020}.line{stroke:#202020;stroke-width:4;stroke-linecap:round}\
.open{stroke:#d8d0c0;stroke-width:1.5}.last{stroke:#e8a020;stroke-width:5;stroke-linecap:round}.black{fill:#d8d8d8}\
.white{fill:#f6f2e8}.disc-black{fill:#202020;stroke:#777}.disc-white{fill:#fff;stroke:#777}\
.nobody{fill:#eee}.owner{font-size:18px;fill:#333}.label{font-size:12px;fill:#333;\
stroke:#fff;stroke-width:4;paint-order:stroke}.name{font-size:11px;fill:#555}.box-name{font-size:10px;fill:#999}";

/// Returns the board as SVG.
#[must_use]
pub fn svg(board: &Board, labels: &Labels) -> Svg {
    let size = board.size();
    let at = |r: usize, c: usize| (RIM + c as f64 * STEP, RIM + r as f64 * STEP);
    let (width, height) = (2.0 * RIM + size.columns as f64 * STEP, 2.0 * RIM + size.rows as f64 * STEP);
    let mut svg = Svg::new(width, height, STYLE);
    svg.polygon("paper", &[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]);
    for cell in size.cells() {
        let (r, c) = size.coordinates(cell);
        let (class, word) = match board.owner(cell) {
            Owner::Open => ("", labels.cells.iter().find(|(other, _)| *other == cell).map(|(_, word)| word.clone())),
            Owner::Nobody => ("nobody", None),
            Owner::Player(color) => (color.name(), None),
        };
        if !class.is_empty() {
            svg.polygon(class, &[at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)]);
        }
        if let Owner::Player(color) = board.owner(cell) {
            let (x, y) = at(r, c);
            svg.circle(&format!("disc-{}", color.name()), (x + STEP / 2.0, y + STEP / 2.0), DISC);
        }
        if let Some(word) = word {
            let (x, y) = at(r, c);
            svg.text("owner", (x + STEP / 2.0, y + STEP / 2.0), &word);
        }
    }
    let last = board.last_move();
    for line in size.lines() {
        let class = if last == Some(line) && board.is_drawn(line) {
            "last"
        } else if board.is_drawn(line) {
            "line"
        } else {
            "open"
        };
        let (from, to) = match size.side(line) {
            Side::Horizontal(r, c) => (at(r, c), at(r, c + 1)),
            Side::Vertical(r, c) => (at(r, c), at(r + 1, c)),
        };
        svg.place(&line_name(size, line), |svg| {
            svg.wide_line(from, to, STEP * 0.6);
            svg.line(class, from, to);
            if let Some((_, word)) = labels.lines.iter().find(|(other, _)| *other == line) {
                svg.text("label", ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), word);
            }
        });
    }
    for r in 0..=size.rows {
        (0..=size.columns).for_each(|c| svg.circle("dot", at(r, c), 4.0));
    }
    for c in 0..=size.columns {
        svg.text("name", (at(0, c).0, NAME_INSET), &char::from(b'a' + c as u8).to_string());
    }
    (0..=size.rows).for_each(|r| svg.text("name", (NAME_INSET, at(r, 0).1), &(r + 1).to_string()));
    for c in 0..size.columns {
        svg.text("box-name", (at(0, c).0 + STEP / 2.0, height - NAME_INSET), &c.to_string());
    }
    (0..size.rows).for_each(|r| svg.text("box-name", (width - NAME_INSET, at(r, 0).1 + STEP / 2.0), &r.to_string()));
    svg
}

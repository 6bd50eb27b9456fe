//! Draws heaps as text or SVG: a row of tokens each, in fives; large heaps as numbers.

use super::board::{Board, Move};
use crate::picture::{Ink, Svg, Text};

/// Largest heap that is drawn as tokens; text shows a larger one as a number, SVG as a pile.
const MAX_DRAWN: u32 = 60;

/// Tokens of a pile in SVG, and their distance in pixels.
const PILE: u32 = 20;
const PILE_STEP: f64 = 9.0;

/// Most heaps that are drawn one by one.
const MAX_ROWS: usize = 200;

/// Returns the heap that the last move left, or the first of its parts.
fn last(board: &Board) -> Option<usize> {
    match board.record().last()?.mv? {
        Move::Take(heap, _) | Move::Split(heap, ..) => Some(heap.0),
        Move::Both(_) => Some(0),
    }
}

/// Returns the heaps as text, each with its label.
#[must_use]
pub fn text(board: &Board, labels: &[String]) -> Text {
    let mut text = Text::default();
    let heaps = &board.heaps;
    let width = heaps.len().min(MAX_ROWS).to_string().len();
    for (row, &tokens) in heaps.iter().enumerate().take(MAX_ROWS) {
        let marked = last(board) == Some(row);
        text.write(0, row, &format!("{:>width$}", row + 1), Ink::Faint);
        text.write(width, row, if marked { "*" } else { ":" }, if marked { Ink::Mark } else { Ink::Faint });
        let drawn = if tokens <= MAX_DRAWN { bars(tokens) } else { String::new() };
        let label = labels.get(row).map_or_else(|| format!("({tokens})"), |label| format!("({tokens}) {label}"));
        text.write(width + 2, row, format!("{drawn} {label}").trim_start(), Ink::Plain);
    }
    if heaps.len() > MAX_ROWS {
        text.write(0, MAX_ROWS, &format!("and {} more heaps", heaps.len() - MAX_ROWS), Ink::Plain);
    }
    text
}

/// Returns `||||| ||` for 7.
fn bars(tokens: u32) -> String {
    let fives = std::iter::repeat_n("|||||", tokens as usize / 5).chain(std::iter::once(&"|||||"[..tokens as usize % 5]));
    fives.filter(|bars| !bars.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Distance of tokens and of heaps, in pixels.
const STEP: f64 = 20.0;
/// Height of a row.
const ROW: f64 = 44.0;
/// Space around the heaps, and for their numbers.
const RIM: f64 = 20.0;

const STYLE: &str = ".stick{stroke:#b07030;stroke-width:6;stroke-linecap:round}.tip{fill:#c03020}\
.last{fill:#fdf0c8}.number{font-size:16px;fill:#777}.label{font-size:16px;fill:#333}";

/// Returns the heaps as SVG: rows of matches.
#[must_use]
pub fn svg(board: &Board, labels: &[String]) -> Svg {
    let rows = board.heaps.len().min(MAX_ROWS);
    let end = |tokens: u32| if tokens > MAX_DRAWN { PILE_STEP * f64::from(PILE + 2) } else { STEP * f64::from(tokens) };
    let longest = board.heaps.iter().copied().map(end).fold(5.0 * STEP, f64::max);
    // A finger needs wide tokens, so that nothing stays empty beside the labels.
    let width = 2.0 * RIM + longest + 6.5 * STEP;
    let mut svg = Svg::new(width, 2.0 * RIM + ROW * rows as f64, STYLE);
    for (row, &tokens) in board.heaps.iter().enumerate().take(MAX_ROWS) {
        let middle = RIM + ROW * (row as f64 + 0.5);
        if last(board) == Some(row) {
            let (top, bottom) = (middle - ROW / 2.0, middle + ROW / 2.0);
            let (left, right) = (RIM / 2.0, width - RIM / 2.0);
            svg.polygon("last", &[(left, top), (right, top), (right, bottom), (left, bottom)]);
        }
        svg.text("number", (RIM, middle), &(row + 1).to_string());
        let is_pile = tokens > MAX_DRAWN;
        if is_pile {
            svg.place(&format!("{}-{tokens}", row + 1), |svg| {
                for token in 0..PILE {
                    let x = RIM + STEP + PILE_STEP * f64::from(token);
                    svg.wide_line((x, middle - ROW / 2.0), (x, middle + ROW / 2.0), PILE_STEP);
                    draw_token(svg, (x, middle));
                }
            });
        }
        let drawn = if is_pile { 0 } else { tokens };
        for token in 0..drawn {
            let x = RIM + STEP * (f64::from(token) + 1.5);
            // Pointing at a match takes it with all to the right of it.
            svg.place(&format!("{}-{}", row + 1, drawn - token), |svg| {
                svg.wide_line((x, middle - ROW / 2.0), (x, middle + ROW / 2.0), STEP);
                draw_token(svg, (x, middle));
            });
        }
        let label = labels.get(row).map_or_else(|| format!("({tokens})"), |label| format!("({tokens}) {label}"));
        svg.text("label", (RIM + end(tokens) + 4.0 * STEP, middle), &label);
    }
    svg
}

/// Draws a match around a point.
fn draw_token(svg: &mut Svg, (x, y): (f64, f64)) {
    svg.line("stick", (x, y - 13.0), (x, y + 15.0));
    svg.circle("tip", (x, y - 14.0), 4.5);
}

//! Pictures of a board: rows skewed to the right, coordinates on both sides, the last move marked.

use super::board::{Board, Edge};
use super::chain::winning_chain;
use super::notation::cell_name;
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::picture::{Ink, Svg, Text};

/// Words to show on the empty cells of a board.
pub type Labels = Vec<Option<String>>;

/// Draws the board as text; with `labels` the cells are wide enough to hold them.
#[must_use]
pub fn text(board: &Board, labels: Option<&Labels>) -> Text {
    let size = board.size();
    let widest = labels.iter().flat_map(|labels| labels.iter().flatten()).map(|label| label.chars().count()).max().unwrap_or(0);
    // Half a cell to the right with each row: the distance of cells must be even.
    let pitch = (widest + 2) / 2 * 2;
    let margin = 3.max(pitch / 2);
    let column = |x: usize, y: usize| margin + y * pitch / 2 + x * pitch;
    let mut text = Text::default();
    for x in 0..size.width {
        let letter = ((b'a' + x as u8) as char).to_string();
        text.write(column(x, 0) - pitch / 2, 0, &letter, Ink::Black);
        text.write(column(x, size.height), size.height + 1, &letter, Ink::Black);
    }
    for y in 0..size.height {
        text.write(column(0, y) - 3, y + 1, &format!("{:>2}", y + 1), Ink::White);
        text.write(column(size.width, y), y + 1, &(y + 1).to_string(), Ink::White);
    }
    let chain = winning_chain(board);
    for cell in size.cells() {
        let (column, line) = (column(size.x(cell), size.y(cell)), size.y(cell) + 1);
        match (board.stone(cell), labels.and_then(|labels| labels[cell.index()].as_deref())) {
            (Some(color), _) => {
                let ink = if chain.contains(&cell) { Ink::Mark } else { ink(color) };
                text.write(column, line, &color.letter().to_string(), ink);
            }
            (None, Some(label)) => text.write(column, line, label, Ink::Plain),
            (None, None) => text.write(column, line, ".", Ink::Faint),
        }
    }
    if let Some((_, cell)) = board.last() {
        let (column, line) = (column(size.x(cell), size.y(cell)), size.y(cell) + 1);
        text.write(column - 1, line, "(", Ink::Mark);
        text.write(column + 1, line, ")", Ink::Mark);
    }
    text
}

const fn ink(color: Color) -> Ink {
    match color {
        Color::Black => Ink::Black,
        Color::White => Ink::White,
    }
}

/// Distance from the centre of a hexagon to its corners, in pixels.
const RADIUS: f64 = 20.0;
/// Half the width of a hexagon.
const HALF: f64 = RADIUS * 0.866;
/// Space around the board for coordinates.
const MARGIN: f64 = 2.6 * RADIUS;

const STYLE: &str = ".cell{fill:#f4e9d0;stroke:#8b7d5f}.edge-black,.edge-white{fill:none}.edge-black{stroke:#202020;stroke-width:5;stroke-linecap:round}\
.edge-white{stroke:#c8402a;stroke-width:5;stroke-linecap:round}.black{fill:#202020}.white{fill:#fff;stroke:#c8402a;stroke-width:2.5}\
.last{fill:#e8b020}.name{font-size:13px;fill:#555}.label{font-size:9.5px;fill:#333}";

/// Draws the board as SVG.
#[must_use]
pub fn svg(board: &Board, labels: Option<&Labels>) -> Svg {
    let size = board.size();
    let (right, bottom) = center_of(size.width - 1, size.height - 1);
    let mut svg = Svg::new(right + MARGIN, bottom + MARGIN, STYLE);
    let last = board.last().map(|(_, cell)| cell);
    for cell in size.cells() {
        svg.place(&cell_name(size, cell), |svg| {
            svg.polygon("cell", &corners(size, cell));
            let center = center(size, cell);
            match (board.stone(cell), labels.and_then(|labels| labels[cell.index()].as_deref())) {
                (Some(color), _) => svg.circle(color.name(), center, 0.7 * RADIUS),
                (None, Some(label)) => svg.text("label", center, label),
                (None, None) => {}
            }
            if last == Some(cell) {
                svg.circle("last", center, 0.2 * RADIUS);
            }
        });
    }
    for color in Color::BOTH {
        for edge in Edge::pair(color) {
            draw_edge(&mut svg, size, edge, &format!("edge-{}", color.name()));
        }
    }
    for x in 0..size.width {
        let letter = ((b'a' + x as u8) as char).to_string();
        let ((top, above), (foot, below)) = (center_of(x, 0), center_of(x, size.height - 1));
        svg.text("name", (top - HALF * 0.8, above - 1.7 * RADIUS), &letter);
        svg.text("name", (foot + HALF * 0.8, below + 1.7 * RADIUS), &letter);
    }
    for y in 0..size.height {
        let ((left, height), (end, _)) = (center_of(0, y), center_of(size.width - 1, y));
        svg.text("name", (left - 1.9 * HALF, height), &(y + 1).to_string());
        svg.text("name", (end + 1.9 * HALF, height), &(y + 1).to_string());
    }
    svg
}

fn center_of(x: usize, y: usize) -> (f64, f64) {
    (MARGIN + HALF * (2 * x + y) as f64, MARGIN + 1.5 * RADIUS * y as f64)
}

fn center(size: Size, cell: Cell) -> (f64, f64) {
    center_of(size.x(cell), size.y(cell))
}

/// Returns the corners of a cell's hexagon: top, then clockwise.
fn corners(size: Size, cell: Cell) -> [(f64, f64); 6] {
    let (x, y) = center(size, cell);
    let half = RADIUS / 2.0;
    [(x, y - RADIUS), (x + HALF, y - half), (x + HALF, y + half), (x, y + RADIUS), (x - HALF, y + half), (x - HALF, y - half)]
}

/// Draws an edge along the outer sides of its cells.
fn draw_edge(svg: &mut Svg, size: Size, edge: Edge, class: &str) {
    // The corners of a hexagon between which each edge of the board runs; the last one is the first one of the next cell.
    let sides: [usize; 3] = match edge {
        Edge::North => [5, 0, 1],
        Edge::South => [4, 3, 2],
        Edge::West => [5, 4, 3],
        Edge::East => [0, 1, 2],
    };
    let cells = size.cells().filter(|&cell| edge.touches(size, cell));
    let mut points: Vec<(f64, f64)> = cells.flat_map(|cell| sides.map(|side| corners(size, cell)[side])).collect();
    points.dedup_by_key(|(x, y)| (x.round() as i64, y.round() as i64));
    svg.polyline(class, &points);
}

//! Edge templates: full connections to an edge that AND and OR do not find, proved once and looked up.
//!
//! They come from games of the program against itself, in which H-search missed a connection that the solver then proved
//! (`ludion-lab hex mine-templates` wrote `edge_templates.txt`, the most useful first). J. Pawlewicz, R. Hayward, P. Henderson
//! and B. Arneson, *Stronger virtual connections in Hex* (2014), measure the gain of such a list.

use std::sync::LazyLock;

use super::super::board::cellset::CellSet;
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::Stop;

/// A cell of a template: columns to the right of its endpoint, and the row above the edge, from 1. The edge is below.
pub type Spot = (isize, isize);

/// A full connection between a cell in column 0 and the edge below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeTemplate {
    /// The row of the endpoint.
    pub row: isize,
    /// The stones that the owner must have.
    pub stones: Vec<Spot>,
    /// The cells that must be free of the opponent.
    pub carrier: Vec<Spot>,
}

/// One template a line: row, stones, carrier, separated by tabs.
const FILE: &str = include_str!("edge_templates.txt");

/// The templates of the file. Malformed lines are left out; a test checks that there is none.
pub static TEMPLATES: LazyLock<Vec<EdgeTemplate>> =
    LazyLock::new(|| FILE.lines().filter(|line| !line.starts_with('#')).filter_map(EdgeTemplate::parse).collect());

impl EdgeTemplate {
    /// Parses a line of the file.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let row = fields.next()?.parse().ok()?;
        let mut spots = || -> Option<Vec<Spot>> {
            let spot = |word: &str| {
                let (x, row) = word.split_once(',')?;
                Some((x.parse().ok()?, row.parse().ok()?))
            };
            fields.next()?.split(' ').filter(|word| !word.is_empty()).map(spot).collect()
        };
        Some(EdgeTemplate { row, stones: spots()?, carrier: spots()? })
    }

    /// Returns the mirror image, left and right exchanged.
    #[must_use]
    pub fn mirror_image(&self) -> Self {
        let flip = |spots: &[Spot]| {
            let mut spots: Vec<Spot> = spots.iter().map(|&(x, row)| (row - x - self.row, row)).collect();
            spots.sort_unstable();
            spots
        };
        EdgeTemplate { row: self.row, stones: flip(&self.stones), carrier: flip(&self.carrier) }
    }
}

/// A template at one position of a board.
#[derive(Clone, Debug)]
pub(super) struct Placed<const W: usize> {
    pub(super) end: Cell,
    /// 0 for the first edge of the owner, 1 for the second.
    pub(super) edge: usize,
    pub(super) stones: CellSet<W>,
    pub(super) carrier: CellSet<W>,
}

/// The templates of one colour at all positions of a board.
#[derive(Clone, Debug)]
pub struct EdgeTemplates<const W: usize> {
    pub(super) placed: Vec<Placed<W>>,
    /// For each cell the indices of the placed templates with their endpoint there.
    pub(super) with_end: Vec<Vec<u32>>,
    /// For each cell the indices of the placed templates that need a stone there.
    pub(super) with_stone: Vec<Vec<u32>>,
}

impl<const W: usize> EdgeTemplates<W> {
    /// Returns no template.
    #[must_use]
    pub fn none(size: Size) -> Self {
        let nowhere = || vec![Vec::new(); size.area()];
        EdgeTemplates { placed: Vec::new(), with_end: nowhere(), with_stone: nowhere() }
    }

    /// Returns all templates and their mirror images wherever they fit; when `stop` is raised meanwhile, some.
    #[must_use]
    pub fn new(size: Size, color: Color, stop: &Stop) -> Self {
        let mut all = Self::none(size);
        for template in TEMPLATES.iter().take_while(|_| !stop.is_raised()) {
            let mirrored = template.mirror_image();
            all.place(size, color, template);
            if mirrored != *template {
                all.place(size, color, &mirrored);
            }
        }
        all
    }

    fn place(&mut self, size: Size, color: Color, template: &EdgeTemplate) {
        // From one column to the next all cells shift by the same number.
        let (columns, rows, step) = match color {
            Color::Black => (size.width, size.height, 1),
            Color::White => (size.height, size.width, size.width),
        };
        let spots = || [(0, template.row)].into_iter().chain(template.stones.iter().chain(&template.carrier).copied());
        let reach = spots().fold((0, 0), |(least, most), (x, _)| (x.min(least), x.max(most)));
        let places = (columns as isize - (reach.1 - reach.0)).max(0) as usize;
        if spots().any(|(_, row)| row > rows as isize) {
            return;
        }
        for edge in 0..2 {
            // Starts at the placement whose cells come first in row order: the leftmost one, seen from the second edge.
            let x = if edge == 1 { -reach.0 } else { columns as isize - 1 - reach.1 };
            let at = |&(dx, row): &Spot| cell_at(size, color, edge, x + dx, row);
            let set = |spots: &[Spot]| spots.iter().filter_map(at).collect::<CellSet<W>>();
            let (Some(end), stones, carrier) = (at(&(0, template.row)), set(&template.stones), set(&template.carrier)) else {
                return;
            };
            for place in 0..places {
                let by = step * if edge == 1 { place } else { places - 1 - place };
                let (end, stones, carrier) = (Cell(end.0 + by as u16), stones.shift(by), carrier.shift(by));
                let number = self.placed.len() as u32;
                self.with_end[end.index()].push(number);
                stones.iter().for_each(|cell| self.with_stone[cell.index()].push(number));
                self.placed.push(Placed { end, edge, stones, carrier });
            }
        }
    }
}

/// Returns the cell at a column and a row seen from an edge of a colour: the edge is below, rows count from 1.
pub fn cell_at(size: Size, color: Color, edge: usize, x: isize, row: isize) -> Option<Cell> {
    let (columns, rows) = match color {
        Color::Black => (size.width as isize, size.height as isize),
        Color::White => (size.height as isize, size.width as isize),
    };
    if !(0..columns).contains(&x) || !(1..=rows).contains(&row) {
        return None;
    }
    // Black's second edge is below; its first one is below when the board is turned by half; white's when it is transposed.
    let (x, y) = if edge == 1 { (x, rows - row) } else { (columns - 1 - x, row - 1) };
    let (x, y) = if color == Color::Black { (x, y) } else { (y, x) };
    size.cell(x as usize, y as usize)
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Board;
    use super::super::super::tables::{Extras, Tables};
    use super::*;

    #[test]
    fn an_edge_template_is_found_on_all_four_edges() {
        let size = Size::square(13);
        for color in Color::BOTH {
            for edge in 0..2 {
                let mut board = Board::new(size);
                let stone = cell_at(size, color, edge, 8, 5).expect("it is on the board");
                board.play(color, stone);
                let tables = Tables::<3>::new(&board, Extras::ALL, &Stop::default());
                let side = tables.side(color);
                assert!(
                    side.full_neighbors(stone).contains(side.edges()[edge]),
                    "a lone stone of {color:?} on the fifth row, edge {edge}"
                );
                let plain = Tables::<3>::new(&board, Extras::NONE, &Stop::default());
                assert!(!plain.side(color).full_neighbors(stone).contains(side.edges()[edge]));
            }
        }
    }
}

//! The grid of the deductions: padded with a ring of spots outside it, and with links from each number to the equal numbers in its
//! lines.

use crate::games::hitori::board::Grid;
use crate::grid::{Cell, Size};

/// A cell of the padded grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot(pub(super) u16);

impl Spot {
    /// Returns its index in a list of spots.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A padded grid, and for each number the next equal one in its row and column.
#[derive(Clone, Debug)]
pub struct PaddedGrid {
    size: Size,
    stride: u16,
    /// Number of each spot; [`BLANK`] where there is none, and outside.
    clue: Vec<u16>,
    /// The next equal number in the row, cyclically; itself if there is no other.
    row_next: Vec<Spot>,
    /// The same in the column.
    column_next: Vec<Spot>,
    /// Whether the spot lies at the rim of the grid: in its first or last row or column.
    rim: Vec<bool>,
}

/// No number. Numbers are smaller than this.
const BLANK: u16 = u16::MAX;

/// No spot yet.
const NOWHERE: Spot = Spot(u16::MAX);

impl PaddedGrid {
    /// Pads a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let size = grid.size();
        let stride = size.width + 2;
        let total = stride * (size.height + 2);
        let mut padded = PaddedGrid {
            size,
            stride: stride as u16,
            clue: vec![BLANK; total],
            row_next: (0..total as u16).map(Spot).collect(),
            column_next: (0..total as u16).map(Spot).collect(),
            rim: vec![false; total],
        };
        let clues = grid.clues();
        for y in 0..size.height {
            for x in 0..size.width {
                let at = (y + 1) * stride + x + 1;
                padded.clue[at] = clues[y * size.width + x].unwrap_or(BLANK);
                padded.rim[at] = x == 0 || y == 0 || x + 1 == size.width || y + 1 == size.height;
            }
        }
        padded.link_twins();
        padded
    }

    fn link_twins(&mut self) {
        let most = self.clue.iter().filter(|&&clue| clue != BLANK).max().map_or(0, |&clue| clue as usize + 1);
        // First and last spot of each number in the line at hand.
        let mut ends = vec![(NOWHERE, NOWHERE); most];
        let stride = self.stride;
        for y in 1..=self.size.height as u16 {
            link_equal_clues(&self.clue, &mut self.row_next, &mut ends, (1..=self.size.width as u16).map(|x| y * stride + x));
        }
        for x in 1..=self.size.width as u16 {
            link_equal_clues(&self.clue, &mut self.column_next, &mut ends, (1..=self.size.height as u16).map(|y| y * stride + x));
        }
    }

    /// Returns the size of the grid.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of spots, the outside ones included.
    #[must_use]
    pub fn spot_count(&self) -> usize {
        self.clue.len()
    }

    /// Returns the spot of a cell.
    #[must_use]
    pub fn spot(&self, cell: Cell) -> Spot {
        Spot((self.size.y(cell) as u16 + 1) * self.stride + self.size.x(cell) as u16 + 1)
    }

    /// Returns the cell of a spot of the grid.
    #[must_use]
    pub fn cell(&self, spot: Spot) -> Cell {
        let (y, x) = (spot.0 / self.stride - 1, spot.0 % self.stride - 1);
        Cell(y * self.size.width as u16 + x)
    }

    /// Returns the spots of the grid in row order.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (stride, width) = (self.stride, self.size.width as u16);
        (1..=self.size.height as u16).flat_map(move |y| (1..=width).map(move |x| Spot(y * stride + x)))
    }

    /// Returns the spots beside one: left, above, right, below. Some may be outside.
    #[must_use]
    pub const fn neighbors(&self, spot: Spot) -> [Spot; 4] {
        let (s, w) = (spot.0, self.stride);
        [Spot(s - 1), Spot(s - w), Spot(s + 1), Spot(s + w)]
    }

    /// Returns the spots that touch one by a corner. Some may be outside.
    #[must_use]
    pub const fn diagonal(&self, spot: Spot) -> [Spot; 4] {
        let (s, w) = (spot.0, self.stride);
        [Spot(s - w - 1), Spot(s - w + 1), Spot(s + w - 1), Spot(s + w + 1)]
    }

    /// Returns whether a spot lies at the rim of the grid.
    #[must_use]
    pub fn is_rim(&self, spot: Spot) -> bool {
        self.rim[spot.index()]
    }

    /// Returns whether a spot is a cell of the grid.
    #[must_use]
    pub const fn is_within(&self, spot: Spot) -> bool {
        let (x, y) = (spot.0 % self.stride, spot.0 / self.stride);
        x > 0 && y > 0 && x <= self.size.width as u16 && y <= self.size.height as u16
    }

    /// Returns the four corners of a grid with two rows and columns or more.
    #[must_use]
    pub const fn corners(&self) -> [Spot; 4] {
        let (stride, width, height) = (self.stride, self.size.width as u16, self.size.height as u16);
        [Spot(stride + 1), Spot(stride + width), Spot(height * stride + 1), Spot(height * stride + width)]
    }

    /// Returns whether the grid is one row or one column: every cell between its ends then connects the others.
    #[must_use]
    pub const fn is_single_line(&self) -> bool {
        self.size.width == 1 || self.size.height == 1
    }

    /// Returns whether a spot of a single line lies between its ends, or is the only spot: black there would disconnect the whites,
    /// or leave none.
    #[must_use]
    pub const fn is_between(&self, spot: Spot) -> bool {
        let (end, last) = (spot.0 / self.stride + spot.0 % self.stride, self.size.width as u16 + self.size.height as u16);
        self.size.area() == 1 || end > 2 && end < last
    }

    /// Returns the number of a spot of the grid.
    #[must_use]
    pub fn clue(&self, spot: Spot) -> Option<u16> {
        Some(self.clue[spot.index()]).filter(|&clue| clue != BLANK)
    }

    /// Returns whether two spots of the grid hold the same number.
    #[must_use]
    pub fn same_clue(&self, a: Spot, b: Spot) -> bool {
        self.clue[a.index()] == self.clue[b.index()] && self.clue[a.index()] != BLANK
    }

    /// Returns the other spots with the same number in the row of a spot.
    pub fn row_twins(&self, spot: Spot) -> Twins<'_> {
        Twins { next: &self.row_next, at: self.row_next[spot.index()], end: spot }
    }

    /// Returns the other spots with the same number in the column of a spot.
    pub fn column_twins(&self, spot: Spot) -> Twins<'_> {
        Twins { next: &self.column_next, at: self.column_next[spot.index()], end: spot }
    }

    /// Returns the other spots with the same number in the lines of a spot.
    pub fn twins(&self, spot: Spot) -> impl Iterator<Item = Spot> {
        self.row_twins(spot).chain(self.column_twins(spot))
    }

    /// Returns whether a spot has a twin.
    #[must_use]
    pub fn has_twin(&self, spot: Spot) -> bool {
        self.row_next[spot.index()] != spot || self.column_next[spot.index()] != spot
    }

    /// Returns whether two spots are neighbours.
    #[must_use]
    pub const fn are_neighbors(&self, a: Spot, b: Spot) -> bool {
        let apart = a.0.abs_diff(b.0);
        // The padding keeps the end of a row and the start of the next two apart.
        apart == 1 || apart == self.stride
    }
}

/// Links the equal numbers of a line into cycles.
fn link_equal_clues(clue: &[u16], next: &mut [Spot], ends: &mut [(Spot, Spot)], line: impl Iterator<Item = u16> + Clone) {
    for at in line.clone().filter(|&at| clue[at as usize] != BLANK) {
        let (first, last) = &mut ends[clue[at as usize] as usize];
        if *first == NOWHERE {
            *first = Spot(at);
        } else {
            next[last.index()] = Spot(at);
            next[at as usize] = *first;
        }
        *last = Spot(at);
    }
    for at in line.filter(|&at| clue[at as usize] != BLANK) {
        ends[clue[at as usize] as usize] = (NOWHERE, NOWHERE);
    }
}

/// Iterates over a cycle of equal numbers.
pub struct Twins<'a> {
    next: &'a [Spot],
    at: Spot,
    end: Spot,
}

impl Iterator for Twins<'_> {
    type Item = Spot;

    fn next(&mut self) -> Option<Spot> {
        if self.at == self.end {
            return None;
        }
        let found = self.at;
        self.at = self.next[found.index()];
        Some(found)
    }
}

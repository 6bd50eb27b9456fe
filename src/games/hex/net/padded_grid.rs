//! How a board lies in the memory of the network: in the frame of the player to move, with a ring of padding.
//!
//! In the mover's frame the mover joins the top row to the bottom row; a position with white to move is mirrored at the
//! long diagonal. Rows have one cell of padding at their left, which is the padding at the right of the row above, too, so
//! that each of the seven taps is a constant shift.

use crate::color::Color;
use crate::games::hex::board::Board;
use crate::grid::{Cell, Size};

/// Input planes: stones of the mover, stones of the other player. The four edges are stones in the ring.
pub(super) const PLANES: usize = 2;

/// Places after the last row that a product may compute without use.
const SLACK: usize = 2 * super::product::ROW_TILE;

/// A board of some size in the mover's frame, with its padding. A *place* is the index of a cell or a padding cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaddedGrid {
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The orientation in which the network sees a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Size of the board itself.
    pub size: Size,
    /// The player to move.
    pub to_move: Color,
    /// Whether the board is turned by half a turn, which changes nothing in the rules.
    pub half_turn: bool,
}

impl PaddedGrid {
    /// Returns the layout of a board of `width` columns and `height` rows, in the mover's frame.
    #[must_use]
    pub const fn new(width: usize, height: usize) -> Self {
        PaddedGrid { width, height }
    }

    /// Counts the cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width * self.height
    }

    /// Returns the step from one row to the next, in places.
    #[must_use]
    pub const fn stride(self) -> usize {
        self.width + 1
    }

    /// Counts the places, padding included.
    #[must_use]
    pub const fn places(self) -> usize {
        (self.height + 2) * self.stride() + SLACK
    }

    /// Returns the place of the cell in column `x` and row `y`, from 0.
    #[must_use]
    pub const fn place(self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride() + x + 1
    }

    /// Returns the place of the first cell.
    #[must_use]
    pub const fn first(self) -> usize {
        self.place(0, 0)
    }

    /// Counts the places from the first cell to the last, padding between rows included.
    #[must_use]
    pub const fn span(self) -> usize {
        self.height * self.stride() - 1
    }

    /// Returns the shifts of the seven taps, in places. The one at `6 - tap` is the opposite of that at `tap`.
    #[must_use]
    pub const fn taps(self) -> [isize; 7] {
        let row = self.stride().cast_signed();
        [-row, 1 - row, -1, 0, 1, row - 1, row]
    }

    /// Returns the places of all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| self.place(x, y)))
    }

    /// Sets the padding that a convolution may have written to zero; `channels` elements a place.
    pub fn clear_padding<T: Copy + Default>(self, layer: &mut [T], channels: usize) {
        for y in 1..self.height {
            let place = self.place(0, y) - 1;
            layer[place * channels..(place + 1) * channels].fill(T::default());
        }
        let end = self.first() + self.span();
        layer[end * channels..(end + super::product::ROW_TILE) * channels].fill(T::default());
    }
}

impl View {
    /// Returns the grid of the board in this orientation.
    #[must_use]
    pub const fn grid(self) -> PaddedGrid {
        match self.to_move {
            Color::Black => PaddedGrid::new(self.size.width, self.size.height),
            Color::White => PaddedGrid::new(self.size.height, self.size.width),
        }
    }

    /// Returns the place of a cell.
    #[must_use]
    pub const fn place(self, cell: Cell) -> usize {
        let cell = if self.half_turn { self.size.half_turn(cell) } else { cell };
        let (x, y) = (self.size.x(cell), self.size.y(cell));
        match self.to_move {
            Color::Black => self.grid().place(x, y),
            Color::White => self.grid().place(y, x),
        }
    }

    /// Writes the stones and the edges into the input planes, [`PLANES`] values a place.
    pub fn write_input(self, board: &Board, input: &mut Vec<f32>) {
        let grid = self.grid();
        input.clear();
        input.resize(grid.places() * PLANES, 0.0);
        for (color, cell) in board.stones() {
            input[self.place(cell) * PLANES + usize::from(color != self.to_move)] = 1.0;
        }
        let stride = grid.stride();
        for x in 1..stride {
            input[x * PLANES] = 1.0;
            input[((grid.height + 1) * stride + x) * PLANES] = 1.0;
        }
        for y in 1..grid.height + 2 {
            input[y * stride * PLANES + 1] = 1.0;
        }
    }
}

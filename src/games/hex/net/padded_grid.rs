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

/// A board of some size in the mover's frame, with its padding, or a stack of such boards below each other, which share the row of
/// padding between them. A *place* is the index of a cell or a padding cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaddedGrid {
    pub(super) width: usize,
    pub(super) height: usize,
    boards: usize,
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
        PaddedGrid { width, height, boards: 1 }
    }

    /// Returns the layout of a stack of this many such boards, at least one.
    #[must_use]
    pub const fn stack(self, boards: usize) -> Self {
        PaddedGrid { boards, ..self }
    }

    /// Counts the cells of a board.
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
        (self.rows() + 2) * self.stride() + SLACK
    }

    /// Counts the rows from the first board's first one to the last board's last one.
    const fn rows(self) -> usize {
        self.boards * (self.height + 1) - 1
    }

    /// Returns the step from a cell to the same one of the next board, in places.
    #[must_use]
    pub const fn board_step(self) -> usize {
        (self.height + 1) * self.stride()
    }

    /// Returns the place of the cell in column `x` and row `y` of the first board, from 0.
    #[must_use]
    pub const fn place(self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride() + x + 1
    }

    /// Returns the place of the first cell.
    #[must_use]
    pub const fn first(self) -> usize {
        self.place(0, 0)
    }

    /// Counts the places from the first cell to the last, padding between rows and boards included.
    #[must_use]
    pub const fn span(self) -> usize {
        self.rows() * self.stride() - 1
    }

    /// Returns the shifts of the seven taps, in places. The one at `6 - tap` is the opposite of that at `tap`.
    #[must_use]
    pub const fn taps(self) -> [isize; 7] {
        let row = self.stride().cast_signed();
        [-row, 1 - row, -1, 0, 1, row - 1, row]
    }

    /// Writes input planes of boards without stones: their edges, each row of padding of two boards an edge of both.
    pub(super) fn write_edges(self, input: &mut Vec<f32>) {
        input.clear();
        input.resize(self.places() * PLANES, 0.0);
        for row in (0..=self.boards).map(|board| board * self.board_step()) {
            (1..self.stride()).for_each(|x| input[(row + x) * PLANES] = 1.0);
        }
        for row in 1..self.rows() + 2 {
            input[row * self.stride() * PLANES + 1] = 1.0;
        }
    }

    /// Returns the places of all cells of the first board, row by row.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| self.place(x, y)))
    }

    /// Sets the padding that a convolution may have written to zero; `channels` elements a place.
    pub fn clear_padding<T: Copy + Default>(self, layer: &mut [T], channels: usize) {
        for y in 1..self.rows() {
            let place = self.place(0, y) - 1;
            let places = if (y + 1).is_multiple_of(self.height + 1) { self.stride() } else { 1 };
            layer[place * channels..(place + places) * channels].fill(T::default());
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
        self.grid().write_edges(input);
        self.write_stones(board, input);
    }

    /// Writes the stones of a board into input planes, which begin at its ring.
    pub(super) fn write_stones(self, board: &Board, input: &mut [f32]) {
        for (color, cell) in board.stones() {
            input[self.place(cell) * PLANES + usize::from(color != self.to_move)] = 1.0;
        }
    }
}

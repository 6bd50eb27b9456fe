//! The rules: lines, boxes, whose turn it is, the score.

use std::cmp::Ordering;
use std::fmt;

use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};

/// Longest side of a board, in boxes.
pub const MAX_SIDE: usize = 10;

/// Rows and columns of a board, in boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Rows, from 1.
    pub rows: usize,
    /// Columns, from 1.
    pub columns: usize,
}

/// A line, by its number: the horizontal ones row by row, then the vertical ones row by row (OpenSpiel's action ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub u16);

/// A line by its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The top of the box in this row and column, or below the last row.
    Horizontal(usize, usize),
    /// The left side of the box in this row and column, or right of the last column.
    Vertical(usize, usize),
}

/// A box, by its number in row order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(pub u16);

/// The lines that are drawn before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Start {
    /// None.
    #[default]
    Empty,
    /// The left and the bottom rim.
    Icelandic,
    /// The whole rim.
    Swedish,
}

/// The owner of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The box is open.
    Open,
    /// Nobody: it was closed before the game began.
    Nobody,
    /// The player who closed it.
    Player(Color),
}

/// A move is refused because its line is drawn already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn;

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// The size of the board.
    pub size: Size,
    /// Whether each line is drawn, by number.
    pub drawn: Vec<bool>,
    /// Who moves first.
    pub to_move: Color,
    /// Boxes that black and white own already.
    pub score: [u32; 2],
}

/// The lines that are drawn, the boxes of both players, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    drawn: Vec<bool>,
    owners: Vec<Owner>,
    to_move: Color,
    score: [u32; 2],
}

/// A game.
pub type Board = GameRecord<Position>;

impl Size {
    /// Returns whether the engine plays on boards of this size.
    #[must_use]
    pub fn is_playable(self) -> bool {
        (1..=MAX_SIDE).contains(&self.rows) && (1..=MAX_SIDE).contains(&self.columns)
    }

    /// Returns the number of boxes.
    #[must_use]
    pub const fn boxes(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the number of dots.
    #[must_use]
    pub const fn dots(self) -> usize {
        (self.rows + 1) * (self.columns + 1)
    }

    /// Returns the number of horizontal lines: vertical ones are numbered from here on.
    #[must_use]
    pub const fn horizontal(self) -> usize {
        (self.rows + 1) * self.columns
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn line_count(self) -> usize {
        self.horizontal() + self.rows * (self.columns + 1)
    }

    /// Returns all lines, by number.
    pub fn lines(self) -> impl Iterator<Item = Line> {
        (0..self.line_count() as u16).map(Line)
    }

    /// Returns the line at these coordinates, if it is on the board.
    #[must_use]
    pub fn line(self, side: Side) -> Option<Line> {
        let number = match side {
            Side::Horizontal(r, c) if r <= self.rows && c < self.columns => r * self.columns + c,
            Side::Vertical(r, c) if r < self.rows && c <= self.columns => self.horizontal() + r * (self.columns + 1) + c,
            _ => return None,
        };
        Some(Line(number as u16))
    }

    /// Returns the coordinates of a line.
    #[must_use]
    pub fn side(self, line: Line) -> Side {
        let number = usize::from(line.0);
        match number.checked_sub(self.horizontal()) {
            None => Side::Horizontal(number / self.columns, number % self.columns),
            Some(number) => Side::Vertical(number / (self.columns + 1), number % (self.columns + 1)),
        }
    }

    /// Returns the boxes on both sides of a line.
    pub fn boxes_beside(self, line: Line) -> impl Iterator<Item = Cell> {
        let (first, second) = match self.side(line) {
            Side::Horizontal(r, c) => ((r.wrapping_sub(1), c), (r, c)),
            Side::Vertical(r, c) => ((r, c.wrapping_sub(1)), (r, c)),
        };
        [first, second].into_iter().filter_map(move |(r, c)| self.cell(r, c))
    }

    /// Returns the four lines around a box: top, left, right, bottom.
    fn sides_of(self, cell: Cell) -> [Line; 4] {
        let (r, c) = self.coordinates(cell);
        let top = r * self.columns + c;
        let left = self.horizontal() + r * (self.columns + 1) + c;
        [top, left, left + 1, top + self.columns].map(|number| Line(number as u16))
    }

    /// Returns the box in a row and column, if it is on the board.
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> Option<Cell> {
        (row < self.rows && column < self.columns).then(|| Cell((row * self.columns + column) as u16))
    }

    /// Returns the row and column of a box.
    #[must_use]
    pub const fn coordinates(self, cell: Cell) -> (usize, usize) {
        (cell.0 as usize / self.columns, cell.0 as usize % self.columns)
    }

    /// Returns all boxes in row order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.boxes() as u16).map(Cell)
    }
}

impl Setup {
    /// Makes a board with its pre-drawn lines; black begins.
    #[must_use]
    pub fn new(size: Size, start: Start) -> Self {
        let is_drawn = |line| match (start, size.side(line)) {
            (Start::Empty, _) => false,
            (Start::Icelandic, Side::Horizontal(row, _)) => row == size.rows,
            (Start::Icelandic, Side::Vertical(_, column)) => column == 0,
            (Start::Swedish, _) => size.boxes_beside(line).count() == 1,
        };
        Setup { size, drawn: size.lines().map(is_drawn).collect(), to_move: Color::Black, score: [0, 0] }
    }

    /// Returns the boxes that are closed when the game begins.
    #[must_use]
    pub fn closed_boxes(&self) -> usize {
        self.size.cells().filter(|&cell| self.is_closed(cell)).count()
    }

    fn is_closed(&self, cell: Cell) -> bool {
        self.size.sides_of(cell).iter().all(|line| self.drawn[usize::from(line.0)])
    }
}

impl From<Setup> for Position {
    fn from(setup: Setup) -> Self {
        let owner = |cell| if setup.is_closed(cell) { Owner::Nobody } else { Owner::Open };
        let owners = setup.size.cells().map(owner).collect();
        let Setup { size, drawn, to_move, score } = setup;
        Position { size, drawn, owners, to_move, score }
    }
}

impl Position {
    /// Returns the rows and columns.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the boxes of black and white.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        self.score
    }

    /// Returns the owner of a box.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Owner {
        self.owners[usize::from(cell.0)]
    }

    /// Returns whether a line is drawn.
    #[must_use]
    pub fn is_drawn(&self, line: Line) -> bool {
        self.drawn[usize::from(line.0)]
    }

    /// Returns the lines that can be drawn.
    pub fn open_lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.size().lines().filter(|&line| !self.is_drawn(line))
    }

    /// Returns the number of safe lines: those that close no box and after which no more boxes can be taken than before.
    #[must_use]
    pub fn safe_line_count(&self) -> u32 {
        let mut sides = vec![0_u8; self.owners.len()];
        for cell in self.open_lines().flat_map(|line| self.size.boxes_beside(line)) {
            sides[usize::from(cell.0)] += 1;
        }
        let is_safe = |line: &Line| self.size.boxes_beside(*line).all(|cell| sides[usize::from(cell.0)] > 2);
        self.open_lines().filter(is_safe).count() as u32
    }

    /// Returns the number of open boxes.
    #[must_use]
    pub fn open_boxes(&self) -> u32 {
        self.owners.iter().filter(|&&owner| owner == Owner::Open).count() as u32
    }

    /// Returns the number of open sides of a box.
    fn open_sides(&self, cell: Cell) -> usize {
        self.size().sides_of(cell).iter().filter(|&&line| !self.is_drawn(line)).count()
    }

    /// Returns the number of boxes that a line would close.
    #[must_use]
    pub fn gain(&self, line: Line) -> u32 {
        self.size().boxes_beside(line).filter(|&cell| self.open_sides(cell) == 1).count() as u32
    }

    /// Returns whether all lines are drawn.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.drawn.iter().all(|&drawn| drawn)
    }
}

/// Boxes a side when the engine starts.
const FIRST_SIDE: usize = 5;

impl Default for Position {
    fn default() -> Self {
        let size = Size { rows: FIRST_SIDE, columns: FIRST_SIDE };
        Position::from(Setup::new(size, Start::Empty))
    }
}

impl GamePosition for Position {
    type Move = Line;
    type Refusal = Drawn;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn ending(&self) -> Option<Ending> {
        let [black, white] = self.score;
        self.is_full().then(|| match black.cmp(&white) {
            Ordering::Greater => Ending::Won(Color::Black),
            Ordering::Less => Ending::Won(Color::White),
            Ordering::Equal => Ending::Draw,
        })
    }

    /// Adds the margin in boxes.
    fn score_text(&self, ending: Ending) -> String {
        let [black, white] = self.score;
        let margin = black.abs_diff(white);
        if margin == 0 { ending.score() } else { format!("{}{margin}", ending.score()) }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Line> {
        self.open_lines()
    }

    /// Draws a line; the player who closes a box moves again.
    fn play(&mut self, line: Line) -> Result<(), Drawn> {
        if self.is_drawn(line) {
            return Err(Drawn);
        }
        let (color, gain) = (self.to_move, self.gain(line));
        self.drawn[usize::from(line.0)] = true;
        for cell in self.size.boxes_beside(line) {
            if self.open_sides(cell) == 0 {
                self.owners[usize::from(cell.0)] = Owner::Player(color);
            }
        }
        self.score[color.index()] += gain;
        if gain == 0 {
            self.to_move = color.other();
        }
        Ok(())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::Horizontal(r, c) => write!(f, "h{r},{c}"),
            Side::Vertical(r, c) => write!(f, "v{r},{c}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn pre_drawn_lines() {
        let size = Size { rows: 2, columns: 3 };
        let drawn = |start| Setup::new(size, start).drawn.iter().filter(|&&drawn| drawn).count();
        assert_eq!([Start::Empty, Start::Icelandic, Start::Swedish].map(drawn), [0, 5, 10]);
    }

    #[test]
    fn safe_lines_offer_nothing() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(4);
        for _ in 0..2_000 {
            let size = Size { rows: random.random_range(1..5), columns: random.random_range(1..5) };
            let mut board = Board::new(Setup::new(size, Start::Empty));
            for _ in 0..random.random_range(0..size.line_count()) {
                let lines: Vec<Line> = board.open_lines().collect();
                board.play(board.to_move(), lines[random.random_range(0..lines.len())]).unwrap();
            }
            let takes =
                |board: &Board| size.cells().filter(|&cell| board.owner(cell) == Owner::Open && is_on_offer(board, cell)).count();
            let before = takes(&board);
            let safe = board.open_lines().filter(|&line| {
                let mut after = board.clone();
                after.play(after.to_move(), line).unwrap();
                board.gain(line) == 0 && takes(&after) == before
            });
            assert_eq!(board.safe_line_count() as usize, safe.count());
        }
    }

    /// Returns whether one line closes a box.
    fn is_on_offer(board: &Board, cell: Cell) -> bool {
        let size = board.size();
        board.open_lines().filter(|&line| size.boxes_beside(line).any(|other| other == cell)).count() == 1
    }

    #[test]
    fn closing_a_box_moves_again_and_undo_is_the_inverse_of_play() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(2);
        for _ in 0..100_000 {
            let size = Size { rows: random.random_range(1..4), columns: random.random_range(1..4) };
            let start = [Start::Empty, Start::Icelandic, Start::Swedish][random.random_range(0..3)];
            let mut board = Board::new(Setup::new(size, start));
            let mut states = vec![board.clone()];
            for _ in 0..random.random_range(1..24) {
                let lines: Vec<Line> = board.open_lines().collect();
                if lines.is_empty() {
                    break;
                }
                let closed = board.open_boxes();
                let mover = board.to_move();
                board.play(mover, lines[random.random_range(0..lines.len())]).unwrap();
                assert_eq!(board.to_move() == mover, board.open_boxes() < closed);
                states.push(board.clone());
            }
            assert_eq!(board.replay(), board);
            for state in states.iter().rev().skip(1) {
                assert!(board.undo());
                // What was undone is no part of the game that is left.
                assert_eq!(&board.replay(), state);
            }
            assert!(!board.undo());
        }
    }

    #[test]
    fn sides_and_numbers() {
        for (rows, columns) in [(1, 1), (2, 5), (10, 10)] {
            let size = Size { rows, columns };
            assert!(size.lines().all(|line| size.line(size.side(line)) == Some(line)));
            assert!(
                size.cells()
                    .all(|cell| size.sides_of(cell).iter().all(|&line| size.boxes_beside(line).any(|other| other == cell)))
            );
            assert_eq!(size.line_count() + 1, size.boxes() + size.dots(), "Euler");
        }
    }
}

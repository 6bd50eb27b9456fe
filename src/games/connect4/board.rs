//! The rules: stones fall to the lowest free cell of a column.

use super::bits::{Shape, Stones, has_four};
use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};

/// A column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub u8);

impl From<u16> for Column {
    fn from(number: u16) -> Self {
        Column(number as u8)
    }
}

impl From<Column> for u16 {
    fn from(column: Column) -> Self {
        column.0.into()
    }
}

/// Why the rules refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such column.
    OffBoard,
    /// The column is full.
    Full,
}

/// A position: stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    shape: Shape,
    stones: Stones,
}

/// A game.
pub type Board = GameRecord<Position>;

impl From<Shape> for Position {
    /// Returns an empty board.
    fn from(shape: Shape) -> Self {
        Position { shape, stones: Stones::default() }
    }
}

impl Position {
    /// Returns the board without its stones.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    #[must_use]
    pub fn stones(&self) -> Stones {
        self.stones
    }

    /// Returns the stones of a player.
    #[must_use]
    pub fn stones_of(&self, color: Color) -> u64 {
        if color == self.to_move() { self.stones.own } else { self.stones.own ^ self.stones.all }
    }

    /// Returns the cell where a stone would land in a column.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<u64> {
        let column = usize::from(column.0);
        let inside = column < self.shape.width;
        inside.then(|| self.shape.landings(self.stones) & self.shape.column(column)).filter(|&cell| cell != 0)
    }

    /// Returns the columns that are not full, from the left.
    pub fn open_columns(&self) -> impl Iterator<Item = Column> {
        (0..self.shape.width as u8).map(Column).filter(|&column| self.landing(column).is_some())
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::from(Shape::default())
    }
}

impl GamePosition for Position {
    type Move = Column;
    type Refusal = Refusal;

    fn to_move(&self) -> Color {
        Color::BOTH[self.stones.count() as usize % 2]
    }

    fn ending(&self) -> Option<Ending> {
        let winner = Color::BOTH.into_iter().find(|&color| has_four(self.stones_of(color)));
        let is_full = self.stones.all == self.shape.cells();
        winner.map(Ending::Won).or_else(|| is_full.then_some(Ending::Draw))
    }

    fn legal_moves(&self) -> impl Iterator<Item = Column> {
        self.open_columns()
    }

    fn play(&mut self, column: Column) -> Result<(), Refusal> {
        if usize::from(column.0) >= self.shape.width {
            return Err(Refusal::OffBoard);
        }
        let cell = self.landing(column).ok_or(Refusal::Full)?;
        self.stones = self.stones.play(cell);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn;

    fn board(width: usize, height: usize, digits: &str) -> Board {
        let mut board = Board::new(Shape::new(width, height).unwrap());
        for digit in digits.bytes() {
            board.play(board.to_move(), Column(digit - b'1')).unwrap();
        }
        board
    }

    #[test]
    fn lines_in_all_directions() {
        for (digits, ended) in [("1212121", true), ("112233", false), ("1122334", true), ("12234334414", true)] {
            assert_eq!(board(7, 6, digits).ending().is_some(), ended, "{digits}");
        }
        // A diagonal upwards: a1 b2 c3 d4.
        assert_eq!(board(7, 6, "12233434474").ending(), Some(Ending::Won(Color::Black)));
    }

    #[test]
    fn refusals() {
        let mut board = board(2, 2, "11");
        assert_eq!(board.play(Color::Black, Column(0)), Err(turn::Refusal::Rules(Refusal::Full)));
        assert_eq!(board.play(Color::Black, Column(2)), Err(turn::Refusal::Rules(Refusal::OffBoard)));
        assert_eq!(board.play(Color::White, Column(1)), Err(turn::Refusal::OutOfTurn(Color::Black)));
        board.play(Color::Black, Column(1)).unwrap();
        board.play(Color::White, Column(1)).unwrap();
        assert_eq!(board.ending(), Some(Ending::Draw));
        assert_eq!(board.play(Color::Black, Column(1)), Err(turn::Refusal::Over));
    }

    #[test]
    fn undo_is_the_inverse_of_play() {
        let digits = "4433277166";
        let mut played = board(7, 6, digits);
        for end in (0..digits.len()).rev() {
            played.undo();
            assert_eq!(played.stones(), board(7, 6, &digits[..end]).stones());
        }
    }
}

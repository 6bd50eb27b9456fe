//! The rules as a board: stones fall to the lowest free cell of a column; the record, whose turn it is and how the game has ended.

use super::bits::{Shape, Stones, has_four};
use crate::color::{Color, Ending};

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

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such column.
    OffBoard,
    /// The column is full.
    Full,
    /// It is this player's turn.
    OutOfTurn(Color),
    /// The game is over.
    Over,
}

/// A move with its player; `None` is a resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// Who moved.
    pub color: Color,
    /// Where.
    pub column: Option<Column>,
}

/// A game from the empty board, with its record.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    stones: Stones,
    record: Vec<RecordEntry>,
}

impl Board {
    /// Creates an empty board.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Board { shape, stones: Stones::default(), record: Vec::new() }
    }

    /// Returns the board without its stones.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the stones.
    #[must_use]
    pub fn stones(&self) -> Stones {
        self.stones
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn record(&self) -> &[RecordEntry] {
        &self.record
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Color {
        Color::BOTH[self.stones.count() as usize % 2]
    }

    /// Returns the stones of a player.
    #[must_use]
    pub fn stones_of(&self, color: Color) -> u64 {
        if color == self.to_move() { self.stones.own } else { self.stones.own ^ self.stones.all }
    }

    /// Returns how the game has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(&RecordEntry { color, column: None }) = self.record.last() {
            return Some(Ending::Won(color.other()));
        }
        let liner = Color::BOTH.into_iter().find(|&color| has_four(self.stones_of(color)));
        let full = self.stones.all == self.shape.cells();
        liner.map(Ending::Won).or_else(|| full.then_some(Ending::Draw))
    }

    /// Returns the cell where a stone would land in a column.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<u64> {
        let column = usize::from(column.0);
        let inside = column < self.shape.width;
        inside.then(|| self.shape.landings(self.stones) & self.shape.column(column)).filter(|&cell| cell != 0)
    }

    /// Returns the columns that are not full, from the left.
    pub fn open(&self) -> impl Iterator<Item = Column> {
        (0..self.shape.width as u8).map(Column).filter(|&column| self.landing(column).is_some())
    }

    /// Drops a stone into a column.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn play(&mut self, color: Color, column: Column) -> Result<(), Refusal> {
        self.check_turn(color)?;
        if usize::from(column.0) >= self.shape.width {
            return Err(Refusal::OffBoard);
        }
        let cell = self.landing(column).ok_or(Refusal::Full)?;
        self.stones = self.stones.play(cell);
        self.record.push(RecordEntry { color, column: Some(column) });
        Ok(())
    }

    /// Resigns for a player, whose turn it need not be.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::Over);
        }
        self.record.push(RecordEntry { color, column: None });
        Ok(())
    }

    /// Checks that this player may move.
    ///
    /// # Errors
    /// [`Refusal::Over`] or [`Refusal::OutOfTurn`].
    pub fn check_turn(&self, color: Color) -> Result<(), Refusal> {
        match self.ending() {
            Some(_) => Err(Refusal::Over),
            None if color != self.to_move() => Err(Refusal::OutOfTurn(self.to_move())),
            None => Ok(()),
        }
    }

    /// Takes back the last move or resignation, if there is one.
    pub fn undo(&mut self) {
        if let Some(RecordEntry { column: Some(column), .. }) = self.record.pop() {
            let cells = self.stones.all & self.shape.column(usize::from(column.0));
            let top = 1_u64 << (u64::BITS - 1 - cells.leading_zeros());
            let all = self.stones.all ^ top;
            // The other player is to move again.
            self.stones = Stones { own: (self.stones.all ^ self.stones.own) & all, all };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(board.play(Color::Black, Column(0)), Err(Refusal::Full));
        assert_eq!(board.play(Color::Black, Column(2)), Err(Refusal::OffBoard));
        assert_eq!(board.play(Color::White, Column(1)), Err(Refusal::OutOfTurn(Color::Black)));
        board.play(Color::Black, Column(1)).unwrap();
        board.play(Color::White, Column(1)).unwrap();
        assert_eq!(board.ending(), Some(Ending::Draw));
        assert_eq!(board.play(Color::Black, Column(1)), Err(Refusal::Over));
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

//! The rules: the bar, what is left of it, legal bites.

use std::fmt;

use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};

/// Rows and columns of a bar, in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of rows, from 1.
    pub rows: usize,
    /// Number of columns, from 1.
    pub columns: usize,
}

/// Longest side.
pub const MAX_SIDE: usize = 1000;

/// Most positions of a playable bar: a few more than those of 3 x 1000 and 15 x 15.
pub const MAX_POSITIONS: u64 = 170_000_000;

impl Size {
    /// Returns the number of positions, the empty bar included: `C(rows + columns, rows)`. Returns `None` above 2^64.
    #[must_use]
    pub fn positions(self) -> Option<u64> {
        let (small, sum) = (self.rows.min(self.columns) as u64, (self.rows + self.columns) as u64);
        (1..=small).try_fold(1_u64, |product, step| Some(product.checked_mul(sum - small + step)? / step))
    }

    /// Returns whether the engine plays on the bar: sides of 1 to [`MAX_SIDE`], at most [`MAX_POSITIONS`] positions.
    #[must_use]
    pub fn is_playable(self) -> bool {
        let sides = [self.rows, self.columns].iter().all(|side| (1..=MAX_SIDE).contains(side));
        sides && self.positions().is_some_and(|positions| positions <= MAX_POSITIONS)
    }

    /// Returns the smallest bar that contains all that is left.
    #[must_use]
    pub fn bounding(rows: &[u16]) -> Size {
        let count = rows.iter().take_while(|&&row| row > 0).count();
        Size { rows: count.max(1), columns: usize::from(rows[0]).max(1) }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A square of the bar, by its row from the bottom and its column from the left, both from 0. It also stands for the bite whose
/// lower left square it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// Row, from the bottom.
    pub row: usize,
    /// Column, from the left.
    pub column: usize,
}

/// The poisoned square.
pub(super) const POISON: Square = Square { row: 0, column: 0 };

/// What is left of a bar: the number of squares in each row, from the bottom. No row is longer than the one below it, and empty
/// rows are listed, too.
pub type Rows = Vec<u16>;

/// A position: what is left of a bar, and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The bar.
    pub size: Size,
    /// What is left of it.
    pub rows: Rows,
    /// Who moves.
    pub to_move: Color,
}

/// A bite is refused because its square is eaten or outside the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThere;

/// A game.
pub type Board = GameRecord<Position>;

impl Position {
    /// Creates a whole bar.
    #[must_use]
    pub fn new(size: Size) -> Position {
        Position { size, rows: vec![size.columns as u16; size.rows], to_move: Color::Black }
    }
}

/// The bar at start.
const FIRST_BAR: Size = Size { rows: 4, columns: 6 };

impl Default for Position {
    fn default() -> Self {
        Position::new(FIRST_BAR)
    }
}

impl GamePosition for Position {
    type Move = Square;
    type Refusal = NotThere;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns a win of the player to move where the other has eaten the poison.
    fn ending(&self) -> Option<Ending> {
        (self.rows[0] == 0).then_some(Ending::Won(self.to_move))
    }

    fn legal_moves(&self) -> impl Iterator<Item = Square> {
        bites(&self.rows)
    }

    fn play(&mut self, bite: Square) -> Result<(), NotThere> {
        self.rows = apply_bite(&self.rows, bite).ok_or(NotThere)?;
        self.to_move = self.to_move.other();
        Ok(())
    }
}

/// Returns what a bite leaves: it takes the square with all squares to the right and above. Returns `None` if the square is eaten
/// or outside the bar.
#[must_use]
pub(super) fn apply_bite(rows: &Rows, bite: Square) -> Option<Rows> {
    let column = u16::try_from(bite.column).ok()?;
    if *rows.get(bite.row)? <= column {
        return None;
    }
    let mut next = rows.clone();
    next[bite.row..].iter_mut().for_each(|row| *row = (*row).min(column));
    Some(next)
}

/// Iterates over all bites, row by row from the bottom.
pub(super) fn bites(rows: &Rows) -> impl Iterator<Item = Square> + '_ {
    rows.iter().enumerate().flat_map(|(row, &columns)| (0..columns as usize).map(move |column| Square { row, column }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn::Refusal;

    #[test]
    fn bites_are_checked_and_the_poison_ends_the_game() {
        let mut board = Board::new(Position::new(Size { rows: 2, columns: 3 }));
        assert_eq!(bites(&board.rows).count(), 6);
        assert_eq!(board.play(Color::White, POISON), Err(Refusal::OutOfTurn(Color::Black)));
        assert_eq!(board.play(Color::Black, Square { row: 2, column: 0 }), Err(Refusal::Rules(NotThere)));
        board.play(Color::Black, Square { row: 1, column: 1 }).unwrap();
        assert_eq!(board.rows, [3, 1]);
        assert_eq!(board.play(Color::White, Square { row: 1, column: 1 }), Err(Refusal::Rules(NotThere)));
        board.play(Color::White, Square { row: 0, column: 1 }).unwrap();
        assert_eq!(board.rows, [1, 1]);
        board.play(Color::Black, POISON).unwrap();
        assert_eq!((board.ending(), &board.rows), (Some(Ending::Won(Color::White)), &vec![0, 0]));
        assert_eq!(board.play(Color::White, POISON), Err(Refusal::Over));
        assert!(board.undo() && board.ending().is_none() && board.record().len() == 2);
    }

    #[test]
    fn sizes() {
        let positions = |rows, columns| Size { rows, columns }.positions();
        assert_eq!(positions(15, 15), Some(155_117_520));
        assert_eq!(positions(3, 1000), Some(167_668_501));
        assert_eq!(positions(1000, 1000), None);
        for (rows, columns, playable) in
            [(1, 1, true), (15, 15, true), (1000, 3, true), (15, 16, false), (0, 3, false), (2, 1001, false)]
        {
            assert_eq!(Size { rows, columns }.is_playable(), playable, "{rows}x{columns}");
        }
    }
}

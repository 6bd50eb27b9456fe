//! The rules as a board: the bar, legal bites, the record, whose turn it is and who has won.

use std::fmt;

use crate::color::Color;

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
}

impl Size {
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

/// A square of the bar, by its row from the bottom and its column from the left, both from 0. It also stands for the bite whose lower
/// left square it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// Row, from the bottom.
    pub row: usize,
    /// Column, from the left.
    pub column: usize,
}

/// The poisoned square.
pub const POISON: Square = Square { row: 0, column: 0 };

/// What is left of a bar: the number of squares in each row, from the bottom. No row is longer than the one below it, and empty rows
/// are listed, too.
pub type Rows = Vec<u16>;

/// The bar and position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The bar.
    pub size: Size,
    /// What is left of it.
    pub rows: Rows,
    /// Who moves first.
    pub to_move: Color,
}

/// Why a bite is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The square is eaten or outside the bar.
    NotThere,
    /// This colour is to move.
    OutOfTurn(Color),
    /// Nothing is left, or a player has resigned.
    Over,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Board {
    setup: Setup,
    rows: Rows,
    /// The bites so far, each with what was left before it; `None` for a resignation.
    record: Vec<(Option<Square>, Rows)>,
    resigned: Option<Color>,
}

impl Setup {
    /// Creates a whole bar.
    #[must_use]
    pub fn new(size: Size) -> Setup {
        Setup { size, rows: vec![size.columns as u16; size.rows], to_move: Color::Black }
    }
}

impl Board {
    /// Creates a game before its first move.
    #[must_use]
    pub fn new(setup: Setup) -> Board {
        Board { rows: setup.rows.clone(), setup, record: Vec::new(), resigned: None }
    }

    /// Returns the bar and position that the game started from.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the bar.
    #[must_use]
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// Returns what is left now.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns the bites so far; `None` for a resignation, which can only be the last.
    pub fn record(&self) -> impl ExactSizeIterator<Item = Option<Square>> + '_ {
        self.record.iter().map(|&(bite, _)| bite)
    }

    /// Returns what was left before the last move.
    #[must_use]
    pub fn previous_rows(&self) -> Option<&Rows> {
        self.record.last().map(|(_, rows)| rows)
    }

    /// Returns who moves now.
    #[must_use]
    pub fn to_move(&self) -> Color {
        let bites = self.record.iter().filter(|(bite, _)| bite.is_some()).count();
        if bites % 2 == 0 { self.setup.to_move } else { self.setup.to_move.other() }
    }

    /// Returns the winner if the game is over: the player who has not eaten the poison.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.resigned {
            Some(loser) => Some(loser.other()),
            None => (self.rows[0] == 0).then(|| self.to_move()),
        }
    }

    /// Makes a bite.
    ///
    /// # Errors
    /// The reason why it is illegal; the board is unchanged then.
    pub fn play(&mut self, color: Color, bite: Square) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::Over);
        }
        if color != self.to_move() {
            return Err(Refusal::OutOfTurn(self.to_move()));
        }
        let next = apply_bite(&self.rows, bite).ok_or(Refusal::NotThere)?;
        let before = std::mem::replace(&mut self.rows, next);
        self.record.push((Some(bite), before));
        Ok(())
    }

    /// Resigns for a player, whose turn it need not be.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::Over);
        }
        self.resigned = Some(color);
        self.record.push((None, self.rows.clone()));
        Ok(())
    }

    /// Takes back the last move or resignation. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((_, before)) = self.record.pop() else { return false };
        self.rows = before;
        self.resigned = None;
        true
    }
}

/// Returns what a bite leaves: it takes the square with all squares to the right and above. Returns `None` if the square is eaten or
/// outside the bar.
#[must_use]
pub fn apply_bite(rows: &Rows, bite: Square) -> Option<Rows> {
    let column = u16::try_from(bite.column).ok()?;
    if *rows.get(bite.row)? <= column {
        return None;
    }
    let mut next = rows.clone();
    next[bite.row..].iter_mut().for_each(|row| *row = (*row).min(column));
    Some(next)
}

/// Iterates over all bites, row by row from the bottom.
pub fn bites(rows: &Rows) -> impl Iterator<Item = Square> + '_ {
    rows.iter().enumerate().flat_map(|(row, &columns)| (0..columns as usize).map(move |column| Square { row, column }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bites_are_checked_and_the_poison_ends_the_game() {
        let mut board = Board::new(Setup::new(Size { rows: 2, columns: 3 }));
        assert_eq!(bites(board.rows()).count(), 6);
        assert_eq!(board.play(Color::White, POISON), Err(Refusal::OutOfTurn(Color::Black)));
        assert_eq!(board.play(Color::Black, Square { row: 2, column: 0 }), Err(Refusal::NotThere));
        board.play(Color::Black, Square { row: 1, column: 1 }).unwrap();
        assert_eq!(board.rows(), &[3, 1]);
        assert_eq!(board.play(Color::White, Square { row: 1, column: 1 }), Err(Refusal::NotThere));
        board.play(Color::White, Square { row: 0, column: 1 }).unwrap();
        assert_eq!(board.rows(), &[1, 1]);
        board.play(Color::Black, POISON).unwrap();
        assert_eq!((board.winner(), board.rows()), (Some(Color::White), &vec![0, 0]));
        assert_eq!(board.play(Color::White, POISON), Err(Refusal::Over));
        assert!(board.undo() && board.winner().is_none() && board.record().len() == 2);
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

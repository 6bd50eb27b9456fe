//! Boards where stones fall.

use super::brute::{Rules, Step};

/// The columns from the left, each from the bottom, and the height.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Columns {
    columns: Vec<Vec<bool>>,
    height: usize,
    /// Where the last stone fell.
    last: usize,
    /// Whether a player has passed, which the game does not allow.
    passed: bool,
}

impl Columns {
    pub fn count(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn drop_stone(&self, column: usize) -> Columns {
        let mut next = self.clone();
        next.columns[column].push(self.count().is_multiple_of(2) != self.passed);
        Columns { last: column, ..next }
    }

    /// Returns the position with the other player to move.
    pub fn with_turn_passed(&self) -> Columns {
        Columns { passed: !self.passed, ..self.clone() }
    }

    /// Returns the number of free cells of a column.
    pub fn free(&self, name: &str) -> usize {
        self.height - self.columns[name.parse::<usize>().unwrap() - 1].len()
    }

    /// Lists the free cells in which a stone would complete four, wherever it came from: `3.4`.
    pub fn threats(&self, is_black: bool) -> Vec<String> {
        let mut found = Vec::new();
        for column in 0..self.columns.len() {
            for row in self.columns[column].len()..self.height {
                let at = |x: isize, y: isize| {
                    let stones = self.columns.get(usize::try_from(x).ok()?)?;
                    stones.get(usize::try_from(y).ok()?).copied()
                };
                let run = |(dx, dy): (isize, isize)| {
                    (1..4).take_while(|step| at(column as isize + step * dx, row as isize + step * dy) == Some(is_black)).count()
                };
                if [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| 1 + run((dx, dy)) + run((-dx, -dy)) >= 4) {
                    found.push(format!("{}.{}", column + 1, row + 1));
                }
            }
        }
        found
    }

    /// Whether the last stone has made four.
    fn has_four(&self) -> bool {
        let at = |column: isize, row: isize| -> Option<bool> {
            let column = self.columns.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        };
        let (column, row) = (self.last as isize, self.columns[self.last].len() as isize - 1);
        let Some(own) = at(column, row) else { return false };
        let run =
            |(dx, dy): (isize, isize)| (1..4).take_while(|step| at(column + step * dx, row + step * dy) == Some(own)).count();
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| 1 + run((dx, dy)) + run((-dx, -dy)) >= 4)
    }
}

impl Rules for Columns {
    type Key = ([u8; 2], u128);

    /// `5x4 1122`: the moves since the beginning.
    fn read(text: &str) -> Self {
        let alone = if text.contains('x') { (text, "") } else { ("7x6", text) };
        let (size, moves) = text.split_once(' ').unwrap_or(alone);
        let (width, height) = size.split_once('x').unwrap();
        let empty = Columns {
            columns: vec![Vec::new(); width.parse().unwrap()],
            height: height.parse().unwrap(),
            last: 0,
            passed: false,
        };
        moves.bytes().fold(empty, |board, digit| board.drop_stone(usize::from(digit - b'1')))
    }

    fn end(&self) -> Option<i32> {
        if self.has_four() {
            return Some(-1);
        }
        (self.count() == self.columns.len() * self.height).then_some(0)
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let open = (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.height);
        open.map(|column| Step::new((column + 1).to_string(), self.drop_stone(column))).collect()
    }

    /// The bits of the stones from the left, each column with a 1 above its last one; whether a player has passed is the lowest bit.
    fn key(&self) -> Self::Key {
        let digits = |key: u128, column: &Vec<bool>| {
            let bits = column.iter().fold(1, |bits, &stone| bits << 1 | u128::from(stone));
            key << (self.height + 1) | bits
        };
        let size = [self.columns.len() as u8, self.height as u8];
        (size, self.columns.iter().fold(0, digits) << 1 | u128::from(self.passed))
    }
}

//! Boards where stones fall.

use super::brute::{Rules, Step};

/// The columns from the left, each from the bottom, and the height.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Columns {
    columns: Vec<Vec<bool>>,
    height: usize,
    /// Where the last stone fell.
    last: usize,
}

impl Columns {
    fn count(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn drop_stone(&self, column: usize) -> Columns {
        let mut next = self.clone();
        next.columns[column].push(self.count().is_multiple_of(2));
        Columns { last: column, ..next }
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
    /// `5x4 1122`: the moves since the beginning.
    fn read(text: &str) -> Self {
        let (size, moves) = text.split_once(' ').unwrap_or(("7x6", text));
        let (width, height) = size.split_once('x').unwrap();
        let empty = Columns { columns: vec![Vec::new(); width.parse().unwrap()], height: height.parse().unwrap(), last: 0 };
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

    fn canonical(&self) -> Self {
        Columns { last: 0, ..self.clone() }
    }
}

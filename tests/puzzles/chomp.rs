//! Bars of chocolate.

use super::brute::{Rules, Step};

/// What is left of each row, from the bottom.
#[derive(Clone)]
pub struct Bar(Vec<u32>);

impl Rules for Bar {
    type Key = Vec<u32>;

    /// `3x4 4,4,2 b`
    fn read(text: &str) -> Self {
        let rows = text.split(' ').nth(1).unwrap();
        Bar(rows.split(',').map(|row| row.parse().unwrap()).collect())
    }

    /// Whoever finds nothing left has won: the other one took the poison.
    fn end(&self) -> Option<i32> {
        (self.0.first().copied().unwrap_or(0) == 0).then_some(1)
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let squares = self.0.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
        let bite = |(row, column): (usize, u32)| {
            let rows = self.0.iter().enumerate().map(|(number, &length)| if number < row { length } else { length.min(column) });
            Step::new(format!("{},{}", row + 1, column + 1), Bar(rows.filter(|&length| length > 0).collect()))
        };
        squares.map(bite).collect()
    }

    fn key(&self) -> Vec<u32> {
        self.0.clone()
    }
}

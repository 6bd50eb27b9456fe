//! Boards of dots and lines.

use super::brute::{Rules, Step};

/// The lines that are drawn, a bit each: the horizontal ones row by row, then the vertical ones.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lines {
    rows: usize,
    columns: usize,
    drawn: u64,
}

impl Lines {
    fn horizontal(&self, row: usize, column: usize) -> u64 {
        1 << (row * self.columns + column)
    }

    fn vertical(&self, row: usize, column: usize) -> u64 {
        1 << ((self.rows + 1) * self.columns + row * (self.columns + 1) + column)
    }

    fn sides(&self, (row, column): (usize, usize)) -> [u64; 4] {
        [
            self.horizontal(row, column),
            self.horizontal(row + 1, column),
            self.vertical(row, column),
            self.vertical(row, column + 1),
        ]
    }

    /// Returns how many sides of a box are open.
    pub fn open_sides(&self, place: (usize, usize)) -> usize {
        self.sides(place).into_iter().filter(|side| self.drawn & side == 0).count()
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.rows * columns).map(move |place| (place / columns, place % columns))
    }

    /// Returns the position in which all boxes are taken that can be, one after the other.
    pub fn with_taken(&self) -> Lines {
        let mut at = self.clone();
        while let Some(place) = at.places().find(|&place| at.open_sides(place) == 1) {
            at.drawn = at.sides(place).into_iter().fold(at.drawn, |drawn, side| drawn | side);
        }
        at
    }

    /// Lists the open boxes that can be taken now, one after the other.
    pub fn takable(&self) -> Vec<(usize, usize)> {
        let taken = self.with_taken();
        self.places().filter(|&place| self.open_sides(place) > 0 && taken.open_sides(place) == 0).collect()
    }

    fn closed(&self) -> i32 {
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let is_closed = |&(row, column): &(usize, usize)| {
            let sides = self.horizontal(row, column)
                | self.horizontal(row + 1, column)
                | self.vertical(row, column)
                | self.vertical(row, column + 1);
            self.drawn & sides == sides
        };
        places.filter(is_closed).count() as i32
    }
}

impl Rules for Lines {
    type Key = ([u8; 2], u64);

    const MOST: i32 = 100;

    /// `3x3 BITS b 2 1`
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let (rows, columns) = words[0].split_once('x').unwrap();
        let drawn = words[1].bytes().enumerate().filter(|(_, bit)| *bit == b'1').fold(0, |set, (line, _)| set | 1 << line);
        Lines { rows: rows.parse().unwrap(), columns: columns.parse().unwrap(), drawn }
    }

    fn end(&self) -> Option<i32> {
        (self.closed() == (self.rows * self.columns) as i32).then_some(0)
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let horizontal = (0..=self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let vertical = (0..self.rows).flat_map(|row| (0..=self.columns).map(move |column| (row, column)));
        let all = horizontal
            .map(|(row, column)| (format!("h{row},{column}"), self.horizontal(row, column)))
            .chain(vertical.map(|(row, column)| (format!("v{row},{column}"), self.vertical(row, column))));
        let closed = self.closed();
        all.filter(|(_, line)| self.drawn & line == 0)
            .map(|(name, line)| {
                let next = Lines { drawn: self.drawn | line, ..self.clone() };
                let gain = next.closed() - closed;
                Step { name, gain, again: gain > 0, next }
            })
            .collect()
    }

    fn key(&self) -> Self::Key {
        ([self.rows as u8, self.columns as u8], self.drawn)
    }
}

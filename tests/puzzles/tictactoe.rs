//! Boards where lines win, or lose.

use std::rc::Rc;

use super::brute::{Rules, Step};

#[derive(Clone)]
pub struct Marks {
    width: usize,
    height: usize,
    length: usize,
    misere: bool,
    /// The cells of both players, a bit each, row by row; x moves first.
    of: [u64; 2],
    /// The cells of each line.
    lines: Rc<[u64]>,
}

/// Returns the cells of each line of a board, a bit each.
fn lines(width: usize, height: usize, length: usize) -> Rc<[u64]> {
    let bit = |x: isize, y: isize| {
        let inside = (0..width as isize).contains(&x) && (0..height as isize).contains(&y);
        inside.then(|| 1_u64 << (y * width as isize + x))
    };
    let places = (0..height as isize).flat_map(|y| (0..width as isize).map(move |x| (x, y)));
    let directions = places.flat_map(|place| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|direction| (place, direction)));
    let line = |((x, y), (dx, dy)): ((isize, isize), (isize, isize))| {
        (0..length as isize).try_fold(0, |line, step| Some(line | bit(x + step * dx, y + step * dy)?))
    };
    directions.filter_map(line).collect()
}

impl Marks {
    fn has_line(&self) -> bool {
        self.lines.iter().any(|line| self.of.iter().any(|cells| cells & line == *line))
    }

    /// Returns the cells without a mark.
    fn free(&self) -> impl Iterator<Item = usize> + use<> {
        let taken = self.of[0] | self.of[1];
        (0..self.width * self.height).filter(move |cell| taken & 1 << cell == 0)
    }

    fn with(&self, player: usize, cell: usize) -> Self {
        let mut next = self.clone();
        next.of[player] |= 1 << cell;
        next
    }

    /// Lists the free cells that complete a line of a mark.
    pub fn completions(&self, mark: u8) -> Vec<String> {
        let player = usize::from(mark == b'o');
        self.free().filter(|&cell| self.with(player, cell).has_line()).map(|cell| self.name(cell)).collect()
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.width) as u8), cell / self.width + 1)
    }
}

impl Rules for Marks {
    type Key = ([u8; 4], [u64; 2]);

    /// `3 3 3 misere=1 x.o/.x./...`
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |index: usize| words[index].parse().unwrap();
        let cells = words.last().unwrap().bytes().filter(|&byte| byte != b'/');
        let stones =
            |mark: u8| cells.clone().enumerate().filter(|(_, byte)| *byte == mark).fold(0, |set, (cell, _)| set | 1 << cell);
        let (width, height, length) = (number(0), number(1), number(2));
        let (of, lines) = (b"xo".map(stones), lines(width, height, length));
        Marks { width, height, length, misere: words.contains(&"misere=1"), of, lines }
    }

    fn end(&self) -> Option<i32> {
        if self.has_line() {
            return Some(if self.misere { 1 } else { -1 });
        }
        self.free().next().is_none().then_some(0)
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let player = usize::from(self.of[0].count_ones() > self.of[1].count_ones());
        self.free().map(|cell| Step::new(self.name(cell), self.with(player, cell))).collect()
    }

    fn key(&self) -> Self::Key {
        ([self.width, self.height, self.length, usize::from(self.misere)].map(|number| number as u8), self.of)
    }
}

//! Boards where lines win, or lose.

use super::brute::{Rules, Step};

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Marks {
    width: usize,
    height: usize,
    length: usize,
    misere: bool,
    cells: Vec<u8>,
}

impl Marks {
    fn has_line(&self) -> bool {
        let (width, height) = (self.width as isize, self.height as isize);
        let at = |x: isize, y: isize| {
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            if inside { self.cells[(y * width + x) as usize] } else { b'.' }
        };
        let line = |x: isize, y: isize, (dx, dy): (isize, isize)| {
            let mark = at(x, y);
            mark != b'.' && (1..self.length as isize).all(|step| at(x + step * dx, y + step * dy) == mark)
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places.into_iter().any(|(x, y)| [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&direction| line(x, y, direction)))
    }
}

impl Marks {
    /// Lists the free cells that complete a line of a mark.
    pub fn completions(&self, mark: u8) -> Vec<String> {
        let completes = |&cell: &usize| {
            let mut next = self.clone();
            next.cells[cell] = mark;
            next.has_line()
        };
        let free = (0..self.cells.len()).filter(|&cell| self.cells[cell] == b'.');
        free.filter(completes).map(|cell| self.name(cell)).collect()
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.width) as u8), cell / self.width + 1)
    }
}

impl Rules for Marks {
    /// `3 3 3 misere=1 x.o/.x./...`
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |index: usize| words[index].parse().unwrap();
        let cells = words.last().unwrap().bytes().filter(|&byte| byte != b'/').collect();
        Marks { width: number(0), height: number(1), length: number(2), misere: words.contains(&"misere=1"), cells }
    }

    fn end(&self) -> Option<i32> {
        if self.has_line() {
            return Some(if self.misere { 1 } else { -1 });
        }
        (!self.cells.contains(&b'.')).then_some(0)
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let count = |mark: u8| self.cells.iter().filter(|&&cell| cell == mark).count();
        let mark = if count(b'x') == count(b'o') { b'x' } else { b'o' };
        let free = (0..self.cells.len()).filter(|&cell| self.cells[cell] == b'.');
        let step = |cell: usize| {
            let mut next = self.clone();
            next.cells[cell] = mark;
            Step::new(self.name(cell), next)
        };
        free.map(step).collect()
    }
}

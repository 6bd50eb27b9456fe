//! Corners and offsets put into a puzzle on purpose: by chance they are seldom what it hangs on.

use arrayvec::ArrayVec;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::numbers::{Draft, in_line};
use crate::games::hitori::board::neighbours;
use crate::games::hitori::deduce::Level;
use crate::grid::Cell;

/// Numbers that a plant replaced, with their cells.
type Replaced = ArrayVec<(Cell, Option<u16>), 2>;

/// Plants for each cell of the grid before a puzzle is given up.
const PLANTS_A_CELL: usize = 8;

/// Of so many plants one is a corner.
const CORNER_SHARE: u32 = 8;

impl Draft<'_> {
    /// Plants corners and offsets into a puzzle that the easy rules solve, until it hangs on one; whether it came to that.
    pub(super) fn toughen(&mut self) -> bool {
        for _ in 0..PLANTS_A_CELL * self.truth.size().area() {
            if self.budget.is_over() {
                return false;
            }
            let replaced = self.plant();
            if replaced.is_empty() || self.deduced(Level::Easy).is_none() {
                continue;
            }
            if self.deduced(Level::Medium).is_none() {
                return true;
            }
            replaced.into_iter().rev().for_each(|(cell, clue)| self.grid.set(cell, clue));
        }
        false
    }

    fn plant(&mut self) -> Replaced {
        let planted = if self.random.random_ratio(1, CORNER_SHARE) { self.plant_corner() } else { self.plant_offset() };
        planted.unwrap_or_default()
    }

    /// A corner and one of its neighbours get the same number.
    fn plant_corner(&mut self) -> Option<Replaced> {
        let size = self.truth.size();
        let (right, bottom) = (size.width - 1, size.height - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corner = corners.choose(self.random).and_then(|&(x, y)| size.cell(x, y))?;
        let beside: ArrayVec<Cell, 4> = neighbours(size, corner).collect();
        let next = *beside.choose(self.random)?;
        let mut replaced = Replaced::new();
        self.pair(corner, next, &mut replaced).then_some(replaced)
    }

    /// Beside a white cell one number, or two, become those of two cells that lie side by side elsewhere.
    ///
    /// ```text
    /// 4 . 2   . 4    . is the white cell, the 2 on its right is black
    /// 1 4 .   . 2
    /// ```
    fn plant_offset(&mut self) -> Option<Replaced> {
        let size = self.truth.size();
        let spot = Cell(self.random.random_range(0..size.area() as u16));
        if self.truth.is_black(spot) {
            return None;
        }
        let mut beside: ArrayVec<Cell, 4> = neighbours(size, spot).collect();
        beside.shuffle(self.random);
        let [first, second, ..] = beside[..] else { return None };
        if !self.truth.is_black(second) {
            return None;
        }
        let twins: Vec<Cell> = in_line(size, first).filter(|&other| other != spot && other != second).collect();
        let a = *twins.choose(self.random)?;
        let in_line_with_second = |&other: &Cell| size.x(other) == size.x(second) || size.y(other) == size.y(second);
        let fits = |other: &Cell| *other != spot && *other != first && *other != second && in_line_with_second(other);
        let near: ArrayVec<Cell, 4> = neighbours(size, a).filter(fits).filter(|&other| !self.truth.is_black(other)).collect();
        let b = *near.choose(self.random)?;
        let mut replaced = Replaced::new();
        (self.pair(first, a, &mut replaced) && self.pair(second, b, &mut replaced)).then_some(replaced)
    }

    /// Gives the black one of two cells the number of the white one; whether they are so.
    fn pair(&mut self, one: Cell, other: Cell, replaced: &mut Replaced) -> bool {
        let (black, white) = match (self.truth.is_black(one), self.truth.is_black(other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => {
                replaced.drain(..).for_each(|(cell, clue)| self.grid.set(cell, clue));
                return false;
            }
        };
        replaced.push((black, self.grid.clue(black)));
        self.grid.set(black, self.grid.clue(white));
        true
    }
}

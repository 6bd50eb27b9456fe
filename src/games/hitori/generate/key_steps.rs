//! Makes puzzles harder: changes numbers until a step of the medium rules, a corner or an offset, is needed. A random puzzle
//! seldom needs one.
//!
//! The pattern of the step is written into the numbers, and the black cells near it lose their numbers, so that the easy rules no
//! longer find the cell that the step shows to be white. Then each of these black cells gets a number again, one after another:
//! that of a white cell in its lines which the rules have found by then, if possible only by the new step. A number with which
//! the easy rules would find the step's cell is not used.

use arrayvec::ArrayVec;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::numbers::{Draft, in_line};
use crate::games::hitori::board::{Mark, Marks, neighbors};
use crate::grid::Cell;
use crate::puzzle::Level;

/// Steps that are tried for each cell of the grid before a puzzle is given up.
const ATTEMPTS_PER_CELL: usize = 8;

/// One in this many of the steps is a corner.
const CORNER_SHARE: u32 = 8;

/// Cells of a grid for each step that it is to need.
const CELLS_PER_KEY_STEP: usize = 200;

/// Most steps that are written into one puzzle.
const MAX_KEY_STEPS: usize = 12;

/// Distance along each axis within which black cells lose their numbers.
const REACH: usize = 2;

/// White cells whose number is tried for one black cell.
const MAX_CANDIDATES: usize = 8;

/// A corner or an offset that the puzzle is to need.
struct KeyStep {
    /// The cell that it shows to be white.
    target: Cell,
    /// The cells whose numbers make it, two or four.
    cells: ArrayVec<Cell, 4>,
}

impl Draft<'_> {
    /// Changes a puzzle that the easy rules solve until it needs corners or offsets. Returns false if it needs none in the end.
    pub(super) fn add_medium_steps(&mut self) -> bool {
        let area = self.solution.size().area();
        let wanted = (1 + area / CELLS_PER_KEY_STEP).min(MAX_KEY_STEPS);
        let mut key_steps = 0;
        for _ in 0..ATTEMPTS_PER_CELL * area {
            if self.budget.is_over() {
                return false;
            }
            let before = self.grid.clone();
            let added = self.add_key_step();
            if added.is_some_and(|step| self.make_necessary(&step)) {
                key_steps += 1;
            } else {
                self.grid = before;
            }
            if key_steps == wanted {
                break;
            }
        }
        key_steps > 0
    }

    /// Renumbers the black cells near a step so that the medium rules solve the puzzle, and the easy ones do not find the step's cell.
    /// Returns false if that fails.
    fn make_necessary(&mut self, step: &KeyStep) -> bool {
        // The easy rules must not find the cell without these numbers, nor after any of them is added again.
        let mut unnumbered = self.clear_numbers_around(step);
        let Some(mut easy_marks) = self.deduce_without(Level::Easy, step.target) else { return false };
        // `deduce` returns marks only if the rules leave the puzzle unsolved. While black cells lack a number, the medium rules
        // stop before the end, and must have found the cell by then. Then one black cell gets a number, and the rules run again.
        while let Some(known) = self.deduce(Level::Medium) {
            if known.get(step.target) == Mark::Unknown || self.budget.is_over() {
                return false;
            }
            unnumbered.shuffle(self.random);
            let next = unnumbered.iter().position(|&cell| match self.number_cell(cell, &known, &easy_marks, step.target) {
                Some(now) => {
                    easy_marks = now;
                    true
                }
                None => false,
            });
            let Some(next) = next else { return false };
            unnumbered.swap_remove(next);
        }
        true
    }

    /// Takes away the numbers of the black cells near a step, except of those that make it. Returns the cells.
    fn clear_numbers_around(&mut self, step: &KeyStep) -> Vec<Cell> {
        let size = self.solution.size();
        let near = |cell: Cell, other: Cell| {
            size.x(cell).abs_diff(size.x(other)) <= REACH && size.y(cell).abs_diff(size.y(other)) <= REACH
        };
        let around = |&cell: &Cell| near(cell, step.target) || step.cells.iter().any(|&other| near(cell, other));
        let unnumbered: Vec<Cell> =
            self.solution.cells(Mark::Black).filter(around).filter(|cell| !step.cells.contains(cell)).collect();
        unnumbered.iter().for_each(|&cell| self.renumber(cell, None));
        unnumbered
    }

    /// Gives a black cell the number of a white cell in its lines that is known, so that the easy rules still do not find `target`.
    /// White cells that the easy rules do not find are tried first. Returns the marks that the easy rules find then.
    fn number_cell(&mut self, cell: Cell, known: &Marks, easy_marks: &Marks, target: Cell) -> Option<Marks> {
        let mut from: Vec<Cell> = in_line(self.solution.size(), cell).filter(|&other| known.get(other) == Mark::White).collect();
        from.shuffle(self.random);
        from.sort_by_key(|&other| easy_marks.get(other) == Mark::White);
        from.truncate(MAX_CANDIDATES);
        for other in from {
            self.renumber(cell, self.grid.clue(other));
            if let Some(now) = self.deduce_without(Level::Easy, target) {
                return Some(now);
            }
        }
        self.renumber(cell, None);
        None
    }

    /// Returns the marks that the rules up to a level find, unless the cell `target` is among them.
    fn deduce_without(&self, level: Level, target: Cell) -> Option<Marks> {
        self.deduce(level).filter(|known| known.get(target) == Mark::Unknown)
    }

    fn add_key_step(&mut self) -> Option<KeyStep> {
        if self.random.random_ratio(1, CORNER_SHARE) { self.add_corner() } else { self.add_offset() }
    }

    /// Gives a corner and one of its neighbours the same number, which shows the other neighbour to be white.
    fn add_corner(&mut self) -> Option<KeyStep> {
        let size = self.solution.size();
        let (right, bottom) = (size.width - 1, size.height - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corner = corners.choose(self.random).and_then(|&(x, y)| size.cell(x, y))?;
        let mut beside: ArrayVec<Cell, 4> = neighbors(size, corner).collect();
        beside.shuffle(self.random);
        let &[next, target] = &beside[..] else { return None };
        self.copy_number(corner, next).then(|| KeyStep { target, cells: [corner, next].into_iter().collect() })
    }

    /// Gives two neighbours of a white cell the numbers of two cells that lie side by side elsewhere in their lines.
    ///
    /// ```text
    /// 4 . 2   . 4    . is the white cell, the 2 on its right is black
    /// 1 4 .   . 2
    /// ```
    fn add_offset(&mut self) -> Option<KeyStep> {
        let size = self.solution.size();
        let target = Cell(self.random.random_range(0..size.area() as u16));
        if self.solution.is_black(target) {
            return None;
        }
        let mut beside: ArrayVec<Cell, 4> = neighbors(size, target).collect();
        beside.shuffle(self.random);
        let [first, second, ..] = beside[..] else { return None };
        if !self.solution.is_black(second) {
            return None;
        }
        let twins: Vec<Cell> = in_line(size, first).filter(|&other| other != target && other != second).collect();
        let a = *twins.choose(self.random)?;
        let in_line_with_second = |&other: &Cell| size.x(other) == size.x(second) || size.y(other) == size.y(second);
        let fits = |other: &Cell| *other != target && *other != first && *other != second && in_line_with_second(other);
        let near: ArrayVec<Cell, 4> = neighbors(size, a).filter(fits).filter(|&other| !self.solution.is_black(other)).collect();
        let b = *near.choose(self.random)?;
        let cells = [first, second, a, b].into_iter().collect();
        (self.copy_number(first, a) && self.copy_number(second, b)).then_some(KeyStep { target, cells })
    }

    /// Gives the black one of two cells the number of the white one. Returns false if they have one colour.
    fn copy_number(&mut self, one: Cell, other: Cell) -> bool {
        let (black, white) = match (self.solution.is_black(one), self.solution.is_black(other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => return false,
        };
        self.renumber(black, self.grid.clue(white));
        true
    }
}

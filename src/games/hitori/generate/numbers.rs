//! Numbers for a pattern of black cells: the white cells of a line get different ones, and the black cells such that the rules of
//! one level, and not those of the level below, find the pattern.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use crate::games::hitori::board::{Grid, Mark, Marks};
use crate::games::hitori::deduce::{PaddedGrid, State, deduce};
use crate::grid::{Cell, Size};
use crate::puzzle::{Level, Progress};
use crate::search::Budget;

/// Repairs of one puzzle before it is given up.
const MAX_REPAIRS: usize = 400;

/// Random changes of a puzzle that is too easy, before it is given up.
const MAX_DISTURBANCES: usize = 40;

/// One in this many of the open black cells is changed by a repair. With more changes at once the rules run less often, and the puzzle
/// becomes easier.
const REPAIR_SHARE: usize = 12;

/// One in this many of the black cells is changed by a disturbance.
const DISTURBANCE_SHARE: usize = 16;

/// Assigns numbers to the cells of a solution so that the puzzle is of exactly this difficulty. Returns `None` if no attempt succeeds.
pub(super) fn assign_numbers(solution: &Marks, level: Level, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Grid> {
    let mut draft = Draft { grid: shuffled_square(solution.size(), random), solution, random, budget };
    let blacks: Vec<Cell> = solution.cells(Mark::Black).collect();
    blacks.iter().for_each(|&cell| draft.copy_any(cell));
    if level == Level::Medium {
        return (draft.repair(Level::Easy) && draft.add_medium_steps()).then_some(draft.grid);
    }
    for _ in 0..MAX_DISTURBANCES {
        if !draft.repair(level) {
            return None;
        }
        let easier = Level::ALL.into_iter().rfind(|&other| other < level);
        if easier.is_none_or(|easier| draft.deduce(easier).is_some()) {
            return Some(draft.grid);
        }
        for _ in 0..=blacks.len() / DISTURBANCE_SHARE {
            if let Some(&cell) = blacks.choose(draft.random) {
                draft.copy_any(cell);
            }
        }
    }
    None
}

/// Returns a cyclic Latin square with shuffled rows, columns and numbers, cut to size.
pub(super) fn shuffled_square(size: Size, random: &mut Pcg64Mcg) -> Grid {
    let side = size.width.max(size.height);
    let mut order = || {
        let mut order: Vec<usize> = (0..side).collect();
        order.shuffle(random);
        order
    };
    let (rows, columns, numbers) = (order(), order(), order());
    let clue = |cell| Some(1 + numbers[(rows[size.y(cell)] + columns[size.x(cell)]) % side] as u16);
    Grid::new(size, size.cells().map(clue).collect())
}

/// A puzzle in the making. The white cells of the solution keep the numbers of the square that it begins with, no two of which are equal
/// in a line: so the solution stays one, whatever numbers the black cells get.
pub(super) struct Draft<'a> {
    pub(super) grid: Grid,
    pub(super) solution: &'a Marks,
    pub(super) random: &'a mut Pcg64Mcg,
    pub(super) budget: &'a Budget,
}

impl Draft<'_> {
    /// Returns the marks that the rules up to a level find; `None` if they solve the puzzle.
    pub(super) fn deduce(&self, level: Level) -> Option<Marks> {
        let padded = PaddedGrid::new(&self.grid);
        let mut state = State::new(&padded);
        match deduce(&mut state, level, self.budget) {
            Ok(Progress::Solved) => None,
            _ => Some(state.marks()),
        }
    }

    /// Gives a black cell another number, or none.
    pub(super) fn renumber(&mut self, cell: Cell, clue: Option<u16>) {
        debug_assert!(self.solution.is_black(cell), "a white cell keeps its number");
        self.grid.set(cell, clue);
    }

    /// Changes numbers of black cells until the rules solve the puzzle. Returns false if they do not in the end.
    fn repair(&mut self, level: Level) -> bool {
        for _ in 0..MAX_REPAIRS {
            if self.budget.is_over() {
                return false;
            }
            let Some(known) = self.deduce(level) else { return true };
            let mut open: Vec<Cell> = self.solution.cells(Mark::Black).filter(|&cell| known.get(cell) == Mark::Unknown).collect();
            open.shuffle(self.random);
            let quota = 1 + open.len() / REPAIR_SHARE;
            let changed = open.iter().filter(|&&cell| self.copy_known(cell, &known)).take(quota).count();
            if changed == 0 && !open.iter().any(|&cell| self.make_sandwich(cell)) {
                return false;
            }
        }
        false
    }

    /// Gives a black cell the number of any white cell in its lines.
    fn copy_any(&mut self, cell: Cell) {
        let from: Vec<Cell> = in_line(self.solution.size(), cell).filter(|&other| !self.solution.is_black(other)).collect();
        if let Some(&from) = from.choose(self.random) {
            self.renumber(cell, self.grid.clue(from));
        }
    }

    /// Gives a black cell the number of a cell in its lines that is known to be white. Returns false if there is none.
    fn copy_known(&mut self, cell: Cell, known: &Marks) -> bool {
        let from: Vec<Cell> = in_line(self.solution.size(), cell).filter(|&other| known.get(other) == Mark::White).collect();
        let chosen = from.choose(self.random).copied();
        if let Some(from) = chosen {
            self.renumber(cell, self.grid.clue(from));
        }
        chosen.is_some()
    }

    /// Gives a black cell the number of a white cell two steps away, which makes the cell between them white by the sandwich rule.
    /// Returns false if no cell two steps away is white.
    fn make_sandwich(&mut self, cell: Cell) -> bool {
        let size = self.solution.size();
        let mut steps = [(-2, 0), (2, 0), (0, -2), (0, 2)];
        steps.shuffle(self.random);
        let mut opposite = steps.into_iter().filter_map(|(dx, dy)| size.step(cell, dx, dy));
        let found = opposite.find(|&other| !self.solution.is_black(other));
        if let Some(other) = found {
            self.renumber(cell, self.grid.clue(other));
        }
        found.is_some()
    }
}

/// Returns the other cells of a cell's row and column.
pub(super) fn in_line(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let (x, y) = (size.x(cell), size.y(cell));
    let row = (0..size.width).filter(move |&other| other != x).filter_map(move |other| size.cell(other, y));
    row.chain((0..size.height).filter(move |&other| other != y).filter_map(move |other| size.cell(x, other)))
}

/// Returns a number from 1 to `most`.
pub(super) fn any_number(most: usize, random: &mut Pcg64Mcg) -> u16 {
    random.random_range(1..=most as u16)
}

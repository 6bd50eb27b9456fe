//! Corners and offsets put into a puzzle on purpose: by chance they are seldom what it hangs on.
//!
//! One is planted, and the black cells around it lose their numbers, so that the easy rules do not come there any more. They
//! are numbered again, one at a time, after white cells that are known by then, best after those that the plant has told of;
//! a number by which the easy rules would find what the plant tells is not given.

use arrayvec::ArrayVec;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::numbers::{Draft, in_line};
use crate::games::hitori::board::{Mark, Marks, neighbours};
use crate::grid::Cell;
use crate::puzzle::Level;

/// Plants for each cell of the grid before a puzzle is given up.
const PLANTS_A_CELL: usize = 8;

/// Of so many plants one is a corner.
const CORNER_SHARE: u32 = 8;

/// Cells of a grid for each corner or offset that it hangs on.
const CELLS_A_HINGE: usize = 200;

/// Corners and offsets that a puzzle hangs on at most, as far as they are made on purpose.
const MAX_HINGES: usize = 12;

/// Steps along each axis within which black cells around a plant lose their numbers.
const REACH: usize = 2;

/// White cells whose number is tried for one black cell.
const MAX_TIES: usize = 8;

/// A corner or an offset.
struct Plant {
    /// What it tells to be white.
    spot: Cell,
    /// The cells that make it, two or four.
    cells: ArrayVec<Cell, 4>,
}

impl Draft<'_> {
    /// Makes a puzzle that the easy rules solve hang on corners and offsets; whether it hangs on one.
    pub(super) fn toughen(&mut self) -> bool {
        let area = self.truth.size().area();
        let wanted = (1 + area / CELLS_A_HINGE).min(MAX_HINGES);
        let mut hinges = 0;
        for _ in 0..PLANTS_A_CELL * area {
            if self.budget.is_over() {
                return false;
            }
            let before = self.grid.clone();
            let planted = self.plant();
            if planted.is_some_and(|plant| self.hangs_on(&plant)) {
                hinges += 1;
            } else {
                self.grid = before;
            }
            if hinges == wanted {
                break;
            }
        }
        hinges > 0
    }

    /// Numbers the black cells around a plant so that the medium rules solve the puzzle, and the easy ones do not find what the
    /// plant tells; whether that came about.
    fn hangs_on(&mut self, plant: &Plant) -> bool {
        let mut bare = self.lay_bare(plant);
        let Some(mut easily) = self.deduce_without(Level::Easy, plant.spot) else { return false };
        while let Some(known) = self.deduce(Level::Medium) {
            if known.get(plant.spot) == Mark::Unknown || self.budget.is_over() {
                return false;
            }
            bare.shuffle(self.random);
            let next = bare.iter().position(|&cell| match self.tie(cell, &known, &easily, plant.spot) {
                Some(now) => {
                    easily = now;
                    true
                }
                None => false,
            });
            let Some(next) = next else { return false };
            bare.swap_remove(next);
        }
        true
    }

    /// Takes the numbers of the black cells around a plant away, but not of those that make it; these cells.
    fn lay_bare(&mut self, plant: &Plant) -> Vec<Cell> {
        let size = self.truth.size();
        let near = |cell: Cell, other: Cell| {
            size.x(cell).abs_diff(size.x(other)) <= REACH && size.y(cell).abs_diff(size.y(other)) <= REACH
        };
        let around = |&cell: &Cell| near(cell, plant.spot) || plant.cells.iter().any(|&other| near(cell, other));
        let bare: Vec<Cell> = self.truth.cells(Mark::Black).filter(around).filter(|cell| !plant.cells.contains(cell)).collect();
        bare.iter().for_each(|&cell| self.grid.set(cell, None));
        bare
    }

    /// Gives a black cell the number of a white one in its lines that is known, by which the easy rules do not come to a spot;
    /// what they find then. Cells that they do not find go first.
    fn tie(&mut self, cell: Cell, known: &Marks, easily: &Marks, spot: Cell) -> Option<Marks> {
        let mut from: Vec<Cell> = in_line(self.truth.size(), cell).filter(|&other| known.get(other) == Mark::White).collect();
        from.shuffle(self.random);
        from.sort_by_key(|&other| easily.get(other) == Mark::White);
        from.truncate(MAX_TIES);
        for other in from {
            self.grid.set(cell, self.grid.clue(other));
            if let Some(now) = self.deduce_without(Level::Easy, spot) {
                return Some(now);
            }
        }
        self.grid.set(cell, None);
        None
    }

    /// Returns what the rules find, if a spot is not among it.
    fn deduce_without(&self, level: Level, spot: Cell) -> Option<Marks> {
        self.deduce(level).filter(|known| known.get(spot) == Mark::Unknown)
    }

    fn plant(&mut self) -> Option<Plant> {
        if self.random.random_ratio(1, CORNER_SHARE) { self.plant_corner() } else { self.plant_offset() }
    }

    /// Returns a corner and one of its neighbours get the same number, which tells of the other neighbour.
    fn plant_corner(&mut self) -> Option<Plant> {
        let size = self.truth.size();
        let (right, bottom) = (size.width - 1, size.height - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corner = corners.choose(self.random).and_then(|&(x, y)| size.cell(x, y))?;
        let mut beside: ArrayVec<Cell, 4> = neighbours(size, corner).collect();
        beside.shuffle(self.random);
        let &[next, spot] = &beside[..] else { return None };
        self.pair(corner, next).then(|| Plant { spot, cells: [corner, next].into_iter().collect() })
    }

    /// Beside a white cell one number, or two, become those of two cells that lie side by side elsewhere.
    ///
    /// ```text
    /// 4 . 2   . 4    . is the white cell, the 2 on its right is black
    /// 1 4 .   . 2
    /// ```
    fn plant_offset(&mut self) -> Option<Plant> {
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
        let cells = [first, second, a, b].into_iter().collect();
        (self.pair(first, a) && self.pair(second, b)).then_some(Plant { spot, cells })
    }

    /// Gives the black one of two cells the number of the white one; whether they are so.
    fn pair(&mut self, one: Cell, other: Cell) -> bool {
        let (black, white) = match (self.truth.is_black(one), self.truth.is_black(other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => return false,
        };
        self.grid.set(black, self.grid.clue(white));
        true
    }
}

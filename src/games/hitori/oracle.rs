//! The oracle of the tests: all solutions by plain enumeration with the checker.

use super::board::{Grid, Mark, Marks};
use super::check::{Verdict, check};
use crate::grid::{Cell, Size};

/// Returns all solutions of a tiny grid.
pub fn solutions(grid: &Grid) -> Vec<Marks> {
    let mut found = Vec::new();
    extend(grid, &mut Marks::all_unknown(grid.size()), 0, &mut found);
    found
}

fn extend(grid: &Grid, marks: &mut Marks, at: usize, found: &mut Vec<Marks>) {
    let verdict = check(grid, marks);
    if at == grid.size().area() {
        found.extend((verdict == Verdict::Solved).then(|| marks.clone()));
        return;
    }
    if matches!(verdict, Verdict::Wrong(_)) {
        return;
    }
    let cell = Cell(at as u16);
    for mark in [Mark::White, Mark::Black] {
        marks.set(cell, mark);
        extend(grid, marks, at + 1, found);
    }
    marks.set(cell, Mark::Unknown);
}

/// A linear congruential generator of random numbers.
pub(super) struct Dice(pub u64);

impl Dice {
    /// Returns the next number below `bound`.
    pub fn draw_below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// Returns a random grid of at most `side` rows and columns; few different numbers make many twins, and some cells are blank.
pub(super) fn random_grid(dice: &mut Dice, side: usize) -> Grid {
    let size = Size { width: 1 + dice.draw_below(side), height: 1 + dice.draw_below(side) };
    let numbers = 1 + dice.draw_below(size.width.max(size.height) + 1);
    let blanks = dice.draw_below(3) == 0;
    let clue = |dice: &mut Dice| if blanks && dice.draw_below(5) == 0 { None } else { Some(1 + dice.draw_below(numbers) as u16) };
    let clues = (0..size.area()).map(|_| clue(dice)).collect();
    Grid::new(size, clues)
}

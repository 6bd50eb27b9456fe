//! The two procedures of Montagnes and Segonne (2024), section 2.3.1, with bounds where theirs have none.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::numbers::{any_number, shuffled_square};
use crate::games::hitori::board::{Grid, Mark, Marks, neighbors};
use crate::games::hitori::walls;
use crate::grid::{Cell, Size};
use crate::search::Budget;

/// Share of black cells where none is asked for.
const DENSITY: f64 = 0.25;

/// Cells that are tried for each cell of the grid before the masking is given up.
const TRIES_A_CELL: usize = 50;

/// Masks random cells of a shuffled cyclic square until their share is reached, no two of them neighbours and the others connected,
/// and gives each a random number. Returns the puzzle with the share; `None` if no further cell can be masked, or the budget ends
/// first.
///
/// It has a solution, but seldom a unique one, because the random numbers do not depend on the white ones.
pub fn simple(size: Size, density: Option<f64>, random: &mut Pcg64Mcg, budget: &Budget) -> Option<(Grid, f64)> {
    let side = size.width.max(size.height);
    let mut grid = shuffled_square(size, random);
    let mut marks = Marks::new(size, vec![Mark::White; size.area()]);
    let wanted = (density.unwrap_or(DENSITY) * size.area() as f64).round() as usize;
    let (mut masked, mut tries) = (0, 0);
    while masked < wanted {
        tries += 1;
        if tries > TRIES_A_CELL * size.area() || budget.is_over() {
            return None;
        }
        let cell = Cell(random.random_range(0..size.area() as u16));
        let free = !marks.is_black(cell) && !neighbors(size, cell).any(|other| marks.is_black(other));
        if free && walls::wall_through(&marks, cell).is_none() {
            marks.set(cell, Mark::Black);
            grid.set(cell, Some(any_number(side, random)));
            masked += 1;
        }
    }
    Some((grid, masked as f64 / size.area() as f64))
}

/// Returns random numbers from 1 to the longer side n, under three conditions: each occurs, none more than n + 3 times, and none
/// more than twice in a line. The puzzle need not have a solution. `None` if the last cells cannot be filled so, or the budget ends
/// first.
pub(crate) fn alternative(size: Size, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Grid> {
    let side = size.width.max(size.height);
    let mut grid = Grid::new(size, vec![None; size.area()]);
    let mut total = vec![0; side + 1];
    let mut in_row = vec![vec![0; side + 1]; size.height];
    let mut in_column = vec![vec![0; side + 1]; size.width];
    for cell in size.cells() {
        if budget.is_over() {
            return None;
        }
        let (x, y) = (size.x(cell), size.y(cell));
        let fits = |&number: &usize| total[number] < side + 3 && in_row[y][number] < 2 && in_column[x][number] < 2;
        let free: Vec<usize> = (1..=side).filter(fits).collect();
        let number = *free.choose(random)?;
        total[number] += 1;
        in_row[y][number] += 1;
        in_column[x][number] += 1;
        grid.set(cell, Some(number as u16));
    }
    total[1..].iter().all(|&count| count > 0).then_some(grid)
}

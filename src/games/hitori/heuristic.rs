//! The heuristic of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), section 2.3.4, made to respect the rules.
//!
//! Numbers are masked in the order of how often they occur in the grid: first corners whose number occurs both in their row and in
//! their column, then other such cells, then cells whose number occurs in one of the two. As in the report, a cell is masked only
//! if the rules allow it. The report does not say which occurrences count; here those that are not masked yet do. No mask is ever
//! removed, so it solves few grids: the caller checks the result.

use super::board::{Grid, Mark, Marks, neighbors};
use super::walls;
use crate::grid::Cell;

/// Masks a grid by the heuristic: no two black cells are neighbours and the whites are connected, but numbers may be left twice in
/// a line.
#[must_use]
pub fn mask(grid: &Grid) -> Marks {
    let size = grid.size();
    let mut marks = Marks::new(size, vec![Mark::White; size.area()]);
    let mut order: Vec<Cell> = size.cells().filter(|&cell| grid.clue(cell).is_some()).collect();
    let most = grid.clues().iter().flatten().max().map_or(0, |&most| most as usize + 1);
    let mut often = vec![0_usize; most];
    grid.clues().iter().flatten().for_each(|&clue| often[clue as usize] += 1);
    order.sort_by_key(|&cell| std::cmp::Reverse(grid.clue(cell).map_or(0, |clue| often[clue as usize])));
    let is_corner = |cell: &Cell| neighbors(size, *cell).count() <= 2;
    for cell in order.iter().copied().filter(is_corner) {
        mask_where(grid, &mut marks, cell, |in_row, in_column| in_row && in_column);
    }
    for &cell in &order {
        mask_where(grid, &mut marks, cell, |in_row, in_column| in_row && in_column);
    }
    for &cell in &order {
        mask_where(grid, &mut marks, cell, |in_row, in_column| in_row || in_column);
    }
    marks
}

/// Masks a white cell if the rules allow it and `wanted` holds: its arguments say whether the cell has a twin in its row and in its
/// column.
fn mask_where(grid: &Grid, marks: &mut Marks, cell: Cell, wanted: impl Fn(bool, bool) -> bool) {
    let size = grid.size();
    let (x, y) = (size.x(cell), size.y(cell));
    let is_twin = |other: &Cell| *other != cell && !marks.is_black(*other) && grid.clue(*other) == grid.clue(cell);
    let in_row = (0..size.width).filter_map(|x| size.cell(x, y)).any(|other| is_twin(&other));
    let in_column = (0..size.height).filter_map(|y| size.cell(x, y)).any(|other| is_twin(&other));
    let free = !marks.is_black(cell) && !neighbors(size, cell).any(|other| marks.is_black(other));
    if wanted(in_row, in_column) && free && walls::wall_through(marks, cell).is_none() {
        marks.set(cell, Mark::Black);
    }
}

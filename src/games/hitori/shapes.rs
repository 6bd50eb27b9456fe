//! The shapes of black cells that B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), forbid because they disconnect the
//! white cells: those of section 2.3.2, which their program has, and the larger ones of section 3.1.

use crate::grid::{Cell, Size};

/// Cells that must not all be black.
pub type Shape = Vec<Cell>;

/// Longest side of a shape of the annex, in cells: there are too many of them in large grids otherwise.
const LONGEST_SIDE: usize = 6;

/// Returns the shapes that the report has coded.
///
/// ```text
/// x . .     . x .     x . x
/// . x .     x . x     . x .   and the same at the other rims
/// . . x     . x .
/// diagonal  diamond   triangle
/// ```
#[must_use]
pub(super) fn coded_shapes(size: Size) -> Vec<Shape> {
    let mut shapes = diagonals(size);
    for cell in size.cells() {
        shapes.extend(rectangle(size, cell, 2, 2));
    }
    shapes.extend(triangles(size, 2));
    shapes
}

/// Returns the larger ones: diamonds and rectangles, triangles, and lines that go to and fro from rim to rim.
#[must_use]
pub(super) fn annex(size: Size) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for cell in size.cells() {
        for (a, b) in (2..=LONGEST_SIDE).flat_map(|a| (2..=LONGEST_SIDE).map(move |b| (a, b))) {
            shapes.extend(rectangle(size, cell, a, b).filter(|_| (a, b) != (2, 2)));
        }
    }
    (3..=LONGEST_SIDE).for_each(|side| shapes.extend(triangles(size, side)));
    for phase in 0..2 {
        for y in 0..size.height.saturating_sub(1) {
            shapes.extend(collect_cells((0..size.width).map(|x| size.cell(x, y + (x + phase) % 2))));
        }
        for x in 0..size.width.saturating_sub(1) {
            shapes.extend(collect_cells((0..size.height).map(|y| size.cell(x + (y + phase) % 2, y))));
        }
    }
    shapes
}

fn collect_cells(cells: impl Iterator<Item = Option<Cell>>) -> Option<Shape> {
    cells.collect()
}

/// Returns the cells from a place on, in steps.
fn path(size: Size, (x, y): (isize, isize), (dx, dy): (isize, isize), count: usize) -> impl Iterator<Item = Option<Cell>> {
    (0..count as isize).map(move |step| {
        let (x, y) = (x + step * dx, y + step * dy);
        usize::try_from(x).ok().zip(usize::try_from(y).ok()).and_then(|(x, y)| size.cell(x, y))
    })
}

/// Diagonals of two cells or more from rim to rim.
fn diagonals(size: Size) -> Vec<Shape> {
    let (width, height) = (size.width as isize, size.height as isize);
    let starts = (0..width).map(|x| (x, 0)).chain((1..height).flat_map(|y| [(0, y), (width - 1, y)]));
    let mut shapes = Vec::new();
    for (x, y) in starts {
        for dx in [-1, 1] {
            let longest = size.width.min(size.height);
            let shape: Shape = path(size, (x, y), (dx, 1), longest).map_while(|cell| cell).collect();
            if shape.len() > 1 {
                shapes.push(shape);
            }
        }
    }
    shapes
}

/// Returns a rectangle that stands on a corner, its top at a cell: `a` cells down to the right, `b` down to the left.
fn rectangle(size: Size, top: Cell, a: usize, b: usize) -> Option<Shape> {
    let (x, y) = (size.x(top) as isize, size.y(top) as isize);
    let (right, left) = (a as isize - 1, b as isize - 1);
    let sides = path(size, (x, y), (1, 1), a).chain(path(size, (x - left, y + left), (1, 1), a));
    let others = path(size, (x - 1, y + 1), (-1, 1), b - 2).chain(path(size, (x + right - 1, y + right + 1), (-1, 1), b - 2));
    collect_cells(sides.chain(others))
}

/// Triangles upon a rim: a line of `side` cells into the grid and as many back to the rim.
fn triangles(size: Size, side: usize) -> Vec<Shape> {
    let (width, height) = (size.width as isize, size.height as isize);
    let base = 2 * (side as isize - 1);
    let arms = |start: (isize, isize), end: (isize, isize), inward: (isize, isize), along: (isize, isize)| {
        let first = path(size, start, (inward.0 + along.0, inward.1 + along.1), side);
        let second = path(size, end, (inward.0 - along.0, inward.1 - along.1), side - 1);
        collect_cells(first.chain(second))
    };
    let mut shapes = Vec::new();
    for x in 0..width {
        shapes.extend(arms((x, 0), (x + base, 0), (0, 1), (1, 0)));
        shapes.extend(arms((x, height - 1), (x + base, height - 1), (0, -1), (1, 0)));
    }
    for y in 0..height {
        shapes.extend(arms((0, y), (0, y + base), (1, 0), (0, 1)));
        shapes.extend(arms((width - 1, y), (width - 1, y + base), (-1, 0), (0, 1)));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hitori::board::{Grid, Mark, Marks};
    use crate::games::hitori::check::{Fault, Verdict, check};

    #[test]
    fn every_shape_cuts() {
        let size = Size { width: 9, height: 8 };
        let blank = Grid::new(size, vec![None; size.area()]);
        let (coded, annex) = (coded_shapes(size), annex(size));
        // Diagonals, diamonds, triangles: counted by hand.
        assert_eq!(coded.len(), 2 * (9 + 8 - 3) + 7 * 6 + 2 * 7 + 2 * 6);
        assert!(annex.len() > 100 && !annex.iter().any(|shape| coded.contains(shape)));
        for shape in coded.iter().chain(&annex) {
            let mut marks = Marks::new(size, vec![Mark::White; size.area()]);
            shape.iter().for_each(|&cell| marks.set(cell, Mark::Black));
            assert_eq!(marks.count(Mark::Black), shape.len());
            assert!(matches!(check(&blank, &marks), Verdict::Wrong(Fault::Disconnected(_))), "{shape:?}");
        }
    }
}

//! The integer program of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), section 2.3.2, for comparison.
//!
//! A variable for each cell says whether it is black (their x(i, j, k), one for each number, say whether it is white). Each number
//! is white at most once in a line, neighbours are not both black, and there is nothing to optimize. To keep the white cells
//! connected the report forbids certain shapes of black cells. So does [`Model::Patterns`], with the shapes of its program, and
//! optionally those of its annex. No list of shapes is complete, so the answers are often wrong. [`Model::Connected`] forbids the
//! walls of black cells that an answer contains, and solves again until an answer contains none.

use super::board::{Grid, Mark, Marks};
use super::shapes;
use super::walls;
use crate::grid::Cell;
use crate::puzzle::{Answer, ilp};
use crate::sat::program::{Bit, Program, ProgramResult, Relation};
use crate::search::Budget;

/// How the white cells are kept connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// By cuts, added when an answer is disconnected.
    Connected,
    /// By forbidden shapes.
    Patterns {
        /// Whether the larger shapes of section 3.1 are forbidden too.
        annex: bool,
    },
}

/// Solves a grid by a model: `None`, `Unique` and `Several` are meant in its sense.
#[must_use]
pub fn solve(grid: &Grid, model: Model, budget: &Budget) -> Answer<Marks> {
    ilp::solve(Encoding::new(grid, model), budget)
}

/// A grid as rows of a program.
struct Encoding<'a> {
    model: Model,
    grid: &'a Grid,
    program: Program,
    bits: Vec<Bit>,
}

impl<'a> Encoding<'a> {
    fn new(grid: &'a Grid, model: Model) -> Self {
        let size = grid.size();
        let mut program = Program::default();
        let bits = size.cells().map(|_| program.new_bit()).collect();
        let mut encoding = Encoding { model, grid, program, bits };
        let row = |y: usize| (0..size.width).filter_map(|x| size.cell(x, y)).collect::<Vec<Cell>>();
        let column = |x: usize| (0..size.height).filter_map(|y| size.cell(x, y)).collect::<Vec<Cell>>();
        for line in (0..size.height).map(row).chain((0..size.width).map(column)) {
            encoding.add_line(&line);
        }
        if let Model::Patterns { annex } = model {
            shapes::coded_shapes(size).into_iter().for_each(|shape| encoding.forbid(&shape));
            if annex {
                shapes::annex(size).into_iter().for_each(|shape| encoding.forbid(&shape));
            }
        }
        // No shape requires a white cell. Only the board of one cell needs that requirement.
        if size.area() == 1 && model == Model::Connected {
            encoding.forbid(&[Cell(0)]);
        }
        encoding
    }

    fn sum(&self, cells: &[Cell]) -> Vec<(Bit, i32)> {
        cells.iter().map(|cell| (self.bits[cell.index()], 1)).collect()
    }

    /// Adds the constraints of a line: equal numbers and neighbours.
    fn add_line(&mut self, line: &[Cell]) {
        for pair in line.windows(2) {
            self.forbid(pair);
        }
        let mut by_clue: Vec<Cell> = line.iter().copied().filter(|&cell| self.grid.clue(cell).is_some()).collect();
        by_clue.sort_by_key(|&cell| self.grid.clue(cell));
        for equal in by_clue.chunk_by(|&a, &b| self.grid.clue(a) == self.grid.clue(b)).filter(|equal| equal.len() > 1) {
            self.program.add(self.sum(equal), Relation::AtLeast, equal.len() as i32 - 1);
        }
    }

    /// Demands that some cells are not all black.
    fn forbid(&mut self, shape: &[Cell]) {
        self.program.add(self.sum(shape), Relation::AtMost, shape.len() as i32 - 1);
    }
}

impl ilp::Encoding for Encoding<'_> {
    type Solution = Marks;

    fn program(&self) -> &Program {
        &self.program
    }

    fn decode(&self, values: &ProgramResult) -> Marks {
        let mark = |&bit: &Bit| if values.is_set(bit) { Mark::Black } else { Mark::White };
        Marks::new(self.grid.size(), self.bits.iter().map(mark).collect())
    }

    fn cut(&mut self, marks: &Marks) -> bool {
        let cuts = if self.model == Model::Connected { walls::list_walls(marks) } else { Vec::new() };
        cuts.iter().for_each(|wall| self.forbid(&wall.cells));
        !cuts.is_empty()
    }

    fn exclude(&mut self, marks: &Marks) {
        let colour = |cell: Cell| if marks.is_black(cell) { -1 } else { 1 };
        let terms = marks.size().cells().map(|cell| (self.bits[cell.index()], colour(cell))).collect();
        self.program.add(terms, Relation::AtLeast, 1 - marks.count(Mark::Black) as i32);
    }
}

//! The generator of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), section 1.3.1.
//!
//! It begins with one island. Then it draws random cells, and makes each an island that is joined to one it can reach in a straight
//! line, if there is any. The networks are trees, so that there is never a loop. Theirs restarts after a number of trials without a
//! limit, so it stalls at size 15 and density 0.3, or 21 and 0.2. This one gives up instead.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::draft::Draft;
use crate::games::hashi::board::Rules;
use crate::grid::{Cell, STEPS, Size};
use crate::search::Budget;

/// Random cells that are tried for each cell of the grid.
const TRIALS: usize = 20;

/// Runs the procedure once; `None` where its trials did not suffice for this many islands, or the budget ended first.
pub fn draw(size: Size, rules: Rules, islands: usize, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Draft> {
    let mut tree = TreeBuilder {
        size,
        islands: Vec::new(),
        is_island: vec![false; size.area()],
        occupied: vec![false; size.area()],
        links: Vec::new(),
    };
    tree.add_island(Cell(random.random_range(0..size.area() as u16)));
    for _ in 0..TRIALS * size.area() {
        if budget.is_over() {
            return None;
        }
        if tree.islands.len() == islands {
            return Some(Draft::new(size, rules, &tree.islands, &tree.links));
        }
        let cell = Cell(random.random_range(0..size.area() as u16));
        let reached = if tree.occupied[cell.index()] { Vec::new() } else { tree.list_reachable_islands(cell) };
        if let Some((way, from)) = reached.choose(random) {
            way.iter().for_each(|cell| tree.occupied[cell.index()] = true);
            tree.links.push((*from, cell, random.random_range(1..=rules.max_bridges)));
            tree.add_island(cell);
        }
    }
    (tree.islands.len() == islands).then(|| Draft::new(size, rules, &tree.islands, &tree.links))
}

/// Random islands with the tree that joins them, as it grows.
struct TreeBuilder {
    size: Size,
    islands: Vec<Cell>,
    is_island: Vec<bool>,
    occupied: Vec<bool>,
    links: Vec<(Cell, Cell, u8)>,
}

impl TreeBuilder {
    fn add_island(&mut self, cell: Cell) {
        self.islands.push(cell);
        self.is_island[cell.index()] = true;
        self.occupied[cell.index()] = true;
    }

    /// Returns the islands in line with a cell, each with the cells on the way, none of them occupied.
    fn list_reachable_islands(&self, cell: Cell) -> Vec<(Vec<Cell>, Cell)> {
        let mut found = Vec::new();
        for (dx, dy) in STEPS {
            let mut way = Vec::new();
            let ahead = std::iter::successors(self.size.step(cell, dx, dy), |&cell| self.size.step(cell, dx, dy));
            for next in ahead {
                if self.is_island[next.index()] {
                    found.push((std::mem::take(&mut way), next));
                    break;
                }
                if self.occupied[next.index()] {
                    break;
                }
                way.push(next);
            }
        }
        found
    }
}

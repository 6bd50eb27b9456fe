//! The game as a position of the shared alpha-beta search, for boards that are too large for the exact solver.
//!
//! The evaluation counts the lines on which only one player has marks: a line with `n` marks counts `4^n`.

use std::sync::Arc;

use super::board::{Cells, Marks, Rules, bit, cells};
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Position, Value, hash_words};

/// Binary logarithm of the factor by which each mark increases the value of a line.
const BITS: u32 = 2;

/// Moves that are searched; the others are searched only if all of these lose.
const WIDTH: usize = 20;

/// A position in a search.
#[derive(Clone, Debug)]
pub struct MnkPosition {
    rules: Arc<Rules>,
    marks: Marks,
    history: Vec<Cell>,
}

impl MnkPosition {
    /// Creates a position.
    #[must_use]
    pub fn new(rules: Arc<Rules>, marks: Marks) -> Self {
        MnkPosition { rules, marks, history: Vec::new() }
    }
}

/// Returns the heuristic for the player to move, in units of the search.
#[must_use]
pub fn estimate(rules: &Rules, marks: Marks) -> i32 {
    let (own, other) = marks.own_and_other();
    let weight = |count: u32| 1_i64 << (BITS * count);
    let sum: i64 = rules.lines.iter().fold(0, |sum, &line| match (line & own, line & other) {
        (mine, 0) if mine != 0 => sum + weight(mine.count_ones()),
        (0, others) if others != 0 => sum - weight(others.count_ones()),
        _ => sum,
    });
    let sum = sum.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32;
    if rules.variant.misere { -sum } else { sum }
}

impl Position for MnkPosition {
    type Move = Cell;

    fn key(&self) -> u64 {
        let halves = self.marks.0.iter().flat_map(|&set: &Cells| [set as u64, (set >> 64) as u64]);
        hash_words(halves)
    }

    fn to_move(&self) -> Color {
        self.marks.to_move()
    }

    fn terminal_value(&self) -> Option<Value> {
        let (_, other) = self.marks.own_and_other();
        let line = match self.history.last() {
            Some(&cell) => self.rules.completes_line(other, cell),
            None => self.rules.has_line(other),
        };
        if line {
            let loss = Value::loss_in(0);
            return Some(if self.rules.variant.misere { -loss } else { loss });
        }
        (self.marks.occupied_cells() == self.rules.all_cells()).then_some(Value::EVEN)
    }

    fn evaluate(&mut self) -> Value {
        Value::estimate(estimate(&self.rules, self.marks))
    }

    fn moves(&mut self, moves: &mut Vec<Cell>) -> usize {
        let (own, other) = self.marks.own_and_other();
        let free = self.rules.all_cells() & !self.marks.occupied_cells();
        if !self.rules.variant.misere {
            let rules = &self.rules;
            let completing = |marks: Cells| cells(free).filter(move |&cell| rules.completes_line(marks | bit(cell), cell));
            moves.extend(completing(own));
            if moves.is_empty() {
                moves.extend(completing(other));
            }
            if !moves.is_empty() {
                return moves.len();
            }
        }
        let sign = if self.rules.variant.misere { 1 } else { -1 };
        moves.extend(cells(free));
        moves.sort_by_cached_key(|&cell| sign * self.rules.cell_weight(cell, own, other));
        WIDTH
    }

    fn play(&mut self, mv: Cell) {
        self.marks = self.marks.play(mv);
        self.history.push(mv);
    }

    fn undo(&mut self) {
        if let Some(cell) = self.history.pop() {
            self.marks.0.iter_mut().for_each(|set| *set &= !bit(cell));
        }
    }

    fn horizon(&self) -> u32 {
        (self.rules.all_cells() & !self.marks.occupied_cells()).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::board::Variant;
    use crate::search::conformance;

    #[test]
    fn keeps_to_what_a_position_must() {
        let (course, misere) = (Variant::new(3, 3, 3, false), Variant::new(3, 3, 3, true));
        for variant in [course, misere, Variant::new(5, 4, 4, false), Variant::new(9, 9, 5, false)] {
            let rules = Arc::new(Rules::new(variant));
            let anew = |moves: &[Cell]| {
                let mut position = MnkPosition::new(rules.clone(), Marks::default());
                moves.iter().for_each(|&mv| position.play(mv));
                position
            };
            let half_turn = |cell: Cell| rules.variant.size.half_turn(cell);
            conformance::check(anew, half_turn, 20);
            conformance::check_lines(anew, 21);
        }
    }
}

//! The game as a position of the shared alpha-beta search, for positions that are too far from the end for the exact solver.
//!
//! The evaluation counts threats, the free cells that complete four in a line for a player. Odd threats (in the rows 1, 3, 5) count more
//! for the first player, even ones for the second: the player gets them if both fill the columns in turn (V. Allis, *A
//! Knowledge-based Approach of Connect-Four*). Stones near the middle count a little.

use super::bits::{Shape, Stones};
use super::board::Column;
use super::solver::table::hash;
use crate::color::Color;
use crate::search::{Position, Value};

/// Value of a threat that its owner gets if the columns are filled in turn.
const GOOD_THREAT: i32 = 60;

/// Value of any other threat.
const THREAT: i32 = 25;

/// Value of a stone for each column between it and the edge.
const MIDDLE: i32 = 3;

/// A position in a search.
#[derive(Clone, Debug)]
pub struct ConnectPosition {
    shape: Shape,
    stones: Stones,
    history: Vec<Stones>,
}

impl ConnectPosition {
    /// Creates a position.
    #[must_use]
    pub fn new(shape: Shape, stones: Stones) -> Self {
        ConnectPosition { shape, stones, history: Vec::new() }
    }

    /// Evaluates the stones of one side; `first` if it moved first.
    fn evaluate_side(&self, own: u64, first: bool) -> i32 {
        let threats = self.shape.completions(own, self.stones.all);
        let good = threats & rows(if first { 0 } else { 1 });
        let near = (0..self.shape.width).map(|column| {
            let depth = column.min(self.shape.width - 1 - column) as i32;
            depth * (own & self.shape.column(column)).count_ones() as i32
        });
        let count = |set: u64| set.count_ones() as i32;
        count(good) * GOOD_THREAT + count(threats & !good) * THREAT + near.sum::<i32>() * MIDDLE
    }
}

/// Returns every second row, from the first or the second.
const fn rows(first: u32) -> u64 {
    0x5555_5555_5555_5555 << first
}

impl Position for ConnectPosition {
    type Move = Column;

    fn key(&self) -> u64 {
        let key = self.stones.own.wrapping_add(self.stones.all);
        let mixed = hash(key);
        mixed ^ (mixed >> 29)
    }

    fn to_move(&self) -> Color {
        Color::BOTH[self.stones.count() as usize % 2]
    }

    fn terminal_value(&self) -> Option<Value> {
        if super::bits::has_four(self.stones.own ^ self.stones.all) {
            return Some(Value::loss_in(0));
        }
        (self.stones.all == self.shape.cells()).then_some(Value::EVEN)
    }

    fn evaluate(&mut self) -> Value {
        let first = self.to_move() == Color::Black;
        let other = self.stones.own ^ self.stones.all;
        Value::estimate(self.evaluate_side(self.stones.own, first) - self.evaluate_side(other, !first))
    }

    fn moves(&mut self, moves: &mut Vec<Column>) -> usize {
        let wins = self.shape.immediate_wins(self.stones);
        let safe = self.shape.non_losing_moves(self.stones);
        let landings = self.shape.landings(self.stones);
        let tried = [wins, safe, landings].into_iter().find(|&set| set != 0).unwrap_or(landings);
        for column in self.shape.columns() {
            if tried & self.shape.column(column) != 0 {
                moves.push(Column(column as u8));
            }
        }
        moves.len()
    }

    fn play(&mut self, mv: Column) {
        self.history.push(self.stones);
        let cell = self.shape.landings(self.stones) & self.shape.column(usize::from(mv.0));
        self.stones = self.stones.play(cell);
    }

    fn undo(&mut self) {
        if let Some(stones) = self.history.pop() {
            self.stones = stones;
        }
    }

    fn horizon(&self) -> u32 {
        self.shape.area() - self.stones.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::conformance;

    #[test]
    fn keeps_to_what_a_position_must() {
        for (width, height) in [(7, 6), (8, 7), (4, 4), (5, 3)] {
            let shape = Shape::new(width, height).unwrap();
            let anew = |moves: &[Column]| {
                let mut position = ConnectPosition::new(shape, Stones::default());
                moves.iter().for_each(|&mv| position.play(mv));
                position
            };
            conformance::check(anew, |mv| Column(width as u8 - 1 - mv.0), 30);
            conformance::check_lines(anew, 31);
        }
    }
}

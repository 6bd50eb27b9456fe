//! The game as the shared alpha-beta sees it, where the end is too far for the exact solver.
//!
//! The heuristic counts the cells that would complete four in a line for one player: those that this player gets if both
//! fill the columns in turn count more (V. Allis, *A Knowledge-based Approach of Connect-Four*: odd threats are the first
//! player's, even ones the second's), and so do lower ones. Stones near the middle count a little.

use super::bits::{Shape, Stones};
use super::board::Column;
use crate::color::Color;
use crate::search::{Position, Value};

/// Units of a threat that its owner gets if columns are filled in turn.
const GOOD_THREAT: i32 = 60;

/// Units of any other threat.
const THREAT: i32 = 25;

/// Units of a stone for each column between it and the rim.
const MIDDLE: i32 = 3;

/// A position in a search.
#[derive(Clone, Debug)]
pub struct ConnectPosition {
    shape: Shape,
    stones: Stones,
    past: Vec<Stones>,
}

impl ConnectPosition {
    /// Creates a position.
    #[must_use]
    pub fn new(shape: Shape, stones: Stones) -> Self {
        ConnectPosition { shape, stones, past: Vec::new() }
    }

    /// Returns the worth of the stones of one side; `first` if it moved first.
    fn worth(&self, own: u64, first: bool) -> i32 {
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
        let mixed = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
        Value::estimate(self.worth(self.stones.own, first) - self.worth(other, !first))
    }

    fn moves(&mut self, moves: &mut Vec<Column>) -> usize {
        let wins = self.shape.wins_now(self.stones);
        let safe = self.shape.safe_moves(self.stones);
        let landings = self.shape.landings(self.stones);
        let tried = [wins, safe, landings].into_iter().find(|&set| set != 0).unwrap_or(landings);
        for column in super::solver::middle_out(self.shape.width) {
            if tried & self.shape.column(column) != 0 {
                moves.push(Column(column as u8));
            }
        }
        moves.len()
    }

    fn play(&mut self, mv: Column) {
        self.past.push(self.stones);
        let cell = self.shape.landings(self.stones) & self.shape.column(usize::from(mv.0));
        self.stones = self.stones.after(cell);
    }

    fn undo(&mut self) {
        if let Some(stones) = self.past.pop() {
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
        }
    }
}

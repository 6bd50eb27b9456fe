//! Dots and Boxes for the shared alpha-beta search, which plays where the exact solver would take too long.
//!
//! A leaf is evaluated by random playouts ([`playout`]): safe lines are drawn until none is left, then the chains are counted back.
//! Captures are resolved first.

use std::sync::Arc;

use super::playout;
use super::solver::bits::Bits;
use super::solver::graph::{Graph, Strings, iter_bits};
use super::solver::mix::mix;
use super::solver::shape::Shape;
use super::solver::solve::{Capture, capture};
use crate::color::Color;
use crate::grid::convert_from_u16;
use crate::search::{Position, Value};

/// A move of the search: the string to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(pub u16);

convert_from_u16!(Cut);

/// Units of evaluation of one box.
pub(super) const UNITS: i32 = 100;

/// Playouts of one evaluation.
const PLAYOUTS: i32 = 6;

/// Moves that offer boxes and are searched where safe moves are left.
const MAX_OFFERS: usize = 2;

/// A position in a search.
#[derive(Clone, Debug)]
pub(super) struct DotsPosition<S: Bits = Strings> {
    graph: Arc<Graph<S>>,
    left: S,
    to_move: Color,
    /// Boxes of black less white's since the search began.
    lead: i32,
    history: Vec<(S, Color, i32)>,
}

impl<S: Bits> DotsPosition<S> {
    /// Returns a position with a player to move.
    #[must_use]
    pub fn new(graph: Arc<Graph<S>>, left: S, to_move: Color) -> Self {
        DotsPosition { graph, left, to_move, lead: 0, history: Vec::new() }
    }

    fn own_lead(&self) -> i32 {
        if self.to_move == Color::Black { self.lead } else { -self.lead }
    }

    /// Returns the expected margin of the player to move, in units.
    fn expected_margin(&self) -> i32 {
        let (taken, handout, rest) = resolve_captures(&self.graph, self.left);
        let value = evaluate_by_playouts(&self.graph, rest);
        let handout = handout as i32 * UNITS;
        taken as i32 * UNITS - handout + if handout > 0 { (handout + value).abs() } else { value }
    }
}

/// Takes all boxes that can be taken. Returns their number, how many of them a double-dealing move could leave, and the remaining
/// strings.
#[must_use]
pub(super) fn resolve_captures<S: Bits>(graph: &Graph<S>, mut left: S) -> (u32, u32, S) {
    let (mut taken, mut handout) = (0, 0);
    loop {
        let string = match capture(graph, left) {
            Capture::Nothing => return (taken, handout, left),
            Capture::Free(string) => string,
            Capture::Several(takes) => takes.lowest(),
            Capture::Choice(take, _) => {
                handout = graph.capturable(left).count() as u32 * 2;
                take
            }
        };
        taken += graph.gain(left, string);
        left &= !S::one(string);
    }
}

/// Returns the expected margin of the player to move if nothing can be taken, in units.
fn evaluate_by_playouts<S: Bits>(graph: &Graph<S>, left: S) -> i32 {
    playout::sum_margins(graph, left, PLAYOUTS) * UNITS / PLAYOUTS
}

impl<S: Bits> Position for DotsPosition<S> {
    type Move = Cut;

    fn key(&self) -> u64 {
        mix(mix(self.left.word()) ^ ((self.lead as u64) << 1 | self.to_move.index() as u64))
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn terminal_value(&self) -> Option<Value> {
        if self.left.is_empty() {
            return Some(Value::estimate(self.own_lead() * UNITS));
        }
        None
    }

    fn evaluate(&mut self) -> Value {
        Value::estimate(self.own_lead() * UNITS + self.expected_margin())
    }

    fn moves(&mut self, moves: &mut Vec<Cut>) -> usize {
        match capture(&self.graph, self.left) {
            Capture::Free(string) => moves.push(Cut(string.into())),
            Capture::Choice(take, leave) => moves.extend([take, leave].map(|string| Cut(string.into()))),
            Capture::Several(takes) => moves.extend(iter_bits(takes).map(|string| Cut(string.into()))),
            Capture::Nothing => {
                let shape = Shape::new(&self.graph, self.left);
                let mut openings: Vec<_> = shape.openings(self.left).collect();
                openings.sort_by_key(|(opening, ended)| (opening.offer.offered, std::cmp::Reverse(*ended), opening.cut));
                let safe = openings.iter().filter(|(opening, _)| opening.offer.offered == 0).count();
                let most = if safe > 0 { safe + MAX_OFFERS } else { openings.len() };
                moves.extend(openings.iter().take(most).map(|(opening, _)| Cut(opening.cut.into())));
            }
        }
        moves.len()
    }

    fn play(&mut self, mv: Cut) {
        self.history.push((self.left, self.to_move, self.lead));
        let gain = self.graph.gain(self.left, mv.0 as u8) as i32;
        self.left &= !S::one(mv.0 as u8);
        match (gain, self.to_move) {
            (0, mover) => self.to_move = mover.other(),
            (gain, Color::Black) => self.lead += gain,
            (gain, Color::White) => self.lead -= gain,
        }
    }

    fn undo(&mut self) {
        if let Some((left, to_move, lead)) = self.history.pop() {
            (self.left, self.to_move, self.lead) = (left, to_move, lead);
        }
    }

    fn horizon(&self) -> u32 {
        self.left.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::conformance;

    #[test]
    fn conforms_to_the_search() {
        for (rows, columns) in [(1, 3), (2, 3), (4, 4), (5, 5)] {
            let graph = Arc::new(Graph::grid(rows, columns));
            let anew = |moves: &[Cut]| {
                let mut position = DotsPosition::new(graph.clone(), graph.all_strings(), Color::Black);
                moves.iter().for_each(|&mv| position.play(mv));
                position
            };
            // Playouts are not mirrored with the board: only the identity keeps the evaluation.
            conformance::check(anew, |mv| mv, 1);
            // On larger boards the playouts take their time.
            if rows < 5 {
                conformance::check_lines(anew, 2);
            }
        }
    }
}

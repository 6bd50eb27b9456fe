//! Dots and Boxes as the shared alpha-beta sees it, where the end is too far for the exact solver.
//!
//! An undecided position is estimated by what happens when lines that give nothing away are drawn at random until
//! none is left: then the chains are counted back by the rules, exactly where they are simple. Captures are resolve_captures first.

use std::sync::Arc;

use super::solver::bits::Bits;
use super::solver::graph::{Graph, Strings, each};
use super::solver::key::mix;
use super::solver::playout;
use super::solver::shape::Shape;
use super::solver::solve::{Capture, capture};
use crate::color::Color;
use crate::search::{Position, Value};

/// A cut, packed for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(pub u16);

impl From<u16> for Cut {
    fn from(string: u16) -> Self {
        Cut(string)
    }
}

impl From<Cut> for u16 {
    fn from(cut: Cut) -> Self {
        cut.0
    }
}

/// What a box counts in an estimate.
pub const UNITS: i32 = 100;

/// Random continuations that an estimate looks at.
const SAMPLES: i32 = 6;

/// Moves that offer boxes, tried while others do not.
const MOST_OFFERS: usize = 2;

/// A position in a search.
#[derive(Clone, Debug)]
pub struct DotsPosition<S: Bits = Strings> {
    graph: Arc<Graph<S>>,
    left: S,
    to_move: Color,
    /// Boxes of black less white's since the search began.
    lead: i32,
    past: Vec<(S, Color, i32)>,
}

impl<S: Bits> DotsPosition<S> {
    /// A position with a player to move.
    #[must_use]
    pub fn new(graph: Arc<Graph<S>>, left: S, to_move: Color) -> Self {
        DotsPosition { graph, left, to_move, lead: 0, past: Vec::new() }
    }

    fn own_lead(&self) -> i32 {
        if self.to_move == Color::Black { self.lead } else { -self.lead }
    }

    /// The expected margin of the player to move, in units.
    fn expected(&self) -> i32 {
        let (taken, handout, rest) = resolve_captures(&self.graph, self.left);
        let value = expected_quiet(&self.graph, rest);
        let handout = handout as i32 * UNITS;
        taken as i32 * UNITS - handout + if handout > 0 { (handout + value).abs() } else { value }
    }
}

/// Takes all that can be taken: how many boxes, how many of them could be left at the end, and what remains.
#[must_use]
pub fn resolve_captures<S: Bits>(graph: &Graph<S>, mut left: S) -> (u32, u32, S) {
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

/// The expected margin of the player to move where nothing can be taken, in units.
#[must_use]
pub fn expected_quiet<S: Bits>(graph: &Graph<S>, left: S) -> i32 {
    playout::sum_margins(graph, left, SAMPLES) * UNITS / SAMPLES
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
        Value::estimate(self.own_lead() * UNITS + self.expected())
    }

    fn moves(&mut self, moves: &mut Vec<Cut>) -> usize {
        match capture(&self.graph, self.left) {
            Capture::Free(string) => moves.push(Cut(string.into())),
            Capture::Choice(take, leave) => moves.extend([take, leave].map(|string| Cut(string.into()))),
            Capture::Several(takes) => moves.extend(each(takes).map(|string| Cut(string.into()))),
            Capture::Nothing => {
                let shape = Shape::new(&self.graph, self.left);
                let mut openings: Vec<_> = shape.openings(self.left).collect();
                openings.sort_by_key(|(opening, ended)| (opening.offer.offered, std::cmp::Reverse(*ended), opening.cut));
                let safe = openings.iter().filter(|(opening, _)| opening.offer.offered == 0).count();
                let most = if safe > 0 { safe + MOST_OFFERS } else { openings.len() };
                moves.extend(openings.iter().take(most).map(|(opening, _)| Cut(opening.cut.into())));
            }
        }
        moves.len()
    }

    fn play(&mut self, mv: Cut) {
        self.past.push((self.left, self.to_move, self.lead));
        let gain = self.graph.gain(self.left, mv.0 as u8) as i32;
        self.left &= !S::one(mv.0 as u8);
        match (gain, self.to_move) {
            (0, mover) => self.to_move = mover.other(),
            (gain, Color::Black) => self.lead += gain,
            (gain, Color::White) => self.lead -= gain,
        }
    }

    fn undo(&mut self) {
        if let Some((left, to_move, lead)) = self.past.pop() {
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
    fn keeps_to_what_a_position_must() {
        for (rows, columns) in [(1, 3), (2, 3), (4, 4), (5, 5)] {
            let graph = Arc::new(Graph::grid(rows, columns));
            let anew = |moves: &[Cut]| {
                let mut position = DotsPosition::new(graph.clone(), graph.whole(), Color::Black);
                moves.iter().for_each(|&mv| position.play(mv));
                position
            };
            // The samples of an estimate are not mirrored: only the identity keeps it.
            conformance::check(anew, |mv| mv, 1);
        }
    }
}

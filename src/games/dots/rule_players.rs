//! The players that do not search: the greedy one, and the decision tree of *La Pipopipette*.

use super::position::resolve_captures;
use super::rules;
use super::solver::bits::{Bits, iter_bits};
use super::solver::graph::Graph;
use super::solver::mix::mix;
use super::solver::shape::Shape;
use super::solver::solve::{Capture, capture};
use crate::search::Budget;

/// Picks one of some strings by a random number.
fn pick(strings: &[u8], salt: u64) -> Option<u8> {
    let count = strings.len() as u64;
    (count > 0).then(|| strings[(mix(salt) % count) as usize])
}

/// Returns the greedy player's string: a capture, else a safe string, else the one that gives away least.
#[must_use]
pub(super) fn greedy_move<S: Bits>(graph: &Graph<S>, left: S, salt: u64) -> Option<u8> {
    match capture(graph, left) {
        Capture::Free(string) | Capture::Choice(string, _) => return Some(string),
        Capture::Several(takes) => return Some(takes.lowest()),
        Capture::Nothing => {}
    }
    let shape = Shape::new(graph, left);
    let safe: Vec<u8> = iter_bits(shape.safe_strings()).collect();
    pick(&safe, salt).or_else(|| {
        shape.openings(left).map(|(opening, _)| opening).min_by_key(|opening| (opening.offer.offered, opening.cut)).map(|o| o.cut)
    })
}

/// Returns the string that *La Pipopipette* recommends: by its decision tree with the parities of rule 6, the corrected recurrence
/// of rule 5, and the order of rule 4. If the budget ends early, it chooses among the strings examined so far.
#[must_use]
pub(super) fn rules_move<S: Bits>(graph: &Graph<S>, left: S, salt: u64, budget: &Budget) -> Option<u8> {
    match capture(graph, left) {
        Capture::Free(string) => return Some(string),
        Capture::Choice(take, leave) => return Some(if rules_double_deal(graph, left) { leave } else { take }),
        Capture::Several(takes) => return Some(takes.lowest()),
        Capture::Nothing => {}
    }
    let shape = Shape::new(graph, left);
    if !shape.has_safe_move() {
        return rules::opening_order(graph, left).first().map(|part| part.cut);
    }
    let safe: Vec<u8> = iter_bits(shape.safe_strings()).collect();
    let even = rules::wants_even(graph, left);
    // On a large board each count takes a millisecond.
    let counted = safe.iter().copied().take_while(|_| !budget.is_over());
    let good: Vec<u8> = counted.filter(|&string| count_chains_after(graph, left, string).is_multiple_of(2) == even).collect();
    pick(&good, salt).or_else(|| pick(&safe, salt))
}

/// Returns the number of long linear chains in the order of rule 4 after a cut.
fn count_chains_after<S: Bits>(graph: &Graph<S>, left: S, string: u8) -> u32 {
    rules::count_long_chains(&rules::opening_order(graph, left & !S::one(string)))
}

/// Returns whether rule 5 says to double-deal with the captures on offer.
#[must_use]
pub(super) fn rules_double_deal<S: Bits>(graph: &Graph<S>, left: S) -> bool {
    let (_, handout, rest) = resolve_captures(graph, left);
    let count = rules::count_boxes(&rules::opening_order(graph, rest));
    let is_endgame = rest.is_empty() || !Shape::new(graph, rest).has_safe_move();
    is_endgame && count.answerer - count.opener > handout as i32
}

#[cfg(test)]
mod tests {
    use super::super::board::{Board, Setup, Size, Start};
    use super::super::solver::bits::Wide;
    use super::*;

    #[test]
    fn the_rules_choose_a_safe_line_when_their_time_is_over() {
        let (open, over) = (Budget::default(), Budget::default());
        over.stop.raise();
        let mut differing = 0;
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5), (3, 4)] {
            let mut board = Board::new(Setup::new(Size { rows, columns }, Start::Empty));
            while let Some(dual) = board.open_dual::<Wide>() {
                let safe: Vec<u8> = iter_bits(Shape::new(&dual.graph, dual.left).safe_strings()).collect();
                let Some(first) = pick(&safe, 0) else { break };
                assert_eq!(rules_move(&dual.graph, dual.left, 0, &over), Some(first));
                differing += usize::from(rules_move(&dual.graph, dual.left, 0, &open) != Some(first));
                board.play(board.to_move(), dual.line(safe[0])).unwrap();
            }
        }
        assert!(differing > 0);
    }
}

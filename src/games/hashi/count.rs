//! Counts solutions.
//!
//! A few solutions are found fastest by the SAT solver, which learns clauses; many by backtracking with deduction at each node,
//! which needs no clause for each solution. Backtracking takes over after `FEW` solutions. Its memory is that of one solution.

use std::ops::ControlFlow;

use super::board::{Channel, Puzzle};
use super::deduce::{State, assume, deduce};
use super::solver;
use crate::puzzle::{Count, Level};
use crate::search::Budget;

/// Solutions that the SAT solver finds before backtracking takes over; each costs it a clause.
const FEW: u64 = 200;

/// Counts the solutions, up to a limit.
#[must_use]
pub fn count(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> Count {
    let first = limit.map_or(FEW, |limit| limit.min(FEW));
    let mut seen = 0;
    let flow = solver::visit_solutions(puzzle, budget, &mut |_| {
        seen += 1;
        if seen >= first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if flow.is_continue() {
        return Count::Exactly(seen);
    }
    if seen < first || limit == Some(seen) || first == 0 {
        return Count::AtLeast(seen);
    }
    match walk(puzzle, limit, budget) {
        Count::AtLeast(number) => Count::AtLeast(number.max(seen)),
        exactly => exactly,
    }
}

/// A node of the backtracking: a channel, the number of bridges to try next, the last one to try, and the checkpoint before it.
struct Choice {
    channel: Channel,
    next: u8,
    last: u8,
    checkpoint: usize,
}

/// Returns the first open channel from a number on, as a choice.
fn next_choice(state: &State<'_>, from: u16) -> Option<Choice> {
    let count = state.puzzle().channels().len() as u16;
    let channel = (from..count).map(Channel).find(|&channel| state.is_open(channel))?;
    let (next, last) = state.bounds(channel);
    Some(Choice { channel, next, last, checkpoint: state.checkpoint() })
}

/// Counts by backtracking with deduction after each choice. The path is a list, not a recursion, because it may be as long as the
/// number of channels.
fn walk(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> Count {
    let mut state = State::new(puzzle);
    if deduce(&mut state, Level::Hard, budget).is_err() {
        return Count::Exactly(0);
    }
    let Some(first) = next_choice(&state, 0) else { return Count::Exactly(1) };
    let (mut path, mut seen, mut nodes) = (vec![first], 0, 0_u64);
    while let Some(at) = path.last_mut() {
        nodes += 1;
        if budget.max_nodes.is_some_and(|most| nodes >= most) || budget.is_over() {
            return Count::AtLeast(seen);
        }
        state.roll_back(at.checkpoint);
        if at.next > at.last {
            path.pop();
            continue;
        }
        let (channel, number) = (at.channel, at.next);
        at.next += 1;
        if assume(&mut state, channel, number, budget).is_err() {
            continue;
        }
        // Deduction may have ended early, so the state need not be a solution.
        if budget.is_over() {
            return Count::AtLeast(seen);
        }
        match next_choice(&state, channel.0 + 1) {
            Some(deeper) => path.push(deeper),
            None => {
                seen += 1;
                if limit == Some(seen) {
                    return Count::AtLeast(seen);
                }
            }
        }
    }
    Count::Exactly(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hashi::board::Rules;
    use crate::games::hashi::oracle::{dice, random_puzzle, solutions};

    #[test]
    fn the_walk_agrees_with_the_oracle() {
        let mut dice = dice(9);
        for number in 0..1000_u16 {
            let puzzle = random_puzzle(&mut dice, Rules { max_bridges: 1 + (number % 3) as u8, loops: number % 4 > 0 });
            let expected = solutions(&puzzle).len() as u64;
            assert_eq!(walk(&puzzle, None, &Budget::default()), Count::Exactly(expected));
            let limited = walk(&puzzle, Some(2), &Budget::default());
            assert_eq!(limited, if expected >= 2 { Count::AtLeast(2) } else { Count::Exactly(expected) });
        }
    }
}

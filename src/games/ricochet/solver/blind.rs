//! Breadth-first and depth-first search, as the report *Rapport de projet IA41 - Rasende Roboter* has them, done right.
//!
//! The report's program marks the cells that each robot has been on, so that whole regions of states are never seen: its
//! breadth-first search is incomplete and, as it says, solves 80 %. Here a visited state is one of all robots together.
//! What it tests when a state is taken, or already when it is generated (its figures 8 and 9), is [`Check`]. Memory: 8 bytes
//! in the table and 16 in the list for each state.

use super::state::{Moves, START, State};
use super::table::{Table, Word};
use super::{Found, Limits, MOST_MOVES, Stage, list_bytes};

/// When a state is tested for the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Check {
    /// As soon as it is generated.
    #[default]
    Generated,
    /// When it is taken to be expanded.
    Taken,
}

/// What is expanded next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The oldest state.
    Breadth,
    /// The newest state.
    Depth,
}

/// A visited state, with the place in the list of the one before it.
struct Visit {
    key: u64,
    before: u32,
}

/// Searches in an order; a way of the fewest moves only in [`Order::Breadth`].
#[must_use]
pub fn search<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    root: State<N>,
    order: Order,
    check: Check,
    limits: Limits<'_>,
) -> Found<N> {
    let mut table = Table::<u64>::new(moves.key_bits());
    let mut visits = vec![Visit { key: moves.pack::<u64>(&root).to_u64(), before: 0 }];
    table.insert(visits[0].key, 0);
    let mut states = 1;
    if check == Check::Generated && moves.bound(&root) == 0 {
        return Found::new(Stage::Solved(vec![]), states);
    }
    // Breadth-first the list of visits is the queue itself; depth-first the states to be expanded stand on a stack.
    let (mut next, mut stack) = (0, vec![0_u32]);
    let mut depth = 0;
    let mut depth_ends = 1;
    loop {
        let taken = match order {
            Order::Breadth => (next < visits.len()).then_some(next as u32),
            Order::Depth => stack.pop(),
        };
        let Some(taken) = taken else { return Found::new(Stage::Exhausted, states) };
        if order == Order::Breadth {
            if next == depth_ends {
                (depth, depth_ends) = (depth + 1, visits.len());
            }
            next += 1;
        }
        let state: State<N> = moves.unpack(visits[taken as usize].key);
        if check == Check::Taken && moves.bound(&state) == 0 {
            return Found::new(Stage::Solved(way(moves, &visits, taken)), states);
        }
        let mut reached = None;
        let first = visits.len();
        moves.for_each_move(&state, START, |step| {
            states += 1;
            let key = moves.pack::<u64>(&step.state);
            if reached.is_none() && table.insert(key, 0) {
                visits.push(Visit { key, before: taken });
                if check == Check::Generated && step.bound == 0 {
                    reached = Some(visits.len() as u32 - 1);
                }
            }
        });
        if let Some(reached) = reached {
            return Found::new(Stage::Solved(way(moves, &visits, reached)), states);
        }
        if order == Order::Depth {
            stack.extend((first as u32..visits.len() as u32).rev());
        }
        let bytes = table.bytes() + list_bytes(&visits, MOST_MOVES) + list_bytes(&stack, MOST_MOVES);
        let is_full =
            bytes > limits.bytes || !table.reserve(MOST_MOVES, &|more| bytes + more > limits.bytes || limits.budget.is_over());
        if is_full || limits.is_over(states, taken) || visits.len() > u32::MAX as usize - 64 {
            let lower = if order == Order::Breadth { depth + 1 } else { 0 };
            return Found::new(Stage::Stopped(lower), states);
        }
    }
}

fn way<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, visits: &[Visit], last: u32) -> Vec<State<N>> {
    let mut way = Vec::new();
    let mut at = last;
    while at != 0 {
        way.push(moves.unpack(visits[at as usize].key));
        at = visits[at as usize].before;
    }
    way.reverse();
    way
}

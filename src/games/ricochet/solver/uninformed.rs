//! Breadth-first and depth-first search, as in the report *Rapport de projet IA41 - Rasende Roboter*, corrected.
//!
//! The report's program marks the cells that each robot has visited, so that it never sees whole regions of states: its
//! breadth-first search is incomplete and, as it says, solves 80 %. Here a visited state is one of all robots together.
//! [`Check`] says whether a state is tested when it is generated or when it is expanded (its figures 8 and 9). Memory: 8 bytes in
//! the table and 16 in the list for each state.

use super::limits::{Limits, PathEnd, PathResult, list_bytes};
use super::state::{MAX_MOVES, Moves, START, State};
use super::table::{Table, Word};

/// When a state is tested for being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Check {
    /// As soon as it is generated.
    #[default]
    Generated,
    /// When it is expanded.
    Expanded,
}

/// The order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The oldest state first.
    Breadth,
    /// The newest state first.
    Depth,
}

/// A visited state, with the index of its parent and its depth.
pub(super) struct Visit {
    pub key: u64,
    pub parent: u32,
    pub depth: u32,
}

/// Searches in an order. The solution has the fewest moves only in [`Order::Breadth`].
#[must_use]
pub fn search<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    root: State<N>,
    order: Order,
    check: Check,
    limits: Limits<'_>,
) -> PathResult<N> {
    let mut table = Table::<u64>::new(moves.key_bits());
    let mut visits = vec![Visit { key: moves.pack::<u64>(&root).to_u64(), parent: 0, depth: 0 }];
    table.insert(visits[0].key, 0);
    let mut states = 1;
    if check == Check::Generated && moves.bound(&root) == 0 {
        return PathResult::new(PathEnd::Solved(vec![]), states);
    }
    // Breadth-first, the list of visits is the queue. Depth-first, the stack holds the states to expand.
    let (mut next, mut stack) = (0, vec![0_u32]);
    loop {
        let taken = match order {
            Order::Breadth => (next < visits.len()).then_some(next as u32),
            Order::Depth => stack.pop(),
        };
        let Some(taken) = taken else { return PathResult::new(PathEnd::Exhausted, states) };
        next += 1;
        let depth = visits[taken as usize].depth;
        let state: State<N> = moves.unpack(visits[taken as usize].key);
        if check == Check::Expanded && moves.bound(&state) == 0 {
            return PathResult::new(PathEnd::Solved(path_to(moves, &visits, taken)), states);
        }
        let mut solved = None;
        let first = visits.len();
        moves.for_each_move(&state, START, |step| {
            states += 1;
            let key = moves.pack::<u64>(&step.state);
            if solved.is_none() && table.insert(key, 0) {
                visits.push(Visit { key, parent: taken, depth: depth + 1 });
                if check == Check::Generated && step.bound == 0 {
                    solved = Some(visits.len() as u32 - 1);
                }
            }
        });
        if let Some(solved) = solved {
            return PathResult::new(PathEnd::Solved(path_to(moves, &visits, solved)), states);
        }
        if order == Order::Depth {
            stack.extend((first as u32..visits.len() as u32).rev());
        }
        let bytes = table.bytes() + list_bytes(&visits, MAX_MOVES) + list_bytes(&stack, MAX_MOVES);
        let is_full =
            bytes > limits.bytes || !table.reserve(MAX_MOVES, &|more| bytes + more <= limits.bytes && !limits.budget.is_over());
        if is_full || limits.is_over(states, taken) || visits.len() > u32::MAX as usize - 64 {
            let lower = if order == Order::Breadth { (depth + 1).min(u32::from(u8::MAX)) as u8 } else { 0 };
            return PathResult::new(PathEnd::Stopped(lower), states);
        }
    }
}

/// Returns the states from the root, left out, to a visited one.
pub(super) fn path_to<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, visits: &[Visit], last: u32) -> Vec<State<N>> {
    let mut path = Vec::new();
    let mut at = last;
    while at != 0 {
        path.push(moves.unpack(visits[at as usize].key));
        at = visits[at as usize].parent;
    }
    path.reverse();
    path
}

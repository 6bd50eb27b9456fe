//! How many solutions there are.
//!
//! A few are found fastest by the boolean kernel, which learns; many by walking a tree of choices with deduction at each node,
//! which remembers nothing. The walk takes over where the kernel has found [`FEW`]. Memory is that of one solution.

use std::ops::ControlFlow;

use super::board::{Channel, Puzzle};
use super::deduce::{Level, State, deduce, each_number};
use super::solver;
use crate::search::Budget;

/// Solutions that the kernel looks for before the walk takes over: each costs it a clause.
const FEW: u64 = 200;

/// How many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly so many.
    Exactly(u64),
    /// The limit or the budget ended the count: so many were seen.
    AtLeast(u64),
}

/// Counts the solutions, up to a limit.
#[must_use]
pub fn count(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> Count {
    let first = limit.map_or(FEW, |limit| limit.min(FEW));
    let mut seen = 0;
    let flow = solver::each(puzzle, budget, &mut |_| {
        seen += 1;
        if seen >= first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if flow.is_continue() {
        return Count::Exactly(seen);
    }
    if seen < first || limit == Some(seen) || first == 0 {
        return Count::AtLeast(seen);
    }
    let mut walk = Walk { limit, seen: 0, nodes: 0, budget };
    let mut state = State::new(puzzle);
    let flow = match deduce(&mut state, Level::Hard, budget) {
        Ok(_) => walk.descend(&mut state, 0),
        Err(_) => ControlFlow::Continue(()),
    };
    if flow.is_break() { Count::AtLeast(walk.seen.max(seen)) } else { Count::Exactly(walk.seen) }
}

struct Walk<'a> {
    limit: Option<u64>,
    seen: u64,
    nodes: u64,
    budget: &'a Budget,
}

impl Walk<'_> {
    /// Counts below a state in which the channels before `from` are known.
    fn descend(&mut self, state: &mut State<'_>, from: u16) -> ControlFlow<()> {
        self.nodes += 1;
        let spent = self.budget.max_nodes.is_some_and(|most| self.nodes >= most) || self.budget.is_over();
        if spent {
            return ControlFlow::Break(());
        }
        let count = state.puzzle().channels().len() as u16;
        let Some(open) = (from..count).map(Channel).find(|&channel| state.is_open(channel)) else {
            self.seen += 1;
            return if self.limit == Some(self.seen) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        let mut flow = ControlFlow::Continue(());
        each_number(state, open, &mut |state| {
            flow = self.descend(state, open.0 + 1);
            flow
        });
        flow
    }
}

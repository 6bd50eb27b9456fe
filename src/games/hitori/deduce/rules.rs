//! Applies the rules in the order of their strength: the weakest first, and again after each success of a stronger one.

use super::padded_grid::{PaddedGrid, Spot};
use super::patterns;
use super::state::{Conflict, Rule, State, Step};
use crate::games::hitori::board::{Grid, Mark};
use crate::puzzle::{Level, Progress, Rating};
use crate::search::Budget;

impl crate::puzzle::Rule for Rule {
    const ALL: &'static [Rule] = &[
        Rule::Neighbor,
        Rule::Twin,
        Rule::Exit,
        Rule::Sandwich,
        Rule::Pair,
        Rule::Corner,
        Rule::Offset,
        Rule::Cut,
        Rule::Lookahead,
    ];

    fn name(self) -> &'static str {
        match self {
            Rule::Given => "given",
            Rule::Neighbor => "neighbour",
            Rule::Twin => "twin",
            Rule::Exit => "exit",
            Rule::Sandwich => "sandwich",
            Rule::Pair => "pair",
            Rule::Corner => "corner",
            Rule::Offset => "offset",
            Rule::Cut => "cut",
            Rule::Lookahead => "lookahead",
        }
    }

    fn level(self) -> Level {
        match self {
            Rule::Corner | Rule::Offset => Level::Medium,
            Rule::Cut => Level::Hard,
            Rule::Lookahead => Level::Extreme,
            _ => Level::Easy,
        }
    }
}

/// Applies the rules up to a level until none finds anything more.
///
/// # Errors
/// A contradiction: the grid has no solution with the marks that were given.
pub fn deduce(state: &mut State<'_>, limit: Level, budget: &Budget) -> Result<Progress, Conflict> {
    state.propagate()?;
    patterns::apply_local(state)?;
    if limit >= Level::Medium && state.unknown_count() > 0 {
        for Step { spot, mark, rule, reason } in patterns::find_corners_and_offsets(state.grid()) {
            if state.set(spot, mark, rule, reason)? {
                state.propagate()?;
            }
        }
    }
    if limit >= Level::Hard {
        apply_cut_rule(state)?;
    }
    if limit >= Level::Extreme && !look_ahead(state, budget)? {
        return Ok(Progress::Stopped);
    }
    Ok(if state.unknown_count() == 0 { Progress::Solved } else { Progress::Stuck })
}

/// Marks cells white that would close a ring of black cells, until there are none.
fn apply_cut_rule(state: &mut State<'_>) -> Result<(), Conflict> {
    let padded = state.grid();
    let mut found = true;
    while found && state.unknown_count() > 0 {
        found = false;
        for spot in padded.spots() {
            if state.mark(spot) == Mark::Unknown && state.closes_ring(spot) {
                state.set(spot, Mark::White, Rule::Cut, spot)?;
                state.propagate()?;
                found = true;
            }
        }
    }
    Ok(())
}

/// Assumes both colours of each unknown cell, until a whole round finds nothing. Returns false if the budget ended it.
fn look_ahead(state: &mut State<'_>, budget: &Budget) -> Result<bool, Conflict> {
    let spots: Vec<_> = state.grid().spots().collect();
    let (mut at, mut tried_in_vain) = (0, 0);
    while tried_in_vain < spots.len() && state.unknown_count() > 0 {
        let spot = spots[at];
        at = (at + 1) % spots.len();
        tried_in_vain += 1;
        if state.mark(spot) != Mark::Unknown {
            continue;
        }
        if budget.is_over() {
            return Ok(false);
        }
        for mark in [Mark::Black, Mark::White] {
            if leads_to_conflict(state, spot, mark) {
                state.set(spot, mark.other(), Rule::Lookahead, spot)?;
                state.propagate()?;
                apply_cut_rule(state)?;
                tried_in_vain = 0;
                break;
            }
        }
    }
    Ok(true)
}

/// Returns whether a colour of a cell leads to a contradiction by propagation alone.
fn leads_to_conflict(state: &mut State<'_>, spot: Spot, mark: Mark) -> bool {
    let before = state.checkpoint();
    let outcome = state.assume(spot, mark);
    state.roll_back(before);
    outcome.is_err()
}

/// Returns the steps from an assumed colour, which comes first, to a contradiction by propagation, if there is one.
pub(super) fn find_refutation(state: &mut State<'_>, spot: Spot, mark: Mark) -> Option<(Vec<Step>, Conflict)> {
    let (before, known) = (state.checkpoint(), state.trail().len());
    let outcome = state.assume(spot, mark);
    let chain = state.trail()[known..].to_vec();
    state.roll_back(before);
    outcome.err().map(|conflict| (chain, conflict))
}

/// Rates a puzzle by the steps that solve it, the weakest rule first.
#[must_use]
pub fn rate(grid: &Grid, budget: &Budget) -> Rating<Rule> {
    let padded = PaddedGrid::new(grid);
    let mut state = State::new(&padded);
    let progress = deduce(&mut state, Level::Extreme, budget);
    Rating::new(progress == Ok(Progress::Solved), state.trail())
}

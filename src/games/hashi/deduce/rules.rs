//! Applies the rules in the order of their strength: the weakest first, and again after each success of a stronger one.

use super::groups::{Finding, find_closures, find_exits};
use super::state::{Conflict, Reason, Rule, State};
use crate::games::hashi::board::{Bridges, Channel, Island, Puzzle};
use crate::puzzle::{Level, Progress, Rating};
use crate::search::Budget;

impl crate::puzzle::Rule for Rule {
    const ALL: &'static [Rule] =
        &[Rule::Crossing, Rule::Full, Rule::Complete, Rule::Bound, Rule::Exit, Rule::Group, Rule::Lookahead];

    fn name(self) -> &'static str {
        match self {
            Rule::Given => "given",
            Rule::Crossing => "crossing",
            Rule::Full => "full",
            Rule::Complete => "complete",
            Rule::Bound => "bound",
            Rule::Exit => "exit",
            Rule::Group => "group",
            Rule::Lookahead => "lookahead",
        }
    }

    fn level(self) -> Level {
        match self {
            Rule::Bound => Level::Medium,
            Rule::Exit | Rule::Group => Level::Hard,
            Rule::Lookahead => Level::Extreme,
            _ => Level::Easy,
        }
    }
}

/// Applies the rules up to a level until none finds anything more.
///
/// # Errors
/// A contradiction: the puzzle has no solution with what was given.
pub fn deduce(state: &mut State<'_>, limit: Level, budget: &Budget) -> Result<Progress, Conflict> {
    if let Some(conflict) = state.find_initial_conflict() {
        return Err(conflict);
    }
    if !apply_rules(state, limit, || budget.is_over())? {
        return Ok(Progress::Stopped);
    }
    if limit == Level::Extreme && !look_ahead(state, budget)? {
        return Ok(Progress::Stopped);
    }
    if state.open_count() > 0 {
        return Ok(Progress::Stuck);
    }
    // If only weak rules were applied, connectivity has not been checked yet.
    find_exits(state)?;
    find_closures(state)?;
    Ok(Progress::Solved)
}

/// Applies all rules but lookahead, up to a level. Returns false if `is_over` ended it.
fn apply_rules(state: &mut State<'_>, limit: Level, is_over: impl Fn() -> bool) -> Result<bool, Conflict> {
    apply_island_rules(state, limit)?;
    if limit < Level::Hard {
        return Ok(true);
    }
    loop {
        if is_over() {
            return Ok(false);
        }
        let found = find_exits(state)?;
        if apply_findings(state, &found)? {
            continue;
        }
        let found = find_closures(state)?;
        if !apply_findings(state, &found)? {
            return Ok(true);
        }
    }
}

/// Applies findings, each followed by the weaker rules. Returns whether any was new.
fn apply_findings(state: &mut State<'_>, findings: &[Finding]) -> Result<bool, Conflict> {
    let mut has_changed = false;
    for finding in findings {
        // Findings on groups are invalid once the groups have changed.
        let is_valid = finding.rule != Rule::Group || !has_changed;
        if is_valid && state.narrow(finding.channel, finding.bounds, finding.rule, finding.reason)? {
            has_changed = true;
            apply_island_rules(state, Level::Medium)?;
        }
    }
    Ok(has_changed)
}

/// Applies the rules that concern one island.
fn apply_island_rules(state: &mut State<'_>, limit: Level) -> Result<(), Conflict> {
    loop {
        while let Some(island) = state.pop_changed(0) {
            apply_full_and_complete(state, island)?;
        }
        if limit < Level::Medium {
            return Ok(());
        }
        let Some(island) = state.pop_changed(1) else { return Ok(()) };
        apply_bound(state, island)?;
    }
}

/// Applies the rules `full` and `complete` to an island.
fn apply_full_and_complete(state: &mut State<'_>, island: Island) -> Result<(), Conflict> {
    let puzzle = state.puzzle();
    if state.slack(island) == 0 {
        for channel in puzzle.channels_at(island) {
            let most = state.bounds(channel).1;
            state.narrow(channel, (most, most), Rule::Full, Reason::Island(island))?;
        }
    } else if state.missing(island).1 == 0 {
        for channel in puzzle.channels_at(island) {
            let least = state.bounds(channel).0;
            state.narrow(channel, (least, least), Rule::Complete, Reason::Island(island))?;
        }
    }
    Ok(())
}

/// Applies the rule `bound` to an island.
fn apply_bound(state: &mut State<'_>, island: Island) -> Result<(), Conflict> {
    let puzzle = state.puzzle();
    for channel in puzzle.channels_at(island) {
        let (least, most) = state.bounds(channel);
        let bounds = (most.saturating_sub(state.slack(island)), least.saturating_add(state.missing(island).1));
        if bounds.0 > least || bounds.1 < most {
            state.narrow(channel, bounds, Rule::Bound, Reason::Island(island))?;
            // Let weaker rules go on first; the island is in the queue again.
            return Ok(());
        }
    }
    Ok(())
}

/// Assumes each end of the range of each open channel, until a whole round finds nothing. Returns false if the budget ended it.
fn look_ahead(state: &mut State<'_>, budget: &Budget) -> Result<bool, Conflict> {
    let puzzle = state.puzzle();
    let mut last = None;
    for channel in puzzle.channels().collect::<Vec<_>>().into_iter().cycle() {
        if state.open_count() == 0 || last == Some(channel) {
            return Ok(true);
        }
        if budget.is_over() {
            return Ok(false);
        }
        last = last.or(Some(channel));
        while let Some(bounds) = refute_end(state, channel, budget) {
            state.narrow(channel, bounds, Rule::Lookahead, Reason::Itself)?;
            if !apply_rules(state, Level::Hard, || budget.is_over())? {
                return Ok(false);
            }
            last = Some(channel);
        }
    }
    Ok(true)
}

/// Returns the rest of the range of a channel if one of its ends leads to a contradiction.
fn refute_end(state: &mut State<'_>, channel: Channel, budget: &Budget) -> Option<(u8, u8)> {
    let (least, most) = state.bounds(channel);
    if least == most {
        return None;
    }
    if is_contradictory(state, channel, least, budget) {
        Some((least + 1, most))
    } else if is_contradictory(state, channel, most, budget) {
        Some((least, most - 1))
    } else {
        None
    }
}

/// Returns whether this number of bridges in a channel is found to lead to a contradiction by the rules up to [`Level::Hard`].
fn is_contradictory(state: &mut State<'_>, channel: Channel, number: u8, budget: &Budget) -> bool {
    try_assumption(state, channel, number, budget, |outcome, _| outcome.is_err())
}

/// Assumes a number of bridges in a channel, calls `inspect` with the outcome, and undoes the assumption.
pub(super) fn try_assumption<T>(
    state: &mut State<'_>,
    channel: Channel,
    number: u8,
    budget: &Budget,
    inspect: impl FnOnce(Result<(), Conflict>, &State<'_>) -> T,
) -> T {
    let checkpoint = state.checkpoint();
    let outcome = assume(state, channel, number, budget);
    let result = inspect(outcome, state);
    state.roll_back(checkpoint);
    result
}

/// Assumes a number of bridges in a channel; [`State::roll_back`] undoes it. Deduction stops where the budget ends.
///
/// # Errors
/// It leads to a contradiction by the rules up to [`Level::Hard`].
pub fn assume(state: &mut State<'_>, channel: Channel, number: u8, budget: &Budget) -> Result<(), Conflict> {
    state.narrow(channel, (number, number), Rule::Given, Reason::Itself)?;
    apply_rules(state, Level::Hard, || budget.is_over()).map(drop)
}

/// Adds the bridges of a player as given.
///
/// # Errors
/// They contradict each other, or a number.
pub(crate) fn add_given_bridges(state: &mut State<'_>, bridges: &Bridges) -> Result<(), Conflict> {
    for (channel, number) in bridges.nonzero() {
        state.narrow(channel, (number, u8::MAX), Rule::Given, Reason::Itself)?;
    }
    Ok(())
}

/// Solves a puzzle by the rules up to a level alone, as far as they go. Returns how it ended, and the state.
pub(crate) fn solve_by_rules<'a>(puzzle: &'a Puzzle, limit: Level, budget: &Budget) -> (Result<Progress, Conflict>, State<'a>) {
    let mut state = State::new(puzzle);
    (deduce(&mut state, limit, budget), state)
}

/// Rates a puzzle by the steps that solve it, the weakest rule first.
#[must_use]
pub fn rate(puzzle: &Puzzle, budget: &Budget) -> Rating<Rule> {
    let (progress, state) = solve_by_rules(puzzle, Level::Extreme, budget);
    Rating::new(progress == Ok(Progress::Solved), state.steps())
}

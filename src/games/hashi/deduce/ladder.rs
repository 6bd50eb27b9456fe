//! The ladder: the weakest rule first, and back to it after each find of a stronger one.

use super::groups::{Finding, closures, exits};
use super::state::{Because, Conflict, Rule, State};
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

/// Deduces all that the rules up to a rung find, from what is known.
///
/// # Errors
/// A contradiction: the puzzle has no solution with what was given.
pub fn deduce(state: &mut State<'_>, limit: Level, budget: &Budget) -> Result<Progress, Conflict> {
    if let Some(conflict) = state.impossible() {
        return Err(conflict);
    }
    if !settle(state, limit, || budget.is_over())? {
        return Ok(Progress::Stopped);
    }
    if limit == Level::Extreme && !look_ahead(state, budget)? {
        return Ok(Progress::Stopped);
    }
    if state.open() > 0 {
        return Ok(Progress::Stuck);
    }
    // Where only weak rules were asked for, nobody has looked yet whether all hangs together.
    exits(state)?;
    closures(state)?;
    Ok(Progress::Solved)
}

/// Returns all rules but looking ahead, up to a rung; whether it came to an end before it was over.
fn settle(state: &mut State<'_>, limit: Level, is_over: impl Fn() -> bool) -> Result<bool, Conflict> {
    locally(state, limit)?;
    if limit < Level::Hard {
        return Ok(true);
    }
    loop {
        if is_over() {
            return Ok(false);
        }
        let found = exits(state)?;
        if write_down(state, &found)? {
            continue;
        }
        let found = closures(state)?;
        if !write_down(state, &found)? {
            return Ok(true);
        }
    }
}

/// Writes findings down, and what weaker rules conclude from each before the next. Whether any was news.
fn write_down(state: &mut State<'_>, findings: &[Finding]) -> Result<bool, Conflict> {
    let mut news = false;
    for finding in findings {
        // What was found of groups is void once they have changed.
        let stands = finding.rule != Rule::Group || !news;
        if stands && state.narrow(finding.channel, finding.bounds, finding.rule, finding.because)? {
            news = true;
            locally(state, Level::Medium)?;
        }
    }
    Ok(news)
}

/// Returns the rules that look at one island.
fn locally(state: &mut State<'_>, limit: Level) -> Result<(), Conflict> {
    loop {
        while let Some(island) = state.next_changed(0) {
            capacity(state, island)?;
        }
        if limit < Level::Medium {
            return Ok(());
        }
        let Some(island) = state.next_changed(1) else { return Ok(()) };
        single_bounds(state, island)?;
    }
}

fn capacity(state: &mut State<'_>, island: Island) -> Result<(), Conflict> {
    let puzzle = state.puzzle();
    if state.slack(island) == 0 {
        for channel in puzzle.around(island) {
            let most = state.bounds(channel).1;
            state.narrow(channel, (most, most), Rule::Full, Because::Island(island))?;
        }
    } else if state.lacks(island).1 == 0 {
        for channel in puzzle.around(island) {
            let least = state.bounds(channel).0;
            state.narrow(channel, (least, least), Rule::Complete, Because::Island(island))?;
        }
    }
    Ok(())
}

fn single_bounds(state: &mut State<'_>, island: Island) -> Result<(), Conflict> {
    let puzzle = state.puzzle();
    for channel in puzzle.around(island) {
        let (least, most) = state.bounds(channel);
        let bounds = (most.saturating_sub(state.slack(island)), least.saturating_add(state.lacks(island).1));
        if bounds.0 > least || bounds.1 < most {
            state.narrow(channel, bounds, Rule::Bound, Because::Island(island))?;
            // Weaker rules may go on from here; the island waits in the queue again.
            return Ok(());
        }
    }
    Ok(())
}

/// Tries each open channel at both ends of its range, until nothing comes of it; whether it came to that end.
fn look_ahead(state: &mut State<'_>, budget: &Budget) -> Result<bool, Conflict> {
    let puzzle = state.puzzle();
    let mut last = None;
    // Round and round, until a whole round has found nothing.
    for channel in puzzle.channels().collect::<Vec<_>>().into_iter().cycle() {
        if state.open() == 0 || last == Some(channel) {
            return Ok(true);
        }
        if budget.is_over() {
            return Ok(false);
        }
        last = last.or(Some(channel));
        while let Some(bounds) = refuted(state, channel) {
            state.narrow(channel, bounds, Rule::Lookahead, Because::Itself)?;
            if !settle(state, Level::Hard, || budget.is_over())? {
                return Ok(false);
            }
            last = Some(channel);
        }
    }
    Ok(true)
}

/// Returns what is left of the range of a channel when one of its ends leads to a contradiction.
fn refuted(state: &mut State<'_>, channel: Channel) -> Option<(u8, u8)> {
    let (least, most) = state.bounds(channel);
    if least == most {
        return None;
    }
    if leads_nowhere(state, channel, least) {
        Some((least + 1, most))
    } else if leads_nowhere(state, channel, most) {
        Some((least, most - 1))
    } else {
        None
    }
}

/// Returns whether so many bridges in a channel lead to a contradiction by the rules up to the third rung.
fn leads_nowhere(state: &mut State<'_>, channel: Channel, number: u8) -> bool {
    supposed(state, channel, number, |outcome, _| outcome.is_err())
}

/// Supposes so many bridges in a channel, shows what comes of it, and takes it all back.
pub(super) fn supposed<T>(
    state: &mut State<'_>,
    channel: Channel,
    number: u8,
    look: impl FnOnce(Result<(), Conflict>, &State<'_>) -> T,
) -> T {
    let moment = state.moment();
    let outcome = suppose(state, channel, number);
    let seen = look(outcome, state);
    state.go_back(moment);
    seen
}

/// Supposes so many bridges in a channel, until [`State::go_back`] takes back what comes of it.
///
/// # Errors
/// It leads to a contradiction by the rules up to the third rung.
pub fn suppose(state: &mut State<'_>, channel: Channel, number: u8) -> Result<(), Conflict> {
    state.narrow(channel, (number, number), Rule::Given, Because::Itself)?;
    settle(state, Level::Hard, || false).map(drop)
}

/// Takes bridges that somebody has laid as sure.
///
/// # Errors
/// They contradict each other, or a number.
pub fn lay(state: &mut State<'_>, bridges: &Bridges) -> Result<(), Conflict> {
    for (channel, number) in bridges.laid() {
        let most = state.bounds(channel).1.max(number);
        state.narrow(channel, (number, most), Rule::Given, Because::Itself)?;
    }
    Ok(())
}

/// Solves a puzzle by rules alone, up to a rung, as far as they go: how it ended, and what is known then.
pub fn solve_by_rules<'a>(puzzle: &'a Puzzle, limit: Level, budget: &Budget) -> (Result<Progress, Conflict>, State<'a>) {
    let mut state = State::new(puzzle);
    (deduce(&mut state, limit, budget), state)
}

/// Rates a puzzle by the steps that solve it, the weakest rule first.
#[must_use]
pub fn rate(puzzle: &Puzzle, budget: &Budget) -> Rating<Rule> {
    let (progress, state) = solve_by_rules(puzzle, Level::Extreme, budget);
    Rating::new(progress == Ok(Progress::Solved), state.steps())
}

//! Explanations of the steps of deduction in words.

use super::rules::try_assumption;
use super::state::{Conflict, Reason, Rule, State, Step};
use crate::game::explanation::count;
use crate::games::hashi::board::{Channel, Island, Puzzle};
use crate::games::hashi::notation::{channel_name, island_name};
use crate::puzzle::Rule as _;
use crate::search::Budget;

/// Returns what a step says of its channel: `0,1-0,4: 2`, `0,1-0,4: 0`, `0,1-0,4: at least 1`, `0,1-0,4: at most 1`.
#[must_use]
pub(crate) fn step_text(puzzle: &Puzzle, step: &Step) -> String {
    let name = channel_name(puzzle, step.channel);
    if step.least == step.most {
        format!("{name}: {}", step.least)
    } else if step.least > step.before.0 && step.most < step.before.1 {
        format!("{name}: {} to {}", step.least, step.most)
    } else if step.least > step.before.0 {
        format!("{name}: at least {}", step.least)
    } else {
        format!("{name}: at most {}", step.most)
    }
}

/// Returns the reason of a step in a sentence; `before` are the steps before it.
#[must_use]
pub fn explain(puzzle: &Puzzle, before: &[Step], step: &Step) -> String {
    match (step.rule, step.reason) {
        (Rule::Given, _) => "as it was laid".to_owned(),
        (Rule::Crossing, Reason::Channel(other)) => format!("it would cross the bridge {}", channel_name(puzzle, other)),
        (Rule::Full, Reason::Island(island)) => explain_full(puzzle, before, island),
        (Rule::Complete, Reason::Island(island)) => format!("{} has all its bridges", island_with_clue(puzzle, island)),
        (Rule::Bound, Reason::Island(island)) => explain_bound(puzzle, before, step, island),
        (Rule::Exit, Reason::Island(island)) => explain_exit(puzzle, before, step, island),
        (Rule::Group, reason) => explain_group(puzzle, before, step, reason),
        (Rule::Lookahead, _) => explain_lookahead(puzzle, before, step),
        (rule, _) => format!("by the rule {}", rule.name()),
    }
}

/// Returns a contradiction in words.
#[must_use]
pub fn conflict_text(puzzle: &Puzzle, conflict: Conflict) -> String {
    match conflict {
        Conflict::Island(island) => format!("{} could not have its number", island_with_clue(puzzle, island)),
        Conflict::Channel(channel) => format!("{} would have to be bridged and not to be", channel_name(puzzle, channel)),
        Conflict::Group(island) => format!("the group of {} would be cut off from the rest", island_name(puzzle, island)),
        Conflict::Odd => "the numbers add up to an odd number, but each bridge counts twice".to_owned(),
    }
}

/// Returns `the 3 at 0,4`
fn island_with_clue(puzzle: &Puzzle, island: Island) -> String {
    let name = island_name(puzzle, island);
    puzzle.clue(island).map_or_else(|| format!("the ? at {name}"), |clue| format!("the {clue} at {name}"))
}

fn bridges_text(number: u32) -> String {
    count(number as usize, "bridge")
}

/// Returns what was known of each channel after some steps.
fn bounds_after(puzzle: &Puzzle, steps: &[Step]) -> Vec<(u8, u8)> {
    let fresh = State::new(puzzle);
    let mut known: Vec<(u8, u8)> = puzzle.channels().map(|channel| fresh.bounds(channel)).collect();
    steps.iter().for_each(|step| known[step.channel.index()] = (step.least, step.most));
    known
}

fn explain_full(puzzle: &Puzzle, before: &[Step], island: Island) -> String {
    // Channels of the island that this application of the rule has filled were open before it. Those that a crossing closed before
    // it stay closed.
    let same = |step: &Step| step.rule == Rule::Full && step.reason == Reason::Island(island);
    let recent = before.iter().rev().take_while(|&step| same(step) || step.rule == Rule::Crossing).count();
    let start = before.len() - recent;
    let first = before[start..].iter().position(same).map_or(before.len(), |at| start + at);
    let known = bounds_after(puzzle, &before[..first]);
    let channels: Vec<Channel> = puzzle.channels_at(island).filter(|channel| known[channel.index()].1 > 0).collect();
    let most: u32 = channels.iter().map(|channel| u32::from(known[channel.index()].1)).sum();
    let ways = if channels.len() == 1 {
        "the only channel that is left to it".to_owned()
    } else {
        format!("its {} channels", channels.len())
    };
    match puzzle.clue(island) {
        Some(clue) if u32::from(clue) > most => {
            format!("{} could have {} at most", island_with_clue(puzzle, island), bridges_text(most))
        }
        _ => format!("{} needs all that {ways} can hold, {}", island_with_clue(puzzle, island), bridges_text(most)),
    }
}

fn explain_bound(puzzle: &Puzzle, before: &[Step], step: &Step, island: Island) -> String {
    let known = bounds_after(puzzle, before);
    let others = || puzzle.channels_at(island).filter(|&channel| channel != step.channel).map(|channel| known[channel.index()]);
    if step.least > step.before.0 {
        let most: u32 = others().map(|(_, most)| u32::from(most)).sum();
        format!("the other channels of {} hold {} at most", island_with_clue(puzzle, island), bridges_text(most))
    } else {
        let least: u32 = others().map(|(least, _)| u32::from(least)).sum();
        format!("the other channels of {} take {} at least", island_with_clue(puzzle, island), bridges_text(least))
    }
}

/// Returns the islands that can be reached from one by channels that pass a test.
fn reachable_islands(puzzle: &Puzzle, start: Island, passable: impl Fn(Channel) -> bool) -> Vec<Island> {
    let mut seen = vec![false; puzzle.islands().len()];
    let mut found = vec![start];
    seen[start.index()] = true;
    let mut next = 0;
    while let Some(&island) = found.get(next) {
        next += 1;
        for channel in puzzle.channels_at(island).filter(|&channel| passable(channel)) {
            let other = puzzle.other_end(channel, island);
            if !std::mem::replace(&mut seen[other.index()], true) {
                found.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Most islands that a sentence lists.
const MAX_LISTED_ISLANDS: usize = 8;

fn list_islands(puzzle: &Puzzle, islands: &[Island]) -> String {
    let names: Vec<String> = islands.iter().take(MAX_LISTED_ISLANDS).map(|&island| island_name(puzzle, island)).collect();
    let more = if islands.len() > MAX_LISTED_ISLANDS {
        format!(" and {} more", islands.len() - MAX_LISTED_ISLANDS)
    } else {
        String::new()
    };
    format!("{}{more}", names.join(" "))
}

fn explain_exit(puzzle: &Puzzle, before: &[Step], step: &Step, island: Island) -> String {
    let known = bounds_after(puzzle, before);
    let passable = |channel: Channel| channel != step.channel && known[channel.index()].1 > 0;
    let side = reachable_islands(puzzle, island, passable);
    let side = if side.len() * 2 > puzzle.islands().len() {
        reachable_islands(puzzle, puzzle.other_end(step.channel, island), passable)
    } else {
        side
    };
    format!("it is the only way from {} to the rest", list_islands(puzzle, &side))
}

fn explain_group(puzzle: &Puzzle, before: &[Step], step: &Step, reason: Reason) -> String {
    let known = bounds_after(puzzle, before);
    let bridged = |channel: Channel| known[channel.index()].0 > 0;
    match reason {
        Reason::Island(island) => {
            let others: Vec<String> = puzzle
                .channels_at(island)
                .filter(|&channel| channel != step.channel && known[channel.index()].1 > known[channel.index()].0)
                .map(|channel| channel_name(puzzle, channel))
                .collect();
            format!(
                "{} would close its group off from the rest with {} alone",
                island_with_clue(puzzle, island),
                others.join(" and ")
            )
        }
        _ => {
            let (a, b) = puzzle.ends(step.channel);
            let side = reachable_islands(puzzle, a, bridged);
            if step.most == 0 && side.contains(&b) {
                return "its ends are joined already, and loops are forbidden".to_owned();
            }
            let joined = reachable_islands(puzzle, a, |channel| channel == step.channel || bridged(channel));
            format!(
                "{} here would close the group {} off from the rest",
                bridges_text(u32::from(step.most) + 1),
                list_islands(puzzle, &joined)
            )
        }
    }
}

fn explain_lookahead(puzzle: &Puzzle, before: &[Step], step: &Step) -> String {
    let number = if step.least > step.before.0 { step.before.0 } else { step.before.1 };
    let what = if number == 0 {
        "without a bridge here there would be a contradiction".to_owned()
    } else {
        format!("{} here would lead to a contradiction", bridges_text(u32::from(number)))
    };
    let mut state = State::new(puzzle);
    for known in before {
        // Repeating earlier steps does not lead to a contradiction.
        if state.narrow(known.channel, (known.least, known.most), known.rule, known.reason).is_err() {
            return what;
        }
    }
    let end = try_assumption(&mut state, step.channel, number, &Budget::default(), |outcome, _| outcome.err());
    let end = end.map_or_else(String::new, |conflict| format!(": {}", conflict_text(puzzle, conflict)));
    format!("{what}{end}")
}

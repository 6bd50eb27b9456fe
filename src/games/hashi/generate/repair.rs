//! Repair of drafts by hill climbing: bridges that the rules do not find are changed until the rules of the wanted level solve the
//! puzzle and those of the level below do not. Unlike the generator of S. Tatham's *Bridges* it does not start again with a new draft.

use std::time::{Duration, Instant};

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::draft::Draft;
use crate::games::hashi::board::{Channel, Island};
use crate::games::hashi::deduce::solve_by_rules;
use crate::puzzle::{Level, Progress};
use crate::search::Budget;

/// Changes that are tried for each island before a draft is given up.
const CHANGES_PER_ISLAND: usize = 60;

/// Most open channels with which lookahead is tried on the rest.
const MAX_OPEN_FOR_LOOKAHEAD: usize = 40;

/// Time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Chance that a change for the worse is kept, to escape local optima.
const WORSE_CHANCE: f64 = 0.02;

/// Chance that a change fills a channel: full channels determine the most.
const FILL_CHANCE: f64 = 0.3;

/// Repairs a draft until it has a difficulty, `exactly` or at most. Returns false if that fails.
pub fn repair(draft: &mut Draft, level: Level, exactly: bool, random: &mut Pcg64Mcg, budget: &Budget) -> bool {
    // The climb minimizes the channels that these rules leave open; lookahead costs too much for each change.
    let limit = level.min(Level::Hard);
    let mut open = list_open_channels(draft, limit, budget);
    let mut reported = Instant::now();
    for change in 0..CHANGES_PER_ISLAND * draft.puzzle.islands().len().max(10) {
        if budget.is_over() {
            return false;
        }
        if reported.elapsed() >= PROGRESS_INTERVAL {
            log::info!(target: "progress", "generate: {change} changes tried, {} channels open", open.len());
            reported = Instant::now();
        }
        if has_level(draft, level, exactly, &open, budget) {
            return true;
        }
        let too_easy = open.is_empty();
        let channel = if too_easy { random_channel(draft, random) } else { Some(open[random.random_range(0..open.len())]) };
        let Some((channel, number)) =
            channel.and_then(|channel| Some((channel, propose_number(draft, channel, too_easy, random)?)))
        else {
            continue;
        };
        let before = draft.solution.get(channel);
        set_bridges(draft, channel, number);
        let after = list_open_channels(draft, limit, budget);
        if too_easy || after.len() <= open.len() || random.random_bool(WORSE_CHANCE) {
            open = after;
        } else {
            set_bridges(draft, channel, before);
        }
    }
    false
}

/// Returns the channels that the rules up to a level leave open, or have left open when the budget ended.
fn list_open_channels(draft: &Draft, limit: Level, budget: &Budget) -> Vec<Channel> {
    match solve_by_rules(&draft.puzzle, limit, budget) {
        (Ok(Progress::Solved), _) => Vec::new(),
        (Ok(_), state) => draft.puzzle.channels().filter(|&channel| state.is_open(channel)).collect(),
        // A draft has a solution, so there is no contradiction.
        (Err(_), _) => draft.puzzle.channels().collect(),
    }
}

fn has_level(draft: &Draft, level: Level, exactly: bool, open: &[Channel], budget: &Budget) -> bool {
    let solved_by = |level| matches!(solve_by_rules(&draft.puzzle, level, budget), (Ok(Progress::Solved), _));
    let below = Level::ALL.into_iter().rev().find(|&other| other < level);
    match (level, below) {
        (Level::Extreme, _) => {
            !open.is_empty() && open.len() <= MAX_OPEN_FOR_LOOKAHEAD && solved_by(level) || open.is_empty() && !exactly
        }
        (_, Some(below)) => open.is_empty() && (!exactly || !solved_by(below)),
        (_, None) => open.is_empty(),
    }
}

fn random_channel(draft: &Draft, random: &mut Pcg64Mcg) -> Option<Channel> {
    let count = draft.puzzle.channels().len();
    (count > 0).then(|| Channel(random.random_range(0..count as u16)))
}

/// Returns another number of bridges for a channel, which leaves a network as the rules want it; less, where the puzzle is
/// `too_easy`.
fn propose_number(draft: &Draft, channel: Channel, too_easy: bool, random: &mut Pcg64Mcg) -> Option<u8> {
    let (rules, now) = (draft.puzzle.rules(), draft.solution.get(channel));
    let number =
        if !too_easy && random.random_bool(FILL_CHANCE) { rules.max_bridges } else { random.random_range(0..=rules.max_bridges) };
    let crossed = || draft.puzzle.crossings(channel).iter().any(|&other| draft.solution.get(other) > 0);
    let fits = match (now, number) {
        _ if now == number => false,
        (0, _) => rules.loops && !crossed(),
        (_, 0) => is_connected_without(draft, channel),
        _ => true,
    };
    fits.then_some(number)
}

/// Returns whether the network stays connected without the bridges of one channel.
fn is_connected_without(draft: &Draft, without: Channel) -> bool {
    let puzzle = &draft.puzzle;
    let (start, goal) = puzzle.ends(without);
    let mut seen = vec![false; puzzle.islands().len()];
    let mut open: Vec<Island> = vec![start];
    while let Some(island) = open.pop() {
        if island == goal {
            return true;
        }
        for channel in puzzle.channels_at(island).filter(|&channel| channel != without && draft.solution.get(channel) > 0) {
            let other = puzzle.other_end(channel, island);
            if !std::mem::replace(&mut seen[other.index()], true) {
                open.push(other);
            }
        }
    }
    false
}

/// Sets the number of bridges in a channel, and renumbers its islands.
fn set_bridges(draft: &mut Draft, channel: Channel, number: u8) {
    draft.solution.set(channel, number);
    let (a, b) = draft.puzzle.ends(channel);
    for island in [a, b] {
        let clue = draft.solution.degree(&draft.puzzle, island) as u8;
        draft.puzzle.set_clue(island, clue);
    }
}

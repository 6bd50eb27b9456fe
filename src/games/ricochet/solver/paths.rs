//! From the states that a search has stored back to moves: one shortest way, or all of them.

use super::super::board::Move;
use super::super::position::Position;
use super::best::Search;
use super::state::State;
use super::table::Word;

/// Ways that are listed at most before they are put in order.
pub const MOST_WAYS: usize = 200_000;

/// The ways of a search that has found some, no more than `most`, and whether these are all.
#[must_use]
pub fn ways<const N: usize, const ANY: bool, W: Word>(
    search: &Search<'_, N, ANY, W>,
    position: &Position,
    most: usize,
) -> (Vec<Vec<Move>>, bool) {
    let mut found = Vec::new();
    for trial in &search.trials {
        let endings = search.moves.straight(&trial.state);
        let mut beginnings = Vec::new();
        match trial.before {
            None => beginnings.push(Vec::new()),
            Some(before) => {
                let complete = back(search, &mut vec![trial.state, before], most - found.len(), &mut beginnings);
                if !complete {
                    return (moves_of(search, position, &found, most), false);
                }
            }
        }
        for beginning in &beginnings {
            for ending in &endings {
                if found.len() == most {
                    return (moves_of(search, position, &found, most), false);
                }
                found.push(beginning.iter().copied().chain(ending.iter().map(|step| step.state)).collect());
            }
        }
    }
    (moves_of(search, position, &found, most), true)
}

/// Lengthens a way backwards to the first state in all manners, up to `most` of them; whether there are no more.
fn back<const N: usize, const ANY: bool, W: Word>(
    search: &Search<'_, N, ANY, W>,
    way: &mut Vec<State<N>>,
    most: usize,
    found: &mut Vec<Vec<State<N>>>,
) -> bool {
    let Some(&state) = way.last() else { return true };
    if state == search.root {
        if found.len() == most {
            return false;
        }
        // The first state itself is no step.
        found.push(way.iter().rev().skip(1).copied().collect());
        return true;
    }
    let Some(length) = search.length_of(&state) else { return true };
    let made = length - search.moves.bound(&state);
    let mut before = Vec::new();
    search.moves.each_before(&state, |earlier| {
        let bound = search.moves.bound(&earlier);
        if search.length_of(&earlier).is_some_and(|length| length + 1 == made + bound) {
            before.push(earlier);
        }
    });
    before.sort_unstable();
    before.dedup();
    for earlier in before {
        way.push(earlier);
        let complete = back(search, way, most, found);
        way.pop();
        if !complete {
            return false;
        }
    }
    true
}

/// The moves that make these states of a position, one after the other.
fn moves_of<const N: usize, const ANY: bool, W: Word>(
    search: &Search<'_, N, ANY, W>,
    position: &Position,
    ways: &[Vec<State<N>>],
    most: usize,
) -> Vec<Vec<Move>> {
    let mut found: Vec<Vec<Move>> = Vec::new();
    for way in ways.iter().take(most) {
        let mut now = position.clone();
        let mut moves = Vec::new();
        for wanted in way {
            let choices: Vec<Move> = now.moves().map(|(mv, _)| mv).collect();
            let fits = |mv: &Move| {
                let mut next = now.clone();
                next.play(*mv).is_some() && search.moves.state(&next) == *wanted
            };
            let Some(mv) = choices.into_iter().find(fits) else { break };
            now.play(mv);
            moves.push(mv);
        }
        found.push(moves);
    }
    found
}

/// How often another robot than the one before moves.
#[must_use]
pub fn changes(moves: &[Move]) -> usize {
    moves.windows(2).filter(|pair| pair[0].robot != pair[1].robot).count()
}

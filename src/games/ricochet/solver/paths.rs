//! From the states that a search has stored back to moves: one shortest way, or all of them.

use arrayvec::ArrayVec;

use super::super::board::{Direction, MOST_ROBOTS, Move, Robot};
use super::super::position::Position;
use super::best::Search;
use super::state::{Moves, State};
use super::table::Word;

/// Ways that are listed at most before they are put in order.
pub const MOST_WAYS: usize = 200_000;

/// Ways between looks at the clock.
const LOOK: usize = 256;

/// The ways of a search that has found some, no more than `most`, and whether these are all.
#[must_use]
pub fn ways<const N: usize, const ANY: bool, W: Word>(
    search: &Search<'_, N, ANY, W>,
    position: &Position,
    most: usize,
) -> (Vec<Vec<Move>>, bool) {
    let mut found = Vec::new();
    for trial in &search.trials {
        let endings = search.moves.direct_solutions(&trial.state);
        let mut beginnings = Vec::new();
        let mut complete = true;
        match trial.before {
            None => beginnings.push(Vec::new()),
            Some(before) => complete = back(search, &mut vec![trial.state, before], most - found.len(), &mut beginnings),
        }
        for (beginning, ending) in beginnings.iter().flat_map(|beginning| endings.iter().map(move |ending| (beginning, ending))) {
            if found.len() == most {
                complete = false;
                break;
            }
            found.push(beginning.iter().copied().chain(ending.iter().map(|step| step.state)).collect());
        }
        if !complete {
            return (moves_of(&search.moves, position, &found), false);
        }
    }
    (moves_of(&search.moves, position, &found), true)
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
        if found.len() == most || found.len().is_multiple_of(LOOK) && search.is_interrupted() {
            return false;
        }
        // The first state itself is no step.
        found.push(way.iter().rev().skip(1).copied().collect());
        return true;
    }
    let Some(length) = search.f_of(&state) else { return true };
    let made = length - search.moves.bound(&state);
    let mut before = Vec::new();
    search.moves.for_each_predecessor(&state, |earlier| {
        let bound = search.moves.bound(&earlier);
        if search.f_of(&earlier).is_some_and(|length| length + 1 == made + bound) {
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
#[must_use]
pub fn moves_of<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    position: &Position,
    ways: &[Vec<State<N>>],
) -> Vec<Vec<Move>> {
    ways.iter().map(|way| moves_of_way(moves, position, way)).collect()
}

fn moves_of_way<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, position: &Position, way: &[State<N>]) -> Vec<Move> {
    let ground = moves.ground;
    let mut robots: ArrayVec<u16, MOST_ROBOTS> = position.robots.iter().map(|&cell| ground.code(cell)).collect();
    let mut made = Vec::with_capacity(way.len());
    for state in way {
        let codes = state.map(|node| ground.code_of(node));
        // One robot has left its cell, and one cell has a robot that had none.
        let left = robots.iter().position(|code| !codes.contains(code));
        let taken = codes.iter().find(|code| !robots.contains(code));
        let (Some(robot), Some(&to)) = (left, taken) else { break };
        let from = std::mem::replace(&mut robots[robot], to);
        let mask = (1 << ground.shift) - 1;
        let direction = match (from & mask == to & mask, to > from) {
            (true, true) => Direction::South,
            (true, false) => Direction::North,
            (false, true) => Direction::East,
            (false, false) => Direction::West,
        };
        made.push(Move { robot: Robot::ALL[robot], direction });
    }
    made
}

/// How often another robot than the one before moves.
#[must_use]
pub fn changes(moves: &[Move]) -> usize {
    moves.windows(2).filter(|pair| pair[0].robot != pair[1].robot).count()
}

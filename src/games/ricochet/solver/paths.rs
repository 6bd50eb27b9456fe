//! From the states that a search has stored back to moves: one optimal solution, or all of them.

use arrayvec::ArrayVec;

use super::super::board::{Direction, MAX_ROBOTS, Move, Robot};
use super::super::position::Position;
use super::contour_search::ContourSearch;
use super::state::{Moves, State};
use super::table::Word;

/// Most solutions that are listed.
pub(crate) const MAX_SOLUTIONS: usize = 200_000;

/// Solutions between two checks of the clock.
const SOLUTIONS_PER_CHECK: usize = 256;

/// Lists at most `most` solutions of a finished search. Returns them, and whether they are all.
#[must_use]
pub fn solutions<const N: usize, const ANY: bool, W: Word>(
    search: &ContourSearch<'_, N, ANY, W>,
    position: &Position,
    most: usize,
) -> (Vec<Vec<Move>>, bool) {
    let mut found = Vec::new();
    for goal in &search.goals {
        let endings = search.moves.direct_solutions(&goal.state);
        let mut beginnings = Vec::new();
        let mut complete = true;
        match goal.parent {
            None => beginnings.push(Vec::new()),
            Some(before) => {
                complete = extend_backwards(search, &mut vec![goal.state, before], most - found.len(), &mut beginnings);
            }
        }
        for (beginning, ending) in beginnings.iter().flat_map(|beginning| endings.iter().map(move |ending| (beginning, ending))) {
            if found.len() == most {
                complete = false;
                break;
            }
            found.push(beginning.iter().copied().chain(ending.iter().map(|step| step.state)).collect());
        }
        if !complete {
            return (to_moves(&search.moves, position, &found), false);
        }
    }
    (to_moves(&search.moves, position, &found), true)
}

/// Extends a path backwards to the root in every way, up to `most` of them. Returns whether there are no more.
fn extend_backwards<const N: usize, const ANY: bool, W: Word>(
    search: &ContourSearch<'_, N, ANY, W>,
    path: &mut Vec<State<N>>,
    most: usize,
    found: &mut Vec<Vec<State<N>>>,
) -> bool {
    let Some(&state) = path.last() else { return true };
    if state == search.root {
        if found.len() == most || found.len().is_multiple_of(SOLUTIONS_PER_CHECK) && search.is_interrupted() {
            return false;
        }
        // The root is not a step of the path.
        found.push(path.iter().rev().skip(1).copied().collect());
        return true;
    }
    let Some(f) = search.f_of(&state) else { return true };
    let moves_made = f - search.moves.bound(&state);
    let mut before = Vec::new();
    search.moves.for_each_predecessor(&state, |earlier| {
        let bound = search.moves.bound(&earlier);
        if search.f_of(&earlier).is_some_and(|f| f + 1 == moves_made + bound) {
            before.push(earlier);
        }
    });
    before.sort_unstable();
    before.dedup();
    for earlier in before {
        path.push(earlier);
        let complete = extend_backwards(search, path, most, found);
        path.pop();
        if !complete {
            return false;
        }
    }
    true
}

/// Converts paths of states into moves from a position.
#[must_use]
pub(super) fn to_moves<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    position: &Position,
    paths: &[Vec<State<N>>],
) -> Vec<Vec<Move>> {
    paths.iter().map(|path| path_to_moves(moves, position, path)).collect()
}

fn path_to_moves<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    position: &Position,
    path: &[State<N>],
) -> Vec<Move> {
    let board = moves.board;
    let mut robots: ArrayVec<u16, MAX_ROBOTS> = position.robots.iter().map(|&cell| board.code(cell)).collect();
    let mut list = Vec::with_capacity(path.len());
    for state in path {
        let codes = state.map(|node| board.code_of(node));
        // One robot has left its cell, and one cell has a robot that had none.
        let left = robots.iter().position(|code| !codes.contains(code));
        let taken = codes.iter().find(|code| !robots.contains(code));
        let (Some(robot), Some(&to)) = (left, taken) else { break };
        let from = std::mem::replace(&mut robots[robot], to);
        let mask = (1 << board.shift) - 1;
        let direction = match (from & mask == to & mask, to > from) {
            (true, true) => Direction::South,
            (true, false) => Direction::North,
            (false, true) => Direction::East,
            (false, false) => Direction::West,
        };
        list.push(Move { robot: Robot::ALL[robot], direction });
    }
    list
}

/// Returns the number of times that the moving robot changes.
#[must_use]
pub(crate) fn count_robot_changes(moves: &[Move]) -> usize {
    moves.windows(2).filter(|pair| pair[0].robot != pair[1].robot).count()
}

//! Puzzles: positions with one optimal solution, up to the order of its moves.
//!
//! Random official boards are solved until one fits. How hard it is depends on the number of moves and on the *red herrings*: first moves
//! that lead to the target in only one move more, by another way. All searches have one thread, and limits that do not depend on
//! the settings, so that a seed gives the same puzzle on every machine.

use std::ops::RangeInclusive;

use super::board::{Move, Robot};
use super::position::Position;
use super::random::{GeneratorOptions, PositionGenerator};
use super::solver::{self, Answer, End, Limits};
use crate::game::puzzle::difficulty_of;
use crate::search::Budget;

/// The ratings from which on a puzzle is medium, hard and extreme.
pub(super) const RATINGS: [u64; 3] = [6, 9, 13];

/// The lengths of the solutions that can have a difficulty.
const LENGTHS: [RangeInclusive<u8>; 4] = [3..=5, 4..=8, 6..=12, 9..=u8::MAX];

/// Most positions that are tried for one puzzle.
const MAX_TRIES: u64 = 5_000;

/// States of one search, and bytes for them.
const SEARCH_STATES: u64 = 2_000_000;
const SEARCH_BYTES: usize = 64 << 20;

/// Most optimal solutions that are compared. A puzzle has one set of moves, perhaps in several orders.
const MAX_ORDERS: usize = 5_000;

/// A puzzle that was found.
pub(super) struct Found {
    pub position: Position,
    /// The number of moves, plus one for each red herring.
    pub rating: u64,
    /// Its solution and what makes it hard.
    pub facts: Facts,
    /// Positions that were tried.
    pub tries: u64,
}

/// The solution of a puzzle, and what makes it hard.
pub(super) struct Facts {
    /// The fewest moves.
    pub moves: u8,
    /// The robots that move.
    pub robots: usize,
    /// The number of red herrings.
    pub red_herrings: u64,
    /// Whether the moves have one order.
    pub is_ordered: bool,
}

/// Why no puzzle was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotFound {
    /// The budget ended first, in the position of this number.
    Stopped(u64),
    /// None of this many positions is of the difficulty.
    GaveUp(u64),
}

/// Searches until there is a puzzle of a difficulty, 0 for the easiest.
///
/// # Errors
/// None is found, or the budget ends first.
pub(super) fn find(seed: u64, difficulty: usize, budget: &Budget) -> Result<Found, NotFound> {
    let mut source = PositionGenerator::new(seed, GeneratorOptions::default());
    for tries in 1..=MAX_TRIES {
        let Some(position) = source.position() else { break };
        let facts = examine(&position, &LENGTHS[difficulty], budget);
        if budget.is_over() {
            return Err(NotFound::Stopped(tries));
        }
        let Some(facts) = facts else { continue };
        let rating = u64::from(facts.moves) + facts.red_herrings;
        if difficulty_of(rating, &RATINGS) == difficulty {
            return Ok(Found { position, rating, facts, tries });
        }
    }
    Err(NotFound::GaveUp(MAX_TRIES))
}

/// Returns the facts of a position whose solution has one of these lengths and is unique up to the order of its moves; `None` for
/// another position.
fn examine(position: &Position, lengths: &RangeInclusive<u8>, budget: &Budget) -> Option<Facts> {
    let End::Solved(moves) = solve(position, budget, 0).end else { return None };
    if !lengths.contains(&moves) {
        return None;
    }
    let Answer { mut solutions, complete, .. } = solve(position, budget, MAX_ORDERS);
    solutions.sort();
    solutions.dedup();
    let sorted = |path: &[Move]| {
        let mut moves = path.to_vec();
        moves.sort();
        moves
    };
    let first = sorted(solutions.first()?);
    if !complete || solutions.iter().any(|other| sorted(other) != first) {
        return None;
    }
    let robots = Robot::ALL.into_iter().filter(|&robot| first.iter().any(|mv| mv.robot == robot)).count();
    let red_herrings = count_red_herrings(position, moves, &solutions, budget);
    Some(Facts { moves, robots, red_herrings, is_ordered: solutions.len() == 1 })
}

/// Counts the red herrings: first moves of no solution, after which the target is as far as before, but not by one of the
/// solutions.
fn count_red_herrings(position: &Position, moves: u8, solutions: &[Vec<Move>], budget: &Budget) -> u64 {
    let is_solution_after = |after: &Position, path: &[Move]| {
        let mut end = after.clone();
        end.play_all(path).is_ok() && end.is_solved()
    };
    let is_red_herring = |mv: Move| {
        let mut after = position.clone();
        !solutions.iter().any(|path| path.first() == Some(&mv))
            && after.play(mv).is_ok()
            && !solutions.iter().any(|path| is_solution_after(&after, path))
            && solve(&after, budget, 0).end == End::Solved(moves)
    };
    position.moves().filter(|&(mv, _)| is_red_herring(mv)).count() as u64
}

/// Solves a position; with `most` above 0 it lists all optimal solutions, if there are no more.
fn solve(position: &Position, budget: &Budget, most: usize) -> Answer {
    let budget = budget.with_node_limit(SEARCH_STATES);
    solver::solve_optimally(position, Limits { budget: &budget, bytes: SEARCH_BYTES, threads: 1, all: most > 0 }, most)
}

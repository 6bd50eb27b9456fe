//! Solvers: the fewest moves to the target, and all solutions with that number.
//!
//! [`contour_search`] is the fast solver. The other methods are those of the report *Rapport de projet IA41 - Rasende Roboter*
//! (2024); `protocol.md`, Corrected sources, lists the differences.

pub(super) mod astar;
pub(super) mod code_set;
pub(super) mod contour_search;
pub(super) mod hda;
mod helper_counts;
pub(super) mod heuristic;
pub(super) mod ida_star;
pub(super) mod limits;
pub(super) mod partial_expansion;
pub(super) mod partition;
pub(super) mod paths;
pub(super) mod relevance;
pub(super) mod retrograde;
pub(super) mod search_board;
pub(super) mod slides;
pub(super) mod state;
pub(super) mod stop_sets;
pub(super) mod table;
pub(super) mod uninformed;

use astar::Estimate;
use contour_search::ContourSearch;
pub use limits::{End, Limits};
use limits::{PathEnd, PathResult};
use search_board::SearchBoard;
use state::{Moves, State};
use table::Word;
use uninformed::{Check, Order};

use super::board::{Move, Robot};
use super::position::{Position, Rule};
use crate::search::Budget;

/// The result of a solver.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended.
    pub end: End,
    /// The solutions that were found.
    pub solutions: Vec<Vec<Move>>,
    /// Whether these are all of the fewest moves.
    pub complete: bool,
    /// States generated.
    pub states: u64,
    /// Memory for states, in bytes; 0 if it was not counted.
    pub bytes: usize,
}

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Breadth-first search.
    Breadth(Check),
    /// Depth-first search.
    Depth(Check),
    /// A* with lower bounds.
    AStar,
    /// A* with the sum over all robots, which is inadmissible: not always the fewest moves.
    AStarSum,
    IdaStar,
    /// The fast solver.
    #[default]
    Best,
}

/// Solves a position by a method. [`Method::Best`] lists up to `most` solutions.
#[must_use]
pub fn solve(position: &Position, method: Method, limits: Limits<'_>, most: usize) -> Answer {
    let board = SearchBoard::new(position);
    let short = position.rule == Rule::Plain && board.code_bits() == 8;
    let job = Job { position, board: &board, method, limits, most };
    match (position.robots.len(), board.any, short) {
        (4, false, true) => job.run::<4, false, u32>(),
        (4, true, true) => job.run::<4, true, u32>(),
        (4, false, false) => job.run::<4, false, u64>(),
        (4, true, false) => job.run::<4, true, u64>(),
        (_, false, _) => job.run::<5, false, u64>(),
        (_, true, _) => job.run::<5, true, u64>(),
    }
}

/// Solves a position by the fast solver, and lists up to `most` optimal solutions.
#[must_use]
pub(super) fn solve_optimally(position: &Position, limits: Limits<'_>, most: usize) -> Answer {
    solve(position, Method::Best, limits, most)
}

/// States that are generated for a quick solution: a hundredth of a second.
const QUICK_STATES: u64 = 30_000;

/// Returns a solution, not always an optimal one, if one is found soon.
#[must_use]
pub(super) fn quick_solution(position: &Position) -> Option<Vec<Move>> {
    let budget = Budget { max_nodes: Some(QUICK_STATES), ..Budget::default() };
    let limits = Limits { budget: &budget, bytes: usize::MAX, threads: 1, all: false };
    solve(position, Method::AStarSum, limits, 1).solutions.into_iter().next()
}

/// The arguments of [`solve`], before the number of robots and the kind of target become type parameters.
struct Job<'a> {
    position: &'a Position,
    board: &'a SearchBoard,
    method: Method,
    limits: Limits<'a>,
    most: usize,
}

impl Job<'_> {
    fn run<const N: usize, const ANY: bool, W: Word>(&self) -> Answer {
        let moves = Moves::<N, ANY>::new(self.board);
        let root = moves.state(self.position);
        match self.method {
            Method::Best => self.run_best::<N, ANY, W>(moves, root),
            Method::Breadth(check) => {
                self.path_answer(&moves, uninformed::search(&moves, root, Order::Breadth, check, self.limits))
            }
            Method::Depth(check) => self.path_answer(&moves, uninformed::search(&moves, root, Order::Depth, check, self.limits)),
            Method::AStar => self.path_answer(&moves, astar::search(&moves, root, Estimate::LowerBound, self.limits)),
            Method::AStarSum => self.path_answer(&moves, astar::search(&moves, root, Estimate::Sum, self.limits)),
            Method::IdaStar => self.path_answer(&moves, ida_star::search(&moves, root, self.limits)),
        }
    }

    fn run_best<const N: usize, const ANY: bool, W: Word>(&self, moves: Moves<'_, N, ANY>, root: State<N>) -> Answer {
        let mut search = ContourSearch::<N, ANY, W>::new(moves, root, self.limits);
        let first = search.run();
        match first {
            End::Unknown(_) if search.wants_heuristic => {
                let Some(heuristic) = heuristic::Heuristic::new(self.board) else { return self.answer(&search, first) };
                let mut informed = ContourSearch::<N, ANY, W>::new(moves.with_heuristic(&heuristic), root, self.limits);
                informed.states = search.states;
                let end = informed.run();
                self.answer(&informed, end.with_lower_bound(first))
            }
            _ => self.answer(&search, first),
        }
    }

    fn answer<const N: usize, const ANY: bool, W: Word>(&self, search: &ContourSearch<'_, N, ANY, W>, end: End) -> Answer {
        let (solutions, complete) = paths::solutions(search, self.position, self.most);
        Answer {
            end,
            solutions,
            complete: complete && self.limits.all && !search.is_cut,
            states: search.states,
            bytes: search.bytes(),
        }
    }

    fn path_answer<const N: usize, const ANY: bool>(&self, moves: &Moves<'_, N, ANY>, found: PathResult<N>) -> Answer {
        let exact = !matches!(self.method, Method::Depth(_) | Method::AStarSum);
        let (end, solutions) = match found.end {
            PathEnd::Solved(path) => {
                let solutions = paths::to_moves(moves, self.position, &[path]);
                let length = solutions[0].len().min(usize::from(u8::MAX)) as u8;
                (if exact { End::Solved(length) } else { End::Found }, solutions)
            }
            PathEnd::Exhausted => (End::Unsolvable, Vec::new()),
            PathEnd::Stopped(lower) => (End::Unknown(lower), Vec::new()),
        };
        Answer { end, solutions, complete: false, states: found.states, bytes: 0 }
    }
}

/// Returns for each cell the lower bound of the target's robot, with the moves that it has made, if it stood there; `None` if it
/// cannot reach the target. Where any robot may be on the target, it is the least bound of them.
#[must_use]
pub fn bounds(position: &Position) -> Vec<Option<u8>> {
    let board = SearchBoard::new(position);
    let robots = || {
        Robot::ALL[..position.robots.len()].iter().filter(|&&robot| position.target.robot.is_none_or(|wanted| wanted == robot))
    };
    let bound = |cell| robots().filter_map(|&robot| board.bound_at(position, robot, cell)).min();
    position.board.size().cells().map(bound).collect()
}

#[cfg(test)]
mod tests;

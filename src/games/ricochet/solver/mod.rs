//! Solvers: the fewest moves to the target, and all solutions of so many.
//!
//! [`contour_search`] is the fast solver. The other methods are those of the report *Rapport de projet IA41 - Rasende Roboter*
//! (2024). Where they depart from it:
//! - its visited test marks the cells of each robot, so that its breadth-first search misses solutions (it solves 80 %);
//! - down to depth n its tree has 16^0 + 16^1 + ... + 16^n states, not 16^n + 1;
//! - its test at generation saves a factor of 4.05 in states and 4.20 in time by its figures 8 and 9, not 3.75;
//! - its grid of figure 12 is a lower bound; the Euclidean distance is none, nor is the sum of the grid over all robots. Its A*
//!   failed for other reasons;
//! - to move the other robots first and then the robot of the target (its "quest") does not give the fewest moves.

pub(super) mod astar;
pub(super) mod code_set;
pub(super) mod contour_search;
pub(super) mod hda;
pub(super) mod heuristic;
pub(super) mod ida_star;
pub(super) mod partial_expansion;
pub(super) mod partition;
pub(super) mod paths;
pub(super) mod relevance;
pub(super) mod retrograde;
pub(super) mod search_board;
pub(super) mod slides;
pub(super) mod state;
pub(super) mod table;
pub(super) mod uninformed;

use astar::Estimate;
use contour_search::ContourSearch;
use search_board::SearchBoard;
use state::{Moves, State};
use table::Word;
use uninformed::{Check, Order};

use super::board::{MAX_ROBOTS, Move};
use super::position::{Position, Rule};
use crate::search::Budget;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest moves that reach the target.
    Solved(u8),
    /// A solution was found, perhaps not an optimal one.
    Found,
    /// The target cannot be reached.
    Unsolvable,
    /// A limit was reached first; at least so many moves are needed.
    Unknown(u8),
}

impl End {
    /// Combines the lower bounds of two searches that ended at a limit.
    fn with_lower_bound(self, first: End) -> End {
        match (self, first) {
            (End::Unknown(lower), End::Unknown(known)) => End::Unknown(lower.max(known)),
            _ => self,
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Time, nodes and interrupts.
    pub budget: &'a Budget,
    /// Memory for states, in bytes.
    pub bytes: usize,
    /// Number of threads; rounded down to a power of two.
    pub threads: usize,
    /// Whether all optimal solutions are wanted, not only the first.
    pub all: bool,
}

/// Steps of a search between two looks at the clock: a power of two less one.
const CLOCK_MASK: u32 = (1 << 10) - 1;

impl Limits<'_> {
    /// Whether a search that has generated so many states must end. Looks at the clock in some of its steps only.
    fn is_over(&self, states: u64, step: u32) -> bool {
        self.budget.max_nodes.is_some_and(|most| states >= most) || step & CLOCK_MASK == 0 && self.budget.is_over()
    }
}

/// Most moves from a state.
const MAX_MOVES: usize = 4 * MAX_ROBOTS;

/// Bytes of a list after `more` entries are added: a full list doubles.
fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let (wanted, mut room) = (list.len() + more, list.capacity());
    while room < wanted {
        room = (2 * room).max(4);
    }
    room * size_of::<T>()
}

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
    /// IDA*.
    IdaStar,
    /// The fast solver.
    #[default]
    Best,
}

/// How one of the plain methods ended.
#[derive(Clone, Debug)]
pub enum PlainEnd<const N: usize> {
    /// The states after each move.
    Solved(Vec<State<N>>),
    /// There are no more states.
    Exhausted,
    /// A limit was reached; at least so many moves are needed.
    Stopped(u8),
}

/// The result of one of the plain methods.
#[derive(Clone, Debug)]
pub struct PlainResult<const N: usize> {
    end: PlainEnd<N>,
    states: u64,
}

impl<const N: usize> PlainResult<N> {
    fn new(end: PlainEnd<N>, states: u64) -> Self {
        PlainResult { end, states }
    }
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
pub fn fewest(position: &Position, limits: Limits<'_>, most: usize) -> Answer {
    solve(position, Method::Best, limits, most)
}

/// States that are generated for a quick solution: a hundredth of a second.
const QUICK_STATES: u64 = 30_000;

/// Returns a solution, not always an optimal one, if one is found soon.
#[must_use]
pub fn quick_solution(position: &Position) -> Option<Vec<Move>> {
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
                self.plain_answer(&moves, uninformed::search(&moves, root, Order::Breadth, check, self.limits))
            }
            Method::Depth(check) => self.plain_answer(&moves, uninformed::search(&moves, root, Order::Depth, check, self.limits)),
            Method::AStar => self.plain_answer(&moves, astar::search(&moves, root, Estimate::LowerBound, self.limits)),
            Method::AStarSum => self.plain_answer(&moves, astar::search(&moves, root, Estimate::Sum, self.limits)),
            Method::IdaStar => self.plain_answer(&moves, ida_star::search(&moves, root, self.limits)),
        }
    }

    fn run_best<const N: usize, const ANY: bool, W: Word>(&self, moves: Moves<'_, N, ANY>, root: State<N>) -> Answer {
        let mut search = ContourSearch::<N, ANY, W>::new(moves, root, self.limits);
        let first = search.run();
        match first {
            End::Unknown(_) if search.wants_heuristic => {
                let Some(heuristic) = heuristic::Heuristic::new(self.board) else { return self.answer(&search, first) };
                let mut has_heuristic = ContourSearch::<N, ANY, W>::new(moves.with_heuristic(&heuristic), root, self.limits);
                has_heuristic.states = search.states;
                let end = has_heuristic.run();
                self.answer(&has_heuristic, end.with_lower_bound(first))
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

    fn plain_answer<const N: usize, const ANY: bool>(&self, moves: &Moves<'_, N, ANY>, found: PlainResult<N>) -> Answer {
        let exact = !matches!(self.method, Method::Depth(_) | Method::AStarSum);
        let (end, solutions) = match found.end {
            PlainEnd::Solved(path) => {
                let solutions = paths::to_moves(moves, self.position, &[path]);
                let length = solutions[0].len().min(usize::from(u8::MAX)) as u8;
                (if exact { End::Solved(length) } else { End::Found }, solutions)
            }
            PlainEnd::Exhausted => (End::Unsolvable, Vec::new()),
            PlainEnd::Stopped(lower) => (End::Unknown(lower), Vec::new()),
        };
        Answer { end, solutions, complete: false, states: found.states, bytes: 0 }
    }
}

/// Returns for each cell the lower bound of a robot of the target that has not moved yet; `None` if it cannot reach the target.
#[must_use]
pub fn bounds(position: &Position) -> Vec<Option<u8>> {
    let board = SearchBoard::new(position);
    position.board.size().cells().map(|cell| board.grid_value(cell)).collect()
}

#[cfg(test)]
mod tests;

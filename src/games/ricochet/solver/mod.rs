//! Solvers: the fewest moves to the target, and all ways that need no more.
//!
//! The methods are those of the report *Rapport de projet IA41 - Rasende Roboter* (2024), and a faster one. Where they
//! depart from the report:
//! - its visited test marks the cells of each robot, so that its breadth-first search leaves solutions out (it solves 80 %);
//! - down to depth n its tree has 16^0 + 16^1 + ... + 16^n states, not 16^n + 1;
//! - its test at generation saves a factor of 4.05 in states and 4.20 in time by its figures 8 and 9, not 3.75;
//! - its grid of figure 12 is a lower bound, the Euclidean distance is none, and neither is the sum of the grid over all
//!   robots; its A* failed for other reasons;
//! - other robots first, the robot of the target then (its "quest") is not a way to the fewest moves.

pub(super) mod backward;
pub(super) mod best;
pub(super) mod blind;
pub(super) mod deepening;
pub(super) mod ground;
pub(super) mod guide;
pub(super) mod hda;
pub(super) mod informed;
pub(super) mod interest;
pub(super) mod partition;
pub(super) mod paths;
pub(super) mod raising;
pub(super) mod slides;
pub(super) mod state;
pub(super) mod table;

use best::Search;
use blind::{Check, Order};
use ground::Ground;
use informed::Guide;
use state::{Moves, State};
use table::Word;

use super::board::{MOST_ROBOTS, Move};
use super::position::{Position, Rule};
use crate::search::Budget;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest moves are so many.
    Solved(u8),
    /// There is a way, perhaps not a shortest one.
    Found,
    /// No moves reach the target.
    Unsolvable,
    /// A limit came first; fewer moves than these do not reach it.
    Unknown(u8),
}

impl End {
    /// The same, with what has been excluded before.
    fn or_not_below(self, first: End) -> End {
        match (self, first) {
            (End::Unknown(lower), End::Unknown(known)) => End::Unknown(lower.max(known)),
            _ => self,
        }
    }
}

/// What limits a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Time, nodes and interrupts.
    pub budget: &'a Budget,
    /// Memory for states, in bytes.
    pub bytes: usize,
    /// Threads; a power of two of them is used.
    pub threads: usize,
    /// Whether all last states are wanted, not only the first that is found.
    pub all: bool,
}

/// Steps of a search between looks at the clock: a power of two less one.
const LOOK: u32 = (1 << 10) - 1;

impl Limits<'_> {
    /// Whether a search ends that has generated so many states; the clock is looked at in some of its steps only.
    fn is_over(&self, states: u64, step: u32) -> bool {
        self.budget.max_nodes.is_some_and(|most| states >= most) || step & LOOK == 0 && self.budget.is_over()
    }
}

/// Moves from a state at most.
const MOST_MOVES: usize = 4 * MOST_ROBOTS;

/// Bytes of a list after some more entries: one that is full doubles.
fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let (wanted, mut room) = (list.len() + more, list.capacity());
    while room < wanted {
        room = (2 * room).max(4);
    }
    room * size_of::<T>()
}

/// What a solver has found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended.
    pub end: End,
    /// Ways to the target; none where none was found.
    pub ways: Vec<Vec<Move>>,
    /// Whether these are all of the fewest moves.
    pub complete: bool,
    /// States generated.
    pub states: u64,
    /// Memory for states, in bytes; 0 where it is not counted.
    pub bytes: usize,
}

/// A way to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Breadth-first search.
    Breadth(Check),
    /// Depth-first search.
    Depth(Check),
    /// A* with lower bounds.
    AStar,
    /// A* with the sum over all robots: not always the fewest moves.
    AStarSum,
    /// Iterative deepening.
    Deepening,
    /// The fast solver.
    #[default]
    Best,
}

/// How one of the plain methods ended, with the states of its way.
#[derive(Clone, Debug)]
pub enum Stage<const N: usize> {
    /// The states after each move.
    Solved(Vec<State<N>>),
    /// There are no more states.
    Exhausted,
    /// A limit came; fewer moves do not reach the target.
    Stopped(u8),
}

/// What one of the plain methods has found.
#[derive(Clone, Debug)]
pub struct Found<const N: usize> {
    stage: Stage<N>,
    states: u64,
}

impl<const N: usize> Found<N> {
    fn new(stage: Stage<N>, states: u64) -> Self {
        Found { stage, states }
    }
}

/// Solves by a method; with [`Method::Best`] and as many as `most` ways.
#[must_use]
pub fn solve(position: &Position, method: Method, limits: Limits<'_>, most: usize) -> Answer {
    let ground = Ground::new(position);
    let short = position.rule == Rule::Plain && ground.code_bits() == 8;
    let job = Job { position, ground: &ground, method, limits, most };
    match (position.robots.len(), ground.any, short) {
        (4, false, true) => job.run::<4, false, u32>(),
        (4, true, true) => job.run::<4, true, u32>(),
        (4, false, false) => job.run::<4, false, u64>(),
        (4, true, false) => job.run::<4, true, u64>(),
        (_, false, _) => job.run::<5, false, u64>(),
        (_, true, _) => job.run::<5, true, u64>(),
    }
}

/// The fewest moves by the fast solver, and up to `most` ways of so many.
#[must_use]
pub fn fewest(position: &Position, limits: Limits<'_>, most: usize) -> Answer {
    solve(position, Method::Best, limits, most)
}

/// States that are looked at for some way where the fewest moves are out of reach: a hundredth of a second.
const SOME_STATES: u64 = 30_000;

/// Some way, where one is found soon.
#[must_use]
pub fn some_way(position: &Position) -> Option<Vec<Move>> {
    let budget = Budget { max_nodes: Some(SOME_STATES), ..Budget::default() };
    let limits = Limits { budget: &budget, bytes: usize::MAX, threads: 1, all: false };
    solve(position, Method::AStarSum, limits, 1).ways.into_iter().next()
}

/// One solving, before the number of robots and the kind of target become types.
struct Job<'a> {
    position: &'a Position,
    ground: &'a Ground,
    method: Method,
    limits: Limits<'a>,
    most: usize,
}

impl Job<'_> {
    fn run<const N: usize, const ANY: bool, W: Word>(&self) -> Answer {
        let moves = Moves::<N, ANY>::new(self.ground);
        let root = moves.state(self.position);
        match self.method {
            Method::Best => self.best::<N, ANY, W>(moves, root),
            Method::Breadth(check) => self.plain(&moves, blind::search(&moves, root, Order::Breadth, check, self.limits)),
            Method::Depth(check) => self.plain(&moves, blind::search(&moves, root, Order::Depth, check, self.limits)),
            Method::AStar => self.plain(&moves, informed::search(&moves, root, Guide::Bound, self.limits)),
            Method::AStarSum => self.plain(&moves, informed::search(&moves, root, Guide::Sum, self.limits)),
            Method::Deepening => self.plain(&moves, deepening::search(&moves, root, self.limits)),
        }
    }

    fn best<const N: usize, const ANY: bool, W: Word>(&self, moves: Moves<'_, N, ANY>, root: State<N>) -> Answer {
        let mut search = Search::<N, ANY, W>::new(moves, root, self.limits);
        let first = search.run();
        match first {
            End::Unknown(_) if search.is_impatient => {
                let Some(guide) = guide::Guide::new(self.ground) else { return self.answer(&search, first) };
                let mut guided = Search::<N, ANY, W>::new(moves.with_guide(&guide), root, self.limits);
                guided.states = search.states;
                let end = guided.run();
                self.answer(&guided, end.or_not_below(first))
            }
            _ => self.answer(&search, first),
        }
    }

    fn answer<const N: usize, const ANY: bool, W: Word>(&self, search: &Search<'_, N, ANY, W>, end: End) -> Answer {
        let (ways, complete) = paths::ways(search, self.position, self.most);
        Answer { end, ways, complete: complete && self.limits.all && !search.cut, states: search.states, bytes: search.bytes() }
    }

    fn plain<const N: usize, const ANY: bool>(&self, moves: &Moves<'_, N, ANY>, found: Found<N>) -> Answer {
        let exact = !matches!(self.method, Method::Depth(_) | Method::AStarSum);
        let (end, ways) = match found.stage {
            Stage::Solved(way) => {
                let ways = paths::moves_of(moves, self.position, &[way]);
                let length = ways[0].len().min(usize::from(u8::MAX)) as u8;
                (if exact { End::Solved(length) } else { End::Found }, ways)
            }
            Stage::Exhausted => (End::Unsolvable, Vec::new()),
            Stage::Stopped(lower) => (End::Unknown(lower), Vec::new()),
        };
        Answer { end, ways, complete: false, states: found.states, bytes: 0 }
    }
}

/// For each cell the lower bound for a robot of the target that has not moved yet; none where it cannot reach the target.
#[must_use]
pub fn bounds(position: &Position) -> Vec<Option<u8>> {
    let ground = Ground::new(position);
    position.board.size().cells().map(|cell| ground.grid_value(cell)).collect()
}

#[cfg(test)]
mod tests;

//! The margin of any position, with several threads: captures first, then null-window searches ([`Prover`]).
//!
//! If coins can be taken, one that is always right to take is taken. Otherwise each chain or loop on offer is as long as a handout:
//! all of them but one are taken, and the last is taken or left. No other move needs to be tried, because the other player could
//! take the coins after it.

use arrayvec::ArrayVec;

use super::arc_graph::ArcGraph;
use super::bits::Bits;
use super::control::Control;
use super::graph::{GROUND, Graph, Strings, iter_bits, lowest};
use super::opening::Opening;
use super::search::{Prover, simple_value};
use super::shape::{CHAIN_HANDOUT, LOOP_HANDOUT, Shape};
use super::symmetric_hash::Zobrist;
use super::table::Table;
use crate::search::{Budget, Halted};

/// Bounds on the margin of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The margin is at least this.
    pub lower: i32,
    /// The margin is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Returns the bounds of a known margin.
    #[must_use]
    pub const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// Returns the margin, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the bounds with `gain` more coins for the player.
    #[must_use]
    pub const fn add(self, gain: i32) -> Bounds {
        Bounds { lower: self.lower + gain, upper: self.upper + gain }
    }

    /// Returns the bounds for the other player.
    const fn negate(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Returns the bounds of the better of two moves.
    #[must_use]
    pub fn max(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// A solver of the positions of one graph.
pub struct Solver<'a> {
    graph: &'a Graph,
    zobrist: Zobrist,
    table: &'a Table<'a>,
    control: Control<'a>,
}

/// What the captures on offer allow.
pub enum Capture<S> {
    /// Nothing can be taken.
    Nothing,
    /// To cut this string is always right.
    Free(u8),
    /// Either the first string is cut, or the second, which leaves a handout.
    Choice(u8, u8),
    /// All of these strings but one are cut, one coin each. Which one is kept has to be searched.
    Several(S),
}

impl<'a> Solver<'a> {
    /// Makes a solver with its limits.
    #[must_use]
    pub fn new(graph: &'a Graph, table: &'a Table<'a>, threads: usize, budget: &'a Budget) -> Self {
        let (zobrist, control) = (Zobrist::new(graph), Control::new(budget, threads));
        Solver { graph, zobrist, table, control }
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Returns the margin of the player to move, or the bounds that were proved when the budget was spent.
    #[must_use]
    pub fn bounds(&self, left: Strings) -> Bounds {
        match capture(self.graph, left) {
            Capture::Nothing => self.prove_bounds(left),
            Capture::Free(string) => self.cut_bounds(left, string),
            Capture::Choice(take, leave) => self.cut_bounds(left, take).max(self.cut_bounds(left, leave)),
            Capture::Several(takes) => {
                let kept = iter_bits(takes).map(|kept| {
                    let cut = takes & !(1 << kept);
                    self.bounds(left & !cut).add(cut.count_ones() as i32)
                });
                kept.reduce(Bounds::max).unwrap_or_else(|| self.prove_bounds(left))
            }
        }
    }

    /// Returns the bounds on the margin of the player who makes a cut, including the coins that it takes.
    #[must_use]
    pub fn cut_bounds(&self, left: Strings, string: u8) -> Bounds {
        let rest = left & !(1 << string);
        match self.graph.gain(left, string) as i32 {
            0 => self.bounds(rest).negate(),
            gain => self.bounds(rest).add(gain),
        }
    }

    /// Returns the margin, and a string whose cut is worth it.
    #[must_use]
    pub fn best(&self, left: Strings) -> (Bounds, Option<u8>) {
        let bounds = self.bounds(left);
        let Some(value) = bounds.value() else { return (bounds, None) };
        let best = match capture(self.graph, left) {
            Capture::Nothing => self.best_opening(left, value),
            Capture::Free(string) => Some(string),
            Capture::Choice(take, leave) => {
                [take, leave].into_iter().find(|&string| self.cut_bounds(left, string).lower >= value)
            }
            Capture::Several(takes) => iter_bits(takes).find(|&string| self.cut_bounds(left, string).lower >= value),
        };
        (bounds, best)
    }

    /// Returns a string whose cut is worth `value`, if nothing can be taken: one that the table proves to be, if it still has one.
    fn best_opening(&self, left: Strings, value: i32) -> Option<u8> {
        let is_proved = |opening: &Opening| {
            let rest = ArcGraph::new(self.graph, &self.zobrist, opening.rest);
            opening.offer.value_bounds(self.table.get(rest.key(), rest.coins))[0] >= value
        };
        let shape = Shape::new(self.graph, left);
        let mut openings: Vec<Opening> = shape.openings(left).map(|(opening, _)| opening).collect();
        openings.sort_by_cached_key(|opening| !is_proved(opening));
        openings.into_iter().find(|opening| self.reaches(opening, value)).map(|opening| opening.cut)
    }

    /// Returns whether an opening is worth at least `value`.
    fn reaches(&self, opening: &Opening, value: i32) -> bool {
        // Margins of one position are all odd or all even, so that at most `high` means not at least `high + 2`.
        let [low, high] = opening.offer.rest_bounds(value);
        let rest = ArcGraph::new(self.graph, &self.zobrist, opening.rest);
        (opening.offer.handout == 0 || self.is_at_least(&rest, low) == Ok(true)) && self.is_at_least(&rest, high + 2) == Ok(false)
    }

    /// Narrows the bounds of a position where nothing can be taken, by one null-window search after the other.
    fn prove_bounds(&self, left: Strings) -> Bounds {
        let position = ArcGraph::new(self.graph, &self.zobrist, left);
        if position.joint_count() == 0 {
            return Bounds::exact(simple_value(&position));
        }
        let known = self.table.get(position.key(), position.coins);
        let mut bounds = Bounds { lower: known.lower, upper: known.upper };
        // The first target separates wins from the rest.
        let mut target = if known.lower % 2 == 0 { 2 } else { 1 };
        while bounds.lower < bounds.upper {
            target = target.clamp(bounds.lower + 2, bounds.upper);
            let answer = self.is_at_least(&position, target);
            log::info!("margin at least {target}: {answer:?} after {} nodes", self.nodes());
            match answer {
                Ok(true) => (bounds.lower, target) = (target, target + 2),
                Ok(false) => (bounds.upper, target) = (target - 2, target - 2),
                Err(Halted) => break,
            }
        }
        bounds
    }

    /// Runs one null-window search in all threads at once. The first answer counts.
    fn is_at_least(&self, position: &ArcGraph, target: i32) -> Result<bool, Halted> {
        self.control.count_nodes(0)?;
        let ask = || Prover::new(&self.zobrist, self.table, &self.control).is_at_least(position, target);
        if self.control.threads == 1 || position.alive.count_ones() < MIN_PARALLEL {
            return ask();
        }
        let answers: Vec<Result<bool, Halted>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.control.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let answer = ask();
                        if answer.is_ok() {
                            self.control.set_answered(true);
                        }
                        answer
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Halted))).collect()
        });
        self.control.set_answered(false);
        answers.into_iter().find(Result::is_ok).unwrap_or(Err(Halted))
    }
}

/// Positions with fewer parts are solved before a second thread has started.
const MIN_PARALLEL: u32 = 18;

/// Applies the rules of captures: what is longer than a handout is taken for free, down to the handout, and so are all handouts but
/// one. Handouts that touch no joint differ only in what leaving them costs: the dearest is taken first, so that the cheapest is the
/// one that can be left. A chain that ends in a joint is different: which arms of the joint are taken decides what becomes of it.
#[must_use]
pub fn capture<S: Bits>(graph: &Graph<S>, left: S) -> Capture<S> {
    let mut runs: ArrayVec<Run, MAX_RUNS> = ArrayVec::new();
    for coin in graph.capturable(left) {
        let take = lowest(left & graph.strings_of(coin));
        let next = graph.other_end(take, coin);
        if next == GROUND || graph.degree(left, next) != 2 {
            return Capture::Free(take);
        }
        let (length, end) = follow_run(graph, left, coin);
        let handout = if matches!(end, End::Coin(_)) { LOOP_HANDOUT } else { CHAIN_HANDOUT };
        let is_seen = |other: &Run| end == End::Coin(other.take);
        if length != handout || runs.is_full() {
            return Capture::Free(take);
        }
        if !runs.iter().any(is_seen) {
            runs.push(Run { take, leave: lowest(left & graph.strings_of(next) & !S::one(take)), handout, end });
        }
    }
    let isolated = runs.iter().filter(|run| run.end != End::Joint);
    if isolated.clone().count() > 1 {
        // Takes from the dearest handout. The next move finds the others.
        return isolated.max_by_key(|run| run.handout).map_or(Capture::Nothing, |run| Capture::Free(run.take));
    }
    match runs[..] {
        [] => Capture::Nothing,
        [Run { take, leave, .. }] => Capture::Choice(take, leave),
        _ => Capture::Several(runs.iter().fold(S::default(), |takes, run| takes | S::one(run.take))),
    }
}

/// Most runs that are compared: more than a board of 64 lines has room for. On a larger board one more is taken for free.
const MAX_RUNS: usize = 32;

/// A run of coins that can be taken one after the other, as long as a handout.
struct Run {
    /// The string by which the first is taken.
    take: u8,
    /// The string whose cut leaves them.
    leave: u8,
    handout: u32,
    end: End,
}

/// Where a run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Ground,
    Joint,
    /// At a coin that this string takes now.
    Coin(u8),
}

/// Returns how many coins can be taken one after the other from this one on, and where that ends.
fn follow_run<S: Bits>(graph: &Graph<S>, left: S, first: u8) -> (u32, End) {
    let mut coin = first;
    let mut string = lowest(left & graph.strings_of(coin));
    let mut run = 1;
    loop {
        coin = graph.other_end(string, coin);
        if coin == GROUND {
            return (run, End::Ground);
        }
        if graph.degree(left, coin) > 2 {
            return (run, End::Joint);
        }
        run += 1;
        let rest = left & graph.strings_of(coin) & !S::one(string);
        if rest.is_empty() {
            return (run, End::Coin(string));
        }
        string = lowest(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::super::retrograde::Retrograde;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// Solves every position of a graph by both methods.
    fn compare_with_retrograde(graph: &Graph) {
        let mut memory = Memory::new(1 << 22);
        let (table, budget, retrograde) = (memory.table(), Budget::default(), Retrograde::new(graph));
        let solver = Solver::new(graph, &table, 1, &budget);
        for left in 0..=graph.all_strings() {
            assert_eq!(solver.bounds(left), Bounds::exact(retrograde.margin(left)), "{graph:?} {left:b}");
        }
    }

    /// Every position of small boards, whether it could come about in sensible play or not.
    #[test]
    fn all_positions_agree_with_retrograde() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (1, 5), (1, 6)] {
            let graph = Graph::grid(rows, columns);
            compare_with_retrograde(&graph);
        }
    }

    /// With a table of one bucket, where only the bits that its entries hold tell positions apart.
    #[test]
    fn positions_are_told_apart_in_the_smallest_table() {
        for (rows, columns) in [(2, 2), (2, 3)] {
            let graph = Graph::grid(rows, columns);
            let mut memory = Memory::new(1);
            let (table, budget, retrograde) = (memory.table(), Budget::default(), Retrograde::new(&graph));
            assert_eq!(table.bucket_count(), 1);
            let solver = Solver::new(&graph, &table, 1, &budget);
            for left in 0..=graph.all_strings() {
                assert_eq!(solver.bounds(left), Bounds::exact(retrograde.margin(left)), "{rows}x{columns} {left:b}");
            }
        }
    }

    /// Every position that begins with some lines inside a larger board and few on its rim: many chains to take, many of them at
    /// joints.
    #[test]
    fn positions_with_many_captures_agree_with_retrograde() {
        const MAX_OPEN: u32 = 14;
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(2);
        let mut several = 0;
        for _ in 0..60 {
            let (rows, columns) = [(2, 6), (3, 4), (3, 5), (4, 4)][random.random_range(0..4)];
            let board = Graph::grid(rows, columns);
            let (inside, rim) = (random.random_range(0.35..0.7), random.random_range(0.05..0.3));
            let share = |string: u8| if board.ends(string).contains(&GROUND) { rim } else { inside };
            let open: Vec<[u8; 2]> = iter_bits(board.all_strings())
                .filter(|&string| random.random_bool(share(string)))
                .map(|string| board.ends(string))
                .take(MAX_OPEN as usize)
                .collect();
            let graph = Graph::new(&open);
            compare_with_retrograde(&graph);
            let captures = (0..=graph.all_strings()).filter(|&left| matches!(capture(&graph, left), Capture::Several(_)));
            several += captures.count();
        }
        assert!(several > 100, "{several}");
    }

    #[test]
    fn random_positions_agree_with_retrograde() {
        let graph = Graph::grid(3, 3);
        let mut memory = Memory::new(1 << 24);
        let table = memory.table();
        let truth = Retrograde::new(&graph);
        let budget = Budget::default();
        let solver = Solver::new(&graph, &table, 2, &budget);
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        for _ in 0..50_000 {
            // Few lines left in one position, many in another.
            let left = (0..random.random_range(1..4)).fold(graph.all_strings(), |left, _| left & random.random::<u64>());
            let (bounds, best) = solver.best(left);
            assert_eq!(bounds, Bounds::exact(truth.margin(left)), "{left:b}");
            assert_eq!(best.is_some(), left != 0);
            if let Some(best) = best {
                assert_eq!(solver.cut_bounds(left, best), bounds, "{left:b} {best}");
            }
        }
        assert_eq!(solver.bounds(graph.all_strings()), Bounds::exact(-3));
    }
}

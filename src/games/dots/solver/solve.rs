//! The margin of any position, with all threads: captures first, then questions to the provers.
//!
//! Where coins can be taken: one whose taking cannot be regretted is taken; else one at the end of an open chain is either taken
//! or left as part of a handout. More need not be tried, because whatever else is played, the other player could take it.

use super::bits::Bits;
use super::effort::{Effort, Halted};
use super::graph::{GROUND, Graph, Strings, each, lowest};
use super::lanes::Marks;
use super::opening::Opening;
use super::quiet::Quiet;
use super::search::{Prover, simple_value};
use super::shape::{CHAIN_HANDOUT, LOOP_HANDOUT, Shape};
use super::table::{Known, Table};
use crate::search::Budget;

/// Between which bounds the margin of the player to move lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Bounds {
    /// A margin that is known.
    #[must_use]
    pub const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The margin, where it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// With some coins more for the player.
    #[must_use]
    pub const fn plus(self, gain: i32) -> Bounds {
        Bounds { lower: self.lower + gain, upper: self.upper + gain }
    }

    /// For the other player.
    #[must_use]
    pub const fn turned(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Of the better of two moves.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// A solver of the positions of one graph.
pub struct Solver<'a> {
    graph: &'a Graph,
    marks: Marks,
    table: &'a Table<'a>,
    effort: Effort<'a>,
}

/// What can be done at once in a position.
pub enum Capture {
    /// Nothing can be taken.
    Nothing,
    /// This string is cut without regret.
    Free(u8),
    /// The first string is cut, or else the second, which leaves a handout.
    Choice(u8, u8),
}

impl<'a> Solver<'a> {
    /// A solver with its limits.
    #[must_use]
    pub fn new(graph: &'a Graph, table: &'a Table<'a>, threads: usize, budget: &'a Budget) -> Self {
        let (marks, effort) = (Marks::new(graph), Effort::new(budget, threads));
        Solver { graph, marks, table, effort }
    }

    /// Positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.effort.nodes()
    }

    /// The margin of the player to move, or what is known of it when the budget ends.
    #[must_use]
    pub fn bounds(&self, left: Strings) -> Bounds {
        match capture(self.graph, left) {
            Capture::Nothing => self.quiet(left),
            Capture::Free(string) => self.of_cut(left, string),
            Capture::Choice(take, leave) => self.of_cut(left, take).or(self.of_cut(left, leave)),
        }
    }

    /// What a cut is worth to the player who makes it, the coins that it takes included.
    #[must_use]
    pub fn of_cut(&self, left: Strings, string: u8) -> Bounds {
        let rest = left & !(1 << string);
        match self.graph.gain(left, string) as i32 {
            0 => self.bounds(rest).turned(),
            gain => self.bounds(rest).plus(gain),
        }
    }

    /// A string whose cut is worth the margin, and the margin.
    #[must_use]
    pub fn best(&self, left: Strings) -> (Bounds, Option<u8>) {
        let bounds = self.bounds(left);
        let Some(value) = bounds.value() else { return (bounds, None) };
        let best = match capture(self.graph, left) {
            Capture::Nothing => self.best_quiet(left, value),
            Capture::Free(string) => Some(string),
            Capture::Choice(take, leave) => [take, leave].into_iter().find(|&string| self.of_cut(left, string).lower >= value),
        };
        (bounds, best)
    }

    /// A string whose cut is worth `value`, where nothing can be taken: the one that the proof found, if the table still knows.
    fn best_quiet(&self, left: Strings, value: i32) -> Option<u8> {
        let key = |left: Strings| Quiet::of(self.graph, &self.marks, left).key();
        let hint = self.table.get(key(left)).map(|known| known.best);
        let shape = Shape::of(self.graph, left);
        let mut openings: Vec<Opening> = shape.openings(left).map(|(opening, _)| opening).collect();
        openings.sort_by_key(|opening| Some(key(opening.rest) as u16) != hint);
        openings.into_iter().find(|opening| self.is_worth(opening, value)).map(|opening| opening.cut)
    }

    /// Whether an opening is worth at least so much.
    fn is_worth(&self, opening: &Opening, value: i32) -> bool {
        let [low, high] = opening.offer.wanted(value);
        let rest = Quiet::of(self.graph, &self.marks, opening.rest);
        (opening.offer.handout == 0 || self.is_at_least(&rest, low) == Ok(true)) && self.is_at_least(&rest, high + 2) == Ok(false)
    }

    /// The margin of a position where nothing can be taken, by one question after the other.
    fn quiet(&self, left: Strings) -> Bounds {
        let quiet = Quiet::of(self.graph, &self.marks, left);
        if quiet.joints() == 0 {
            return Bounds::exact(simple_value(&quiet));
        }
        let known = self.table.get(quiet.key()).unwrap_or(Known::nothing(u32::from(quiet.coins)));
        let mut bounds = Bounds { lower: known.lower, upper: known.upper };
        // The first question divides wins from losses.
        let mut t = if known.lower % 2 == 0 { 2 } else { 1 };
        while bounds.lower < bounds.upper {
            t = t.clamp(bounds.lower + 2, bounds.upper);
            let answer = self.is_at_least(&quiet, t);
            log::info!("margin at least {t}: {answer:?} after {} nodes", self.nodes());
            match answer {
                Ok(true) => (bounds.lower, t) = (t, t + 2),
                Ok(false) => (bounds.upper, t) = (t - 2, t - 2),
                Err(Halted) => break,
            }
        }
        bounds
    }

    /// Asks all threads; the first answer counts.
    fn is_at_least(&self, quiet: &Quiet, t: i32) -> Result<bool, Halted> {
        self.effort.spend(0)?;
        let ask = || Prover::new(&self.marks, self.table, &self.effort).is_at_least(quiet, t);
        if self.effort.threads == 1 || quiet.alive.count_ones() < LEAST_THREADED {
            return ask();
        }
        let answers: Vec<Result<bool, Halted>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.effort.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let answer = ask();
                        if answer.is_ok() {
                            self.effort.set_answered(true);
                        }
                        answer
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Halted))).collect()
        });
        self.effort.set_answered(false);
        answers.into_iter().find(Result::is_ok).unwrap_or(Err(Halted))
    }
}

/// Positions of fewer strings are solved before a second thread has started.
const LEAST_THREADED: u32 = 18;

/// What the rules of captures say. Of several open chains all but one are taken whole: one that ends in a joint or at the
/// ground is kept, because leaving it costs less than leaving what is left of a loop.
#[must_use]
pub fn capture<S: Bits>(graph: &Graph<S>, left: S) -> Capture {
    let mut kept: Option<(u32, Capture)> = None;
    for coin in graph.capturable(left) {
        let take = lowest(left & graph.strings_of(coin));
        let next = graph.other(take, coin);
        if next == GROUND || graph.degree(left, next) != 2 {
            return Capture::Free(take);
        }
        let (run, last) = run(graph, left, coin);
        let handout = if last.is_some() { LOOP_HANDOUT } else { CHAIN_HANDOUT };
        if run != handout {
            return Capture::Free(take);
        }
        let leave = lowest(left & graph.strings_of(next) & !S::one(take));
        match kept {
            // The other end of the same.
            Some((_, Capture::Choice(other, _))) if last == Some(other) => {}
            Some((least, Capture::Choice(other, _))) => {
                return Capture::Free(if handout >= least { take } else { other });
            }
            _ => kept = Some((handout, Capture::Choice(take, leave))),
        }
    }
    kept.map_or(Capture::Nothing, |(_, choice)| choice)
}

/// How many coins can be taken one after the other from this one on, and by which string the last could be taken now.
fn run<S: Bits>(graph: &Graph<S>, left: S, first: u8) -> (u32, Option<u8>) {
    let mut coin = first;
    let mut string = lowest(left & graph.strings_of(coin));
    let mut run = 1;
    loop {
        coin = graph.other(string, coin);
        if coin == GROUND || graph.degree(left, coin) > 2 {
            return (run, None);
        }
        run += 1;
        let rest = left & graph.strings_of(coin) & !S::one(string);
        if rest.is_empty() {
            return (run, Some(string));
        }
        string = lowest(rest);
    }
}

/// Every string with what its cut is worth, lowest first.
pub fn all_cuts<'s>(solver: &'s Solver<'_>, left: Strings) -> impl Iterator<Item = (u8, Bounds)> + 's {
    each(left).map(move |string| (string, solver.of_cut(left, string)))
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::super::retrograde::Retrograde;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// Every position of small boards, whether it could come about in sensible play or not.
    #[test]
    fn all_positions_as_retrograde() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (1, 5), (1, 6)] {
            let graph = Graph::grid(rows, columns);
            let mut memory = Memory::new(1 << 22);
            let table = memory.table();
            let truth = Retrograde::new(&graph);
            let budget = Budget::default();
            let solver = Solver::new(&graph, &table, 1, &budget);
            for left in 0..=graph.whole() {
                assert_eq!(solver.bounds(left), Bounds::exact(truth.margin(left)), "{rows}x{columns} {left:b}");
            }
        }
    }

    #[test]
    fn random_positions_as_retrograde() {
        let graph = Graph::grid(3, 3);
        let mut memory = Memory::new(1 << 24);
        let table = memory.table();
        let truth = Retrograde::new(&graph);
        let budget = Budget::default();
        let solver = Solver::new(&graph, &table, 2, &budget);
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        for _ in 0..50_000 {
            // Few lines left in one position, many in another.
            let left = (0..random.random_range(1..4)).fold(graph.whole(), |left, _| left & random.random::<u64>());
            let (bounds, best) = solver.best(left);
            assert_eq!(bounds, Bounds::exact(truth.margin(left)), "{left:b}");
            assert_eq!(best.is_some(), left != 0);
            if let Some(best) = best {
                assert_eq!(solver.of_cut(left, best), bounds, "{left:b} {best}");
            }
        }
        assert_eq!(solver.bounds(graph.whole()), Bounds::exact(-3));
    }
}

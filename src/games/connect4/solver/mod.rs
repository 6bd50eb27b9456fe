//! Exact scores by null-window alpha-beta on bitboards, with a transposition table shared by all threads.
//!
//! The score is found by bisection with null windows, near 0 first. The search skips moves that lose at once and tries first those
//! that make most threats; a position and its mirror image share a table entry. A short search runs in one thread. In a longer one
//! all threads search from the root until one of them is done with it. Moves that no other thread is searching come first, and a
//! thread leaves a position that another one has answered. Exact; time is exponential in the number of cells, memory is that of the
//! table. After V. Allis, *A Knowledge-based Approach of Connect-Four* (1988), J. Tromp, *John's Connect Four Playground*, and
//! P. Pons, *Solving Connect 4: how to build a perfect AI* (2015-2018).

pub(super) mod search;
pub(super) mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::bits::{Shape, Stones};
use super::openings;
use super::score::Score;
use crate::search::{Control, Halted};
use search::{Search, Tables, check_interval};
use table::Memory;

/// Size of a small table, in bytes: it fits into the cache of one core.
const NEAR_BYTES: usize = 1 << 20;

/// Parameters of the solver: which tables and threads it uses.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Nodes after which a search of one thread in its small table is repeated by all threads with the large one.
    pub single_thread_nodes: u64,
    /// In a long search, positions with at least this number of free cells go to the large table.
    pub far_from: u32,
    /// In a search of several threads, they share the moves of positions with at least this number of free cells.
    pub shared_from: u32,
    /// Whether the table of openings is used.
    pub openings: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { single_thread_nodes: 409_600, far_from: 16, shared_from: 17, openings: true }
    }
}

/// Scores of the positions of one board.
pub struct Solver {
    shape: Shape,
    near: Memory,
    far: Option<Memory>,
    /// Size of the large table in bytes. Its memory is asked for on first use.
    bytes: usize,
    tuning: Tuning,
}

impl Solver {
    /// Creates a solver with tables of about this many bytes.
    #[must_use]
    pub fn new(shape: Shape, bytes: usize) -> Self {
        Self::with_tuning(shape, bytes, Tuning::default())
    }

    /// Creates a solver that does not use the table of openings.
    #[must_use]
    pub fn without_openings(shape: Shape, bytes: usize) -> Self {
        Self::with_tuning(shape, bytes, Tuning { openings: false, ..Tuning::default() })
    }

    /// Creates a solver with other parameters than the default.
    #[must_use]
    pub fn with_tuning(shape: Shape, bytes: usize, tuning: Tuning) -> Self {
        Solver { shape, near: Memory::new(NEAR_BYTES), far: None, bytes, tuning }
    }

    /// Returns the board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the size of the large table, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the score of a position of a game that is not over.
    ///
    /// # Errors
    /// [`Halted`] where the budget ended first.
    pub fn score(&mut self, stones: Stones, control: &Control<'_>) -> Result<Score, Halted> {
        self.score_at_least(stones, Score(i32::MIN), control)
    }

    /// Returns the score of a position that is known to be at least `least`, such as the negated score of a predecessor.
    ///
    /// # Errors
    /// [`Halted`] where the budget ended first.
    pub fn score_at_least(&mut self, stones: Stones, least: Score, control: &Control<'_>) -> Result<Score, Halted> {
        if let Some(score) = self.lookup(stones) {
            return Ok(score);
        }
        let left = (self.shape.area() - stones.count()) as i32;
        let (mut low, mut high) = (least.0.max(-left / 2), (left + 1) / 2);
        while low < high {
            // Most scores are near 0, and windows far from 0 are quickly decided.
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let bound = self.search_bound(stones, middle, control)?;
            if bound <= middle { high = bound } else { low = bound }
        }
        Ok(Score(low))
    }

    /// Returns the score of a position of a game that is not over, with the best move nearest to the middle: its cell.
    ///
    /// # Errors
    /// [`Halted`] where the budget ended first.
    pub fn best(&mut self, stones: Stones, control: &Control<'_>) -> Result<(Score, u64), Halted> {
        let score = self.score(stones, control)?;
        let wins = self.shape.immediate_wins(stones);
        let mut last = 0;
        for column in self.shape.columns() {
            let cell = self.shape.landings(stones) & self.shape.column(column);
            if cell == 0 || wins != 0 && wins & cell == 0 {
                continue;
            }
            last = cell;
            let after = stones.play(cell);
            if wins != 0 || self.is_at_most(after, -score.0, control)? {
                return Ok((score, cell));
            }
        }
        Ok((score, last))
    }

    /// Returns whether the score of a position is at most `most`.
    fn is_at_most(&mut self, stones: Stones, most: i32, control: &Control<'_>) -> Result<bool, Halted> {
        match self.lookup(stones) {
            Some(score) => Ok(score.0 <= most),
            None => Ok(self.search_bound(stones, most, control)? <= most),
        }
    }

    /// Returns the score if it needs no search: the board is full, a move wins at once, or the table of openings has it.
    fn lookup(&self, stones: Stones) -> Option<Score> {
        let left = (self.shape.area() - stones.count()) as i32;
        if left == 0 {
            return Some(Score(0));
        }
        if self.shape.immediate_wins(stones) != 0 {
            return Some(Score((left + 1) / 2));
        }
        if self.tuning.openings { openings::score(&self.shape, stones) } else { None }
    }

    /// Returns a bound of the score on the right side of `alpha`. The player to move must not be able to win at once.
    fn search_bound(&mut self, stones: Stones, alpha: i32, control: &Control<'_>) -> Result<i32, Halted> {
        if self.tuning.single_thread_nodes == 0 {
            return self.search_bound_in_parallel(stones, alpha, control);
        }
        let searched = AtomicU64::new(0);
        let should_stop = |nodes: u64| {
            let is_long = searched.fetch_add(nodes, Ordering::Relaxed) + nodes >= self.tuning.single_thread_nodes;
            control.count_nodes(nodes).is_err() || is_long
        };
        let near = self.near.table();
        let tables = Tables { near, far: near, far_from: u32::MAX };
        let mut search = Search::new(self.shape, tables, control, u32::MAX, check_interval(control.budget()), &should_stop);
        let found = search.search(stones, alpha);
        control.add_nodes(search.unreported_nodes());
        if found.is_ok() || control.count_nodes(0).is_err() {
            return found;
        }
        self.search_bound_in_parallel(stones, alpha, control)
    }

    /// Works as [`Solver::search_bound`], with all threads.
    fn search_bound_in_parallel(&mut self, stones: Stones, alpha: i32, control: &Control<'_>) -> Result<i32, Halted> {
        let Solver { shape, tuning, bytes, .. } = *self;
        let near = self.near.table();
        let far = self.far.get_or_insert_with(|| Memory::new(bytes)).table();
        // Halts the other threads once one has the bound. The control itself is not halted, because the next bound needs it.
        let answered = AtomicBool::new(false);
        let interval = check_interval(control.budget());
        let shared_from = if control.threads > 1 { tuning.shared_from } else { u32::MAX };
        let should_stop = |nodes: u64| control.count_nodes(nodes).is_err() || answered.load(Ordering::Relaxed);
        let search_root = &|thread: usize| {
            let mut own = (thread > 0).then(|| Memory::new(NEAR_BYTES));
            let near = own.as_mut().map_or(near, Memory::table);
            let tables = Tables { near, far, far_from: tuning.far_from };
            let mut search = Search::new(shape, tables, control, shared_from, interval, &should_stop);
            let found = search.search(stones, alpha);
            answered.store(true, Ordering::Relaxed);
            control.add_nodes(search.unreported_nodes());
            found
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..control.threads).map(|thread| scope.spawn(move || search_root(thread))).collect();
            let mut found = search_root(0);
            for other in others {
                if let Ok(Ok(bound)) = other.join() {
                    found = Ok(bound);
                }
            }
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::search::Budget;

    /// Three threads that share nearly all positions find the scores that one finds.
    #[test]
    fn threads_find_the_same_scores() {
        let shape = Shape::new(7, 6).unwrap();
        let tuning = Tuning { single_thread_nodes: 0, far_from: 4, shared_from: 6, openings: false };
        let (mut one, mut three) = (Solver::without_openings(shape, 1 << 22), Solver::with_tuning(shape, 1 << 22, tuning));
        let (mut random, budget) = (Pcg64Mcg::seed_from_u64(4), Budget::default());
        let mut checked = 0;
        while checked < 30 {
            let mut stones = Stones::default();
            let plies = random.random_range(17..=20);
            while stones.count() < plies && shape.immediate_wins(stones) == 0 {
                let cell = shape.columns().map(|column| shape.landings(stones) & shape.column(column)).filter(|&cell| cell != 0);
                stones = stones.play(cell.choose(&mut random).unwrap());
            }
            if shape.immediate_wins(stones) != 0 {
                continue;
            }
            checked += 1;
            let score = one.score(stones, &Control::new(&budget, 1)).unwrap();
            assert_eq!(three.score(stones, &Control::new(&budget, 3)).unwrap(), score, "{stones:?}");
        }
    }
}

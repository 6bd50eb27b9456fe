//! The null-window search of one thread: is the score of a position above a bound?

use arrayvec::ArrayVec;

use super::super::bits::{MAX_HEIGHT, MAX_WIDTH, Shape, Stones};
use super::table::{Bound, Slot, Table, hash};
use crate::search::{Budget, Control, Halted};

/// The transposition tables of a search. Positions late in the game go to a small table, which fits into the processor's cache and
/// is twice as fast as memory. Earlier positions take more nodes and go to the large one.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// The small table of one thread.
    pub near: Table<'a>,
    /// The large table of all threads.
    pub far: Table<'a>,
    /// Positions with at least this number of free cells go to the large table.
    pub far_from: u32,
}

/// A thread's search.
pub struct Search<'a> {
    shape: Shape,
    tables: Tables<'a>,
    /// Limits, node counts and busy marks of all threads.
    control: &'a Control<'a>,
    /// Threads share the moves of positions with at least this number of free cells.
    shared_from: u32,
    should_stop: &'a (dyn Fn(u64) -> bool + Sync),
    /// Nodes between two calls of `should_stop`, less one: a mask.
    interval_mask: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Entries of the large table so far.
    far_entries: u64,
    /// The positions on the way from the root whose moves are shared.
    shared: ArrayVec<Shared, MAX_SHARED>,
    /// The bound that another thread has found for one of them: its index in `shared`.
    found_by_other: Option<(usize, i32)>,
    /// The columns, in the order in which equal moves are tried.
    columns: [u64; MAX_WIDTH],
}

/// A position whose moves several threads search, and the bound that is asked for.
#[derive(Clone, Copy)]
struct Shared {
    slot: Slot,
    alpha: i32,
}

/// Most positions of a line whose moves are shared: one for each cell.
const MAX_SHARED: usize = MAX_WIDTH * MAX_HEIGHT;

/// Nodes between two looks at whether another thread has answered for a position whose moves are shared, less one: a mask.
const SHARED_MASK: u64 = (1 << 7) - 1;

/// Greatest number of nodes between two checks of the budget.
const CHECK_INTERVAL: u64 = 1 << 6;

/// Entries of the large table between two checks: each may be the first of a huge page, which takes a millisecond to map.
const CHECK_ENTRIES: u64 = 1 << 3;

/// Returns the nodes between two checks of a budget, a power of two, such that a search exceeds its limit by a sixteenth at most.
pub(super) fn check_interval(budget: &Budget) -> u64 {
    budget.max_nodes.map_or(CHECK_INTERVAL, |most| CHECK_INTERVAL.min(1 << (most / 16).max(1).ilog2()))
}

impl<'a> Search<'a> {
    /// Creates the search of a thread. `should_stop` is called after every `interval` nodes, a power of two, with their number.
    pub fn new(
        shape: Shape,
        tables: Tables<'a>,
        control: &'a Control<'a>,
        shared_from: u32,
        interval: u64,
        should_stop: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> Self {
        let mut columns = [0; MAX_WIDTH];
        for (slot, column) in columns.iter_mut().zip(shape.columns()) {
            *slot = shape.column(column);
        }
        Search {
            shape,
            tables,
            control,
            shared_from,
            should_stop,
            interval_mask: interval - 1,
            nodes: 0,
            far_entries: 0,
            shared: ArrayVec::new(),
            found_by_other: None,
            columns,
        }
    }

    /// Returns the number of nodes since the last call of `should_stop`.
    pub fn unreported_nodes(&self) -> u64 {
        self.nodes & self.interval_mask
    }

    /// Returns a bound of the score: an upper one if it is at most `alpha`, else a lower one. The player to move must not have an
    /// immediate win.
    pub fn search(&mut self, stones: Stones, alpha: i32) -> Result<i32, Halted> {
        self.nodes += 1;
        if self.nodes & self.interval_mask == 0 && (self.should_stop)(self.interval_mask + 1) {
            return Err(Halted);
        }
        if self.nodes & SHARED_MASK == 0 {
            self.check_shared_bounds()?;
        }
        let left = (self.shape.area() - stones.count()) as i32;
        let moves = self.shape.non_losing_moves(stones);
        if moves == 0 {
            return Ok(-left / 2);
        }
        if left <= 2 {
            return Ok(0);
        }
        let lowest = -(left - 2) / 2;
        if lowest > alpha {
            return Ok(lowest);
        }
        let highest = (left - 1) / 2;
        if highest <= alpha {
            return Ok(highest);
        }
        let is_far = left as u32 >= self.tables.far_from;
        let table = if is_far { self.tables.far } else { self.tables.near };
        let slot = table.slot(self.shape.key(stones));
        if let Some(score) = table.answer(slot, alpha) {
            return Ok(score);
        }
        if left as u32 > self.tables.far_from
            && let Some(score) = self.find_refutation(stones, moves, alpha)
        {
            return Ok(score);
        }
        let before = self.nodes;
        let best = if left as u32 >= self.shared_from {
            self.search_with_others(slot, stones, moves, alpha)?
        } else {
            self.search_moves(stones, moves, alpha)?
        };
        let bound = if best > alpha { Bound::Lower(best) } else { Bound::Upper(best) };
        table.put(slot, bound, effort(self.nodes - before));
        if is_far {
            self.far_entries += 1;
            if self.far_entries.is_multiple_of(CHECK_ENTRIES) && (self.should_stop)(0) {
                return Err(Halted);
            }
        }
        Ok(best)
    }

    /// Searches the moves. Returns a bound as [`Search::search`] does.
    #[inline(always)]
    fn search_moves(&mut self, stones: Stones, moves: u64, alpha: i32) -> Result<i32, Halted> {
        let mut best = i32::MIN;
        let (order, count) = self.order_moves(stones, moves);
        for &cell in &order[..count] {
            best = best.max(-self.search(stones.play(cell), -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Works as [`Search::share_moves`], and returns what another thread finds for the position meanwhile.
    fn search_with_others(&mut self, slot: Slot, stones: Stones, moves: u64, alpha: i32) -> Result<i32, Halted> {
        self.shared.push(Shared { slot, alpha });
        let found = self.share_moves(stones, moves, alpha);
        self.shared.pop();
        match self.found_by_other {
            Some((number, score)) if found.is_err() && number == self.shared.len() => {
                self.found_by_other = None;
                Ok(score)
            }
            _ => found,
        }
    }

    /// Works as [`Search::search_moves`], but moves that other threads are searching come last. All threads begin with the first
    /// move, which often decides.
    #[inline(never)]
    fn share_moves(&mut self, stones: Stones, moves: u64, alpha: i32) -> Result<i32, Halted> {
        let mut best = i32::MIN;
        let (order, count) = self.order_moves(stones, moves);
        let mut order: ArrayVec<u64, { 2 * MAX_WIDTH }> = order[..count].iter().copied().collect();
        let mut next = 0;
        while next < order.len() && best <= alpha {
            let after = stones.play(order[next]);
            let hash = hash(self.shape.key(after));
            if (1..count).contains(&next) && self.control.is_busy(hash) {
                order.push(order[next]);
            } else {
                let is_marker = self.control.begin(hash);
                let found = self.search(after, -alpha - 1);
                if is_marker {
                    self.control.end(hash);
                }
                best = best.max(-found?);
            }
            next += 1;
        }
        Ok(best)
    }

    /// Halts if another thread has found the bound of a position on the way from the root. [`Search::search_with_others`] returns it
    /// there.
    fn check_shared_bounds(&mut self) -> Result<(), Halted> {
        let answer = |(index, shared): (usize, &Shared)| Some((index, self.tables.far.answer(shared.slot, shared.alpha)?));
        self.found_by_other = self.shared.iter().enumerate().find_map(answer);
        self.found_by_other.map_or(Ok(()), |_| Err(Halted))
    }

    /// Returns a lower bound above `alpha` if the large table has one for some move (enhanced transposition cutoff).
    fn find_refutation(&self, stones: Stones, moves: u64, alpha: i32) -> Option<i32> {
        let mut left = moves;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            let slot = self.tables.far.slot(self.shape.key(stones.play(cell)));
            if let Some(Bound::Upper(score)) = self.tables.far.get(slot)
                && -score > alpha
            {
                return Some(-score);
            }
        }
        None
    }

    /// Sorts the moves for the search: those that make most threats first, then those nearest to the middle.
    fn order_moves(&self, stones: Stones, moves: u64) -> ([u64; MAX_WIDTH], usize) {
        let mut order = [0; MAX_WIDTH];
        let mut threat_counts = [0_u32; MAX_WIDTH];
        let mut count = 0;
        for column in &self.columns[..self.shape.width] {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let threats = self.shape.completions(stones.own | cell, stones.all | cell).count_ones();
            let mut index = count;
            while index > 0 && threat_counts[index - 1] < threats {
                order[index] = order[index - 1];
                threat_counts[index] = threat_counts[index - 1];
                index -= 1;
            }
            order[index] = cell;
            threat_counts[index] = threats;
            count += 1;
        }
        (order, count)
    }
}

fn effort(nodes: u64) -> u32 {
    nodes.max(1).ilog2()
}

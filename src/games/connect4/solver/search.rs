//! The search of one thread: is the score of a position more than a given one?

use super::super::bits::{MOST_WIDTH, Shape, Stones};
use super::table::{Bound, Table};
use crate::search::Halted;

/// Where a search keeps what it finds. Most positions take few nodes, and a table that fits into the processor's cache
/// serves them twice as fast as memory does; those early in the game are worth the way.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// Of one thread, small.
    pub near: &'a Table,
    /// Of all threads, large.
    pub far: &'a Table,
    /// Free cells from which on a position belongs into the large one.
    pub far_from: u32,
}

/// A thread's search.
pub struct Search<'a> {
    shape: Shape,
    tables: Tables<'a>,
    halted: &'a (dyn Fn(u64) -> bool + Sync),
    /// Nodes so far.
    pub nodes: u64,
    /// The columns, in the order in which equal moves are tried.
    columns: [u64; MOST_WIDTH],
}

/// Nodes between two looks at the budget.
const STRIDE: u64 = 1 << 14;

impl<'a> Search<'a> {
    /// Creates the search of a thread, by its number: it tries equal moves in an order of its own. `halted` is told of nodes now
    /// and then, and says whether the search is to end.
    pub fn new(shape: Shape, tables: Tables<'a>, number: usize, halted: &'a (dyn Fn(u64) -> bool + Sync)) -> Self {
        let mut columns = [0; MOST_WIDTH];
        for (slot, column) in columns.iter_mut().zip(super::middle_out(shape.width)) {
            *slot = shape.column(column);
        }
        columns[..shape.width].rotate_left(number % shape.width);
        Search { shape, tables, halted, nodes: 0, columns }
    }

    /// Nodes that `halted` has not been told of.
    pub fn unreported(&self) -> u64 {
        self.nodes % STRIDE
    }

    /// Returns a bound of the score on the right side of `alpha`: at most `alpha`, or more. The player to move must not be able
    /// to win at once.
    pub fn node(&mut self, stones: Stones, alpha: i32) -> Result<i32, Halted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) && (self.halted)(STRIDE) {
            return Err(Halted);
        }
        let left = (self.shape.area() - stones.count()) as i32;
        let moves = self.shape.safe_moves(stones);
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
        let table = if left as u32 >= self.tables.far_from { self.tables.far } else { self.tables.near };
        let place = table.place(self.shape.key(stones));
        match table.get(place) {
            Some(Bound::Lower(score)) if score > alpha => return Ok(score),
            Some(Bound::Upper(score)) if score <= alpha => return Ok(score),
            _ => {}
        }
        if left as u32 > self.tables.far_from
            && let Some(score) = self.refuted(stones, moves, alpha)
        {
            return Ok(score);
        }
        let before = self.nodes;
        let mut best = i32::MIN;
        let (order, count) = self.ordered(stones, moves);
        for &cell in &order[..count] {
            let score = -self.node(stones.after(cell), -alpha - 1)?;
            best = best.max(score);
            if best > alpha {
                table.put(place, Bound::Lower(best), effort(self.nodes - before));
                return Ok(best);
            }
        }
        table.put(place, Bound::Upper(best), effort(self.nodes - before));
        Ok(best)
    }

    /// Returns a lower bound above `alpha`, where one of the moves is known to reach one: the large table may know it although
    /// another move would be searched first.
    fn refuted(&self, stones: Stones, moves: u64, alpha: i32) -> Option<i32> {
        let mut left = moves;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            let place = self.tables.far.place(self.shape.key(stones.after(cell)));
            if let Some(Bound::Upper(score)) = self.tables.far.get(place)
                && -score > alpha
            {
                return Some(-score);
            }
        }
        None
    }

    /// Moves in the order in which they are to be tried: those that make most threats first, then those nearer to the middle.
    fn ordered(&self, stones: Stones, moves: u64) -> ([u64; MOST_WIDTH], usize) {
        let mut order = [0; MOST_WIDTH];
        let mut worth = [0_u32; MOST_WIDTH];
        let mut count = 0;
        for column in &self.columns[..self.shape.width] {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let threats = self.shape.completions(stones.own | cell, stones.all | cell).count_ones();
            let mut place = count;
            while place > 0 && worth[place - 1] < threats {
                order[place] = order[place - 1];
                worth[place] = worth[place - 1];
                place -= 1;
            }
            order[place] = cell;
            worth[place] = threats;
            count += 1;
        }
        (order, count)
    }
}

fn effort(nodes: u64) -> u32 {
    nodes.max(1).ilog2()
}

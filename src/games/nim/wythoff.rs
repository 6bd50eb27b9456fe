//! Wythoff's game: two heaps; take any number from one, or the same number from both.
//!
//! The lost positions are `(floor(k f), floor(k f) + k)` with the golden ratio `f` (W. A. Wythoff, *A modification of the game of Nim*,
//! 1907); where the last move loses, `(0,1)` and `(2,2)` take the places of `(0,0)` and `(1,2)`. Each row, column and diagonal
//! holds exactly one of them.

use std::num::NonZeroU32;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

use crate::search::Budget;

/// Returns the smaller heap of the lost position whose heaps differ by `k`: `floor(k f)`, exactly. For `k` up to 10^9.
fn lower_heap(k: u64) -> u64 {
    (k + (5 * k * k).isqrt()) / 2
}

/// Returns the other heap of the lost position that has one heap of this size.
#[must_use]
pub(super) fn lost_partner(heap: u32, misere: bool) -> u32 {
    if misere && heap <= 2 {
        return [1, 0, 2][heap as usize];
    }
    let tokens = u64::from(heap);
    let k = first_reaching(tokens, lower_heap);
    if lower_heap(k) == tokens {
        return (tokens + k) as u32;
    }
    (tokens - first_reaching(tokens, |k| lower_heap(k) + k)) as u32
}

/// Returns the smallest `k` with `value(k) >= tokens`, for an increasing function with `value(k) >= k`.
fn first_reaching(tokens: u64, value: impl Fn(u64) -> u64) -> u64 {
    let (mut low, mut high) = (0, tokens + 1);
    while low < high {
        let middle = low.midpoint(high);
        if value(middle) < tokens { low = middle + 1 } else { high = middle }
    }
    low
}

/// Returns the lost position whose heaps differ by this number, smaller heap first.
#[must_use]
pub(super) fn lost_on_diagonal(difference: u32, misere: bool) -> (u32, u32) {
    match difference {
        0 if misere => (2, 2),
        1 if misere => (0, 1),
        _ => {
            let small = lower_heap(u64::from(difference)) as u32;
            (small, small + difference)
        }
    }
}

/// Returns whether the player to move loses.
#[must_use]
pub(super) fn is_lost(heaps: [u32; 2], misere: bool) -> bool {
    lost_partner(heaps[0], misere) == heaps[1]
}

/// Most positions of a table of distances.
const MAX_POSITIONS: u64 = 1 << 22;

/// Most positions whose Grundy values are computed, each from all its moves.
const MAX_VALUES: u64 = 1 << 20;

/// Positions of a row computed between two checks of the budget.
const CHECK_INTERVAL: usize = 4096;

/// The distances, in plies, of all positions with at most these two heaps.
#[derive(Clone, Debug)]
pub(super) struct WythoffTable {
    columns: usize,
    plies: Vec<u32>,
}

impl WythoffTable {
    /// Fills the table. Returns `None` if it would hold more than 2^22 positions, if there is no memory for it, or if the budget ends
    /// first. Takes time linear in its size: the winner has at most three moves, and the loser's longest are kept for each row,
    /// column and diagonal.
    #[must_use]
    pub fn new(heaps: [u32; 2], misere: bool, budget: &Budget) -> Option<WythoffTable> {
        let (rows, columns) = (heaps[0] as usize + 1, heaps[1] as usize + 1);
        if rows as u64 * columns as u64 > MAX_POSITIONS {
            return None;
        }
        let mut plies = try_zeroed_vec(rows * columns).ok()?;
        // Zeroed by the system, page by page on first use, so that an interrupt is not delayed.
        let mut in_row = try_zeroed_vec::<LineState>(rows).ok()?;
        let mut in_column = try_zeroed_vec::<LineState>(columns).ok()?;
        let mut in_diagonal = try_zeroed_vec::<LineState>(rows + columns).ok()?;
        for (row, line) in in_row.iter_mut().enumerate() {
            for column in 0..columns {
                if column % CHECK_INTERVAL == 0 && budget.is_over() {
                    return None;
                }
                let lines = [&mut *line, &mut in_column[column], &mut in_diagonal[column + rows - row]];
                let lost = lost_partner(row as u32, misere) == column as u32;
                let found = if row + column == 0 {
                    0
                } else if lost {
                    1 + lines.iter().map(|line| line.longest).max().unwrap_or(0)
                } else {
                    lines.iter().filter_map(|line| line.after_lost).min().map_or(1, NonZeroU32::get)
                };
                plies[row * columns + column] = found;
                for line in lines {
                    match lost {
                        true => line.after_lost = NonZeroU32::new(found + 1),
                        false => line.longest = line.longest.max(found),
                    }
                }
            }
        }
        Some(WythoffTable { columns, plies })
    }

    /// Returns the distance of a position, if the table holds it.
    #[must_use]
    pub fn get(&self, heaps: [u32; 2]) -> Option<u32> {
        let column = heaps[1] as usize;
        (column < self.columns).then(|| self.plies.get(heaps[0] as usize * self.columns + column).copied()).flatten()
    }
}

/// What is known so far of the positions of a row, column or diagonal.
#[derive(Clone, Copy, Debug, Zeroable)]
struct LineState {
    /// The longest distance of a won position.
    longest: u32,
    /// One more than the distance of the lost position.
    after_lost: Option<NonZeroU32>,
}

/// Returns the Grundy value of a position, from those of all smaller ones; `None` where they are more than 2^20,
/// or where there is no memory for them.
#[must_use]
pub(super) fn grundy(heaps: [u32; 2], budget: &Budget) -> Option<u32> {
    let (rows, columns) = (u64::from(heaps[0]) + 1, u64::from(heaps[1]) + 1);
    if rows * columns > MAX_VALUES {
        return None;
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let mut values = try_zeroed_vec::<u32>(rows * columns).ok()?;
    let mut seen = try_zeroed_vec::<usize>(2 * (rows + columns) + 1).ok()?;
    for index in 0..rows * columns {
        if budget.is_over() {
            return None;
        }
        let (row, column) = (index / columns, index % columns);
        let lefts = (0..column).map(|other| row * columns + other);
        let ups = (0..row).map(|other| other * columns + column);
        let both = (1..=row.min(column)).map(|take| index - take * (columns + 1));
        // A stamp of 0 stands for a value never seen.
        lefts.chain(ups).chain(both).for_each(|other| seen[values[other] as usize] = index + 1);
        values[index] = (0..).zip(&seen).find(|&(_, &stamp)| stamp != index + 1).map_or(0, |(value, _)| value);
    }
    values.last().copied()
}

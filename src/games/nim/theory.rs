//! The winner and the winning moves by theory: Grundy values of independent heaps, Wythoff's pairs, and misère play.
//!
//! A misère subtraction game (Nim among them) is played like the normal one until each heap has a Grundy value of at most 1; then
//! the winner leaves an odd number of heaps of value 1 (C. L. Bouton, 1901; T. S. Ferguson, *On sums of graph games with last
//! player losing*, 1974, whose pairing of values 0 and 1 holds in every subtraction game). Misère octal games have no such theory:
//! they are searched by [`super::split_solver`].

use super::board::{Heap, Move, heap_moves};
use super::grundy::Grundy;
use super::period::Period;
use super::rule::{Octal, Rule, TakeSet};
use super::wythoff;
use crate::search::Budget;

/// Splits examined between two checks of the budget.
const CHECK_INTERVAL: u32 = 1 << 14;

/// The winning moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WinningMoves {
    /// Number of winning moves.
    pub count: u64,
    /// The first of them: heap by heap, fewest tokens first.
    pub moves: Vec<Move>,
}

impl WinningMoves {
    /// Adds `count` moves and lists the first of them while the list is shorter than `most`.
    fn add(&mut self, most: usize, moves: impl Iterator<Item = Move>, count: u64) {
        self.count += count;
        let room = most - self.moves.len().min(most);
        self.moves.extend(moves.take(room));
    }
}

/// Returns whether theory decides a game: all games but misère games that split heaps.
#[must_use]
pub fn covers(rule: &Rule, misere: bool) -> bool {
    !(misere && matches!(rule, Rule::Octal(_) | Rule::Grundy))
}

/// Returns whether the player to move wins, in a game that theory decides. Returns `None` if a Grundy value cannot be computed.
pub fn is_win(grundy: &mut Grundy, rule: &Rule, heaps: &[u32], misere: bool, budget: &Budget) -> Option<bool> {
    if let (Rule::Wythoff, &[first, second]) = (rule, heaps) {
        return Some(!wythoff::is_lost([first, second], misere));
    }
    let values = grundy_values(grundy, heaps, budget)?;
    let are_small = misere && values.iter().all(|&value| value <= 1);
    Some(nim_sum(&values) != u32::from(are_small))
}

/// Returns the Grundy value of each heap.
pub(super) fn grundy_values(grundy: &mut Grundy, heaps: &[u32], budget: &Budget) -> Option<Vec<u32>> {
    heaps.iter().map(|&heap| grundy.value(heap, budget)).collect()
}

/// Returns the binary sum without carry of Grundy values, which is the value of the sum of the games.
#[must_use]
fn nim_sum(values: &[u32]) -> u32 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Returns the winning moves in a game that theory decides, at most `most` of them listed. Returns `None` if a Grundy value cannot
/// be computed.
pub fn winning_moves(
    grundy: &mut Grundy,
    rule: &Rule,
    heaps: &[u32],
    misere: bool,
    most: usize,
    budget: &Budget,
) -> Option<WinningMoves> {
    let mut found = WinningMoves::default();
    if let (Rule::Wythoff, &[first, second]) = (rule, heaps) {
        add_wythoff_moves([first, second], misere, most, &mut found);
        return Some(found);
    }
    let values = grundy_values(grundy, heaps, budget)?;
    let sum = nim_sum(&values);
    let large = values.iter().filter(|&&value| value > 1).count();
    for (number, (&tokens, &value)) in heaps.iter().zip(&values).enumerate() {
        let others_are_small = large == usize::from(value > 1);
        let target = sum ^ value ^ u32::from(misere && others_are_small);
        let heap = HeapTarget { heap: Heap(number), tokens, value: target, most };
        heap.add_moves(grundy, rule, budget, &mut found)?;
    }
    Some(found)
}

/// Adds the winning moves of Wythoff's game: those to the lost positions in the same row, column and diagonal.
fn add_wythoff_moves([first, second]: [u32; 2], misere: bool, most: usize, found: &mut WinningMoves) {
    let takes =
        [(Heap(0), first, wythoff::lost_partner(second, misere)), (Heap(1), second, wythoff::lost_partner(first, misere))];
    for (heap, tokens, rest) in takes {
        if rest < tokens {
            found.add(most, std::iter::once(Move::Take(heap, tokens - rest)), 1);
        }
    }
    let (small, _) = wythoff::lost_on_diagonal(first.abs_diff(second), misere);
    if small < first.min(second) {
        found.add(most, std::iter::once(Move::Both(first.min(second) - small)), 1);
    }
}

/// A heap and the Grundy value that a winning move on it leaves.
#[derive(Clone, Copy)]
struct HeapTarget {
    heap: Heap,
    tokens: u32,
    /// The value to leave: the sum of the other heaps, or one off it if those are all small and the game is misère.
    value: u32,
    /// Most moves that are listed.
    most: usize,
}

impl HeapTarget {
    /// Adds the moves that reach the target. Returns `None` if a Grundy value cannot be computed.
    fn add_moves(self, grundy: &mut Grundy, rule: &Rule, budget: &Budget, found: &mut WinningMoves) -> Option<()> {
        match rule {
            Rule::Any | Rule::Wythoff => {
                if self.value < self.tokens {
                    self.add_take(self.tokens - self.value, found);
                }
            }
            Rule::Take(set) => match set.as_run_up_to(self.tokens) {
                Some(run) => self.add_interval_takes(run, found),
                None => self.add_set_takes(grundy, set, budget, found)?,
            },
            Rule::Octal(octal) => self.add_octal_moves(grundy, octal, budget, found)?,
            Rule::Grundy => {
                for mv in heap_moves(rule, self.heap, self.tokens) {
                    let Move::Split(_, _, first) = mv else { continue };
                    if grundy.value(first, budget)? ^ grundy.value(self.tokens - first, budget)? == self.value {
                        found.add(self.most, std::iter::once(mv), 1);
                    }
                }
            }
        }
        Some(())
    }

    fn add_take(self, take: u32, found: &mut WinningMoves) {
        found.add(self.most, std::iter::once(Move::Take(self.heap, take)), 1);
    }

    /// Adds takes of `low` to `high` tokens. The heaps of one value are `low` consecutive sizes in each period.
    fn add_interval_takes(self, (low, high): (u32, u32), found: &mut WinningMoves) {
        let (low, high, tokens) = (u64::from(low), u64::from(high), u64::from(self.tokens));
        let period = low + high;
        let begin = u64::from(self.value) * low;
        if tokens < low || begin >= period {
            return;
        }
        let end = (begin + low).min(period);
        let (least, last) = (tokens.saturating_sub(high), tokens - low);
        // Small takes, which leave large heaps, come first.
        for round in (least / period..=last / period).rev() {
            let from = (round * period + begin).max(least);
            let to = (round * period + end).min(last + 1);
            if from < to {
                let moves = (from..to).rev().map(|rest| Move::Take(self.heap, (tokens - rest) as u32));
                found.add(self.most, moves, to - from);
            }
        }
    }

    fn add_set_takes(self, grundy: &mut Grundy, set: &TakeSet, budget: &Budget, found: &mut WinningMoves) -> Option<()> {
        for take in set.takes_up_to(self.tokens) {
            if take.is_multiple_of(CHECK_INTERVAL) && budget.is_over() {
                return None;
            }
            if grundy.value(self.tokens - take, budget)? == self.value {
                self.add_take(take, found);
            }
        }
        Some(())
    }

    fn add_octal_moves(self, grundy: &mut Grundy, octal: &Octal, budget: &Budget, found: &mut WinningMoves) -> Option<()> {
        for take in 0..=octal.max_take().min(self.tokens) {
            let (digit, rest) = (octal.digit(take), self.tokens - take);
            let needed = if rest > 0 { Octal::ONE_HEAP } else { Octal::NOTHING };
            if take > 0 && digit & needed > 0 && grundy.value(rest, budget)? == self.value {
                self.add_take(take, found);
            }
            if digit & Octal::TWO_HEAPS > 0 {
                let (count, firsts) = self.count_splits(grundy, rest, budget)?;
                found.add(self.most, firsts.into_iter().map(|first| Move::Split(self.heap, take, first)), count);
            }
        }
        Some(())
    }

    /// Counts the splits of `total` tokens that reach the target and lists the smaller parts of the first ones. Once the values are
    /// periodic their sums are, so that one period suffices to count.
    fn count_splits(self, grundy: &mut Grundy, total: u32, budget: &Budget) -> Option<(u64, Vec<u32>)> {
        let (mut count, mut repeated, mut firsts) = (0, 0, Vec::new());
        grundy.value(total, budget)?;
        let half = total / 2;
        let period = if grundy.table_len() > total as usize { None } else { grundy.period(budget) };
        let Period { start, length } = period.unwrap_or(Period { start: half as usize + 1, length: 1 });
        let (start, length) = (start.max(1) as u32, length as u32);
        for first in 1..=half {
            if first.is_multiple_of(CHECK_INTERVAL) && budget.is_over() {
                return None;
            }
            let repeats = first >= start;
            if repeats && first - start >= length && (repeated == 0 || firsts.len() >= self.most) {
                break;
            }
            if grundy.value(first, budget)? ^ grundy.value(total - first, budget)? == self.value {
                if firsts.len() < self.most {
                    firsts.push(first);
                }
                if !repeats {
                    count += 1;
                } else if first - start < length {
                    repeated += u64::from((half - first) / length) + 1;
                }
            }
        }
        Some((count + repeated, firsts))
    }
}

#[cfg(test)]
mod tests;

//! Who wins, and by which moves: Grundy values where heaps are independent, Wythoff's pairs, and misère play.
//!
//! Where the last move loses, subtraction games (Nim among them) are played as if it won until each heap has a value of at most 1;
//! then an odd number of heaps of value 1 is to be left (C. L. Bouton, 1901; T. S. Ferguson, *On sums of graph games with last player
//! losing*, 1974, whose pairing of values 0 and 1 every subtraction game has). Misère octal games have no such theory: [`super::splits`].

use super::board::{Heap, Move, heap_moves};
use super::grundy::Grundy;
use super::period::Period;
use super::rule::{Octal, Rule, TakeSet};
use super::wythoff;
use crate::search::Budget;

/// Winning moves: how many there are, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// How many there are.
    pub count: u64,
    /// The first, heap by heap, fewest tokens first.
    pub moves: Vec<Move>,
}

impl Winning {
    fn add(&mut self, most: usize, moves: impl Iterator<Item = Move>, count: u64) {
        self.count += count;
        let room = most - self.moves.len().min(most);
        self.moves.extend(moves.take(room));
    }
}

/// Whether theory decides a game: all but misère games that split heaps.
#[must_use]
pub fn decides(rule: &Rule, misere: bool) -> bool {
    !(misere && matches!(rule, Rule::Octal(_) | Rule::Grundy))
}

/// Whether the player to move wins, in a game that theory decides; `None` where a Grundy value is out of reach.
pub fn wins(grundy: &mut Grundy, rule: &Rule, heaps: &[u32], misere: bool, budget: &Budget) -> Option<bool> {
    if let (Rule::Wythoff, &[first, second]) = (rule, heaps) {
        return Some(!wythoff::is_lost([first, second], misere));
    }
    let values = values(grundy, heaps, budget)?;
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let small = misere && values.iter().all(|&value| value <= 1);
    Some(sum != u32::from(small))
}

/// The Grundy values of some heaps.
pub fn values(grundy: &mut Grundy, heaps: &[u32], budget: &Budget) -> Option<Vec<u32>> {
    heaps.iter().map(|&heap| grundy.value(heap, budget)).collect()
}

/// The winning moves in a game that theory decides, at most `most` of them listed; `None` where a Grundy value is out of
/// reach.
pub fn winning(grundy: &mut Grundy, rule: &Rule, heaps: &[u32], misere: bool, most: usize, budget: &Budget) -> Option<Winning> {
    let mut found = Winning::default();
    if let (Rule::Wythoff, &[first, second]) = (rule, heaps) {
        pairs([first, second], misere, most, &mut found);
        return Some(found);
    }
    let values = values(grundy, heaps, budget)?;
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let large = values.iter().filter(|&&value| value > 1).count();
    for (number, (&tokens, &value)) in heaps.iter().zip(&values).enumerate() {
        let heap = Heap(number);
        // What the heap is to become worth: the sum of the others, or, where they are all small and the last move loses, one off it.
        let others_small = large == usize::from(value > 1);
        let target = sum ^ value ^ u32::from(misere && others_small);
        match rule {
            Rule::Any | Rule::Wythoff if target < tokens => {
                found.add(most, std::iter::once(Move::Take(heap, tokens - target)), 1);
            }
            Rule::Any | Rule::Wythoff => {}
            Rule::Take(set) => match set.as_run() {
                Some(run) => of_run(run, heap, tokens, target, most, &mut found),
                None => of_set(grundy, set, (heap, tokens), target, most, budget, &mut found)?,
            },
            Rule::Octal(octal) => of_octal(grundy, octal, (heap, tokens), target, most, budget, &mut found)?,
            Rule::Grundy => {
                for mv in heap_moves(rule, heap, tokens) {
                    let Move::Split(_, _, first) = mv else { continue };
                    if grundy.value(first, budget)? ^ grundy.value(tokens - first, budget)? == target {
                        found.add(most, std::iter::once(mv), 1);
                    }
                }
            }
        }
    }
    Some(found)
}

/// Wythoff's game: the lost positions on the same row, column and diagonal.
fn pairs([first, second]: [u32; 2], misere: bool, most: usize, found: &mut Winning) {
    let takes = [(Heap(0), first, wythoff::partner(second, misere)), (Heap(1), second, wythoff::partner(first, misere))];
    for (heap, tokens, rest) in takes {
        if rest < tokens {
            found.add(most, std::iter::once(Move::Take(heap, tokens - rest)), 1);
        }
    }
    let (small, _) = wythoff::on_diagonal(first.abs_diff(second), misere);
    if small < first.min(second) {
        found.add(most, std::iter::once(Move::Both(first.min(second) - small)), 1);
    }
}

/// Taking `low` to `high`: the rests of a value are runs as long as `low`, one in each period.
fn of_run((low, high): (u32, u32), heap: Heap, tokens: u32, target: u32, most: usize, found: &mut Winning) {
    let (low, high, tokens) = (u64::from(low), u64::from(high), u64::from(tokens));
    let period = low + high;
    let begin = u64::from(target) * low;
    if tokens < low || begin >= period {
        return;
    }
    let end = (begin + low).min(period);
    let (least, last) = (tokens.saturating_sub(high), tokens - low);
    // The smaller the take, the larger the rest.
    for round in (least / period..=last / period).rev() {
        let from = (round * period + begin).max(least);
        let to = (round * period + end).min(last + 1);
        if from < to {
            let moves = (from..to).rev().map(|rest| Move::Take(heap, (tokens - rest) as u32));
            found.add(most, moves, to - from);
        }
    }
}

fn of_set(
    grundy: &mut Grundy,
    set: &TakeSet,
    (heap, tokens): (Heap, u32),
    target: u32,
    most: usize,
    budget: &Budget,
    found: &mut Winning,
) -> Option<()> {
    for take in set.up_to(tokens) {
        if grundy.value(tokens - take, budget)? == target {
            found.add(most, std::iter::once(Move::Take(heap, take)), 1);
        }
    }
    Some(())
}

fn of_octal(
    grundy: &mut Grundy,
    octal: &Octal,
    (heap, tokens): (Heap, u32),
    target: u32,
    most: usize,
    budget: &Budget,
    found: &mut Winning,
) -> Option<()> {
    for take in 0..=octal.most().min(tokens) {
        let (digit, rest) = (octal.digit(take), tokens - take);
        let whole = if rest > 0 { Octal::ONE_HEAP } else { Octal::NOTHING };
        if take > 0 && digit & whole > 0 && grundy.value(rest, budget)? == target {
            found.add(most, std::iter::once(Move::Take(heap, take)), 1);
        }
        if digit & Octal::TWO_HEAPS > 0 {
            let (count, firsts) = splits(grundy, rest, target, most, budget)?;
            found.add(most, firsts.into_iter().map(|first| Move::Split(heap, take, first)), count);
        }
    }
    Some(())
}

/// How many splits of a heap have a value, and the smaller parts of the first of them. Beyond the start of the period
/// of the values, the sums repeat too: one period tells how many there are.
fn splits(grundy: &mut Grundy, total: u32, target: u32, most: usize, budget: &Budget) -> Option<(u64, Vec<u32>)> {
    let (mut count, mut repeated, mut firsts) = (0, 0, Vec::new());
    grundy.value(total, budget)?;
    let half = total / 2;
    let period = if grundy.known() > total as usize { None } else { grundy.period(budget) };
    let Period { start, length } = period.unwrap_or(Period { start: half as usize + 1, length: 1 });
    let (start, length) = (start.max(1) as u32, length as u32);
    for first in 1..=half {
        let repeats = first >= start;
        if repeats && first - start >= length && (repeated == 0 || firsts.len() >= most) {
            break;
        }
        if grundy.value(first, budget)? ^ grundy.value(total - first, budget)? == target {
            if firsts.len() < most {
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

#[cfg(test)]
mod tests;

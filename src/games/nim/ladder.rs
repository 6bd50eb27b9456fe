//! Distances in subtraction games of one heap, for heaps of any size where they climb in a regular way.
//!
//! The distance of a heap depends on those of the `max` heaps below it, and grows by an even number with all of them: once
//! the differences of `max` neighbours repeat they repeat for ever.

use super::period::{self, Period};
use super::rule::TakeSet;
use crate::search::Budget;

/// Longest table.
const MOST_TERMS: usize = 1 << 20;

/// Steps that a table may cost: its length times the size of the set.
const MOST_STEPS: u64 = 1 << 28;

/// Terms after which the table first looks for a period; then at each doubling.
const FIRST_LOOK: usize = 64;

/// How many terms are computed between two looks at the budget.
const TERMS_A_LOOK: usize = 64;

/// Distances of single heaps: odd where the player to move wins, even where he loses; the other way round where the game is misère.
#[derive(Clone, Debug)]
pub struct Ladder {
    set: TakeSet,
    misere: bool,
    plies: Vec<u32>,
    period: Option<Period>,
    next_look: usize,
}

impl Ladder {
    /// The distances of a game; none is computed yet.
    #[must_use]
    pub fn new(set: TakeSet, misere: bool) -> Ladder {
        Ladder { set, misere, plies: Vec::new(), period: None, next_look: FIRST_LOOK }
    }

    /// The distance of a heap, in plies; `None` beyond the longest table, or where the budget ends first.
    pub fn plies(&mut self, heap: u32, budget: &Budget) -> Option<u64> {
        if let Some((1, most)) = self.set.as_run() {
            return Some(by_pairs(heap, most, self.misere));
        }
        let terms = heap as usize + 1;
        let most = MOST_TERMS.min((MOST_STEPS / self.set.count(MOST_TERMS as u32).max(1)) as usize).max(1 << 12);
        while self.period.is_none() && self.plies.len() < terms.min(most) {
            if self.plies.len().is_multiple_of(TERMS_A_LOOK) && budget.is_over() {
                return None;
            }
            self.extend();
            if self.plies.len() >= self.next_look {
                self.look();
            }
        }
        let Some(period) = self.period else { return self.plies.get(heap as usize).map(|&plies| u64::from(plies)) };
        let place = period.place(heap as usize);
        let rounds = ((heap as usize - place) / period.length) as u64;
        Some(u64::from(self.plies[place]) + rounds * u64::from(self.climb(period)))
    }

    /// By how much the distance grows in a period.
    fn climb(&self, period: Period) -> u32 {
        self.plies[period.start + period.length] - self.plies[period.start]
    }

    fn extend(&mut self) {
        let heap = self.plies.len() as u32;
        let (mut fastest, mut longest) = (None, None);
        for take in self.set.up_to(heap) {
            let plies = self.plies[(heap - take) as usize];
            longest = longest.max(Some(plies));
            if plies % 2 == u32::from(self.misere) {
                fastest = Some(fastest.map_or(plies, |found: u32| found.min(plies)));
            }
        }
        self.plies.push(fastest.or(longest).map_or(0, |plies| plies + 1));
    }

    fn look(&mut self) {
        self.next_look = 2 * self.plies.len();
        let differences: Vec<i64> = self.plies.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
        let window = self.set.most() as usize;
        let even = |found: Period| {
            let (low, high) = (self.plies[found.start], self.plies[found.start + found.length]);
            high >= low && (high - low).is_multiple_of(2)
        };
        self.period = period::find(&differences, |found| found.start + found.length + window <= differences.len() && even(found));
    }
}

/// One to `most` may be taken: the winner answers each take so that `most + 1` are gone, the loser makes him do it.
fn by_pairs(heap: u32, most: u32, misere: bool) -> u64 {
    let pair = u64::from(most) + 1;
    let heap = u64::from(heap);
    match (misere, heap) {
        (true, 0) => 0,
        (true, _) => 2 * ((heap - 1) / pair) + 1 + u64::from((heap - 1) % pair > 0),
        (false, _) => 2 * (heap / pair) + u64::from(heap % pair > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition.
    fn by_definition(set: &TakeSet, misere: bool, terms: u32) -> Vec<u64> {
        let (mut wins, mut plies): (Vec<bool>, Vec<u64>) = (Vec::new(), Vec::new());
        for heap in 0..terms {
            let rests: Vec<usize> = set.up_to(heap).map(|take| (heap - take) as usize).collect();
            let fastest = rests.iter().filter(|&&rest| !wins[rest]).map(|&rest| plies[rest] + 1).min();
            let longest = rests.iter().map(|&rest| plies[rest] + 1).max();
            wins.push(if rests.is_empty() { misere } else { fastest.is_some() });
            plies.push(fastest.or(longest).unwrap_or(0));
        }
        plies
    }

    #[test]
    fn distances_of_many_games() {
        let sets = [
            vec![(1, 3)],
            vec![(1, 1)],
            vec![(1, 1), (3, 4)],
            vec![(2, 3)],
            vec![(2, 2), (5, 5), (7, 7)],
            vec![(4, 9), (20, 20)],
        ];
        for runs in sets {
            let set = TakeSet::new(runs).unwrap();
            for misere in [false, true] {
                let wanted = by_definition(&set, misere, 3000);
                let mut ladder = Ladder::new(set.clone(), misere);
                let found: Vec<u64> = (0..3000).map(|heap| ladder.plies(heap, &Budget::default()).unwrap()).collect();
                assert_eq!(found, wanted, "{set:?} misère {misere}");
                assert!(ladder.plies.len() < 1500, "a period is found: {set:?}");
                assert!(ladder.plies(1_000_000_000, &Budget::default()).is_some());
            }
        }
    }
}

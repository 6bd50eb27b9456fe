//! Distances in subtraction games of one heap. Where they grow periodically, the heap may be of any size.
//!
//! The distance of a heap depends only on those of the `max` next smaller heaps, where `max` is the largest take. Once the
//! differences of `max` neighbours repeat, and distances have grown by an even number meanwhile, they repeat for ever.

use super::period::{self, CHECK_INTERVAL, Period, PeriodSearch};
use super::rule::TakeSet;
use crate::search::Budget;

/// Longest table, in terms.
const MAX_TERMS: usize = 1 << 20;

/// Most steps that a table may take: its length times the size of the set.
const MAX_STEPS: u64 = 1 << 28;

/// The distances of single heaps by size. In normal play a distance is odd if the player to move wins, else even; in misère play
/// the other way round.
#[derive(Clone, Debug)]
pub(super) struct SingleHeapDistances {
    set: TakeSet,
    misere: bool,
    plies: Vec<u32>,
    period: PeriodSearch,
}

impl SingleHeapDistances {
    /// Creates an empty table.
    #[must_use]
    pub fn new(set: TakeSet, misere: bool) -> SingleHeapDistances {
        SingleHeapDistances { set, misere, plies: Vec::new(), period: PeriodSearch::starting_at(64) }
    }

    /// Returns the distance of a heap, in plies. Returns `None` beyond the longest table, or if the budget ends first.
    pub fn plies(&mut self, heap: u32, budget: &Budget) -> Option<u64> {
        if let Some((1, most)) = self.set.as_run_up_to(heap) {
            return Some(interval_distance(heap, most, self.misere));
        }
        let terms = heap as usize + 1;
        let most = MAX_TERMS.min((MAX_STEPS / self.set.count(MAX_TERMS as u32).max(1)) as usize).max(1 << 12);
        while self.period.found.is_none() && self.plies.len() < terms.min(most) {
            if self.plies.len().is_multiple_of(CHECK_INTERVAL) && budget.is_over() {
                return None;
            }
            self.push_next();
            if self.period.is_due(self.plies.len()) {
                self.search_period();
            }
        }
        let Some(period) = self.period.found else { return self.plies.get(heap as usize).map(|&plies| u64::from(plies)) };
        let place = period.fold(heap as usize);
        let rounds = ((heap as usize - place) / period.length) as u64;
        Some(u64::from(self.plies[place]) + rounds * u64::from(self.growth(period)))
    }

    /// Returns by how much the distance grows in a period.
    fn growth(&self, period: Period) -> u32 {
        self.plies[period.start + period.length] - self.plies[period.start]
    }

    fn push_next(&mut self) {
        let heap = self.plies.len() as u32;
        let (mut fastest, mut longest) = (None, None);
        for take in self.set.takes_up_to(heap) {
            let plies = self.plies[(heap - take) as usize];
            longest = longest.max(Some(plies));
            if plies % 2 == u32::from(self.misere) {
                fastest = Some(fastest.map_or(plies, |found: u32| found.min(plies)));
            }
        }
        self.plies.push(fastest.or(longest).map_or(0, |plies| plies + 1));
    }

    fn search_period(&mut self) {
        let differences: Vec<i64> = self.plies.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
        let window = self.set.max_take() as usize;
        let even = |found: Period| {
            let (low, high) = (self.plies[found.start], self.plies[found.start + found.length]);
            high >= low && (high - low).is_multiple_of(2)
        };
        let found = period::find(&differences, |found| found.start + found.length + window <= differences.len() && even(found));
        self.period.keep(self.plies.len(), found);
    }
}

/// Returns the distance if 1 to `most` tokens may be taken. The winner answers each take with what is missing to `most + 1`; the
/// loser takes one token each time, so that the winner has to.
fn interval_distance(heap: u32, most: u32, misere: bool) -> u64 {
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

    fn distances_by_definition(set: &TakeSet, misere: bool, terms: u32) -> Vec<u64> {
        let (mut wins, mut plies): (Vec<bool>, Vec<u64>) = (Vec::new(), Vec::new());
        for heap in 0..terms {
            let rests: Vec<usize> = set.takes_up_to(heap).map(|take| (heap - take) as usize).collect();
            let fastest = rests.iter().filter(|&&rest| !wins[rest]).map(|&rest| plies[rest] + 1).min();
            let longest = rests.iter().map(|&rest| plies[rest] + 1).max();
            wins.push(if rests.is_empty() { misere } else { fastest.is_some() });
            plies.push(fastest.or(longest).unwrap_or(0));
        }
        plies
    }

    #[test]
    fn distances_agree_with_the_definition() {
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
                let wanted = distances_by_definition(&set, misere, 3000);
                let mut distances = SingleHeapDistances::new(set.clone(), misere);
                let found: Vec<u64> = (0..3000).map(|heap| distances.plies(heap, &Budget::default()).unwrap()).collect();
                assert_eq!(found, wanted, "{set:?} misère {misere}");
                assert!(distances.plies.len() < 1500, "a period is found: {set:?}");
                assert!(distances.plies(1_000_000_000, &Budget::default()).is_some());
            }
        }
    }
}

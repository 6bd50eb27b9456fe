//! Grundy values of single heaps, for heaps of any size where a formula or a proved period gives them.
//!
//! Nim: the heap. Taking `a` to `b`: `floor((n mod (a + b)) / a)`. Other sets: a table until the last `max` values repeat,
//! which proves the period. Octal games: a table until the values repeat from `n0` to `2 n0 + 2 p + t`, `t` the place of the last digit,
//! which proves the period `p` (R. K. Guy and C. A. B. Smith, *The G-values of various games*, 1956). Grundy's game has no such
//! theorem, and its table an end.

use super::period::{self, Period};
use super::rule::{Rule, TakeSet};
use super::sparse::Sparse;
use crate::search::Budget;

/// Longest table of a game that splits heaps.
pub const MOST_SPLIT: usize = 1 << 20;

/// Splits that such a table may cost: a few seconds. Where rare values are few they are enough for [`MOST_SPLIT`] terms.
const MOST_SPLITS: u64 = 1 << 32;

/// Longest table of a subtraction game.
pub const MOST_TAKE: usize = 1 << 22;

/// Steps that the table of a subtraction game may cost: its length times the size of the set.
const MOST_STEPS: u64 = 1 << 29;

/// Terms after which a table first looks for a period; then at each doubling.
const FIRST_LOOK: usize = 256;

/// How many terms are computed between two looks at the budget.
const TERMS_A_LOOK: usize = 64;

/// The Grundy values of the heaps of one game whose heaps are independent.
#[derive(Clone, Debug)]
pub struct Grundy {
    rule: Rule,
    table: Sparse,
    taken: Vec<u32>,
    period: Option<Period>,
    next_look: usize,
}

impl Grundy {
    /// The values of a rule; none is computed yet. Of Wythoff's game, which is no sum of heaps, these are of one heap alone.
    #[must_use]
    pub fn new(rule: Rule) -> Grundy {
        Grundy { rule, table: Sparse::default(), taken: Vec::new(), period: None, next_look: FIRST_LOOK }
    }

    /// The value of a heap, computed where need be; `None` beyond the longest table, or where the budget ends first.
    pub fn value(&mut self, heap: u32, budget: &Budget) -> Option<u32> {
        if let Some(value) = formula(&self.rule, heap) {
            return Some(value);
        }
        self.fill(heap as usize + 1, budget);
        let place = self.period.map_or(heap as usize, |period| period.place(heap as usize));
        self.table().get(place).copied()
    }

    /// The period, searched for as far as tables go. `None` where there is none: Nim, or none found.
    pub fn period(&mut self, budget: &Budget) -> Option<Period> {
        match &self.rule {
            Rule::Any | Rule::Wythoff => None,
            Rule::Take(set) => match set.as_run() {
                Some((low, high)) => Some(Period { start: 0, length: low as usize + high as usize }),
                None => self.searched_period(budget),
            },
            Rule::Octal(_) | Rule::Grundy => self.searched_period(budget),
        }
    }

    fn searched_period(&mut self, budget: &Budget) -> Option<Period> {
        self.fill(usize::MAX, budget);
        self.period
    }

    /// How many values stand in the table.
    #[must_use]
    pub fn known(&self) -> usize {
        self.table().len()
    }

    /// Whether the table has come to its end.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.known() >= self.most() || self.table.steps() >= MOST_SPLITS
    }

    /// Most terms that this rule's table may have.
    fn most(&self) -> usize {
        match &self.rule {
            Rule::Take(set) => MOST_TAKE.min((MOST_STEPS / set.count(MOST_TAKE as u32).max(1)) as usize).max(1 << 14),
            _ => MOST_SPLIT,
        }
    }

    fn table(&self) -> &[u32] {
        if self.rule.is_take() { &self.taken } else { self.table.values() }
    }

    /// Fills the table up to a number of terms, a period or its limit.
    fn fill(&mut self, terms: usize, budget: &Budget) {
        while self.period.is_none() && self.known() < terms && !self.is_full() {
            if self.known().is_multiple_of(TERMS_A_LOOK) && budget.is_over() {
                return;
            }
            match &self.rule {
                Rule::Take(set) => extend(&mut self.taken, set),
                rule => self.table.extend(rule),
            }
            if self.known() >= self.next_look || self.is_full() {
                self.look();
            }
        }
    }

    /// Looks for a period.
    fn look(&mut self) {
        self.next_look = 2 * self.known();
        let terms = self.known();
        self.period = match &self.rule {
            Rule::Take(set) => {
                let window = set.most() as usize;
                period::find(&self.taken, |found| found.start + found.length + window <= terms)
            }
            Rule::Octal(octal) => {
                let last = octal.most() as usize;
                period::find(self.table.values(), |found| 2 * found.start + 2 * found.length + last <= terms)
            }
            Rule::Any | Rule::Grundy | Rule::Wythoff => None,
        };
        if !self.rule.is_take() {
            self.table.tune();
        }
    }
}

impl Rule {
    fn is_take(&self) -> bool {
        matches!(self, Rule::Take(_))
    }
}

/// The value of a heap where it needs no table.
#[must_use]
pub fn formula(rule: &Rule, heap: u32) -> Option<u32> {
    match rule {
        Rule::Any | Rule::Wythoff => Some(heap),
        Rule::Take(set) => set.as_run().map(|(low, high)| (u64::from(heap) % (u64::from(low) + u64::from(high))) as u32 / low),
        Rule::Octal(_) | Rule::Grundy => None,
    }
}

/// The next value of a subtraction game.
fn extend(values: &mut Vec<u32>, set: &TakeSet) {
    let heap = values.len() as u32;
    // At most as many values are excluded as there are moves.
    let mut seen = vec![false; set.count(heap) as usize + 1];
    for take in set.up_to(heap) {
        if let Some(mark) = seen.get_mut(values[(heap - take) as usize] as usize) {
            *mark = true;
        }
    }
    values.push(seen.iter().take_while(|&&mark| mark).count() as u32);
}

#[cfg(test)]
mod tests;

//! Grundy values of single heaps: by a formula, by a proved period, or from a table.
//!
//! - Nim: the value is the number of tokens.
//! - Taking `a` to `b` tokens: `floor((n mod (a + b)) / a)`.
//! - Other subtraction games: a table. Once `max` values in a row repeat, `max` the largest take, the period is proved.
//! - Octal games: a table. If the values repeat with period `p` from `n0` to `2 n0 + 2 p + t`, `t` the index of the last digit,
//!   the period is proved (R. K. Guy and C. A. B. Smith, *The G-values of various games*, 1956).
//! - Grundy's game: a table of limited length. No period is known or provable in this way.

use super::period::{self, CHECK_INTERVAL, Period, PeriodSearch};
use super::rule::{Rule, TakeSet};
use super::sparse::SparseSpace;
use crate::search::Budget;

/// Longest table of a game that splits heaps.
const MAX_SPLIT: usize = 1 << 20;

/// Most splits that are examined for such a table: a few seconds. With few rare values, this allows [`MAX_SPLIT`] terms.
const MAX_SPLITS: u64 = 1 << 32;

/// Longest table of a subtraction game.
const MAX_TAKE: usize = 1 << 22;

/// Most steps that the table of a subtraction game may take: its length times the size of the set.
const MAX_STEPS: u64 = 1 << 29;

/// Terms that every limit of nodes allows: they take milliseconds.
const LEAST_TERMS: usize = 1 << 12;

/// The Grundy values of single heaps in one game.
#[derive(Clone, Debug)]
pub struct Grundy {
    rule: Rule,
    split_values: SparseSpace,
    subtraction_values: Vec<u32>,
    period: PeriodSearch,
}

impl Grundy {
    /// Creates the values of a rule; none is computed yet. In Wythoff's game, which is no sum of heaps, they are those of positions
    /// with one heap.
    #[must_use]
    pub fn new(rule: Rule) -> Grundy {
        Grundy {
            rule,
            split_values: SparseSpace::default(),
            subtraction_values: Vec::new(),
            period: PeriodSearch::starting_at(256),
        }
    }

    /// Returns the value of a heap, computing it if needed. Returns `None` beyond the longest table, or if the budget ends first.
    pub fn value(&mut self, heap: u32, budget: &Budget) -> Option<u32> {
        if let Some(value) = closed_form(&self.rule, heap) {
            return Some(value);
        }
        self.fill(heap as usize + 1, budget);
        let index = self.period.found.map_or(heap as usize, |period| period.fold(heap as usize));
        self.table().get(index).copied()
    }

    /// Returns the period of the values, extending the table to its limit if needed. Returns `None` if there is none (Nim,
    /// Wythoff's game) or none is found.
    pub fn period(&mut self, budget: &Budget) -> Option<Period> {
        match &self.rule {
            Rule::Any | Rule::Wythoff => None,
            Rule::Take(set) => match set.as_run() {
                Some((low, high)) => Some(Period { start: 0, length: low as usize + high as usize }),
                None => self.search_period(budget),
            },
            Rule::Octal(_) | Rule::Grundy => self.search_period(budget),
        }
    }

    fn search_period(&mut self, budget: &Budget) -> Option<Period> {
        self.fill(usize::MAX, budget);
        self.period.found
    }

    /// Returns the number of values computed so far.
    #[must_use]
    pub fn table_len(&self) -> usize {
        self.table().len()
    }

    /// Returns whether the table has reached its limit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.table_len() >= self.max_terms() || self.split_values.split_count() >= MAX_SPLITS
    }

    /// Returns the limit of the table for this rule, in terms.
    fn max_terms(&self) -> usize {
        match &self.rule {
            Rule::Take(set) => MAX_TAKE.min((MAX_STEPS / set.count(MAX_TAKE as u32).max(1)) as usize).max(1 << 14),
            _ => MAX_SPLIT,
        }
    }

    fn table(&self) -> &[u32] {
        if self.rule.is_subtraction() { &self.subtraction_values } else { self.split_values.values() }
    }

    /// Extends the table up to a number of terms, until a period is found, or up to its limit. A term counts as a node.
    fn fill(&mut self, terms: usize, budget: &Budget) {
        let terms = budget.max_nodes.map_or(terms, |most| terms.min((most as usize).max(LEAST_TERMS)));
        while self.period.found.is_none() && self.table_len() < terms && !self.is_full() {
            if self.table_len().is_multiple_of(CHECK_INTERVAL) && budget.is_over() {
                return;
            }
            match &self.rule {
                Rule::Take(set) => push_next(&mut self.subtraction_values, set),
                rule => self.split_values.extend(rule),
            }
            if self.period.is_due(self.table_len()) || self.is_full() {
                self.check_period();
            }
        }
    }

    /// Searches the table for a proved period.
    fn check_period(&mut self) {
        let terms = self.table_len();
        let found = match &self.rule {
            Rule::Take(set) => {
                let window = set.max_take() as usize;
                period::find(&self.subtraction_values, |found| found.start + found.length + window <= terms)
            }
            Rule::Octal(octal) => {
                let last = octal.max_take() as usize;
                period::find(self.split_values.values(), |found| 2 * found.start + 2 * found.length + last <= terms)
            }
            Rule::Any | Rule::Grundy | Rule::Wythoff => None,
        };
        self.period.keep(terms, found);
        if !self.rule.is_subtraction() {
            self.split_values.choose_mask();
        }
    }
}

impl Rule {
    fn is_subtraction(&self) -> bool {
        matches!(self, Rule::Take(_))
    }
}

/// Returns the value of a heap if the rule has a formula for it.
#[must_use]
fn closed_form(rule: &Rule, heap: u32) -> Option<u32> {
    match rule {
        Rule::Any | Rule::Wythoff => Some(heap),
        Rule::Take(set) => {
            set.as_run_up_to(heap).map(|(low, high)| (u64::from(heap) % (u64::from(low) + u64::from(high))) as u32 / low)
        }
        Rule::Octal(_) | Rule::Grundy => None,
    }
}

/// Computes the next value of a subtraction game.
fn push_next(values: &mut Vec<u32>, set: &TakeSet) {
    let heap = values.len() as u32;
    // At most as many values are excluded as there are moves.
    let mut seen = vec![false; set.count(heap) as usize + 1];
    for take in set.takes_up_to(heap) {
        if let Some(mark) = seen.get_mut(values[(heap - take) as usize] as usize) {
            *mark = true;
        }
    }
    values.push(seen.iter().take_while(|&&mark| mark).count() as u32);
}

#[cfg(test)]
mod tests;

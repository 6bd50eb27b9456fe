//! Games that split heaps, solved move by move: distances, and the verdict of misère play, which has no theory of sums.
//!
//! A position is a sorted list of the heaps on which a move is left. Every one that is met is kept, so that the cost is the number
//! of such lists below the position: thousands for 20 tokens, hundreds of thousands for 40.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::board::{Heap, after, heap_moves};
use super::rule::Rule;
use crate::search::Budget;

/// Most tokens in a position: a bound on how deep the recursion goes.
pub const MOST_TOKENS: u64 = 400;

/// Most positions that are kept.
const MOST_KEPT: usize = 1 << 20;

/// How many positions are looked at between two looks at the clock.
const POSITIONS_A_LOOK: u64 = 256;

/// What a heap can become: at most two heaps, those without a move left out.
type Parts = ArrayVec<u16, 2>;

/// The positions of one game that have been solved.
#[derive(Clone, Debug)]
pub struct Splits {
    rule: Rule,
    misere: bool,
    solved: HashMap<Box<[u16]>, u32>,
    /// By heap: what a move makes of it, each result once.
    options: Vec<Vec<Parts>>,
    seen: u64,
    /// Positions after which the question that is being answered is given up.
    most: u64,
}

impl Splits {
    /// Nothing is solved yet.
    #[must_use]
    pub fn new(rule: Rule, misere: bool) -> Splits {
        Splits { rule, misere, solved: HashMap::new(), options: Vec::new(), seen: 0, most: 0 }
    }

    /// Positions looked at so far.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The distance of a position, in plies: even for one that is lost in normal play, odd in misère play. `None` above
    /// [`MOST_TOKENS`], where a million positions are kept, `effort` more have been looked at, or the budget ends first.
    pub fn plies(&mut self, heaps: &[u32], effort: u64, budget: &Budget) -> Option<u32> {
        let tokens: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
        if tokens > MOST_TOKENS {
            return None;
        }
        self.most = self.seen.saturating_add(effort.min(budget.max_nodes.unwrap_or(u64::MAX)));
        let largest = heaps.iter().copied().max().unwrap_or(0);
        for heap in self.options.len() as u32..=largest {
            let options = self.options_of(heap);
            self.options.push(options);
        }
        let mut key: Vec<u16> = heaps.iter().map(|&heap| heap as u16).filter(|&heap| self.is_alive(heap)).collect();
        key.sort_unstable();
        self.solve(&key, budget)
    }

    fn is_alive(&self, heap: u16) -> bool {
        !self.options[usize::from(heap)].is_empty()
    }

    /// What becomes of a heap; smaller heaps are known.
    fn options_of(&self, heap: u32) -> Vec<Parts> {
        let alive = |parts: Vec<u32>| {
            let mut parts: Parts = parts.into_iter().map(|part| part as u16).filter(|&part| self.is_alive(part)).collect();
            parts.sort_unstable();
            parts
        };
        let all = heap_moves(&self.rule, Heap(0), heap).filter_map(|mv| after(&self.rule, &[heap], mv).ok());
        let mut options: Vec<Parts> = all.map(alive).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    fn solve(&mut self, key: &[u16], budget: &Budget) -> Option<u32> {
        if let Some(&plies) = self.solved.get(key) {
            return Some(plies);
        }
        self.seen += 1;
        let full = self.solved.len() >= MOST_KEPT || self.seen > self.most;
        if full || self.seen.is_multiple_of(POSITIONS_A_LOOK) && budget.is_over() {
            return None;
        }
        let (mut fastest, mut longest) = (None, None);
        let mut next: Vec<u16> = Vec::with_capacity(key.len() + 1);
        for number in 0..key.len() {
            // Equal heaps have equal moves.
            if number > 0 && key[number] == key[number - 1] {
                continue;
            }
            let heap = usize::from(key[number]);
            for option in 0..self.options[heap].len() {
                next.clear();
                next.extend_from_slice(&key[..number]);
                next.extend_from_slice(&key[number + 1..]);
                for &part in &self.options[heap][option] {
                    let place = next.partition_point(|&other| other < part);
                    next.insert(place, part);
                }
                let found = self.solve(&next, budget)?;
                longest = longest.max(Some(found));
                if found % 2 == u32::from(self.misere) {
                    fastest = Some(fastest.map_or(found, |best: u32| best.min(found)));
                }
            }
        }
        let plies = fastest.or(longest).map_or(0, |found| found + 1);
        self.solved.insert(key.into(), plies);
        Some(plies)
    }
}

//! A memoized search of games that split heaps: it computes distances, and the winner in misère play, which has no theory of sums.
//!
//! A position is a sorted list of the heaps on which a move is left. All visited positions are kept, so time and memory grow with
//! the number of reachable positions: thousands for 20 tokens, hundreds of thousands for 40.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::board::{Heap, apply_move, heap_moves};
use super::rule::Rule;
use crate::search::Budget;

/// Most tokens in a position, which bounds the depth of the recursion.
pub(super) const MAX_TOTAL_TOKENS: u64 = 400;

/// Most positions that are kept.
const MAX_KEPT: usize = 1 << 20;

/// Positions visited between two checks of the budget.
const CHECK_INTERVAL: u64 = 256;

/// The heaps that a move leaves of a heap: at most two. Heaps without a move are left out.
type Parts = ArrayVec<u16, 2>;

/// The positions of one game that have been solved.
#[derive(Clone, Debug)]
pub(super) struct SplitSolver {
    rule: Rule,
    misere: bool,
    solved: HashMap<Box<[u16]>, u32>,
    /// For each heap, all that a move can leave of it.
    options: Vec<Vec<Parts>>,
    visited: u64,
    /// The count of visited positions at which the current search gives up.
    visit_limit: u64,
}

impl SplitSolver {
    /// Creates a solver with no positions solved.
    #[must_use]
    pub fn new(rule: Rule, misere: bool) -> SplitSolver {
        SplitSolver { rule, misere, solved: HashMap::new(), options: Vec::new(), visited: 0, visit_limit: 0 }
    }

    /// Returns the number of positions visited so far.
    #[must_use]
    pub fn visited_count(&self) -> u64 {
        self.visited
    }

    /// Returns the distance of a position, in plies: that of a lost position is even in normal play, odd in misère play. Returns
    /// `None` above [`MAX_TOTAL_TOKENS`], when a million positions are kept, after `most` positions, or if the budget ends first.
    pub fn plies(&mut self, heaps: &[u32], most: u64, budget: &Budget) -> Option<u32> {
        let tokens: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
        if tokens > MAX_TOTAL_TOKENS || budget.is_over() {
            return None;
        }
        self.visit_limit = self.visited.saturating_add(most.min(budget.max_nodes.unwrap_or(u64::MAX)));
        let largest = heaps.iter().copied().max().unwrap_or(0);
        for heap in self.options.len() as u32..=largest {
            let options = self.options_of(heap);
            self.options.push(options);
        }
        let mut key: Vec<u16> = heaps.iter().map(|&heap| heap as u16).filter(|&heap| self.has_move(heap)).collect();
        key.sort_unstable();
        self.solve(&key, budget)
    }

    fn has_move(&self, heap: u16) -> bool {
        !self.options[usize::from(heap)].is_empty()
    }

    /// Returns all that a move can leave of a heap. The options of smaller heaps must be known.
    fn options_of(&self, heap: u32) -> Vec<Parts> {
        let movable_parts = |parts: Vec<u32>| {
            let mut parts: Parts = parts.into_iter().map(|part| part as u16).filter(|&part| self.has_move(part)).collect();
            parts.sort_unstable();
            parts
        };
        let all = heap_moves(&self.rule, Heap(0), heap).filter_map(|mv| apply_move(&self.rule, &[heap], mv).ok());
        let mut options: Vec<Parts> = all.map(movable_parts).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    fn solve(&mut self, key: &[u16], budget: &Budget) -> Option<u32> {
        if let Some(&plies) = self.solved.get(key) {
            return Some(plies);
        }
        self.visited += 1;
        let full = self.solved.len() >= MAX_KEPT || self.visited > self.visit_limit;
        if full || self.visited.is_multiple_of(CHECK_INTERVAL) && budget.is_over() {
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
                    let index = next.partition_point(|&other| other < part);
                    next.insert(index, part);
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

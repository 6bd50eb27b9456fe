//! The distance of a position: the plies to the end of the game if the winner hurries and the loser delays, which is the rank of
//! the position in the winner's attractor.
//!
//! Nim has a formula. In a lost position the loser delays longest by taking one token of a heap whose lowest set bit is lowest of
//! all: each winning answer then takes exactly one token, so that the distance is the number of tokens. In misère play it is one
//! less if some heap has two tokens or more, since one winning move takes an even number. In a won position the best move is the
//! largest winning take. In the other games distances are computed.

use super::distance_table::DistanceTable;
use super::rule::{Rule, TakeSet};
use super::single_heap::SingleHeapDistances;
use super::split_solver::SplitSolver;
use super::wythoff::WythoffTable;
use crate::search::Budget;

/// Most positions searched for a distance if theory tells the winner: less than a second.
const MAX_SEARCHED: u64 = 300_000;

/// The distances of the positions of one game.
#[derive(Clone, Debug)]
pub struct Distance {
    misere: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Nim,
    Take(TakeSet, SingleHeapDistances, Option<DistanceTable>),
    Splits(SplitSolver),
    Wythoff(Option<WythoffTable>),
}

impl Distance {
    /// Creates empty tables for a game.
    #[must_use]
    pub fn new(rule: Rule, misere: bool) -> Distance {
        let kind = match rule {
            Rule::Any => Kind::Nim,
            Rule::Take(set) => Kind::Take(set.clone(), SingleHeapDistances::new(set, misere), None),
            Rule::Octal(_) | Rule::Grundy => Kind::Splits(SplitSolver::new(rule, misere)),
            Rule::Wythoff => Kind::Wythoff(None),
        };
        Distance { misere, kind }
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn visited_count(&self) -> u64 {
        match &self.kind {
            Kind::Splits(solver) => solver.visited_count(),
            _ => 0,
        }
    }

    /// Returns the distance of a position, in plies. Returns `None` if it takes too much memory or the budget ends first.
    pub fn plies(&mut self, heaps: &[u32], budget: &Budget) -> Option<u64> {
        let misere = self.misere;
        match &mut self.kind {
            Kind::Nim => Some(nim_distance(heaps, misere)),
            Kind::Take(set, single_heap, table) => {
                let movable: Vec<u32> = heaps.iter().copied().filter(|&heap| heap >= set.min_take()).collect();
                match movable[..] {
                    [] => Some(0),
                    [heap] => single_heap.plies(heap, budget),
                    _ => {
                        let mut sorted = movable;
                        sorted.sort_unstable();
                        let known = table.as_ref().and_then(|table| table.get(&pad(&sorted, table.heaps())));
                        if known.is_none() {
                            *table = Some(DistanceTable::new(set, &sorted, misere, budget)?);
                        }
                        known.or_else(|| table.as_ref().and_then(|table| table.get(&sorted))).map(u64::from)
                    }
                }
            }
            Kind::Splits(solver) => {
                // In misère play only the distance tells the winner.
                let most = if misere { u64::MAX } else { MAX_SEARCHED };
                solver.plies(heaps, most, budget).map(u64::from)
            }
            Kind::Wythoff(table) => {
                let mut pair = [heaps.first().copied()?, heaps.get(1).copied()?];
                pair.sort_unstable();
                let known = table.as_ref().and_then(|table| table.get(pair));
                if known.is_none() {
                    *table = Some(WythoffTable::new(pair, misere, budget)?);
                }
                known.or_else(|| table.as_ref().and_then(|table| table.get(pair))).map(u64::from)
            }
        }
    }
}

/// Heaps in order, with empty ones in front up to the length of `like`.
fn pad(heaps: &[u32], like: &[u32]) -> Vec<u32> {
    let missing = like.len().saturating_sub(heaps.len());
    std::iter::repeat_n(0, missing).chain(heaps.iter().copied()).collect()
}

/// Returns the distance in Nim by the formula of the module documentation.
fn nim_distance(heaps: &[u32], misere: bool) -> u64 {
    let tokens: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
    let lost = |tokens: u64, large: bool| tokens - u64::from(misere && large);
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    if misere && large == 0 {
        return tokens;
    }
    if sum == 0 {
        return lost(tokens, large > 0);
    }
    let won_positions = heaps.iter().filter_map(|&heap| {
        let others_large = large > usize::from(heap > 1);
        let target = sum ^ heap ^ u32::from(misere && !others_large);
        (target < heap).then(|| lost(tokens - u64::from(heap - target), others_large || target > 1))
    });
    won_positions.min().map_or(0, |plies| plies + 1)
}

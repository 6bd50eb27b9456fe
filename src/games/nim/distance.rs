//! How long a game lasts when the winner hurries and the loser delays, in plies: the rank of the position in its attractor.
//!
//! Nim has a formula. In a lost position where the last move wins the loser takes one token of a heap whose lowest set bit is lowest of all;
//! each answer that leaves a sum of 0 then takes exactly one token, so that the game lasts as many plies as there are tokens. Where
//! the last move loses and some heap has two tokens or more it is one less: one winning move takes an even number. A won position is
//! its largest winning take away from a lost one. The other games are computed.

use super::dense::Dense;
use super::ladder::Ladder;
use super::rule::Rule;
use super::splits::Splits;
use super::wythoff::Distances;
use crate::search::Budget;

/// Positions that a distance may cost where the verdict is known without it: less than a second.
const EFFORT: u64 = 300_000;

/// The distances of the positions of one game.
#[derive(Clone, Debug)]
pub struct Distance {
    misere: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Nim,
    Take(Ladder, Option<Dense>, super::rule::TakeSet),
    Splits(Splits),
    Wythoff(Option<Distances>),
}

impl Distance {
    /// The distances of a game; none is computed yet.
    #[must_use]
    pub fn new(rule: Rule, misere: bool) -> Distance {
        let kind = match rule {
            Rule::Any => Kind::Nim,
            Rule::Take(set) => Kind::Take(Ladder::new(set.clone(), misere), None, set),
            Rule::Octal(_) | Rule::Grundy => Kind::Splits(Splits::new(rule, misere)),
            Rule::Wythoff => Kind::Wythoff(None),
        };
        Distance { misere, kind }
    }

    /// Positions that the last question made it look at, where it searches.
    #[must_use]
    pub fn seen(&self) -> u64 {
        match &self.kind {
            Kind::Splits(splits) => splits.seen(),
            _ => 0,
        }
    }

    /// The distance of a position, in plies; `None` where it is out of reach.
    pub fn plies(&mut self, heaps: &[u32], budget: &Budget) -> Option<u64> {
        let misere = self.misere;
        match &mut self.kind {
            Kind::Nim => Some(nim(heaps, misere)),
            Kind::Take(ladder, dense, set) => {
                let alive: Vec<u32> = heaps.iter().copied().filter(|&heap| heap >= set.least()).collect();
                match alive[..] {
                    [] => Some(0),
                    [heap] => ladder.plies(heap, budget),
                    _ => {
                        let mut sorted = alive;
                        sorted.sort_unstable();
                        let known = dense.as_ref().and_then(|dense| dense.get(&padded(&sorted, dense.heaps())));
                        if known.is_none() {
                            *dense = Some(Dense::new(set, &sorted, misere, budget)?);
                        }
                        known.or_else(|| dense.as_ref().and_then(|dense| dense.get(&sorted))).map(u64::from)
                    }
                }
            }
            Kind::Splits(splits) => {
                // Misère there is no other way to the verdict.
                let effort = if misere { u64::MAX } else { EFFORT };
                splits.plies(heaps, effort, budget).map(u64::from)
            }
            Kind::Wythoff(table) => {
                let mut pair = [heaps.first().copied()?, heaps.get(1).copied()?];
                pair.sort_unstable();
                let known = table.as_ref().and_then(|table| table.get(pair));
                if known.is_none() {
                    *table = Some(Distances::new(pair, misere, budget)?);
                }
                known.or_else(|| table.as_ref().and_then(|table| table.get(pair))).map(u64::from)
            }
        }
    }
}

/// Heaps in order, with empty ones in front up to the length of `like`.
fn padded(heaps: &[u32], like: &[u32]) -> Vec<u32> {
    let missing = like.len().saturating_sub(heaps.len());
    std::iter::repeat_n(0, missing).chain(heaps.iter().copied()).collect()
}

/// See the module.
fn nim(heaps: &[u32], misere: bool) -> u64 {
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
    let after = heaps.iter().filter_map(|&heap| {
        let others_large = large > usize::from(heap > 1);
        let target = sum ^ heap ^ u32::from(misere && !others_large);
        (target < heap).then(|| lost(tokens - u64::from(heap - target), others_large || target > 1))
    });
    after.min().map_or(0, |plies| plies + 1)
}

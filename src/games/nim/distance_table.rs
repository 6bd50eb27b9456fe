//! Distances in subtraction games of several heaps: a table of all positions with smaller or equal heaps.

use super::rule::TakeSet;
use crate::search::Budget;

/// Most positions of a table.
const MAX_POSITIONS: u64 = 1 << 24;

/// Most moves that are examined to fill a table.
const MAX_MOVES: u64 = 1 << 28;

/// Positions computed between two checks of the budget: each has thousands of moves where heaps are large.
const CHECK_INTERVAL: usize = 64;

/// The distances, in plies, of all positions with at most these heaps.
#[derive(Clone, Debug)]
pub(super) struct DistanceTable {
    heaps: Vec<u32>,
    plies: Vec<u32>,
}

impl DistanceTable {
    /// Creates the table; `None` where it would hold more than 2^24 positions, cost more than 2^28 moves, or the budget ends
    /// first.
    #[must_use]
    pub fn new(set: &TakeSet, heaps: &[u32], misere: bool, budget: &Budget) -> Option<DistanceTable> {
        let positions = heaps.iter().try_fold(1_u64, |product, &heap| product.checked_mul(u64::from(heap) + 1))?;
        let moves: u64 = heaps.iter().map(|&heap| set.count(heap)).sum();
        if positions > MAX_POSITIONS || positions.checked_mul(moves)? > MAX_MOVES {
            return None;
        }
        let mut plies: Vec<u32> = Vec::with_capacity(positions as usize);
        let mut now = vec![0_u32; heaps.len()];
        for place in 0..positions as usize {
            if place % CHECK_INTERVAL == 0 && budget.is_over() {
                return None;
            }
            let (mut fastest, mut longest) = (None, None);
            let mut stride = 1;
            for (&tokens, &most) in now.iter().zip(heaps) {
                for take in set.takes_up_to(tokens) {
                    let found = plies[place - take as usize * stride];
                    longest = longest.max(Some(found));
                    if found % 2 == u32::from(misere) {
                        fastest = Some(fastest.map_or(found, |best: u32| best.min(found)));
                    }
                }
                stride *= most as usize + 1;
            }
            plies.push(fastest.or(longest).map_or(0, |found| found + 1));
            advance(&mut now, heaps);
        }
        Some(DistanceTable { heaps: heaps.to_vec(), plies })
    }

    /// Returns the largest position.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// Returns the distance of a position, if the table holds it.
    #[must_use]
    pub fn get(&self, heaps: &[u32]) -> Option<u32> {
        if heaps.len() != self.heaps.len() {
            return None;
        }
        let mut place = 0;
        for (&tokens, &most) in heaps.iter().zip(&self.heaps).rev() {
            if tokens > most {
                return None;
            }
            place = place * (most as usize + 1) + tokens as usize;
        }
        self.plies.get(place).copied()
    }
}

/// Moves on to the next position in the order of the table: the first heap counts fastest.
fn advance(now: &mut [u32], heaps: &[u32]) {
    for (tokens, &most) in now.iter_mut().zip(heaps) {
        if *tokens < most {
            *tokens += 1;
            return;
        }
        *tokens = 0;
    }
}

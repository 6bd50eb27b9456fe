//! Distances in subtraction games of several heaps: a table over all smaller positions.

use super::rule::TakeSet;
use crate::search::Budget;

/// Most positions of a table.
const MOST_POSITIONS: u64 = 1 << 24;

/// Most moves that are looked at for it.
const MOST_MOVES: u64 = 1 << 28;

/// How many positions are computed between two looks at the budget.
const POSITIONS_A_LOOK: usize = 4096;

/// The distances of all positions up to some heaps, in plies.
#[derive(Clone, Debug)]
pub struct Dense {
    heaps: Vec<u32>,
    plies: Vec<u32>,
}

impl Dense {
    /// The table; `None` where it would hold more than 2^24 positions, cost more than 2^28 moves, or the budget ends first.
    #[must_use]
    pub fn new(set: &TakeSet, heaps: &[u32], misere: bool, budget: &Budget) -> Option<Dense> {
        let positions = heaps.iter().try_fold(1_u64, |product, &heap| product.checked_mul(u64::from(heap) + 1))?;
        let moves: u64 = heaps.iter().map(|&heap| set.count(heap)).sum();
        if positions > MOST_POSITIONS || positions.checked_mul(moves)? > MOST_MOVES {
            return None;
        }
        let mut plies: Vec<u32> = Vec::with_capacity(positions as usize);
        let mut now = vec![0_u32; heaps.len()];
        for place in 0..positions as usize {
            if place % POSITIONS_A_LOOK == 0 && budget.is_over() {
                return None;
            }
            let (mut fastest, mut longest) = (None, None);
            let mut stride = 1;
            for (&tokens, &most) in now.iter().zip(heaps) {
                for take in set.up_to(tokens) {
                    let found = plies[place - take as usize * stride];
                    longest = longest.max(Some(found));
                    if found % 2 == u32::from(misere) {
                        fastest = Some(fastest.map_or(found, |best: u32| best.min(found)));
                    }
                }
                stride *= most as usize + 1;
            }
            plies.push(fastest.or(longest).map_or(0, |found| found + 1));
            step(&mut now, heaps);
        }
        Some(Dense { heaps: heaps.to_vec(), plies })
    }

    /// The position that it was made for.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The distance of a position, if the table holds it.
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

/// The next position: the first heap counts fastest.
fn step(now: &mut [u32], heaps: &[u32]) {
    for (tokens, &most) in now.iter_mut().zip(heaps) {
        if *tokens < most {
            *tokens += 1;
            return;
        }
        *tokens = 0;
    }
}

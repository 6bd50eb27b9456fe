//! The positions of a game, listed, with the attractors that they make up: for teaching, and for games small enough to see whole.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Move, after, moves};
use super::player::Player;
use super::rule::Rule;
use crate::color::Color;
use crate::search::Budget;

/// Most lists of heaps that are put into attractors.
pub const MOST_POSITIONS: usize = 20_000;

/// A vertex of the game's graph: heaps, and who moves.
pub type Vertex = (Vec<u32>, Color);

/// All lists of heaps at or below some: each heap by itself where no heap can be split, else what moves lead to, in order of
/// size, without empty heaps. `None` where they are too many.
#[must_use]
pub fn positions(rule: &Rule, heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    if rule.splits() { reachable(rule, heaps) } else { below(heaps) }
}

fn below(heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    let total = heaps.iter().try_fold(1_usize, |product, &heap| product.checked_mul(heap as usize + 1))?;
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    if total > MOST_POSITIONS {
        return None;
    }
    for &heap in heaps {
        found = found.iter().flat_map(|front| (0..=heap).map(move |tokens| [&front[..], &[tokens]].concat())).collect();
    }
    Some(found)
}

/// Heaps that may be split: an order among them means nothing.
#[must_use]
pub fn sorted(heaps: &[u32]) -> Vec<u32> {
    let mut heaps: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

fn reachable(rule: &Rule, heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    let mut found = BTreeSet::from([sorted(heaps)]);
    let mut open: Vec<Vec<u32>> = found.iter().cloned().collect();
    while let Some(heaps) = open.pop() {
        for mv in moves(rule, &heaps) {
            let next = sorted(&after(rule, &heaps, mv).ok()?);
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
        if found.len() > MOST_POSITIONS {
            return None;
        }
    }
    Some(found.into_iter().collect())
}

/// The attractor of a player: its vertices by rank, the number of plies to the end. `None` where a distance is out of reach.
pub fn attractor(
    player: &mut Player,
    rule: &Rule,
    heaps: &[u32],
    of: Color,
    budget: &Budget,
) -> Option<BTreeMap<u64, Vec<Vertex>>> {
    let mut ranks: BTreeMap<u64, Vec<Vertex>> = BTreeMap::new();
    // The largest first: one table then serves all.
    for heaps in positions(rule, heaps)?.into_iter().rev() {
        let worth = player.worth(&heaps, budget);
        let to_move = if worth.wins? { of } else { of.other() };
        ranks.entry(worth.plies?).or_default().push((heaps, to_move));
    }
    ranks.values_mut().for_each(|level| level.reverse());
    Some(ranks)
}

/// From each position that the player to move wins, all moves that win fastest.
pub fn fastest(player: &mut Player, rule: &Rule, heaps: &[u32], budget: &Budget) -> Option<Vec<(Vec<u32>, Vec<Move>)>> {
    let mut found = Vec::new();
    for heaps in positions(rule, heaps)?.into_iter().rev() {
        let worth = player.worth(&heaps, budget);
        let plies = worth.plies?;
        if plies == 0 || worth.wins != Some(true) {
            continue;
        }
        let mut best = Vec::new();
        for mv in moves(rule, &heaps) {
            // By its parity such a distance is a loss of the other player.
            if player.worth(&after(rule, &heaps, mv).ok()?, budget).plies? + 1 == plies {
                best.push(mv);
            }
        }
        found.push((heaps, best));
    }
    found.reverse();
    Some(found)
}

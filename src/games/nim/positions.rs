//! Lists of positions: the attractors of both players and all fastest wins, of games small enough to be listed whole.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Move, apply_move, moves};
use super::player::Player;
use super::rule::Rule;
use crate::color::Color;
use crate::search::Budget;

/// Most positions that are listed.
pub const MAX_POSITIONS: usize = 20_000;

/// A vertex of the game's graph: heaps, and who moves.
pub type Vertex = (Vec<u32>, Color);

/// Returns all lists of heaps at or below some: each heap by itself where no heap can be split, else what moves lead to, in order
/// of size, without empty heaps. `None` where they are too many.
#[must_use]
pub fn list_positions(rule: &Rule, heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    if rule.can_split() { list_reachable(rule, heaps) } else { list_smaller(heaps) }
}

fn list_smaller(heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    let total = heaps.iter().try_fold(1_usize, |product, &heap| product.checked_mul(heap as usize + 1))?;
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    if total > MAX_POSITIONS {
        return None;
    }
    for &heap in heaps {
        found = found.iter().flat_map(|front| (0..=heap).map(move |tokens| [&front[..], &[tokens]].concat())).collect();
    }
    Some(found)
}

/// Sorts heaps and drops the empty ones: the order of heaps that can be split means nothing.
#[must_use]
pub fn sort_heaps(heaps: &[u32]) -> Vec<u32> {
    let mut heaps: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

fn list_reachable(rule: &Rule, heaps: &[u32]) -> Option<Vec<Vec<u32>>> {
    let mut found = BTreeSet::from([sort_heaps(heaps)]);
    let mut open: Vec<Vec<u32>> = found.iter().cloned().collect();
    while let Some(heaps) = open.pop() {
        for mv in moves(rule, &heaps) {
            let next = sort_heaps(&apply_move(rule, &heaps, mv).ok()?);
            if found.insert(next.clone()) {
                open.push(next);
            }
            // One large heap has more moves than memory holds.
            if found.len() > MAX_POSITIONS {
                return None;
            }
        }
    }
    Some(found.into_iter().collect())
}

/// Returns the attractor of a player: its vertices by rank, which is the number of plies to the end. Returns `None` if there
/// are too many positions or a distance cannot be computed.
pub fn attractor(
    player: &mut Player,
    rule: &Rule,
    heaps: &[u32],
    of: Color,
    budget: &Budget,
) -> Option<BTreeMap<u64, Vec<Vertex>>> {
    let mut ranks: BTreeMap<u64, Vec<Vertex>> = BTreeMap::new();
    // Largest position first: the table of distances that it fills serves all others.
    for heaps in list_positions(rule, heaps)?.into_iter().rev() {
        let value = player.evaluate(&heaps, budget);
        let to_move = if value.wins? { of } else { of.other() };
        ranks.entry(value.plies?).or_default().push((heaps, to_move));
    }
    ranks.values_mut().for_each(|level| level.reverse());
    Some(ranks)
}

/// Returns each position that the player to move wins, with all moves that win fastest.
pub fn fastest_wins(player: &mut Player, rule: &Rule, heaps: &[u32], budget: &Budget) -> Option<Vec<(Vec<u32>, Vec<Move>)>> {
    let mut found = Vec::new();
    for heaps in list_positions(rule, heaps)?.into_iter().rev() {
        let value = player.evaluate(&heaps, budget);
        let plies = value.plies?;
        if plies == 0 || value.wins != Some(true) {
            continue;
        }
        let mut best = Vec::new();
        for mv in moves(rule, &heaps) {
            // The parity of the distance tells that the other player has lost.
            if player.evaluate(&apply_move(rule, &heaps, mv).ok()?, budget).plies? + 1 == plies {
                best.push(mv);
            }
        }
        found.push((heaps, best));
    }
    found.reverse();
    Some(found)
}

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

/// Returns all positions that can follow from some heaps, these included. In games that split no heap, these are all lists of at
/// most so large heaps; otherwise those that moves lead to, in order of size, without empty heaps. `None` if they are too many, or
/// the budget ends first.
#[must_use]
pub fn list_positions(rule: &Rule, heaps: &[u32], budget: &Budget) -> Option<Vec<Vec<u32>>> {
    if rule.can_split() { list_reachable(rule, heaps, budget) } else { list_smaller(heaps, budget) }
}

fn list_smaller(heaps: &[u32], budget: &Budget) -> Option<Vec<Vec<u32>>> {
    let total = heaps.iter().try_fold(1_usize, |product, &heap| product.checked_mul(heap as usize + 1))?;
    if total > MAX_POSITIONS {
        return None;
    }
    let mut now = vec![0; heaps.len()];
    let mut found = Vec::with_capacity(total);
    loop {
        if budget.is_over() {
            return None;
        }
        // With thousands of heaps the list takes many megabytes.
        let mut copy = Vec::new();
        copy.try_reserve_exact(now.len()).ok()?;
        copy.extend_from_slice(&now);
        found.push(copy);
        // The next one in order of size: the last heap counts fastest.
        let Some(place) = (0..heaps.len()).rev().find(|&place| now[place] < heaps[place]) else { return Some(found) };
        now[place] += 1;
        now[place + 1..].fill(0);
    }
}

/// Sorts heaps and drops the empty ones, because the order of heaps does not matter in games that split them.
#[must_use]
pub(super) fn sort_heaps(heaps: &[u32]) -> Vec<u32> {
    let mut heaps: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

fn list_reachable(rule: &Rule, heaps: &[u32], budget: &Budget) -> Option<Vec<Vec<u32>>> {
    let mut found = BTreeSet::from([sort_heaps(heaps)]);
    let mut open: Vec<Vec<u32>> = found.iter().cloned().collect();
    while let Some(heaps) = open.pop() {
        for mv in moves(rule, &heaps) {
            let next = sort_heaps(&apply_move(rule, &heaps, mv).ok()?);
            if found.insert(next.clone()) {
                open.push(next);
            }
            // One large heap has more moves than memory holds, and many equal heaps have many moves to few positions.
            if found.len() > MAX_POSITIONS || budget.is_over() {
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
    // The largest position first, because its table of distances contains all others.
    for heaps in list_positions(rule, heaps, budget)?.into_iter().rev() {
        if budget.is_over() {
            return None;
        }
        let value = player.evaluate(&heaps, budget);
        let to_move = if value.wins? { of } else { of.other() };
        ranks.entry(value.plies?).or_default().push((heaps, to_move));
    }
    ranks.values_mut().for_each(|level| level.reverse());
    Some(ranks)
}

/// Returns each position that the player to move wins, with all moves that win fastest.
pub(super) fn fastest_wins(
    player: &mut Player,
    rule: &Rule,
    heaps: &[u32],
    budget: &Budget,
) -> Option<Vec<(Vec<u32>, Vec<Move>)>> {
    let mut found = Vec::new();
    for heaps in list_positions(rule, heaps, budget)?.into_iter().rev() {
        let value = player.evaluate(&heaps, budget);
        let plies = value.plies?;
        if plies == 0 || value.wins != Some(true) {
            continue;
        }
        let mut best = Vec::new();
        for mv in moves(rule, &heaps) {
            if budget.is_over() {
                return None;
            }
            // The position after the move is lost, because its distance has the right parity.
            if player.evaluate(&apply_move(rule, &heaps, mv).ok()?, budget).plies? + 1 == plies {
                best.push(mv);
            }
        }
        found.push((heaps, best));
    }
    found.reverse();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stop;

    #[test]
    fn lists_are_in_order_of_size() {
        let list = list_positions(&Rule::Any, &[1, 2], &Budget::default()).unwrap();
        assert_eq!(list, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(list_positions(&Rule::Any, &[], &Budget::default()), Some(vec![vec![]]));
        assert_eq!(list_positions(&Rule::Grundy, &[3, 2], &Budget::default()).unwrap(), [vec![1, 2, 2], vec![2, 3]]);
    }

    #[test]
    fn an_interrupt_ends_each_list() {
        let budget = Budget { stop: Stop::default(), ..Budget::default() };
        budget.stop.raise();
        for (rule, heaps) in [(Rule::Any, [[1; 14].as_slice(), &[0; 986]].concat()), (Rule::Grundy, vec![3; 1000])] {
            assert_eq!(list_positions(&rule, &heaps, &budget), None);
            let mut player = Player::new(&rule, false);
            assert_eq!(attractor(&mut player, &rule, &heaps, Color::Black, &budget), None);
            assert_eq!(fastest_wins(&mut player, &rule, &heaps, &budget), None);
        }
    }
}

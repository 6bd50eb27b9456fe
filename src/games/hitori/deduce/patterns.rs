//! Rules that depend on the numbers alone. They are applied once, because marks do not change their conclusions.

use super::padded_grid::{PaddedGrid, Spot};
use super::state::{Conflict, Rule, State, Step};
use crate::games::hitori::board::Mark;

/// Applies sandwiches and pairs.
///
/// # Errors
/// A contradiction.
pub(super) fn apply_local(state: &mut State<'_>) -> Result<(), Conflict> {
    let (sandwiches, pairs) = find_local(state.grid());
    for step in sandwiches {
        state.set(step.spot, step.mark, step.rule, step.reason)?;
    }
    state.propagate()?;
    for step in pairs {
        if state.set(step.spot, step.mark, step.rule, step.reason)? {
            state.propagate()?;
        }
    }
    Ok(())
}

/// Returns the conclusions of all rules of this module.
pub(super) fn find_all(padded: &PaddedGrid) -> Vec<Step> {
    let (sandwiches, pairs) = find_local(padded);
    [sandwiches, pairs, find_corners_and_offsets(padded)].concat()
}

/// Finds sandwiches and pairs:
///
/// ```text
/// 5 . 5      . is white: were it black, both 5s would be white
/// 5 5 ... 5  one of the two is white, so the third is black
/// ```
fn find_local(padded: &PaddedGrid) -> (Vec<Step>, Vec<Step>) {
    let (mut sandwiches, mut pairs) = (Vec::new(), Vec::new());
    for spot in padded.spots().filter(|&spot| padded.has_twin(spot)) {
        let [_, _, right, below] = padded.neighbors(spot);
        for (next, is_row) in [(right, true), (below, false)] {
            if !padded.is_within(next) {
                continue;
            }
            let [_, _, far_right, far_below] = padded.neighbors(next);
            if padded.same_clue(spot, if is_row { far_right } else { far_below }) {
                sandwiches.push(Step { spot: next, mark: Mark::White, rule: Rule::Sandwich, reason: spot });
            }
            if padded.same_clue(spot, next) {
                let others = if is_row { padded.row_twins(spot) } else { padded.column_twins(spot) };
                let others = others.filter(|&other| other != next);
                pairs.extend(others.map(|spot_of| Step { spot: spot_of, mark: Mark::Black, rule: Rule::Pair, reason: spot }));
            }
        }
    }
    (sandwiches, pairs)
}

/// Returns the conclusions of corners and offsets, in row order, corners first.
#[must_use]
pub(super) fn find_corners_and_offsets(padded: &PaddedGrid) -> Vec<Step> {
    let mut found = Vec::new();
    if padded.is_single_line() {
        return found;
    }
    corners(padded, &mut found);
    for spot in padded.spots() {
        if let Some(reason) = offset(padded, spot) {
            found.push(Step { spot, mark: Mark::White, rule: Rule::Offset, reason });
        }
    }
    found
}

/// Finds corners:
///
/// ```text
/// 3 3   the corner and its neighbour are not both white; were . black, the corner would be white
/// .     and shut in
/// ```
fn corners(padded: &PaddedGrid, found: &mut Vec<Step>) {
    for corner in padded.corners() {
        let mut inside = padded.neighbors(corner).into_iter().filter(|&spot| padded.is_within(spot));
        let (Some(a), Some(b)) = (inside.next(), inside.next()) else { continue };
        for (twin, spot) in [(a, b), (b, a)] {
            if padded.same_clue(corner, twin) {
                found.push(Step { spot, mark: Mark::White, rule: Rule::Corner, reason: corner });
            }
        }
    }
}

/// Returns a twin of a neighbour of `spot` that is beside a twin of another of its neighbours.
///
/// ```text
/// 4 . 2   . 4    were the middle cell black, the 2 on its right and the 4 below it would be white,
/// 1 4 .   . 2    so the 4 and the 2 that are side by side elsewhere would be black
/// ```
pub fn offset(padded: &PaddedGrid, spot: Spot) -> Option<Spot> {
    let beside = padded.neighbors(spot);
    for (i, &first) in beside.iter().enumerate() {
        if !padded.has_twin(first) {
            continue;
        }
        for &second in beside[i + 1..].iter().filter(|&&second| padded.has_twin(second)) {
            for a in padded.twins(first).filter(|&a| a != spot) {
                if padded.twins(second).any(|b| b != spot && padded.are_neighbors(a, b)) {
                    return Some(a);
                }
            }
        }
    }
    None
}

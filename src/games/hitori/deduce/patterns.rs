//! Rules that look at the numbers alone: they are applied once, since what they find does not depend on marks.

use super::plan::{Plan, Spot};
use super::state::{Conflict, Rule, State, Step};
use crate::games::hitori::board::Mark;

/// Sandwiches and pairs.
///
/// ```text
/// 5 . 5      . is white: were it black, both 5s would be white
/// 5 5 ... 5  one of the two is white, so the third is black
/// ```
///
/// # Errors
/// A contradiction.
pub fn apply_local(state: &mut State<'_>) -> Result<(), Conflict> {
    let plan = state.plan();
    let mut pairs = Vec::new();
    for spot in plan.spots().filter(|&spot| plan.has_twin(spot)) {
        let [_, _, right, below] = plan.beside(spot);
        for (next, is_row) in [(right, true), (below, false)] {
            if !plan.is_within(next) {
                continue;
            }
            let [_, _, far_right, far_below] = plan.beside(next);
            if plan.same_clue(spot, if is_row { far_right } else { far_below }) {
                state.set(next, Mark::White, Rule::Sandwich, spot)?;
            }
            if plan.same_clue(spot, next) {
                pairs.push((spot, next, is_row));
            }
        }
    }
    state.propagate()?;
    for (spot, next, is_row) in pairs {
        let others = if is_row { plan.row_twins(spot) } else { plan.column_twins(spot) };
        for other in others.filter(|&other| other != next) {
            if state.set(other, Mark::Black, Rule::Pair, spot)? {
                state.propagate()?;
            }
        }
    }
    Ok(())
}

/// Returns what corners and offsets have to say, in row order, corners first.
#[must_use]
pub fn find_corners_and_offsets(plan: &Plan) -> Vec<Step> {
    let mut found = Vec::new();
    if plan.is_single_line() {
        return found;
    }
    corners(plan, &mut found);
    for spot in plan.spots() {
        if let Some(reason) = offset(plan, spot) {
            found.push(Step { spot, mark: Mark::White, rule: Rule::Offset, reason });
        }
    }
    found
}

/// ```text
/// 3 3   the corner and its neighbour are not both white; were . black, the corner would be white
/// .     and shut in
/// ```
fn corners(plan: &Plan, found: &mut Vec<Step>) {
    for corner in plan.corners() {
        let mut inside = plan.beside(corner).into_iter().filter(|&spot| plan.is_within(spot));
        let (Some(a), Some(b)) = (inside.next(), inside.next()) else { continue };
        for (twin, spot) in [(a, b), (b, a)] {
            if plan.same_clue(corner, twin) {
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
pub fn offset(plan: &Plan, spot: Spot) -> Option<Spot> {
    let beside = plan.beside(spot);
    for (i, &first) in beside.iter().enumerate() {
        if !plan.has_twin(first) {
            continue;
        }
        for &second in beside[i + 1..].iter().filter(|&&second| plan.has_twin(second)) {
            for a in plan.twins(first).filter(|&a| a != spot) {
                if plan.twins(second).any(|b| b != spot && plan.are_neighbours(a, b)) {
                    return Some(a);
                }
            }
        }
    }
    None
}

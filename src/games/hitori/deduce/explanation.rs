//! Explanations of the steps of deduction in words.

use super::padded_grid::{PaddedGrid, Spot};
use super::rules::find_refutation;
use super::state::{Conflict, Rule, State, Step};
use crate::games::hitori::board::Marks;
use crate::games::hitori::walls;
use crate::puzzle::Rule as _;
use crate::puzzle::notation::cell_name;

/// Returns the reason of a step in a sentence; `before` are the steps before it.
#[must_use]
pub fn explain(padded: &PaddedGrid, before: &[Step], step: &Step) -> String {
    let (cell, reason) = (spot_name(padded, step.spot), spot_name(padded, step.reason));
    let clue = |spot| padded.clue(spot).map_or_else(|| "?".to_owned(), |clue| clue.to_string());
    match step.rule {
        Rule::Given => format!("{cell} is {} as it was given", step.mark.name()),
        Rule::Neighbor => format!("{cell} is white: it lies beside the black {reason}"),
        Rule::Twin => format!("{cell} is black: the {} at {reason} in its {} is white", clue(step.spot), line_name(padded, step)),
        Rule::Exit => format!("{cell} is white: it is the last way out of {reason}"),
        Rule::Sandwich => {
            format!(
                "{cell} is white: between the two {}s at {reason} and {}",
                clue(step.reason),
                spot_name(padded, opposite_neighbor(padded, step))
            )
        }
        Rule::Pair => {
            let [_, _, right, below] = padded.neighbors(step.reason);
            let second = if line_name(padded, step) == "row" { right } else { below };
            format!(
                "{cell} is black: of the {}s side by side at {reason} and {} in its {} one is white",
                clue(step.spot),
                spot_name(padded, second),
                line_name(padded, step)
            )
        }
        Rule::Corner => {
            format!("{cell} is white: the corner {reason} has an equal neighbour, and black here would shut it in")
        }
        Rule::Offset => explain_offset(padded, step),
        Rule::Cut => explain_cut(padded, before, step.spot),
        Rule::Lookahead => explain_lookahead(padded, before, step),
    }
}

pub(super) fn spot_name(padded: &PaddedGrid, spot: Spot) -> String {
    cell_name(padded.size(), padded.cell(spot))
}

fn line_name(padded: &PaddedGrid, step: &Step) -> &'static str {
    let (size, a, b) = (padded.size(), padded.cell(step.spot), padded.cell(step.reason));
    if size.y(a) == size.y(b) { "row" } else { "column" }
}

/// Returns the neighbour of the step's cell that is opposite to its reason.
fn opposite_neighbor(padded: &PaddedGrid, step: &Step) -> Spot {
    let [left, above, right, below] = padded.neighbors(step.spot);
    if step.reason == left {
        right
    } else if step.reason == above {
        below
    } else if step.reason == right {
        left
    } else {
        above
    }
}

fn explain_offset(padded: &PaddedGrid, step: &Step) -> String {
    let cell = spot_name(padded, step.spot);
    let beside = padded.neighbors(step.spot);
    for (i, &first) in beside.iter().enumerate() {
        for &second in &beside[i + 1..] {
            for a in padded.twins(first).filter(|&a| a == step.reason) {
                if let Some(b) = padded.twins(second).find(|&b| b != step.spot && padded.are_neighbors(a, b)) {
                    return format!(
                        "{cell} is white: black would make {} and {} white, so their twins {} and {}, side by side, both black",
                        spot_name(padded, first),
                        spot_name(padded, second),
                        spot_name(padded, a),
                        spot_name(padded, b)
                    );
                }
            }
        }
    }
    format!("{cell} is white: twins of its neighbours lie side by side")
}

/// Explains a step by the wall that black would complete.
fn explain_cut(padded: &PaddedGrid, before: &[Step], spot: Spot) -> String {
    let cell = spot_name(padded, spot);
    let wall = walls::wall_through(&marks_after(padded, before), padded.cell(spot));
    let Some(wall) = wall else { return format!("{cell} is white: black would cut the whites in two") };
    let names: Vec<String> = wall.cells.iter().map(|&cell| cell_name(padded.size(), cell)).collect();
    match (wall.is_ring, names.len()) {
        (false, 1) if padded.size().area() == 1 => format!("{cell} is white: a grid has a white cell"),
        (false, 1) => format!("{cell} is white: black would cut the only line of cells"),
        (true, _) => format!("{cell} is white: black would close the ring {}", names.join(" ")),
        (false, _) => format!("{cell} is white: black would complete the wall {} from rim to rim", names.join(" ")),
    }
}

fn marks_after(padded: &PaddedGrid, steps: &[Step]) -> Marks {
    let mut marks = Marks::all_unknown(padded.size());
    steps.iter().for_each(|step| marks.set(padded.cell(step.spot), step.mark));
    marks
}

/// Explains a step by the chain from the other colour to a contradiction.
fn explain_lookahead(padded: &PaddedGrid, before: &[Step], step: &Step) -> String {
    let cell = spot_name(padded, step.spot);
    let mut state = State::new(padded);
    let replayed = before.iter().try_for_each(|known| state.set(known.spot, known.mark, known.rule, known.reason).map(|_| ()));
    let refuted = match replayed.and_then(|()| state.propagate()) {
        Ok(()) => find_refutation(&mut state, step.spot, step.mark.other()),
        Err(_) => None,
    };
    let head = format!("{cell} is {}", step.mark.name());
    let Some((chain, conflict)) = refuted else { return format!("{head}: the other colour is impossible") };
    let mut marks = state.marks();
    chain.iter().for_each(|link| marks.set(padded.cell(link.spot), link.mark));
    let needed = ancestors(padded, &marks, &chain, conflict);
    let links = needed.iter().map(|link| format!("{} {}", spot_name(padded, link.spot), link.mark.name()));
    let links: Vec<String> = links.collect();
    let (other, end) = (step.mark.other().name(), conflict_text(padded, conflict));
    if links.is_empty() {
        return format!("{head}: if it were {other}, {end}");
    }
    format!("{head}: {other} would make {}, and {end}", links.join(", "))
}

/// Returns the steps of a chain that lead to the contradiction by their reasons, without the assumption, which is the first. `marks`
/// are those after the chain.
fn ancestors(padded: &PaddedGrid, marks: &Marks, chain: &[Step], conflict: Conflict) -> Vec<Step> {
    let mut wanted = match conflict {
        Conflict::Clash(step) => vec![step.spot, step.reason],
        Conflict::Ring(spot) => {
            let wall = walls::wall_through(marks, padded.cell(spot));
            wall.map_or_else(|| vec![spot], |wall| wall.cells.into_iter().map(|cell| padded.spot(cell)).collect())
        }
        Conflict::Enclosed(spot) => padded.neighbors(spot).to_vec(),
    };
    let mut needed: Vec<Step> = Vec::new();
    for step in chain.iter().skip(1).rev() {
        if wanted.contains(&step.spot) {
            wanted.push(step.reason);
            if step.rule == Rule::Exit {
                // It is the last way out because the others are black.
                wanted.extend(padded.neighbors(step.reason));
            }
            needed.push(*step);
        }
    }
    needed.reverse();
    needed
}

/// Returns a contradiction in words, as the end of a sentence.
#[must_use]
pub fn conflict_text(padded: &PaddedGrid, conflict: Conflict) -> String {
    match conflict {
        Conflict::Clash(step) => {
            let (cell, reason) = (spot_name(padded, step.spot), spot_name(padded, step.reason));
            match step.rule {
                Rule::Twin => format!("{cell} and {reason} would both be white with the same number"),
                Rule::Neighbor => format!("{cell} and {reason} would be black side by side"),
                _ => format!("{cell} would have to be {} by the rule {}", step.mark.name(), step.rule.name()),
            }
        }
        Conflict::Ring(spot) if padded.size().area() == 1 => format!("{} would leave no cell white", spot_name(padded, spot)),
        Conflict::Ring(spot) => format!("{} would cut the whites in two", spot_name(padded, spot)),
        Conflict::Enclosed(spot) => format!("{} would be shut in", spot_name(padded, spot)),
    }
}

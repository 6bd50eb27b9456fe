//! The commands of the course: the heuristic, min-max, all positions.

use std::sync::Arc;

use nom::Parser;
use nom::bytes::complete::tag_no_case;
use nom::combinator::value;

use super::super::TicTacToe;
use super::super::census::{Census, MAX_CELLS};
use super::super::minmax::{self, Score};
use super::super::notation::cell_name;
use crate::game::Context;
use crate::pages::Pages;
use crate::protocol::{Args, Failure, Outcome, natural};

/// Returns `+inf`, `-inf` or the number.
fn score_text(score: Score) -> String {
    match score {
        Score::Highest => "+inf".to_owned(),
        Score::Finite(units) => units.to_string(),
        Score::Lowest => "-inf".to_owned(),
    }
}

pub(super) fn heuristic(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(score_text(minmax::heuristic(&game.board.rules, game.board.marks)))
}

pub(super) fn minmax(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let depth = args.last("a depth or inf", value(u32::MAX, tag_no_case("inf")).or(natural::<u32>))?;
    let (rules, budget) = (&game.board.rules, context.open_budget());
    let found = minmax::minmax(rules, game.board.marks, depth, &budget);
    let (score, cell, nodes) = found.ok_or_else(|| Failure::Interrupted(String::new()))?;
    let cell = cell.map_or_else(String::new, |cell| format!(" move={}", cell_name(rules.variant.size, cell)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("score={}{cell} nodes={nodes} seconds={seconds:.3}", score_text(score)))
}

/// Bytes of address space that a census leaves to the other threads: its many lists fill the heap, which may not shrink after a
/// refusal, and the next line of input needs memory, too.
const RESERVE: usize = 1 << 20;

pub(super) fn census(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let rules = Arc::clone(&game.board.rules);
    if rules.area() > MAX_CELLS {
        return Err(Failure::Other(format!(
            "{} has too many positions: at most {MAX_CELLS} cells can be counted",
            rules.variant.size
        )));
    }
    let budget = context.open_budget();
    let why = || if budget.is_over() { Failure::Interrupted(String::new()) } else { Failure::Other("out of memory".into()) };
    let reserve = Pages::<u8>::new(RESERVE, 0);
    let census = Census::new(&rules, &budget);
    let judged = context.started.elapsed().as_secs_f64();
    let found = census.and_then(|census| census.summary(&rules));
    drop(reserve);
    let found = found.ok_or_else(why)?;
    let three = |[black, white, draw]: [u64; 3]| format!("black={black} white={white} draw={draw}");
    let ranks = |ranks: &[u64]| ranks.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let [black, white, draw] = found.games;
    Ok(format!(
        "positions={} {} edges={} classes={} seconds={judged:.4}\nfinals {}\nranks black {}\nranks white {}\ngames total={} black={black} white={white} draw={draw}",
        found.positions,
        three(found.values),
        found.edges,
        found.classes,
        three(found.finals),
        ranks(&found.ranks[0]),
        ranks(&found.ranks[1]),
        black + white + draw,
    ))
}

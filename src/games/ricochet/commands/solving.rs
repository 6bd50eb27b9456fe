//! The verbs that tell what the solvers find: solving, all solutions, the grid of lower bounds, hints.

use std::collections::BTreeSet;

use super::super::Ricochet;
use super::super::board::{Move, Robot};
use super::super::notation::{move_text, path_text};
use super::super::solver::uninformed::Check;
use super::super::solver::{self, Answer, End, Limits, Method, paths};
use super::making::difficulty;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, natural, quote};
use crate::search::Budget;

/// Solutions that `solutions` lists where no limit is given.
const LISTED: usize = 1000;

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// What limits a search of this request.
pub(super) fn limits<'a>(context: &Context<'_>, budget: &'a Budget, all: bool) -> Limits<'a> {
    Limits { budget, bytes: context.settings.hash_mb * MIB, threads: context.settings.threads, all }
}

pub(super) fn solve(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let method = method(args)?;
    let budget = context.open_budget();
    let answer = solver::solve(&game.now, method, limits(context, &budget, false), 1);
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(told(game, &answer, seconds))
}

/// `[bfs|dfs|astar|astar_sum|ida|best] [check=pop]`
fn method(args: &mut Args<'_>) -> Result<Method, Failure> {
    let word = args.word().map(str::to_ascii_lowercase);
    let check = match args.word() {
        None => Check::Generated,
        Some("check=pop") => Check::Expanded,
        Some(word) => return Err(Failure::Syntax(format!("{} is not check=pop", quote(word)))),
    };
    args.end()?;
    let method = match word.as_deref() {
        None | Some("best") => Method::Best,
        Some("bfs") => Method::Breadth(check),
        Some("dfs") => Method::Depth(check),
        Some("astar") => Method::AStar,
        Some("astar_sum") => Method::AStarSum,
        Some("ida") => Method::IdaStar,
        Some(word) => return Err(Failure::Syntax(format!("{} is not bfs, dfs, astar, astar_sum, ida or best", quote(word)))),
    };
    if check == Check::Expanded && !matches!(method, Method::Breadth(_) | Method::Depth(_)) {
        return Err(Failure::Syntax("check=pop goes with bfs and dfs".into()));
    }
    Ok(method)
}

/// The reply to `solve`; a solution is kept.
fn told(game: &mut Ricochet, answer: &Answer, seconds: f64) -> String {
    let rule = game.now.rule.name();
    match (answer.end, answer.solutions.first()) {
        (End::Solved(_) | End::Found, Some(way)) => {
            game.solution = Some((game.now.clone(), way.clone()));
            let (moves, path, states) = (way.len(), path_text(way), answer.states);
            let optimal = if answer.end == End::Found { " optimal=unproved" } else { "" };
            format!("solved moves={moves} path={path} states={states} seconds={seconds:.6} rule={rule}{optimal}")
        }
        (End::Unknown(lower), _) => {
            let Some(way) = solver::quick_solution(&game.now) else { return unsolved(answer.end) };
            let text = format!("unknown lower={lower} best={} path={}", way.len(), path_text(&way));
            game.solution = Some((game.now.clone(), way));
            text
        }
        _ => unsolved(answer.end),
    }
}

/// The reply where no solution is known.
pub(super) fn unsolved(end: End) -> String {
    match end {
        End::Unsolvable => "unsolvable".to_owned(),
        End::Solved(lower) | End::Unknown(lower) => format!("unknown lower={lower}"),
        End::Found => "unknown lower=0".to_owned(),
    }
}

pub(super) fn solutions(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let most = args.optional("a number of solutions", natural::<usize>)?.unwrap_or(LISTED);
    args.end()?;
    let budget = context.open_budget();
    let mut answer = solver::fewest(&game.now, limits(context, &budget, true), paths::MAX_SOLUTIONS);
    let End::Solved(moves) = answer.end else { return Ok(unsolved(answer.end)) };
    answer.solutions.sort_by_cached_key(|way| (paths::count_robot_changes(way), way.clone()));
    answer.solutions.dedup();
    game.solution = answer.solutions.first().map(|way| (game.now.clone(), way.clone()));
    let count = if answer.complete { answer.solutions.len().to_string() } else { format!(">={}", answer.solutions.len()) };
    let lines =
        answer.solutions.iter().take(most).map(|way| format!("\n{} changes={}", path_text(way), paths::count_robot_changes(way)));
    Ok(format!("solutions={count} moves={moves} rule={}{}", game.now.rule.name(), lines.collect::<String>()))
}

pub(super) fn lower_bounds(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let size = game.now.board.size();
    let values = solver::bounds(&game.now);
    let word = |cell: usize| match values[cell] {
        Some(value) => value.to_string(),
        None => if game.now.board.is_blocked(crate::grid::Cell(cell as u16)) { "#" } else { "." }.to_owned(),
    };
    let row = |y: usize| (0..size.width).map(|x| format!("{:>2}", word(y * size.width + x))).collect::<Vec<_>>().join(" ");
    Ok(format!("\n{}", (0..size.height).map(row).collect::<Vec<_>>().join("\n")))
}

pub(super) fn hint(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let level = args.optional("a number from 1 to 4", natural::<u8>)?.unwrap_or(1);
    args.end()?;
    if !(1..=4).contains(&level) {
        return Err(Failure::Syntax(format!("hints go from 1 to 4, not {level}")));
    }
    let budget = context.open_budget();
    let answer = solver::fewest(&game.now, limits(context, &budget, false), 1);
    Ok(match (answer.end, answer.solutions.first()) {
        (End::Solved(moves), Some(way)) => hinted(level, moves, way),
        (end, _) => unsolved(end),
    })
}

/// A hint of a level about a solution.
fn hinted(level: u8, moves: u8, way: &[Move]) -> String {
    let robots: BTreeSet<Robot> = way.iter().map(|mv| mv.robot).collect();
    let names: Vec<&str> = robots.iter().map(|robot| robot.name()).collect();
    match level {
        1 => length_range(moves),
        2 => format!("robots={}", robots.len()),
        3 => format!("which={}", if names.is_empty() { "-".to_owned() } else { names.join(",") }),
        _ => format!("last={}", way.last().map_or_else(|| "-".to_owned(), |&mv| move_text(mv))),
    }
}

/// The range of the difficulties in which a length lies.
fn length_range(moves: u8) -> String {
    match difficulty(moves) {
        None => "length=0-3".to_owned(),
        Some((name, range)) if *range.end() == u8::MAX => format!("length={}+ difficulty={name}", range.start()),
        Some((name, range)) => format!("length={}-{} difficulty={name}", range.start(), range.end()),
    }
}

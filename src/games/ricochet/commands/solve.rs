//! The commands of the solvers: a solution, all solutions, lower bounds, hints.

use std::collections::BTreeSet;

use super::super::Ricochet;
use super::super::board::{Move, Robot};
use super::super::difficulty::difficulty;
use super::super::notation::{move_text, path_text};
use super::super::solver::uninformed::Check;
use super::super::solver::{self, Answer, End, Limits, Method, paths};
use crate::game::Context;
use crate::game::explanation::count;
use crate::protocol::{Args, Failure, Outcome, natural};
use crate::search::Budget;

/// Solutions that `solutions` lists where no limit is given.
const LISTED: usize = 1000;

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Returns the limits of the searches of a request.
pub(super) fn limits<'a>(context: &Context<'_>, budget: &'a Budget, all: bool) -> Limits<'a> {
    Limits { budget, bytes: context.settings.hash_mb * MIB, threads: context.settings.threads, all }
}

/// The methods by name.
const METHODS: [(&str, Method); 6] = [
    ("bfs", Method::Breadth(Check::Generated)),
    ("dfs", Method::Depth(Check::Generated)),
    ("astar", Method::AStar),
    ("astar_sum", Method::AStarSum),
    ("ida", Method::IdaStar),
    ("best", Method::Best),
];

/// Runs `solve [bfs|dfs|astar|astar_sum|ida|best] [check=pop]`.
pub(super) fn solve(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let method = if args.is_empty() { Method::Best } else { args.choice(&METHODS)? };
    let check = if args.is_empty() { Check::Generated } else { args.choice(&[("check=pop", Check::Expanded)])? };
    args.end()?;
    let method = match method {
        Method::Breadth(_) => Method::Breadth(check),
        Method::Depth(_) => Method::Depth(check),
        _ if check == Check::Expanded => return Err(Failure::Syntax("check=pop goes with bfs and dfs".into())),
        method => method,
    };
    let budget = context.open_budget();
    let answer = solver::solve(&game.now, method, limits(context, &budget, false), 1);
    let seconds = context.started.elapsed().as_secs_f64();
    let text = take_answer(game, &answer, seconds);
    let path = game.solution.as_ref().filter(|(position, _)| *position == game.now).map(|(_, path)| &path[..]);
    context.say(&answer_words(&answer, path));
    Ok(text)
}

/// Returns the reply to `solve` in words; `path` is the solution that is known.
fn answer_words(answer: &Answer, path: Option<&[Move]>) -> String {
    let searched = count(answer.states as usize, "state");
    match (answer.end, path) {
        (End::Unsolvable, _) => unknown_words(answer.end),
        (_, Some([])) => REACHED.to_owned(),
        (End::Solved(_), Some(path)) => format!("{}: {}; {searched} searched", count(path.len(), "move"), path_text(path)),
        (End::Found, Some(path)) => {
            format!("{}, perhaps not the fewest: {}; {searched} searched", count(path.len(), "move"), path_text(path))
        }
        (End::Unknown(_), Some(path)) => {
            format!("{}; {}: {}", unknown_words(answer.end), count(path.len(), "move"), path_text(path))
        }
        (_, None) => unknown_words(answer.end),
    }
}

/// The words where there is nothing to solve.
const REACHED: &str = "the target is reached";

/// Returns [`unknown_text`] in words.
fn unknown_words(end: End) -> String {
    match end {
        End::Unsolvable => "no moves lead to the target".to_owned(),
        End::Solved(lower) | End::Unknown(lower) => {
            format!("not found in this time: at least {}", count(lower.into(), "move"))
        }
        End::Found => format!("not found in this time: at least {}", count(0, "move")),
    }
}

/// Keeps the solution, if there is one, and returns the reply to `solve`.
fn take_answer(game: &mut Ricochet, answer: &Answer, seconds: f64) -> String {
    let rule = game.now.rule.name();
    let (text, path) = match (answer.end, answer.solutions.first()) {
        (End::Solved(_) | End::Found, Some(path)) => {
            let (moves, text, states) = (path.len(), path_text(path), answer.states);
            let optimal = if answer.end == End::Found { " optimal=unproved" } else { "" };
            let text = format!("solved moves={moves} path={text} states={states} seconds={seconds:.6} rule={rule}{optimal}");
            (text, path.clone())
        }
        (End::Unknown(lower), _) => {
            let Some(path) = solver::quick_solution(&game.now) else { return unknown_text(answer.end) };
            (format!("unknown lower={lower} best={} path={}", path.len(), path_text(&path)), path)
        }
        _ => return unknown_text(answer.end),
    };
    game.solution = Some((game.now.clone(), path));
    text
}

/// Returns the reply where no solution is known.
pub(super) fn unknown_text(end: End) -> String {
    match end {
        End::Unsolvable => "unsolvable".to_owned(),
        End::Solved(lower) | End::Unknown(lower) => format!("unknown lower={lower}"),
        End::Found => "unknown lower=0".to_owned(),
    }
}

pub(super) fn solutions(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let most = args.optional_last("a number of solutions", natural::<usize>)?.unwrap_or(LISTED);
    let budget = context.open_budget();
    let mut answer = solver::solve_optimally(&game.now, limits(context, &budget, true), paths::MAX_SOLUTIONS);
    let End::Solved(moves) = answer.end else { return Ok(unknown_text(answer.end)) };
    answer.solutions.sort_by_cached_key(|path| (paths::count_robot_changes(path), path.clone()));
    answer.solutions.dedup();
    game.solution = answer.solutions.first().map(|path| (game.now.clone(), path.clone()));
    let sign = if answer.complete { "" } else { ">=" };
    let head = format!("solutions={sign}{} moves={moves} rule={}", answer.solutions.len(), game.now.rule.name());
    let line = |path: &Vec<Move>| format!("\n{} changes={}", path_text(path), paths::count_robot_changes(path));
    Ok(head + &answer.solutions.iter().take(most).map(line).collect::<String>())
}

pub(super) fn lower_bounds(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let board = &game.now.board;
    let words = board.size().cells().zip(solver::bounds(&game.now)).map(|(cell, value)| match value {
        Some(value) => format!("{value:>2}"),
        None => if board.is_blocked(cell) { " #" } else { " ." }.to_owned(),
    });
    let words: Vec<String> = words.collect();
    Ok(words.chunks(board.size().width).map(|row| format!("\n{}", row.join(" "))).collect())
}

pub(super) fn hint(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let level = args.optional_last("a number from 1 to 4", natural::<u8>)?.unwrap_or(1);
    if !(1..=4).contains(&level) {
        return Err(Failure::Syntax(format!("hints go from 1 to 4, not {level}")));
    }
    let budget = context.open_budget();
    let answer = solver::solve_optimally(&game.now, limits(context, &budget, false), 1);
    let (End::Solved(moves), Some(path)) = (answer.end, answer.solutions.first()) else {
        context.say(&unknown_words(answer.end));
        return Ok(unknown_text(answer.end));
    };
    context.say(&hint_words(level, moves, path));
    let names: Vec<&str> = moving_robots(path).iter().map(|robot| robot.name()).collect();
    Ok(match level {
        1 => length_range(moves),
        2 => format!("robots={}", names.len()),
        3 => format!("which={}", if names.is_empty() { "-".to_owned() } else { names.join(",") }),
        _ => format!("last={}", path.last().map_or_else(|| "-".to_owned(), |&mv| move_text(mv))),
    })
}

/// Returns the hint of a level, from 1 to 4, in words.
fn hint_words(level: u8, moves: u8, path: &[Move]) -> String {
    let Some(&last) = path.last() else { return REACHED.to_owned() };
    let robots = moving_robots(path);
    match level {
        1 => match difficulty(moves) {
            None => "1 to 3 moves".to_owned(),
            Some((name, range)) if *range.end() == u8::MAX => format!("{} or more moves: {name}", range.start()),
            Some((name, range)) => format!("{} to {} moves: {name}", range.start(), range.end()),
        },
        2 if robots.len() == 1 => "1 robot moves".to_owned(),
        2 => format!("{} robots move", robots.len()),
        3 => format!("to be moved: {}", robots.iter().map(|robot| robot.name()).collect::<Vec<_>>().join(", ")),
        _ => format!("the last move: {}", move_text(last)),
    }
}

/// Returns the robots that move in a solution.
pub(super) fn moving_robots(path: &[Move]) -> BTreeSet<Robot> {
    path.iter().map(|mv| mv.robot).collect()
}

/// Formats the range of lengths that have the same difficulty.
fn length_range(moves: u8) -> String {
    match difficulty(moves) {
        None => "length=0-3".to_owned(),
        Some((name, range)) if *range.end() == u8::MAX => format!("length={}+ difficulty={name}", range.start()),
        Some((name, range)) => format!("length={}-{} difficulty={name}", range.start(), range.end()),
    }
}

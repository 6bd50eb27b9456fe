//! The commands of a duel of people against the engine, and of stepping through its solutions.

use nom::combinator::verify;

use super::super::Ricochet;
use super::super::board::Move;
use super::super::duel::Duel;
use super::super::notation::duel::{parse_names, scores_text, solution_error, winner_text};
use super::super::notation::{move_text, path, path_text, target_text};
use super::super::picture::{self, Overlay};
use super::super::position::Position;
use super::solve::limits;
use super::{last_solution, place_text};
use crate::game::Context;
use crate::game::explanation::count;
use crate::protocol::{Args, Failure, KeyValues, Outcome, natural, number, quote};

/// Rounds of a duel where no number is given.
const ROUNDS: u32 = 1;

/// Most rounds.
const MAX_ROUNDS: u32 = 1000;

pub(super) fn duel(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let seconds =
        args.next("a number of seconds above 0, up to 1000000", verify(number, |&seconds| seconds > 0.0 && seconds <= 1e6))?;
    let values = KeyValues::read(args, &["rounds", "players"])?;
    let rounds = values.value("rounds", "a number of rounds", natural::<u32>)?.unwrap_or(ROUNDS);
    if !(1..=MAX_ROUNDS).contains(&rounds) {
        return Err(Failure::Syntax(format!("rounds go from 1 to {MAX_ROUNDS}")));
    }
    let names = parse_names(values.text("players").unwrap_or("player"))?;
    game.begin_round(game.start.target);
    let solution = engine_solution(game, seconds, context);
    game.duel = Some(Duel::new(names, rounds, seconds, solution, std::time::Instant::now()));
    Ok(round_text(game))
}

/// Returns the solution of the engine, found within the time of a round.
fn engine_solution(game: &Ricochet, seconds: f64, context: &Context<'_>) -> Option<Vec<Move>> {
    let most = context.settings.max_time;
    let budget = context.budget(Some(if most > 0.0 { most.min(seconds) } else { seconds }));
    game.opponent.solve(&game.start, limits(context, &budget, false))
}

/// Formats the number, the target and the time of the current round.
fn round_text(game: &Ricochet) -> String {
    let target = target_text(game.start.target);
    game.duel.as_ref().map_or_else(
        || format!("target={target}"),
        |duel| format!("round={} of={} target={target} seconds={}", duel.round, duel.rounds, duel.seconds),
    )
}

/// Runs `next`: begins a round with another target. In a duel the robots first make the winning moves.
pub(super) fn next(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.check_clock(context.started);
    let Some(duel) = &mut game.duel else {
        game.next_target(context.settings.seed);
        return Ok(round_text(game));
    };
    if duel.is_over() {
        return Err(Failure::Other(format!("the game is over: {}", scores_text(duel))));
    }
    let seconds = duel.seconds;
    if duel.winner.is_none() {
        duel.concede();
        let end = duel.is_over().then(|| format!("{} {}", winner_text(duel), scores_text(duel)));
        game.play_winning_solution(&[]);
        if let Some(end) = end {
            return Ok(end);
        }
    }
    game.next_target(context.settings.seed);
    let solution = engine_solution(game, seconds, context);
    if let Some(duel) = &mut game.duel {
        duel.begin_round(solution, std::time::Instant::now());
    }
    Ok(round_text(game))
}

fn no_duel() -> Failure {
    Failure::Other("no duel is running: start one with duel".into())
}

/// Runs `answer [NAME] MOVES`.
pub(super) fn answer(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let first = args.expect_word("a solution")?;
    let second = args.word();
    args.end()?;
    let moves = path(second.unwrap_or(first))?;
    let error = solution_error(&game.start, &moves);
    let verdict = error.as_ref().map_or_else(|| format!("right moves={}", moves.len()), |why| format!("wrong {why}"));
    game.check_clock(context.started);
    let Some(duel) = &mut game.duel else {
        return if second.is_none() { Ok(verdict) } else { Err(no_duel()) };
    };
    let player = match duel.players.len() {
        1 if second.is_none() => 0,
        _ if second.is_none() => return Err(Failure::Syntax("NAME is missing: there are several players".into())),
        _ => {
            let player = duel.players.iter().position(|player| player.name == first);
            player.ok_or_else(|| Failure::Other(format!("there is no player {}", quote(first))))?
        }
    };
    if duel.winner.is_some() {
        return Err(Failure::Other(format!("the round is over: {}", winner_text(duel))));
    }
    if duel.players[player].out {
        return Err(Failure::Other(format!("{} is out of this round", duel.players[player].name)));
    }
    if error.is_none() {
        duel.accept(player, moves.len());
    } else {
        duel.reject(player);
    }
    let end = if duel.winner.is_some() { format!(" {}", winner_text(duel)) } else { "; the others go on".to_owned() };
    game.play_winning_solution(&moves);
    Ok(verdict + &end)
}

pub(super) fn score(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.check_clock(context.started);
    let duel = game.duel.as_ref().ok_or_else(no_duel)?;
    let state = match duel.winner {
        _ if duel.is_over() => "state=over".to_owned(),
        Some(_) => "state=between".to_owned(),
        None => format!("state=open left={:.0}", duel.seconds_left(context.started).ceil()),
    };
    Ok(format!("round={} of={} {state} {}", duel.round, duel.rounds, scores_text(duel)))
}

/// Runs `replay [N]`.
pub(super) fn replay(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let step = args.optional_last("a number of moves", natural::<usize>)?;
    let (mut position, moves) = finished_solution(game, context)?;
    let number = step.unwrap_or(moves.len());
    if number > moves.len() {
        return Err(Failure::Other(format!("the solution has {}", count(moves.len(), "move"))));
    }
    let ends = position.play_all(&moves[..number]).unwrap_or_default();
    let lines = (1..).zip(moves.iter().zip(ends));
    let lines = lines.map(|(number, (&mv, cell))| format!("\n{number} {} {}", move_text(mv), place_text(mv.robot, cell)));
    let head = format!("solution={} step={number} of={}", path_text(&moves), moves.len());
    Ok(match step {
        None => head + &lines.collect::<String>(),
        Some(_) => {
            let board = picture::text(&position, &Overlay::Nothing).render(false);
            format!("{head}{}\n{board}", lines.last().unwrap_or_default())
        }
    })
}

/// Returns the solution to show: that of a finished round, else the last one that was found.
fn finished_solution(game: &mut Ricochet, context: &Context<'_>) -> Result<(Position, Vec<Move>), Failure> {
    game.check_clock(context.started);
    let Some(duel) = &game.duel else { return last_solution(game).cloned() };
    if duel.winner.is_none() {
        return Err(Failure::Other("the round is still open".into()));
    }
    let none = || Failure::Other("the engine knows no solution of this round".into());
    duel.solution.clone().map(|moves| (game.start.clone(), moves)).ok_or_else(none)
}

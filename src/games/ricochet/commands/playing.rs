//! The verbs of a game of people against the engine, and of looking at its solutions.

use nom::bytes::complete::take_while1;
use nom::combinator::verify;
use nom::{IResult, Parser};

use super::super::Ricochet;
use super::super::board::Move;
use super::super::duel::{Duel, Winner};
use super::super::notation::{move_text, path, path_text, target_text};
use super::super::picture::{self, Overlay};
use super::super::position::Position;
use super::solving::limits;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, natural, number, quote};

/// Rounds of a game where no number is given.
const ROUNDS: u32 = 1;

/// Most rounds and players.
const MAX_ROUNDS: u32 = 1000;
const MAX_PLAYERS: usize = 16;

pub(super) fn duel(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let seconds = args.next("a number of seconds", verify(number, |&seconds| seconds > 0.0 && seconds <= 1e6))?;
    let (mut rounds, mut players) = (None, None);
    while let Some(word) = args.word() {
        let wrong = || Failure::Syntax(format!("{} is not rounds=N or players=NAME,NAME", quote(word)));
        match word.split_once('=').ok_or_else(wrong)? {
            ("rounds", text) if rounds.is_none() => {
                let count = Args::new(text).next("a number of rounds", natural::<u32>)?;
                rounds = Some(count).filter(|count| (1..=MAX_ROUNDS).contains(count));
                rounds.ok_or_else(|| Failure::Syntax(format!("rounds go from 1 to {MAX_ROUNDS}")))?;
            }
            ("players", text) if players.is_none() => players = Some(names(text)?),
            _ => return Err(wrong()),
        }
    }
    let names = players.unwrap_or_else(|| vec!["player".to_owned()]);
    game.restart_here();
    let way = engines_way(game, seconds, context);
    game.duel = Some(Duel::new(names, rounds.unwrap_or(ROUNDS), seconds, way, std::time::Instant::now()));
    Ok(announced(game))
}

/// The way that the engine knows, found in the time of a round at most.
fn engines_way(game: &Ricochet, seconds: f64, context: &Context<'_>) -> Option<Vec<Move>> {
    let most = context.settings.max_time;
    let budget = context.budget(Some(if most > 0.0 { most.min(seconds) } else { seconds }));
    game.opponent.solve(&game.start, limits(context, &budget, false))
}

fn name(word: &str) -> IResult<&str, &str> {
    verify(take_while1(|c: char| c.is_alphanumeric() || c == '_' || c == '-'), |name: &str| name != "engine").parse(word)
}

fn names(text: &str) -> Result<Vec<String>, Failure> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(',') {
        let name = Args::new(word).next("a name of letters and digits, and not engine", name)?;
        if found.iter().any(|other| other == name) {
            return Err(Failure::Syntax(format!("{} plays twice", quote(name))));
        }
        found.push(name.to_owned());
    }
    if found.len() > MAX_PLAYERS {
        return Err(Failure::Syntax(format!("there are at most {MAX_PLAYERS} players")));
    }
    Ok(found)
}

/// What a round begins with.
fn announced(game: &Ricochet) -> String {
    let target = target_text(game.start.target);
    game.duel.as_ref().map_or_else(
        || format!("target={target}"),
        |duel| format!("round={} of={} target={target} seconds={}", duel.round, duel.rounds, duel.seconds),
    )
}

/// `next` in a game of people: the robots go the winner's way, and the next round begins.
pub(super) fn next_round(game: &mut Ricochet, context: &Context<'_>) -> Outcome {
    let Some(duel) = &mut game.duel else {
        game.next_target(context.settings.seed);
        return Ok(announced(game));
    };
    duel.check_clock(context.started);
    if duel.is_over() {
        return Err(Failure::Other(format!("the game is over: {}", scores(duel))));
    }
    let seconds = duel.seconds;
    if duel.winner.is_none() && duel.round == duel.rounds {
        duel.concede();
        return Ok(format!("{} {}", outcome(duel), scores(duel)));
    }
    if duel.winner.is_none() {
        duel.concede();
        game.play_winning_solution(&[]);
    }
    game.next_target(context.settings.seed);
    let way = engines_way(game, seconds, context);
    if let Some(duel) = &mut game.duel {
        duel.begin_round(way, std::time::Instant::now());
    }
    Ok(announced(game))
}

pub(super) fn answer(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let first = args.word().ok_or_else(|| Failure::Syntax("a solution is missing".into()))?;
    let second = args.word();
    args.end()?;
    let moves = path(second.unwrap_or(first))?;
    let named = second.map(|_| first);
    let Some(duel) = &mut game.duel else {
        if named.is_some() {
            return Err(Failure::Other("nobody plays: duel begins a game".into()));
        }
        return Ok(match verdict(&game.start, &moves) {
            Ok(()) => format!("right moves={}", moves.len()),
            Err(why) => format!("wrong {why}"),
        });
    };
    let player = match named {
        Some(name) => duel.players.iter().position(|player| player.name == name),
        None if duel.players.len() == 1 => Some(0),
        None => return Err(Failure::Syntax("NAME is missing: there are several players".into())),
    };
    let player = player.ok_or_else(|| Failure::Other(format!("there is no player {}", quote(named.unwrap_or_default()))))?;
    duel.check_clock(context.started);
    if duel.winner.is_some() {
        return Err(Failure::Other(format!("the round is over: {}", outcome(duel))));
    }
    if duel.players[player].out {
        return Err(Failure::Other(format!("{} is out of this round", duel.players[player].name)));
    }
    let verdict = verdict(&game.start, &moves);
    match verdict {
        Ok(()) => duel.accept(player, moves.len()),
        Err(_) => duel.reject(player),
    }
    let text = match verdict {
        Ok(()) => format!("right moves={}", moves.len()),
        Err(why) => format!("wrong {why}"),
    };
    let ended = if duel.winner.is_some() { format!(" {}", outcome(duel)) } else { " the others go on".to_owned() };
    game.play_winning_solution(&moves);
    Ok(format!("{text}{ended}"))
}

/// Whether moves are a solution; else why not.
fn verdict(start: &Position, moves: &[Move]) -> Result<(), String> {
    let mut position = start.clone();
    for (number, &mv) in moves.iter().enumerate() {
        if position.play(mv).is_none() {
            return Err(format!("move={} {} moves no robot", number + 1, move_text(mv)));
        }
    }
    if position.is_solved() { Ok(()) } else { Err("the target is not reached".to_owned()) }
}

/// `winner=NAME engine=MOVES`.
fn outcome(duel: &Duel) -> String {
    let winner = match &duel.winner {
        Some(Winner::Player(player)) => duel.players[*player].name.as_str(),
        Some(Winner::Engine) => "engine",
        Some(Winner::Nobody) | None => "nobody",
    };
    let way = duel.solution.as_ref().map_or_else(|| "none".to_owned(), |way| way.len().to_string());
    format!("winner={winner} engine={way}")
}

fn scores(duel: &Duel) -> String {
    let players: String = duel.players.iter().map(|player| format!(" {}={}", player.name, player.points)).collect();
    format!("engine={}{players}", duel.engine)
}

pub(super) fn score(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let duel = game.duel.as_mut().ok_or_else(|| Failure::Other("nobody plays: duel begins a game".into()))?;
    duel.check_clock(context.started);
    let state = match duel.winner {
        _ if duel.is_over() => "state=over".to_owned(),
        Some(_) => "state=between".to_owned(),
        None => format!("state=open left={:.0}", duel.seconds_left(context.started).ceil()),
    };
    Ok(format!("round={} of={} {state} {}", duel.round, duel.rounds, scores(duel)))
}

pub(super) fn replay(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let step = args.optional("a number of moves", natural::<usize>)?;
    args.end()?;
    let (position, way) = shown(game, context)?;
    let moves = step.unwrap_or(way.len());
    if moves > way.len() {
        return Err(Failure::Other(format!("the solution has {} moves", way.len())));
    }
    let mut now = position.clone();
    let mut lines = Vec::new();
    for (number, &mv) in way.iter().take(moves).enumerate() {
        if let Some(cell) = now.play(mv) {
            lines.push(format!("{} {} {}={}", number + 1, move_text(mv), mv.robot.name(), cell.0));
        }
    }
    let head = format!("solution={} step={moves} of={}", path_text(&way), way.len());
    Ok(match step {
        None => format!("{head}\n{}", lines.join("\n")),
        Some(_) => {
            let last = lines.pop().map_or_else(String::new, |line| format!("\n{line}"));
            format!("{head}{last}\n{}", picture::text(&now, &Overlay::Nothing).render(false))
        }
    })
}

/// The solution that can be shown: of the round that is over, else the last that was found.
fn shown(game: &mut Ricochet, context: &Context<'_>) -> Result<(Position, Vec<Move>), Failure> {
    if let Some(duel) = &mut game.duel {
        duel.check_clock(context.started);
        if duel.winner.is_none() {
            return Err(Failure::Other("the round is still open".into()));
        }
        let none = || Failure::Other("the engine knows no solution of this round".into());
        return duel.solution.clone().map(|way| (game.start.clone(), way)).ok_or_else(none);
    }
    game.solution.clone().ok_or_else(|| Failure::Other("no solution yet: solve first".into()))
}

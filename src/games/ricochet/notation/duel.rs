//! A duel as text: the names of its players, what is wrong with an answer, the winner and the scores.

use nom::bytes::complete::take_while1;
use nom::combinator::verify;
use nom::{IResult, Parser};

use super::super::board::Move;
use super::super::duel::{Duel, Winner};
use super::super::position::{Position, Refusal};
use super::move_text;
use crate::protocol::{Args, Failure, quote};

/// Most players.
const MAX_PLAYERS: usize = 16;

/// Words of the reply of `score`, which no player may have as a name.
const RESERVED: [&str; 6] = ["engine", "nobody", "round", "of", "state", "left"];

fn name(word: &str) -> IResult<&str, &str> {
    let letters = take_while1(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    verify(letters, |name: &str| !RESERVED.contains(&name)).parse(word)
}

/// Parses names of players with commas between.
///
/// # Errors
/// A name is bad or comes twice, or there are too many.
pub(in super::super) fn parse_names(text: &str) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = Vec::new();
    for word in text.split(',') {
        let name =
            Args::new(word).next("a name of letters and digits, but for engine, nobody, round, of, state and left", name)?;
        if names.iter().any(|other| other == name) {
            return Err(Failure::Syntax(format!("{} plays twice", quote(name))));
        }
        names.push(name.to_owned());
    }
    if names.len() > MAX_PLAYERS {
        return Err(Failure::Syntax(format!("there are at most {MAX_PLAYERS} players")));
    }
    Ok(names)
}

/// Returns why moves are no solution; `None` if they are one.
pub(in super::super) fn solution_error(start: &Position, moves: &[Move]) -> Option<String> {
    let mut position = start.clone();
    match position.play_all(moves) {
        Err((number, refusal)) => {
            let why = if refusal == Refusal::RicochetRule { "is against the ricochet rule" } else { "moves no robot" };
            Some(format!("move={} {} {why}", number + 1, move_text(moves[number])))
        }
        Ok(_) => (!position.is_solved()).then(|| "the target is not reached".to_owned()),
    }
}

/// Formats who won a round, and the length of the engine's solution: `winner=NAME engine=MOVES`.
pub(in super::super) fn winner_text(duel: &Duel) -> String {
    let winner = match &duel.winner {
        Some(Winner::Player(player)) => duel.players[*player].name.as_str(),
        Some(Winner::Engine) => "engine",
        Some(Winner::Nobody) | None => "nobody",
    };
    let moves = duel.solution.as_ref().map_or_else(|| "none".to_owned(), |moves| moves.len().to_string());
    format!("winner={winner} engine={moves}")
}

/// Formats the points of all: `engine=2 anna=1`.
pub(in super::super) fn scores_text(duel: &Duel) -> String {
    let players: String = duel.players.iter().map(|player| format!(" {}={}", player.name, player.points)).collect();
    format!("engine={}{players}", duel.engine)
}

//! The commands `hint` and `explain`: a move with its reason, and the position or a move in the game's own terms.

use super::board::GAME_OVER;
use super::genmove::choose;
use super::reason::value_words;
use super::{GameResult, GameValue, MoveOf, TurnBoard, TurnGame, value_text};
use crate::color::Color;
use crate::game::explanation::{self, Sentence, count, explanation_text};
use crate::game::stream::Update;
use crate::game::{Command, Context};
use crate::protocol::Failure;
use crate::settings::Settings;

/// Time limit in seconds of a hint or an explanation, if the settings have none.
const SECONDS: f64 = 2.0;

/// Share of the time for the position after the move; the rest is for the position before it.
const SHARE_AFTER: f64 = 0.6;

/// Most moves of a line of best play.
const LONGEST_LINE: usize = 60;

/// Returns the command `hint`.
#[must_use]
pub const fn hint<G: TurnGame>() -> Command<G> {
    Command::new("hint", "", "a good move for the player to move, and a second line with the reason", |game, args, context| {
        args.end()?;
        if game.board().ending().is_some() {
            return Err(Failure::Other(GAME_OVER.into()));
        }
        let color = game.board().to_move();
        let mut reason = String::new();
        let listen = |update: Update<'_>, sink: &mut dyn FnMut(Update<'_>)| match update {
            Update::Reason(text) => reason = text.to_owned(),
            other => sink(other),
        };
        // Level and player are those of the opponent, not of its advice.
        let settings = Settings { level: Settings::FULL_LEVEL, ..limit_time(context.settings) };
        // Advice is not a move on the clock.
        let clock = std::mem::take(game.clock());
        let mv = context.run_part(&settings, listen, |context| game.with_strongest_player(|game| choose(game, color, context)));
        *game.clock() = clock;
        let mv = mv?;
        let name = mv.map_or_else(|| G::NO_MOVE.to_owned(), |mv| game.board().move_name(mv));
        Ok(if reason.is_empty() { name } else { format!("{name}\n{reason}") })
    })
}

/// Returns the command `explain`.
#[must_use]
pub const fn explain<G: TurnGame>() -> Command<G> {
    Command::new(
        "explain",
        explanation::USAGE,
        "the position in words, or what a legal move leads to: value, better move, best play after it, the terms of the game; \
         with the marks of each sentence",
        |game, args, context| {
            let (word, has_marks) = explanation::read_args(args)?;
            let sentences = match word {
                Some(word) => explain_move(game, word, context)?,
                None => explain_position(game, context),
            };
            Ok(explanation_text(&sentences, has_marks))
        },
    )
}

/// Returns the settings with a time limit: their own, or [`SECONDS`].
fn limit_time(settings: &Settings) -> Settings {
    let max_time = if settings.max_time > 0.0 { settings.max_time } else { SECONDS };
    Settings { max_time, ..settings.clone() }
}

fn explain_position<G: TurnGame>(game: &mut G, context: &mut Context<'_>) -> Vec<Sentence> {
    let color = game.board().to_move();
    if let Some(ending) = super::situation(game).ending {
        return vec![ending.into()];
    }
    context.with_settings(&limit_time(context.settings), |context| {
        let moves = count(game.board().count_moves(color) as usize, "move");
        let mut sentences = vec![Sentence::from(format!("{} to move, {moves}", color.name()))];
        let solution = game.solve(color, context);
        let result = value_words::<G>(&solution.value);
        sentences.push(match (solution.value.result, solution.best) {
            (None, _) => "who wins is not found in this time; hint searches for a good move".into(),
            (Some(GameResult::Win | GameResult::Draw), Some(best)) => {
                let name = game.board().move_name(best);
                Sentence::from(format!("with best play {} {result}, by {name}", color.name())).line([name])
            }
            (Some(_), _) => format!("with best play {} {result}", color.name()).into(),
        });
        sentences.extend(game.terms(context));
        sentences
    })
}

/// Returns whether a value is proved to be better than another one. Plies that are not exact do not tell.
fn is_better<G: TurnGame>(value: &GameValue, other: &GameValue) -> bool {
    (G::HAS_EXACT_PLIES || value.result != other.result) && value.is_better_than(other)
}

/// What a move leads to.
struct Consequence {
    /// The player who made the move.
    mover: Color,
    /// The value for that player.
    value: GameValue,
    /// The value in words: in the past where the move ends the game.
    words: String,
    /// Best play after it.
    line: Vec<String>,
    /// The end of the game, or the position in the game's own terms.
    terms: Vec<Sentence>,
}

/// Explains a legal move. The game is left unchanged.
///
/// # Errors
/// The game is over, or the word is no legal move.
pub fn explain_move<G: TurnGame>(game: &mut G, word: &str, context: &mut Context<'_>) -> Result<Vec<Sentence>, Failure> {
    let (board, color) = (game.board(), game.board().to_move());
    if board.ending().is_some() {
        return Err(Failure::IllegalMove(GAME_OVER.into()));
    }
    let mv = match board.parse_move(word) {
        Err(_) if word.eq_ignore_ascii_case("resign") => {
            return Err(Failure::IllegalMove("a resignation has no explanation".into()));
        }
        parsed => parsed?,
    };
    let (name, had_swapped) = (board.move_name(mv), board.has_swapped_sides());
    let undone = game.board_mut().take_undone();
    if let Err(why) = game.board_mut().play(color, mv) {
        game.board_mut().set_undone(undone);
        return Err(Failure::IllegalMove(why));
    }
    let whole = limit_time(context.settings);
    let part = Settings { max_time: whole.max_time * SHARE_AFTER, ..whole.clone() };
    // Who exchanges the sides has the other colour then.
    let mover = if game.board().has_swapped_sides() == had_swapped { color } else { color.other() };
    let after = context.with_settings(&part, |context| consequence(game, mover, context));
    game.board_mut().undo(1);
    game.board_mut().set_undone(undone);
    Ok(context.with_settings(&whole, |context| describe_move(game, (color, mv, name), after, context)))
}

/// Describes the position after the move of a player.
fn consequence<G: TurnGame>(game: &mut G, mover: Color, context: &mut Context<'_>) -> Consequence {
    if let Some(ending) = game.board().ending() {
        let terms = super::situation(game).ending.into_iter().map(Sentence::from).collect();
        let margin = |margin| GameValue { result: None, details: vec![("margin", 0)] }.with_lead(Some(margin));
        let value = game.lead(mover).map_or_else(|| GameValue::of_end(ending, mover), margin);
        return Consequence { mover, words: value_text(&value), value: value.before_move(false), line: Vec::new(), terms };
    }
    let to_move = game.board().to_move();
    let solution = game.solve(to_move, context);
    // The words count the plies after the move.
    let words = value_words::<G>(&solution.value.negate_if(to_move != mover).with_lead(game.lead(mover)));
    let (value, start) = (solution.value.before_move(to_move != mover).with_lead(game.lead(mover)), game.board().move_count());
    let first = solution.best.or_else(|| game.defence(context));
    let (mut line, mut next) = (Vec::new(), first.filter(|_| value.result.is_some() && !G::TERMS_HAVE_LINE));
    while let Some(mv) = next.take() {
        let board = game.board_mut();
        let color = board.to_move();
        line.push(board.move_name(mv));
        if board.play(color, mv).is_err()
            || board.ending().is_some()
            || line.len() >= LONGEST_LINE
            || context.open_budget().is_over()
        {
            break;
        }
        let color = game.board().to_move();
        next = game.solve(color, context).best.or_else(|| game.defence(context));
    }
    let played = game.board().move_count() - start;
    game.board_mut().undo(played);
    Consequence { mover, words, value, line, terms: game.terms(context) }
}

/// Describes a legal move of the position.
fn describe_move<G: TurnGame>(
    game: &mut G,
    (color, mv, name): (Color, MoveOf<G>, String),
    after: Consequence,
    context: &mut Context<'_>,
) -> Vec<Sentence> {
    let value_after = match after.value.result {
        Some(_) => format!("{} {} after {name}", after.mover.name(), after.words),
        None => format!("who wins after {name} is not found in this time"),
    };
    let mut sentences = vec![Sentence::from(value_after).line([name.clone()])];
    let best = game.solve(color, context);
    let value = best.value.with_lead(game.lead(color));
    match best.best {
        Some(best_mv) if is_better::<G>(&value, &after.value) => {
            let better = game.board().move_name(best_mv);
            sentences.push(Sentence::from(format!("better is {better}: it {}", value_words::<G>(&value))).line([better]));
        }
        _ if value.result.is_some() && after.value.result.is_some() => sentences.push("no move is better".into()),
        _ => {}
    }
    let terms = after.terms.into_iter().map(|term| term.after_move(&name)).collect::<Vec<_>>();
    if !after.line.is_empty() {
        let text = format!("best play after it: {}", after.line.join(" "));
        sentences.push(Sentence::from(text).line(after.line).after_move(&name));
    }
    sentences.extend(game.move_terms(color, mv, context));
    sentences.extend(terms);
    sentences
}

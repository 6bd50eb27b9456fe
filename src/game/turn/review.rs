//! The command `review`: the moves of a game with what each of them lost.
//!
//! Every position gets the same time: the exact solver a part of it, a search what is left. The loss of a move is the win
//! probability of its player before it minus that after it. Classes and accuracy are those of lichess (*Accuracy metric and
//! Centipawn loss*, lichess.org/page/accuracy). Lichess measures the difference between the chances of both players, which changes
//! by twice the loss: a change of 0.1, 0.2 or 0.3 is an inaccuracy, a mistake or a blunder.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Instant;

use nom::Parser;
use nom::combinator::verify;

use super::{GameResult, GameValue, TurnBoard, TurnGame};
use crate::color::{Color, Ending};
use crate::game::candidate::Candidate;
use crate::game::record::load_path;
use crate::game::stream::{Format, Update};
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, KeyValues, Outcome, natural, number};
use crate::search::Stop;
use crate::settings::Settings;

/// Seconds for each position, unless the request or the settings say otherwise.
const SECONDS: f64 = 1.0;

/// Most of the time for a position that the exact solver gets before the search.
const SOLVER_SHARE: f64 = 0.25;

/// Longest line of best play in a reply, in moves.
const LONGEST_LINE: usize = 8;

/// Returns the command `review`.
#[must_use]
pub const fn review<G: TurnGame>() -> Command<G> {
    Command::new(
        "review",
        "[FILE] [seconds=S] [from=N] [to=N]",
        "each move of the game, or of that in a file: the chance to win that it lost, a better move; then accuracy and turning point",
        run,
    )
    .with_example("review seconds=0.1")
}

fn run<G: TurnGame>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let (file, options) = split_options(args.rest());
    let values = KeyValues::read(&mut Args::new(options), &["seconds", "from", "to"])?;
    let positive = |word| verify(number, |&seconds: &f64| seconds > 0.0).parse(word);
    let given = values.value("seconds", "seconds above 0", positive)?;
    let max_time = given.or(Some(context.settings.max_time).filter(|&seconds| seconds > 0.0)).unwrap_or(SECONDS);
    let count = |word| verify(natural::<usize>, |&number: &usize| number > 0).parse(word);
    let first = values.value("from", "the number of a move", count)?.unwrap_or(1);
    let last = values.value("to", "the number of a move", count)?.unwrap_or(usize::MAX);
    if first > last {
        return Err(Failure::Syntax(format!("from={first} is after to={last}")));
    }
    let settings = Settings { max_time, ..context.settings.clone() };
    if file.is_empty() {
        return review_game(game, first..=last, &settings, context);
    }
    let mut other = game.rebuild_from_record();
    load_path(&mut other, file, context.settings.limits.files)?;
    review_game(&mut other, first..=last, &settings, context)
}

/// Splits the arguments into the name of a file, which may have spaces, and the options from the first `KEY=VALUE` on.
fn split_options(text: &str) -> (&str, &str) {
    let is_option = |word: &str| ["seconds=", "from=", "to="].iter().any(|key| word.starts_with(key));
    let starts = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1));
    let at = starts.into_iter().find(|&at| is_option(&text[at..])).unwrap_or(text.len());
    (text[..at].trim_end(), &text[at..])
}

/// A move of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastMove {
    /// Who made it.
    pub color: Color,
    /// Its name in the position before it.
    pub name: String,
    /// Whether it is a move on the board. A resignation and a swap are not: no analysis values them.
    pub is_choice: bool,
}

/// The value of a position, proved or estimated.
struct Evaluation {
    /// Win probability of black, 0 to 1.
    black: f64,
    is_proved: bool,
    /// The score of black with best play in the game's own unit (boxes, moves left at the end), if it is known.
    score: Option<i64>,
    /// The names of the moves of best play, separated by commas.
    line: String,
}

impl Evaluation {
    fn from_ending(ending: Ending, score: Option<i64>) -> Self {
        let black = chance_of(GameResult::from_ending(ending, Color::Black), Color::Black);
        Evaluation { black, is_proved: true, score, line: String::new() }
    }

    fn from_candidate(best: &Candidate, to_move: Color) -> Self {
        let black = if to_move == Color::Black { best.win } else { 1.0 - best.win };
        let line: Vec<&str> = best.pv.split(' ').take(LONGEST_LINE).collect();
        Evaluation { black, is_proved: best.is_proved, score: None, line: line.join(",") }
    }

    fn chance(&self, color: Color) -> f64 {
        if color == Color::Black { self.black } else { 1.0 - self.black }
    }
}

/// The class of a move by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Class {
    const ALL: [Class; 4] = [Class::Good, Class::Inaccuracy, Class::Mistake, Class::Blunder];

    /// Returns the class of a move with this loss of win probability, 0 to 1.
    fn from_loss(loss: f64) -> Class {
        match 2.0 * loss {
            0.3.. => Class::Blunder,
            0.2.. => Class::Mistake,
            0.1.. => Class::Inaccuracy,
            _ => Class::Good,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }
}

/// A move with its loss.
struct Review {
    number: usize,
    mv: PastMove,
    /// Win probability of its player before the move, 0 to 1.
    win: f64,
    loss: f64,
    is_proved: bool,
    /// The score of its player before the move, and how much of it the move lost, if both are known.
    score: Option<(i64, i64)>,
    line: String,
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Review { number, mv, win, loss, is_proved, score, line } = self;
        let (color, class, proved) = (mv.color.name(), Class::from_loss(*loss).name(), u8::from(*is_proved));
        write!(f, "{number} {color} {} win={win:.3} loss={loss:.3} class={class} proved={proved}", mv.name)?;
        if let Some((score, lost)) = score {
            write!(f, " score={score} lost={lost}")?;
        }
        write!(f, " best={line}")
    }
}

/// Returns the number that a value has beside win and loss: `margin` or `score`.
fn score_of(value: &GameValue) -> Option<i64> {
    value.detail("margin").or_else(|| value.detail("score"))
}

/// Reviews the moves with these numbers, counted from 1, and restores the game. After an interrupt the reply has the moves reviewed
/// so far.
fn review_game<G: TurnGame>(
    game: &mut G,
    numbers: RangeInclusive<usize>,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Outcome {
    let count = game.board().move_count();
    let first = (*numbers.start()).min(count + 1);
    game.board_mut().undo(count + 1 - first);
    let started = Instant::now();
    let reviews = review_moves(game, first..=count.min(*numbers.end()), settings, context);
    let left = count - game.board().move_count();
    game.board_mut().redo(left);
    let (reviews, positions) = reviews?;
    let mut lines: Vec<String> = reviews.iter().map(Review::to_string).collect();
    for color in Color::BOTH {
        let own: Vec<&Review> = reviews.iter().filter(|review| review.mv.color == color).collect();
        if !own.is_empty() {
            lines.push(summary(color, &own));
        }
    }
    if let Some(review) = turning_point(&reviews) {
        lines.push(format!("turning point {} {} {}", review.number, review.mv.color.name(), review.mv.name));
    }
    lines.push(format!(
        "reviewed moves={} of={count} positions={positions} seconds={:.1}",
        reviews.len(),
        started.elapsed().as_secs_f64()
    ));
    Ok(lines.join("\n"))
}

/// Makes the undone moves with these numbers again, one by one, and reviews each. Returns the reviews and the number of positions
/// analysed.
fn review_moves<G: TurnGame>(
    game: &mut G,
    numbers: RangeInclusive<usize>,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<(Vec<Review>, usize), Failure> {
    let (mut reviews, mut positions) = (Vec::new(), 0);
    let mut before = None;
    let last = *numbers.end();
    for number in numbers {
        let Some(mv) = game.board().next_undone() else { break };
        (context.sink)(Update::Progress(&format!("move {number} of {last}"), None));
        if before.is_none() && mv.is_choice {
            before = evaluate(game, settings, context)?;
            positions += 1;
        }
        let is_in_turn = game.board().to_move() == mv.color;
        game.board_mut().redo(1);
        if !mv.is_choice {
            before = None;
            continue;
        }
        let after = evaluate(game, settings, context)?;
        positions += 1;
        if context.stop.is_raised() {
            break;
        }
        if let (Some(before), Some(after), true) = (&before, &after, is_in_turn) {
            let win = before.chance(mv.color);
            let loss = (win - after.chance(mv.color)).max(0.0);
            let is_proved = before.is_proved && after.is_proved;
            let score = before.score.zip(after.score).map(|(before, after)| {
                // The score of black for a player is that of the player for black.
                (for_black(before, mv.color), for_black(before - after, mv.color).max(0))
            });
            reviews.push(Review { number, mv, win, loss, is_proved, score, line: before.line.clone() });
        }
        before = after;
    }
    Ok((reviews, positions))
}

/// Solves the position, or analyses it; `None` if an interrupt ends that before any result.
fn evaluate<G: TurnGame>(game: &mut G, settings: &Settings, context: &mut Context<'_>) -> Result<Option<Evaluation>, Failure> {
    let ending = game.board().ending();
    // The position before a resignation is not over, so its score is not that of the game.
    if let Some(ending) = ending.filter(|_| game.board().resigner().is_some()) {
        return Ok(Some(Evaluation::from_ending(ending, None)));
    }
    let to_move = game.board().to_move();
    let started = Instant::now();
    let short = Settings { max_time: SOLVER_SHARE * settings.max_time, ..settings.clone() };
    let solution = run_step(&short, context, |_| (), |context| game.solve(to_move, context));
    // The solver of some games counts the remaining points only.
    let value = solution.value.with_lead(game.lead(to_move));
    let score = score_of(&value).map(|score| for_black(score, to_move));
    if let Some(ending) = ending {
        return Ok(Some(Evaluation::from_ending(ending, score)));
    }
    if let Some(result) = value.result {
        return Ok(Some(Evaluation {
            black: chance_of(result, to_move),
            is_proved: true,
            score,
            line: solution.best.or_else(|| game.defence(context)).map_or_else(String::new, |mv| game.board().move_name(mv)),
        }));
    }
    let mut found = None;
    let listen = |update: Update<'_>| {
        if let Update::Result([best, ..]) = update {
            found = Some(Evaluation::from_candidate(best, to_move));
        }
    };
    // A solver that ended late does not take the time of the search.
    let left = (settings.max_time - started.elapsed().as_secs_f64()).max((1.0 - SOLVER_SHARE) * settings.max_time);
    let rest = Settings { max_time: left, ..settings.clone() };
    run_step(&rest, context, listen, |context| game.analyze(to_move, context))?;
    Ok(found)
}

/// Runs a search of the review: its time starts now, it sends only its best move, and pending requests do not end it.
fn run_step<T>(
    settings: &Settings,
    context: &mut Context<'_>,
    mut listen: impl FnMut(Update<'_>),
    run: impl FnOnce(&mut Context<'_>) -> T,
) -> T {
    context.run_part(
        settings,
        |update, _| listen(update),
        |context| {
            (context.started, context.pending, context.format) = (Instant::now(), Stop::default(), Format::Best);
            run(context)
        },
    )
}

/// Returns a score of a player as a score of black: negated if the player is white.
fn for_black(score: i64, player: Color) -> i64 {
    if player == Color::Black { score } else { -score }
}

/// Returns the win probability of black if a player has this result.
fn chance_of(result: GameResult, player: Color) -> f64 {
    match (result, player) {
        (GameResult::Draw, _) => 0.5,
        (GameResult::Win, Color::Black) | (GameResult::Loss, Color::White) => 1.0,
        (GameResult::Win, Color::White) | (GameResult::Loss, Color::Black) => 0.0,
    }
}

/// Returns `accuracy black=97.3 good=12 inaccuracy=1 mistake=0 blunder=0`.
fn summary(color: Color, own: &[&Review]) -> String {
    let accuracy = own.iter().map(|review| accuracy(review.loss)).sum::<f64>() / own.len() as f64;
    let counts = Class::ALL.map(|class| {
        let count = own.iter().filter(|review| Class::from_loss(review.loss) == class).count();
        format!("{}={count}", class.name())
    });
    format!("accuracy {}={accuracy:.1} {}", color.name(), counts.join(" "))
}

/// Returns the accuracy, 0 to 100, of a move with this loss of win probability, 0 to 1.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the last move with which its player fell below a win probability of one half.
fn turning_point(reviews: &[Review]) -> Option<&Review> {
    reviews.iter().rev().find(|review| review.win >= 0.5 && review.win - review.loss < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        assert_eq!(split_options("a b.sgf seconds=1 to=3"), ("a b.sgf", "seconds=1 to=3"));
        assert_eq!(split_options("seconds=1"), ("", "seconds=1"));
        assert_eq!(split_options("from.pgn"), ("from.pgn", ""));
        assert_eq!(split_options(""), ("", ""));
    }

    #[test]
    fn classes_and_accuracy() {
        let classes = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(Class::from_loss);
        use Class::{Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(classes, [Good, Good, Inaccuracy, Mistake, Mistake, Blunder, Blunder]);
        assert!((accuracy(0.0) - 100.0).abs() < 1e-3 && accuracy(0.1) < 70.0 && accuracy(1.0) < 1e-9);
    }
}

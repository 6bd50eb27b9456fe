//! The command `puzzle` of two-player games: a position in which one move alone keeps the value.
//!
//! A weak player plays games from starts that the game draws. The first position that is a puzzle of the wanted difficulty is taken
//! ([`mod@find`]). An exact solver proves that its answer is the only one. All searches are bounded by nodes and have one thread
//! and tables of a fixed size, so that a seed gives the same puzzle on every machine. The clock and an interrupt can only end the
//! search without a result.
//!
//! The rating is the number of binary digits of the nodes that a weak player searches until it settles on the answer. By default
//! that player knows the results of finished games and nothing else ([`lookahead`]).

use rand_pcg::Pcg64Mcg;

use super::{GameResult, GameValue, MoveOf, TurnBoard, TurnGame};
use crate::color::Color;
use crate::game::puzzle::{DIFFICULTIES, PuzzleReply, PuzzleRequest, USAGE, USAGE_WITH_SIZE, difficulty_of};
use crate::game::record::Persist;
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, Outcome};

mod find;
mod lookahead;

use find::{Found, find};

/// The answer of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleAnswer<M> {
    /// The only move that keeps the value.
    pub mv: M,
    /// The value of the game for the player to move, who plays it.
    pub value: GameValue,
}

/// A two-player game with puzzles.
pub trait PuzzleGame: TurnGame<Board: TurnBoard<Move: PartialEq>> + Sized {
    /// The least ratings of medium, hard and extreme puzzles.
    const RATINGS: [u64; 3];
    /// Whether `size=` can be given.
    const HAS_SIZE: bool = true;
    /// Most nodes of a solution, of all moves of a position together.
    const SOLVER_NODES: u64 = 100_000;
    /// Nodes of a move of the player whose games lead to puzzles.
    const MOVE_NODES: u64 = 2_000;
    /// Most nodes of the weak player.
    const WEAK_NODES: u64 = 1 << 16;

    /// Starts a game in which the weak player moves until a position is a puzzle. Its settings do not depend on the user's. `size`
    /// is the value of `size=`, and `difficulty` an index of [`DIFFICULTIES`].
    ///
    /// # Errors
    /// The message that there are no puzzles of that size.
    fn start_puzzle(size: Option<(usize, usize)>, difficulty: usize, random: &mut Pcg64Mcg) -> Result<Self, String>;

    /// Returns whether the position can be a puzzle. It cannot if it is too large to be solved, or if it is a start and there are
    /// few starts.
    fn can_be_puzzle(&self) -> bool {
        true
    }

    /// Solves a position that is not over. Returns the answer if there are several moves and one is proved to be better than all
    /// others. The context bounds the search by nodes.
    fn only_answer(&mut self, context: &mut Context<'_>) -> Option<PuzzleAnswer<MoveOf<Self>>> {
        let color = self.board().to_move();
        let values = self.move_values(color, context).ok()?;
        let lead = self.lead(color);
        let is_complete = values.moves.len() as u64 == values.total;
        let moves = values.moves.into_iter().map(|(mv, value)| (mv, value.with_lead(lead)));
        if is_complete { best_alone(moves) } else { None }
    }

    /// Returns the nodes that a weak player searches until it settles on the answer, at most [`PuzzleGame::WEAK_NODES`].
    fn weak_work(&mut self, answer: &PuzzleAnswer<MoveOf<Self>>, context: &mut Context<'_>) -> u64 {
        lookahead::nodes(self.board_mut(), answer.mv, Self::WEAK_NODES, &context.stop)
    }

    /// Returns the themes of the solution, each proved and in a few hyphenated words.
    fn themes(&mut self, _: &PuzzleAnswer<MoveOf<Self>>, _: &mut Context<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the variant of the rules for the task; empty if the game has one.
    fn rules_text(&self) -> String {
        String::new()
    }
}

/// Returns the command `puzzle`; `usage` has `size=` if the game has.
#[must_use]
pub const fn puzzle<G: PuzzleGame>() -> Command<G> {
    let usage = if G::HAS_SIZE { USAGE_WITH_SIZE } else { USAGE };
    let summary =
        "sets up a new position in which one move alone keeps what the game is worth: the task, its rating; solve has the answer";
    Command::new("puzzle", usage, summary, run).with_example("puzzle easy seed=7")
}

fn run<G: PuzzleGame>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let request = PuzzleRequest::read(args, &DIFFICULTIES, G::HAS_SIZE, (context.settings.seed, &game.board().position()))?;
    let reply = make::<G>(&request, context)?;
    game.load_text(&reply.position)?;
    Ok(reply.text(context.started.elapsed().as_secs_f64()))
}

/// Makes a puzzle.
///
/// # Errors
/// The size is refused, none is found, or the budget ends first.
fn make<G: PuzzleGame>(request: &PuzzleRequest<usize>, context: &mut Context<'_>) -> Result<PuzzleReply, Failure> {
    let Found { game, facts, tries } = find::<G>(request, context)?;
    let (board, rules) = (game.board(), game.rules_text());
    let (kind, task) = task_text(&facts.answer.value, board.to_move());
    Ok(PuzzleReply {
        kind,
        task: if rules.is_empty() { task } else { format!("{task} ({rules})") },
        difficulty: DIFFICULTIES[difficulty_of(facts.rating, &G::RATINGS)].0,
        rating: facts.rating,
        themes: facts.themes,
        seed: request.seed,
        tries,
        position: board.position(),
        url: board.url(),
    })
}

/// Returns the kind of a puzzle and its task for a player.
fn task_text(value: &GameValue, player: Color) -> (&'static str, String) {
    let name = player.name();
    if let Some(margin) = value.detail("margin") {
        let keep = match margin {
            1.. => format!("win by {margin}"),
            0 => "draw".to_owned(),
            _ => format!("lose by no more than {}", -margin),
        };
        return ("margin", format!("{name} to move and {keep}; only one move does"));
    }
    if let Some(stones) = value.detail("stones") {
        let stones = if stones == 1 { "one stone".to_owned() } else { format!("at most {stones} stones") };
        return ("win", format!("{name} to move and win with {stones}; only one move wins"));
    }
    match (value.result, value.detail("plies")) {
        (Some(GameResult::Draw), _) => ("draw", format!("{name} to move and draw; only one move does not lose")),
        (_, Some(1)) => ("win", format!("{name} to move and win at once; only one move wins")),
        (_, Some(plies)) => ("win", format!("{name} to move and win in {plies} plies; only one move wins")),
        (_, None) => ("win", format!("{name} to move and win; only one move wins")),
    }
}

/// Returns the best of two or more moves if it has a better result, or a larger margin, than each of the others, and all are known.
fn best_alone<M: Copy>(moves: impl IntoIterator<Item = (M, GameValue)>) -> Option<PuzzleAnswer<M>> {
    let known: Option<Vec<(M, GameValue, i64)>> =
        moves.into_iter().map(|(mv, value)| value.worth().map(|worth| (mv, value, worth))).collect();
    let mut known = known?;
    known.sort_by_cached_key(|&(.., worth)| std::cmp::Reverse(worth));
    match &known[..] {
        [(mv, value, best), (.., second), ..] if best > second => Some(PuzzleAnswer { mv: *mv, value: value.clone() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_alone_is_best() {
        let value = |result| GameValue::new(result, None);
        let best = |values: &[GameValue]| best_alone(values.iter().cloned().enumerate()).map(|answer| answer.mv);
        use GameResult::{Draw, Loss, Win};
        assert_eq!(best(&[value(Loss), value(Win), value(Draw)]), Some(1));
        assert_eq!(best(&[value(Loss), value(Draw)]), Some(1));
        assert_eq!(best(&[value(Win), value(Win), value(Loss)]), None);
        assert_eq!(best(&[value(Win), GameValue::UNKNOWN]), None);
        assert_eq!(best(&[value(Win)]), None);
        let margin = |margin| GameValue { result: Some(GameResult::from_sign(margin)), details: vec![("margin", margin)] };
        assert_eq!(best(&[margin(-3), margin(-1), margin(-3)]), Some(1));
        assert_eq!(best(&[margin(3), margin(3), margin(1)]), None);
    }
}

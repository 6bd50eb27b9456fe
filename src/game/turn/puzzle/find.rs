//! The search for a puzzle: games of a weak player, each position of which may be one.

use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::{MoveOf, TurnBoard};
use super::{PuzzleAnswer, PuzzleGame};
use crate::game::Context;
use crate::game::puzzle::{DEFAULT_DIFFICULTY, PuzzleRequest, difficulty_of, limit_failure, rating_of_work};
use crate::game::stream::Format;
use crate::protocol::Failure;
use crate::search::{Budget, Stop};
use crate::settings::Settings;

/// Most games of the weak player for one puzzle.
const MAX_GAMES: u64 = 1_000;

/// Most moves of a game of the weak player: more than the longest game on a board of a puzzle, but a game on a graph with cycles may
/// have no end.
const MAX_PLIES: usize = 64;

/// The levels of the weak player, one for each game.
const LEVELS: std::ops::RangeInclusive<u64> = 1..=4;

/// One in this many moves of the weak player is random.
const RANDOM_MOVES: u32 = 4;

/// Mebibytes of the tables of all searches.
const HASH_MB: usize = 8;

/// A puzzle that was found.
pub(super) struct Found<G: PuzzleGame> {
    /// The game at its position.
    pub game: G,
    /// Its answer, rating and themes.
    pub facts: Facts<MoveOf<G>>,
    /// Positions that were solved.
    pub tries: u64,
}

/// The answer, rating and themes of a puzzle.
pub(super) struct Facts<M> {
    pub answer: PuzzleAnswer<M>,
    /// The number of binary digits of the nodes of the weak player.
    pub rating: u64,
    /// What is proved of its solution.
    pub themes: Vec<String>,
}

/// The search for a puzzle.
struct Finder {
    /// The difficulty, 0 for the easiest.
    difficulty: usize,
    /// The budget of the user. When it ends, the search has no result.
    budget: Budget,
    /// The default settings, made once: the system takes a while to count its cores.
    defaults: Settings,
    random: Pcg64Mcg,
    tries: u64,
}

/// Searches until there is a puzzle.
///
/// # Errors
/// The size is refused, no game leads to a puzzle, or the budget ends first.
pub(super) fn find<G: PuzzleGame>(request: &PuzzleRequest<usize>, context: &mut Context<'_>) -> Result<Found<G>, Failure> {
    // The node limit of the user is that of one search: a puzzle takes many.
    let budget = Budget { max_nodes: None, ..context.open_budget() };
    let difficulty = request.difficulty.unwrap_or(DEFAULT_DIFFICULTY);
    let random = Pcg64Mcg::seed_from_u64(request.seed);
    let mut finder = Finder { difficulty, budget, defaults: Settings::default(), random, tries: 0 };
    for _ in 0..MAX_GAMES {
        let game = G::start_puzzle(request.size, difficulty, &mut finder.random).map_err(Failure::UnacceptableSize)?;
        if let Some(found) = finder.play(game, context)? {
            return Ok(found);
        }
    }
    Err(Failure::Other(format!("no puzzle of that difficulty in {MAX_GAMES} games: try another seed or difficulty")))
}

impl Finder {
    /// Plays a game of the weak player from its start to its end, to [`MAX_PLIES`], or to a puzzle.
    fn play<G: PuzzleGame>(&mut self, mut game: G, context: &mut Context<'_>) -> Result<Option<Found<G>>, Failure> {
        let level = self.random.random_range(LEVELS);
        for _ in 0..MAX_PLIES {
            if game.board().ending().is_some() {
                break;
            }
            if game.can_be_puzzle() {
                self.tries += 1;
                let limits = self.settings(1, Settings::FULL_LEVEL, G::SOLVER_NODES);
                let found = self.run_part(&limits, context, |context| self.examine(&mut game, context));
                self.check_budget()?;
                if let Some(facts) = found {
                    return Ok(Some(Found { game, facts, tries: self.tries }));
                }
            }
            let Some(mv) = self.weak_move(&mut game, level, context) else { return Ok(None) };
            self.check_budget()?;
            let color = game.board().to_move();
            if game.board_mut().play(color, mv).is_err() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Returns the facts of a position that is a puzzle of the wanted difficulty; `None` for another position.
    fn examine<G: PuzzleGame>(&self, game: &mut G, context: &mut Context<'_>) -> Option<Facts<MoveOf<G>>> {
        let answer = game.only_answer(context)?;
        // An immediate win is a puzzle of the lowest difficulty only.
        let is_trivial = ["plies", "stones"].into_iter().any(|detail| answer.value.detail(detail) == Some(1));
        if is_trivial && self.difficulty > 0 {
            return None;
        }
        let work = game.weak_work(&answer, context);
        let rating = rating_of_work(work);
        log::debug!(target: "progress", "puzzle: a position of rating {rating}");
        if difficulty_of(rating, &G::RATINGS) != self.difficulty {
            return None;
        }
        let themes = game.themes(&answer, context);
        Some(Facts { answer, rating, themes })
    }

    /// Chooses a move of the weak player, or a random one.
    fn weak_move<G: PuzzleGame>(&mut self, game: &mut G, level: u64, context: &mut Context<'_>) -> Option<MoveOf<G>> {
        let color = game.board().to_move();
        if self.random.random_ratio(1, RANDOM_MOVES) {
            let moves: Vec<_> = game.board().legal_moves(color).collect();
            return (!moves.is_empty()).then(|| moves[self.random.random_range(0..moves.len())]);
        }
        let seed = self.random.random();
        let limits = self.settings(seed, level, G::MOVE_NODES);
        self.run_part(&limits, context, |context| game.choose(color, context))
    }

    /// Returns settings that do not depend on the user's, so that a search with them is the same on every machine.
    fn settings(&self, seed: u64, level: u64, max_nodes: u64) -> Settings {
        Settings { threads: 1, hash_mb: HASH_MB, seed, max_time: 1e6, max_nodes, level, ..self.defaults.clone() }
    }

    /// Runs a search under its own limits. If the user's budget ends first, the search is stopped and its result is discarded.
    fn run_part<T>(&self, settings: &Settings, context: &mut Context<'_>, run: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let stop = self.budget.timed_stop();
        context.run_part(
            settings,
            |_, _| (),
            |part| {
                (part.started, part.stop, part.pending, part.format) = (Instant::now(), stop, Stop::default(), Format::Result);
                run(part)
            },
        )
    }

    /// Checks that the budget has not ended.
    ///
    /// # Errors
    /// The budget has ended: what was found since then may be the result of a search that was cut.
    fn check_budget(&self) -> Result<(), Failure> {
        if self.budget.is_over() { Err(limit_failure(Some(self.tries))) } else { Ok(()) }
    }
}

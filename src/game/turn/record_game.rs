//! The game of a [`GameRecord`]: a record, clocks and a player.

use super::{GameRecord, PositionNotation, TurnGame, TurnRules};
use crate::game::about::{About, Situation};
use crate::game::{Bench, Command, Game};
use crate::param::Param;
use crate::search::Clock;

/// What makes a [`RecordGame`] of positions. The default is the position at the start of the engine.
pub trait PositionGame: PositionNotation + Default {
    /// What the player keeps from one command to the next: tables, settings.
    type Player: Default + Send + 'static;

    /// See [`Game::ABOUT`].
    const ABOUT: About;
    /// See [`Game::PARAMS`].
    const PARAMS: &'static [Param<RecordGame<Self>>] = &[];
    /// See [`Game::BENCH`].
    const BENCH: Option<Bench> = None;

    /// Returns a player with the settings of another one, and nothing else of it.
    #[must_use]
    fn fresh_player(_: &Self::Player) -> Self::Player {
        Self::Player::default()
    }
}

/// A game whose board is a [`GameRecord`].
pub struct RecordGame<P: PositionGame> {
    /// The position with its moves.
    pub board: GameRecord<P>,
    /// The clocks of both players.
    pub clock: Clock,
    /// The engine's player, with what it keeps from move to move.
    pub player: P::Player,
}

impl<P: PositionGame> Default for RecordGame<P> {
    fn default() -> Self {
        RecordGame::new(P::default())
    }
}

impl<P: PositionGame> RecordGame<P> {
    /// Creates a game that begins with a position, with a new player and no clocks.
    #[must_use]
    pub fn new(start: P) -> Self {
        RecordGame { board: GameRecord::new(start), clock: Clock::default(), player: P::Player::default() }
    }
}

impl<P: PositionGame> TurnRules for RecordGame<P>
where
    Self: Game,
{
    type Board = GameRecord<P>;

    fn board(&self) -> &GameRecord<P> {
        &self.board
    }

    fn board_mut(&mut self) -> &mut GameRecord<P> {
        &mut self.board
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl<P: PositionGame> Game for RecordGame<P>
where
    Self: TurnGame,
{
    const ABOUT: About = P::ABOUT;
    const COMMANDS: &'static [&'static [Command<Self>]] = &[Self::OWN, Self::SHARED];
    const PARAMS: &'static [Param<Self>] = P::PARAMS;
    const BENCH: Option<Bench> = P::BENCH;

    fn situation(&self) -> Situation {
        super::situation(self)
    }

    fn rebuild_from_record(&self) -> Self {
        RecordGame { board: self.board.replay(), clock: self.clock.clone(), player: P::fresh_player(&self.player) }
    }
}

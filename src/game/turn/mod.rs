//! Games of two players who move in turn: the commands that all of them share, and what a game gives for them.
//!
//! A game implements [`TurnRules`] and [`Undo`] (record, rules, names of moves, clock) in its `mod.rs` and [`TurnGame`]
//! (picture, solver, player) in its `commands.rs`, and lists two tables:
//!
//! ```text
//! const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
//! ```
//!
//! [`TurnGame::SHARED`] has the commands that every game words alike. The game's own table has those whose arguments are its
//! own ([`boardsize`], [`play`], [`position`], [`showboard`], [`svg`]) with their words, [`export`](super::export::export)
//! where the game is an explicit graph, and the commands that no other game has. A table that comes first wins: a game that
//! words a shared command differently lists it again as `Command { summary: "...", ..turn::solve() }`, and one that does
//! something else lists a command of its own by that name.
//!
//! A game of an odd turn order (Hex: moves out of turn, stones after the end, a swap) overrides the hooks of the trait, and
//! copies nothing. [`TurnRules::check_turn`] accepts any colour, after the end too. [`TurnRules::Move`] is the game's whole
//! action (a stone, a swap, a resignation): `parse_move` reads `resign` and `swap-pieces`, `choose` may return them,
//! `legal_moves` may list them for a colour, and `play` puts them on the record. [`TurnRules::NO_MOVE`] is what `genmove`
//! answers after the end.

use super::undo::{Undo, undo};
use super::{Command, Context, Game};
use crate::color::{Color, Ending};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure};
use crate::search::Clock;

mod analyze;
mod board;
mod clock;
mod genmove;
mod render;
mod solve;
mod think;
mod worth;

pub use analyze::{Info, MAX_INFO_LINES, analyze, info_lines, win_probability};
pub use board::{GAME_OVER, MAX_LISTED, boardsize, clear_board, final_score, legal_moves, out_of_turn, play, position};
pub use clock::{time_left, time_settings};
pub use genmove::{genmove, reg_genmove};
pub use render::{showboard, svg, unknown_overlay, value_labels};
pub use solve::{move_values, solve};
pub use think::{Answer, solve_each, solve_or_think, think};
pub use worth::{GameResult, MoveValues, Solution, Worth};

/// A game of two players: its record, its rules, its clocks, and their names on the wire.
pub trait TurnRules: Game + Undo {
    /// A move. A resignation need not be one: `play` reads the word `resign` where `parse_move` does not.
    type Move: Copy;

    /// Whether both players have the same moves: `solve` and `move_values` then answer for the player to move, whatever colour
    /// is named.
    const IS_IMPARTIAL: bool = false;

    /// What `genmove` answers when the game is over.
    const NO_MOVE: &'static str = "none";

    /// Returns the player whose turn it is.
    fn to_move(&self) -> Color;

    /// Returns how the game has ended, by a resignation too.
    fn ending(&self) -> Option<Ending>;

    /// Returns the score of a game that is over, as `final_score` prints it.
    fn score(&self) -> Option<String> {
        self.ending().map(Ending::score)
    }

    /// Refuses a colour that may not move now.
    ///
    /// # Errors
    /// The game is over, or it is the other player's turn.
    fn check_turn(&self, color: Color) -> Result<(), Failure> {
        match self.ending() {
            Some(_) => Err(Failure::IllegalMove(GAME_OVER.into())),
            None if color != self.to_move() => Err(Failure::IllegalMove(out_of_turn(self.to_move()))),
            None => Ok(()),
        }
    }

    /// Returns whether a colour's moves are listed: to the end of the game, or beyond where moves are played there too.
    fn has_moves(&self, color: Color) -> bool {
        self.ending().is_none() || self.check_turn(color).is_ok()
    }

    /// Returns the moves of a colour that [`TurnRules::has_moves`], in the order in which they are listed.
    fn legal_moves(&self, color: Color) -> impl Iterator<Item = Self::Move>;

    /// Counts them.
    fn count_moves(&self, color: Color) -> u64 {
        self.legal_moves(color).count() as u64
    }

    /// Plays a move of a colour that [`TurnRules::check_turn`] accepts.
    ///
    /// # Errors
    /// Why the rules refuse it; nothing is changed then.
    fn play(&mut self, color: Color, mv: Self::Move) -> Result<(), String>;

    /// Gives up a game that is not over, in turn or not.
    fn resign(&mut self, color: Color);

    /// Goes back to where the game began.
    fn clear(&mut self);

    /// Begins a game on the board that the arguments of `boardsize` describe.
    ///
    /// # Errors
    /// They describe none; nothing is changed then.
    fn set_size(&mut self, _: &mut Args<'_>) -> Result<(), Failure> {
        Err(Failure::Other(format!("a board of {} has no size", Self::NAME)))
    }

    /// Returns the position as one line.
    fn position(&self) -> String;

    /// Begins a game at the position that the arguments of `position` describe.
    ///
    /// # Errors
    /// They describe none; nothing is changed then.
    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure>;

    /// Reads the name of a move. Whether the rules allow it is for [`TurnRules::play`] to say.
    ///
    /// # Errors
    /// It is no name of a move on this board.
    fn parse_move(&self, word: &str) -> Result<Self::Move, Failure>;

    /// Returns a move's name in the present position.
    fn move_name(&self, mv: Self::Move) -> String;

    /// Returns the clocks.
    fn clock(&mut self) -> &mut Clock;
}

/// What the engine makes of a game of two players: its pictures, its solver, its player.
pub trait TurnGame: TurnRules {
    /// What `showboard` and `svg` draw over the board.
    type Overlay;

    /// The commands that all games word alike.
    const SHARED: &'static [Command<Self>] = &[
        clear_board(),
        undo(),
        genmove(),
        reg_genmove(),
        legal_moves(),
        final_score(),
        time_settings(),
        time_left(),
        solve(),
        move_values(),
        analyze(),
    ];

    /// Computes the overlay of this name.
    ///
    /// # Errors
    /// There is none ([`unknown_overlay`]), or not in this position.
    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Self::Overlay, Failure>;

    /// Draws the board as text.
    fn text(&self, overlay: Option<&Self::Overlay>) -> Text;

    /// Returns the line below that text; it may be empty.
    fn caption(&self) -> String {
        Ending::caption(self.ending(), self.to_move())
    }

    /// Draws the board as SVG.
    fn svg(&self, overlay: Option<&Self::Overlay>) -> Svg;

    /// Chooses a move for a colour that [`TurnRules::check_turn`] accepts, in a game that is not over.
    fn choose(&mut self, color: Color, context: &Context<'_>) -> Option<Self::Move>;

    /// Solves the position, of a finished game too.
    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Self::Move>;

    /// Returns what each move is worth to a player who [`TurnRules::has_moves`].
    ///
    /// # Errors
    /// Nothing is known: a limit came first.
    fn move_values(&mut self, color: Color, context: &Context<'_>) -> Result<MoveValues<Self::Move>, Failure>;

    /// Streams lines of [`Info`] on a game that is not over until the next request.
    ///
    /// # Errors
    /// The position is too large, or a limit came first.
    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure>;
}

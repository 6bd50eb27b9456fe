//! Two-player games: the commands that all of them share, and the traits that a game implements for them.
//!
//! A game is most often a [`RecordGame`] of its positions. It then writes five traits, and the others follow:
//!
//! | the game writes | where | what it is | the game gets |
//! |---|---|---|---|
//! | [`GamePosition`] | `board.rs` | the rules | a [`GameRecord`], whose moves are undone and made again |
//! | [`PositionNotation`] | `notation.rs` | moves and positions as text, both ways | [`TurnBoard`] for that record |
//! | [`PositionGame`] | `mod.rs` | name, first position, player, settings, bench | [`TurnRules`] and [`Game`] |
//! | [`ExactPlayer`] or [`TurnPlayer`] | `player.rs` or `commands.rs` | how to choose and to solve | with the first the second |
//! | [`TurnGame`] | `commands.rs` | pictures, terms of `explain`, commands of its own | [`TurnGame::SHARED`], [`Persist`], [`Undo`] |
//!
//! [`TurnGame::SHARED`] has the commands with the same arguments and help texts in every game. The game's own table has those
//! with arguments of their own ([`boardsize`], [`play`], [`position`], [`showboard`], [`svg`]), [`export`](super::export::export)
//! if the game is an explicit graph, and the commands that no other game has. Of two commands with the same name the first
//! counts: a game overrides the help of a shared command by `turn::solve().with_summary("...")`, and the command
//! itself by one of its own.
//!
//! A game with an irregular turn order (Hex: moves out of turn, stones after the end, a swap) writes [`TurnBoard`], [`TurnRules`] and
//! [`Game`] itself.
//! [`TurnBoard::check_turn`] then accepts any colour, after the end too. [`TurnBoard::Move`] may be any action (a stone, a swap, a
//! resignation): `parse_move` then parses `resign` and `swap-pieces`, `choose` may return them, `legal_moves` may list them, and
//! `play` records them. [`TurnRules::NO_MOVE`] is the reply of `genmove` after the end.
//!
//! [`situation()`] describes the state of a game to a person: whose turn it is, the moves, the end.
//!
//! Functions that most games need: [`think()`] chooses a move by the shared search, an [`ExactPlayer`] asks an exact solver
//! first, [`solve_each`] shares a budget among moves, [`candidates`] and [`stream_solved`] write an analysis, [`value_labels`]
//! labels the board with values. [`crate::search::hash_words`] hashes bitboards for the transposition table, and
//! [`crate::protocol::point`] parses `b3`.

use super::explanation::Sentence;
use super::lesson::{judge, lesson as begin_lesson, lessons};
use super::record::{self as game_record, Persist, refuse_record};
use super::text_record::TextRecord;
use super::undo::{Undo, redo, undo};
use super::{Command, Context, Game};
use crate::color::{Color, Ending};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, quote};
use crate::search::Clock;

mod advice;
mod analyze;
mod board;
mod clock;
mod exact;
mod genmove;
mod lesson;
pub mod puzzle;
mod ranking;
mod reason;
mod record;
mod record_game;
mod record_text;
mod render;
mod review;
mod situation;
mod solve;
mod think;
mod value;

pub use advice::{explain, explain_move, hint};
pub use analyze::{
    analyze, analyze_with_proofs, candidates, kata_analyze, lz_analyze, rate_points, stream_solved, win_probability,
};
pub use board::{GAME_OVER, MAX_LISTED, boardsize, clear_board, final_score, legal_moves, play, position};
pub use clock::{time_left, time_settings};
pub use exact::ExactPlayer;
pub use genmove::{genmove, reg_genmove, search_analyze};
pub use ranking::{describe_strategy, rank_moves};
pub use reason::{choice_text, report_text, value_text};
pub use record::{GamePosition, GameRecord, PositionNotation, Refusal};
pub use record_game::{PositionGame, RecordGame};
pub use render::{showboard, svg, turn_caption, unknown_overlay, value_labels};
pub use review::{PastMove, review};
pub use situation::situation;
pub use solve::{move_values, solve};
pub use think::{Answer, Choice, position_random, solve_each};
pub use value::{GameResult, GameValue, MoveValues, Solution};

use board::out_of_turn;
use think::think;

/// The board of a two-player game: its position, record, moves and notation.
pub trait TurnBoard {
    /// A move. A resignation need not be one: the command `play` accepts the word `resign` if `parse_move` does not.
    type Move: Copy;

    /// Whether both players have the same moves. `solve` and `move_values` then ignore the colour.
    const IS_IMPARTIAL: bool = false;

    /// Returns the player whose turn it is.
    fn to_move(&self) -> Color;

    /// Returns the result of a finished game, also of one that ended by a resignation.
    fn ending(&self) -> Option<Ending>;

    /// Returns the player who has resigned.
    fn resigner(&self) -> Option<Color>;

    /// Returns whether the players have swapped colours by a rule of the game, so that the one who began as black plays white.
    fn has_swapped_sides(&self) -> bool {
        false
    }

    /// Returns the reply of `final_score`; `None` while the game goes on.
    fn score_text(&self) -> Option<String> {
        self.ending().map(Ending::score)
    }

    /// Checks that a colour may move now.
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

    /// Returns whether a colour has moves: while the game goes on, and after its end if the game allows moves then.
    fn has_moves(&self, color: Color) -> bool {
        self.ending().is_none() || self.check_turn(color).is_ok()
    }

    /// Returns the moves of a colour for which [`TurnBoard::has_moves`] holds, in the order of the replies.
    fn legal_moves(&self, color: Color) -> impl Iterator<Item = Self::Move>;

    /// Returns the number of legal moves.
    fn count_moves(&self, color: Color) -> u64 {
        self.legal_moves(color).count() as u64
    }

    /// Plays a move of a colour that [`TurnBoard::check_turn`] accepts.
    ///
    /// # Errors
    /// The message why the rules refuse it; nothing is changed then.
    fn play(&mut self, color: Color, mv: Self::Move) -> Result<(), String>;

    /// Resigns a game that is not over, in turn or not.
    fn resign(&mut self, color: Color);

    /// Takes all moves back.
    fn restart(&mut self);

    /// Returns how many moves can be undone, a resignation among them.
    fn move_count(&self) -> usize;

    /// Undoes the last `count` moves, at most [`TurnBoard::move_count`].
    fn undo(&mut self, count: usize);

    /// The moves that have been undone and can be made again.
    type Undone;

    /// Takes the undone moves out, because playing a move discards them. After moves are tried and undone,
    /// [`TurnBoard::set_undone`] puts them back.
    fn take_undone(&mut self) -> Self::Undone;

    /// Sets the moves that can be made again.
    fn set_undone(&mut self, undone: Self::Undone);

    /// Returns how many undone moves can be made again.
    fn undone_count(&self) -> usize;

    /// Makes the last `count` undone moves again, at most [`TurnBoard::undone_count`].
    fn redo(&mut self, count: usize);

    /// Returns the move that [`TurnBoard::redo`] makes next.
    fn next_undone(&self) -> Option<PastMove>;

    /// Starts a game on the board that the arguments of `boardsize` describe.
    ///
    /// # Errors
    /// They cannot be parsed or are out of range; nothing is changed then.
    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure>;

    /// Returns the position as one line.
    fn position(&self) -> String;

    /// Checks that [`TurnBoard::position`] is enough to set the game up anew, whatever the present game is.
    ///
    /// # Errors
    /// It is not; the message says how the game is written.
    fn check_position_text(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns whether [`TurnBoard::position`] contains the moves of the game, and not only the position after them.
    fn position_has_moves(&self) -> bool {
        true
    }

    /// Starts a game at the position that the arguments of `position` describe.
    ///
    /// # Errors
    /// They cannot be parsed, or break the rules; nothing is changed then.
    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure>;

    /// Starts the game that a text in one of the usual forms describes: that of [`TurnBoard::position`] and others.
    ///
    /// # Errors
    /// As [`TurnBoard::set_position`].
    fn load(&mut self, text: &str) -> Result<(), Failure> {
        self.set_position(&mut Args::new(text))
    }

    /// Returns the usual link to the game on the web.
    fn url(&self) -> Option<String> {
        None
    }

    /// Returns whether a file with this first line is one game of several lines, as in SGF; otherwise each line is a game.
    fn spans_lines(first: &str) -> bool {
        first.starts_with('(')
    }

    /// Returns whether a line of a file, without spaces around it, is a comment.
    fn is_comment(line: &str) -> bool {
        line.starts_with('#')
    }

    /// Returns the game as an SGF record, if such games have any.
    fn sgf(&self) -> Option<String> {
        None
    }

    /// Returns the game as a text record without the name of the game, which the caller adds; `None` if its records have another
    /// form.
    fn text_record(&self) -> Option<TextRecord> {
        None
    }

    /// Starts the game of a text record and plays its moves.
    ///
    /// # Errors
    /// Its start or one of its moves is refused, or records of the game have another form; nothing is changed then.
    fn set_text_record(&mut self, _: TextRecord) -> Result<(), Failure> {
        Err(Failure::Other("records of this game are SGF".into()))
    }

    /// Parses the name of a move. [`TurnBoard::play`] checks whether the move is legal.
    ///
    /// # Errors
    /// The word is not the name of a move on this board.
    fn parse_move(&self, word: &str) -> Result<Self::Move, Failure>;

    /// Returns the name of a move in the current position.
    fn move_name(&self, mv: Self::Move) -> String;
}

/// A two-player game: a board and clocks.
pub trait TurnRules: Game {
    /// The board; most often a [`GameRecord`].
    type Board: TurnBoard;

    /// The reply of `genmove` when the game is over.
    const NO_MOVE: &'static str = "none";

    /// Returns the board.
    fn board(&self) -> &Self::Board;

    /// Returns the board, to change it.
    fn board_mut(&mut self) -> &mut Self::Board;

    /// Returns the clocks.
    fn clock(&mut self) -> &mut Clock;
}

/// A move of a game.
pub(super) type MoveOf<G> = <<G as TurnRules>::Board as TurnBoard>::Move;

impl<G: TurnRules> Undo for G {
    fn move_count(&self) -> usize {
        self.board().move_count()
    }

    fn undo(&mut self, count: usize) {
        self.board_mut().undo(count);
    }

    fn undone_count(&self) -> usize {
        self.board().undone_count()
    }

    fn redo(&mut self, count: usize) {
        self.board_mut().redo(count);
    }
}

impl<G: TurnGame> Persist for G {
    fn position_text(&self) -> String {
        self.board().position()
    }

    fn set_position(&mut self, text: &str) -> Result<(), Failure> {
        self.board_mut().set_position(&mut Args::new(text))?;
        self.clock().restart();
        Ok(())
    }

    fn load_text(&mut self, text: &str) -> Result<(), Failure> {
        if TextRecord::begins(text) {
            let record: TextRecord = text.parse()?;
            if !record.game.eq_ignore_ascii_case(G::ABOUT.name) {
                return Err(Failure::Other(refuse_record(&record.game)));
            }
            self.board_mut().set_text_record(record)?;
        } else {
            self.board_mut().load(text)?;
        }
        self.clock().restart();
        Ok(())
    }

    fn set_saved_position(&mut self, text: &str) -> Result<(), Failure> {
        self.load_text(text)
    }

    fn load_file_content(&mut self, _: &str, content: &str) -> Result<(), String> {
        let is_comment = |line: &&str| line.trim().is_empty() || G::Board::is_comment(line.trim());
        let lines: Vec<&str> = content.lines().skip_while(is_comment).collect();
        let line = lines.first().ok_or("it is empty")?.trim();
        let is_numbered = line.starts_with("1.") && line.split_whitespace().nth(1).is_some();
        let spans_lines = TextRecord::begins(line) || is_numbered || G::Board::spans_lines(line);
        if !spans_lines && let Some(other) = lines[1..].iter().find(|&line| !is_comment(line)) {
            return Err(format!("{} follows the game: one game a file", quote(other.trim())));
        }
        let text = if spans_lines { lines.join("\n") } else { line.to_owned() };
        self.load_text(&text).map_err(|failure| failure.to_string())
    }

    fn check_position_text(&self) -> Result<(), Failure> {
        self.board().check_position_text()
    }

    fn has_moves_in_line(&self) -> bool {
        self.board().position_has_moves()
    }

    fn text_record(&self) -> Option<TextRecord> {
        Some(TextRecord { game: G::ABOUT.name.to_owned(), ..self.board().text_record()? })
    }

    fn url(&self) -> Option<String> {
        self.board().url()
    }

    fn sgf(&self) -> Option<String> {
        self.board().sgf()
    }

    fn picture(&self) -> Svg {
        self.svg(None)
    }
}

/// The player and the solver of a two-player game. An [`ExactPlayer`] has them already.
pub trait TurnPlayer: TurnRules {
    /// Chooses a move for a colour that [`TurnBoard::check_turn`] accepts, in a game that is not over, and sends the reason to the
    /// sink of the context.
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<MoveOf<Self>>;

    /// Runs something with the strongest player of the game in the place of the one that the settings name.
    fn with_strongest_player<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        run(self)
    }

    /// Solves the position. The game may be over.
    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<MoveOf<Self>>;

    /// Returns the value of each move of a player for whom [`TurnBoard::has_moves`] holds.
    ///
    /// # Errors
    /// A limit ended the search before any result.
    fn move_values(&mut self, color: Color, context: &Context<'_>) -> Result<MoveValues<MoveOf<Self>>, Failure>;

    /// Streams `info` lines about a game that is not over, until the next request.
    ///
    /// # Errors
    /// The position is too large, or a limit ended the search before any result.
    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure>;
}

/// The commands and pictures of a two-player game.
pub trait TurnGame: TurnPlayer {
    /// What `showboard` and `svg` can draw over the board.
    type Overlay;

    /// Whether the plies of its values are exact, and not only those of a line that was found.
    const HAS_EXACT_PLIES: bool = true;

    /// Whether [`TurnGame::terms`] contains the line of best play.
    const TERMS_HAVE_LINE: bool = false;

    /// The commands that [`TurnGame::SHARED`] lacks, or has with other texts.
    const OWN: &'static [Command<Self>];

    /// The commands that all two-player games have.
    const SHARED: &'static [Command<Self>] = &[
        clear_board(),
        undo(),
        redo(),
        genmove(),
        reg_genmove(),
        search_analyze(),
        hint(),
        explain(),
        legal_moves(),
        final_score(),
        time_settings(),
        time_left(),
        solve(),
        move_values(),
        analyze(),
        review(),
        lessons(),
        begin_lesson(),
        judge(),
        game_record::load("TEXT", "a game in the form of position, or in another one that is usual for it", "list_commands"),
        game_record::load_file("a game from a file of `save`, or one with the forms of load", "list_commands"),
        game_record::load_text("list_commands"),
        game_record::url(),
        game_record::pgn(),
        game_record::save(),
        game_record::save_text(),
        game_record::png(),
    ];

    /// Computes the overlay with this name.
    ///
    /// # Errors
    /// There is no such overlay ([`unknown_overlay`]), or it cannot be computed for this position.
    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Self::Overlay, Failure>;

    /// Draws the board as text.
    fn text(&self, overlay: Option<&Self::Overlay>) -> Text;

    /// Returns the line below the board; it may be empty.
    fn caption(&self) -> String {
        Ending::caption(self.board().ending(), self.board().to_move())
    }

    /// Returns what decided a game that has ended by the rules: `four in a row: d1 d2 d3 d4`.
    fn reason_of_end(&self) -> String;

    /// Draws the board as SVG.
    fn svg(&self, overlay: Option<&Self::Overlay>) -> Svg;

    /// Describes the position of a game that is not over in the game's own terms.
    fn terms(&mut self, _: &mut Context<'_>) -> Vec<Sentence> {
        Vec::new()
    }

    /// Returns how many points a player is ahead, in a game whose solver counts the remaining points only; `None` in other games.
    fn lead(&self, _color: Color) -> Option<i64> {
        None
    }

    /// Gives the game's own reasons for and against a legal move.
    fn move_terms(&mut self, _color: Color, _mv: MoveOf<Self>, _: &mut Context<'_>) -> Vec<Sentence> {
        Vec::new()
    }

    /// Returns a move of a lost position whose solution has no best move, so that a line of best play can go on to the end.
    fn defence(&mut self, _: &Context<'_>) -> Option<MoveOf<Self>> {
        None
    }
}

//! A game with its record: the position that it began with, the moves since then, and a resignation.
//!
//! Every game whose rules are a [`GamePosition`] uses [`GameRecord`] as its board: turns, the end and undoing are the same in all
//! of them. With a [`PositionNotation`] for positions and moves the record is a [`TurnBoard`].

use std::ops::Deref;

use super::board::{GAME_OVER, out_of_turn};
use super::{PastMove, TurnBoard};
use crate::color::{Color, Ending};
use crate::game::text_record::TextRecord;
use crate::game::undo::History;
use crate::protocol::{Args, Failure};

/// A position with the rules of its game.
pub trait GamePosition: Clone + Send + 'static {
    /// A move of the player whose turn it is.
    type Move: Copy + PartialEq + Send;
    /// Why the rules refuse a move.
    type Refusal;

    /// See [`TurnBoard::IS_IMPARTIAL`].
    const IS_IMPARTIAL: bool = false;

    /// Returns the player whose turn it is.
    fn to_move(&self) -> Color;

    /// Returns how the game has ended by the rules.
    fn ending(&self) -> Option<Ending>;

    /// Returns the score of an ending by the rules, as `final_score` prints it.
    fn score_text(&self, ending: Ending) -> String {
        ending.score()
    }

    /// Returns the moves of the player to move in a game that is not over, in the order in which they are listed.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Returns the number of legal moves.
    fn count_moves(&self) -> u64 {
        self.legal_moves().count() as u64
    }

    /// Plays a move of the player to move, in a game that is not over.
    ///
    /// # Errors
    /// The rules refuse it; the position is unchanged then.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Refusal>;
}

/// The notation of a game: names of moves, sizes and positions, messages.
pub trait PositionNotation: GamePosition {
    /// Whether [`PositionNotation::game_text`] contains the moves of the game, and not only the position after them.
    const TEXT_HAS_MOVES: bool = false;

    /// Whether [`TurnBoard::load`] also reads lists of moves. They must not be confusable with positions.
    const HAS_MOVE_LISTS: bool = true;

    /// Parses the name of a move. [`GamePosition::play`] checks whether the move is legal.
    ///
    /// # Errors
    /// The word is not the name of a move on this board.
    fn parse_move(&self, word: &str) -> Result<Self::Move, Failure>;

    /// Returns the name of a move.
    fn move_name(&self, mv: Self::Move) -> String;

    /// Returns the message why the rules refuse a move.
    fn refusal_text(&self, mv: Self::Move, refusal: Self::Refusal) -> String;

    /// Parses the arguments of `boardsize`. Returns the first position of a game on such a board.
    ///
    /// # Errors
    /// They cannot be parsed or are out of range.
    fn parse_size(_: &mut Args<'_>) -> Result<Self, Failure> {
        Err(Failure::Other("the board has no size".into()))
    }

    /// Writes a game as one line.
    fn game_text(game: &GameRecord<Self>) -> String;

    /// Checks that [`PositionNotation::game_text`] is enough to set the game up anew, whatever the present game is.
    ///
    /// # Errors
    /// It is not; the message says how the game is written.
    fn check_game_text(_: &GameRecord<Self>) -> Result<(), Failure> {
        Ok(())
    }

    /// Formats a start position, so that [`PositionNotation::parse_game`] of any present game reads it.
    fn start_text(start: &Self) -> String {
        Self::game_text(&GameRecord::new(start.clone()))
    }

    /// Parses the arguments of `position`; `game` is the present game.
    ///
    /// # Errors
    /// They cannot be parsed, or break the rules.
    fn parse_game(game: &GameRecord<Self>, args: &mut Args<'_>) -> Result<GameRecord<Self>, Failure>;

    /// Returns the usual link to a game on the web.
    fn link(_: &GameRecord<Self>) -> Option<String> {
        None
    }

    /// Parses a game in a form of other programs; `None` if the text is in no such form. `game` is the present game.
    fn parse_other_form(_game: &GameRecord<Self>, _text: &str) -> Option<Result<GameRecord<Self>, Failure>> {
        None
    }

    /// Forwards to [`TurnBoard::spans_lines`].
    fn spans_lines(first: &str) -> bool {
        first.starts_with('(')
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<R> {
    /// The game is over.
    Over,
    /// It is this player's turn.
    OutOfTurn(Color),
    /// The rules refuse it.
    Rules(R),
}

impl<R> Refusal<R> {
    /// Returns the message; `rules` returns that of a refusal by the rules.
    pub fn message(self, rules: impl FnOnce(R) -> String) -> String {
        match self {
            Refusal::Over => GAME_OVER.to_owned(),
            Refusal::OutOfTurn(color) => out_of_turn(color),
            Refusal::Rules(refusal) => rules(refusal),
        }
    }
}

/// An entry of a record: a move or a resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordEntry<M> {
    /// Who moved.
    pub color: Color,
    /// The move; `None` for a resignation.
    pub mv: Option<M>,
}

/// A game: its record, and the current position, to which it dereferences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord<P: GamePosition> {
    current: P,
    /// The position before each entry.
    before: Vec<P>,
    entries: History<RecordEntry<P::Move>>,
    /// The text record that the game was read from.
    source: Option<Box<TextRecord>>,
}

impl<P: GamePosition> Deref for GameRecord<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.current
    }
}

impl<P: GamePosition> GameRecord<P> {
    /// Creates a game that begins with a position.
    #[must_use]
    pub fn new(start: impl Into<P>) -> Self {
        GameRecord { current: start.into(), before: Vec::new(), entries: History::default(), source: None }
    }

    /// Returns the text record that the game was read from.
    pub(super) fn source(&self) -> Option<&TextRecord> {
        self.source.as_deref()
    }

    /// Keeps the text record that the game was read from.
    pub(super) fn set_source(&mut self, source: TextRecord) {
        self.source = Some(Box::new(source));
    }

    /// Returns the position that the game began with.
    #[must_use]
    pub fn start(&self) -> &P {
        self.before.first().unwrap_or(&self.current)
    }

    /// Returns the position before the last entry.
    #[must_use]
    pub fn previous(&self) -> Option<&P> {
        self.before.last()
    }

    /// Returns the moves so far, a resignation last.
    #[must_use]
    pub fn record(&self) -> &[RecordEntry<P::Move>] {
        &self.entries
    }

    /// Returns the last move; `None` at the start.
    #[must_use]
    pub fn last_move(&self) -> Option<P::Move> {
        self.entries.iter().rev().find_map(|entry| entry.mv)
    }

    /// Returns the player who has resigned.
    #[must_use]
    pub fn resigner(&self) -> Option<Color> {
        self.entries.last().filter(|entry| entry.mv.is_none()).map(|entry| entry.color)
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.current.to_move()
    }

    /// Returns how the game has ended, by the rules or by a resignation.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.resigner().map(|loser| Ending::Won(loser.other())).or_else(|| self.current.ending())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The game is over, it is the other player's turn, or the rules refuse the move; nothing is changed then.
    pub fn play(&mut self, color: Color, mv: P::Move) -> Result<(), Refusal<P::Refusal>> {
        if self.ending().is_some() {
            return Err(Refusal::Over);
        }
        if color != self.to_move() {
            return Err(Refusal::OutOfTurn(self.to_move()));
        }
        let before = self.current.clone();
        self.current.play(mv).map_err(Refusal::Rules)?;
        self.push(before, RecordEntry { color, mv: Some(mv) });
        Ok(())
    }

    fn push(&mut self, before: P, entry: RecordEntry<P::Move>) {
        self.before.push(before);
        self.entries.push(entry);
    }

    /// Resigns for a player, whose turn it need not be; does nothing in a game that is over.
    pub fn resign(&mut self, color: Color) {
        if self.ending().is_none() {
            self.push(self.current.clone(), RecordEntry { color, mv: None });
        }
    }

    /// Undoes the last move or resignation. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.current = before;
        self.entries.undo(1);
        true
    }

    /// Makes the move or resignation again that was undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        if self.entries.undone_count() == 0 {
            return false;
        }
        self.before.push(self.current.clone());
        // What was played once can be played again.
        self.entries.redo(1).iter().filter_map(|entry| entry.mv).for_each(|mv| drop(self.current.play(mv)));
        true
    }

    /// Parses a game as its position, or in a form of other programs; `self` is the present game.
    ///
    /// # Errors
    /// The text is neither.
    pub(super) fn parse_position(&self, text: &str) -> Result<Self, Failure>
    where
        P: PositionNotation,
    {
        P::parse_other_form(self, text).unwrap_or_else(|| P::parse_game(self, &mut Args::new(text)))
    }

    /// Returns the game played again from its start, up to a move that the rules refuse.
    #[must_use]
    pub fn replay(&self) -> Self {
        let mut game: Self = GameRecord::new(self.start().clone());
        for &RecordEntry { color, mv } in self.record() {
            match mv {
                Some(mv) if game.play(color, mv).is_err() => break,
                Some(_) => {}
                None => game.resign(color),
            }
        }
        game.source.clone_from(&self.source);
        game
    }
}

impl<P: PositionNotation> TurnBoard for GameRecord<P> {
    type Move = P::Move;
    type Undone = Vec<RecordEntry<P::Move>>;

    const IS_IMPARTIAL: bool = P::IS_IMPARTIAL;

    fn to_move(&self) -> Color {
        self.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending()
    }

    fn resigner(&self) -> Option<Color> {
        self.resigner()
    }

    fn score_text(&self) -> Option<String> {
        let ending = self.ending()?;
        Some(if self.resigner().is_some() { ending.score() } else { self.current.score_text(ending) })
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = P::Move> {
        self.current.legal_moves()
    }

    fn count_moves(&self, _: Color) -> u64 {
        self.current.count_moves()
    }

    fn play(&mut self, color: Color, mv: P::Move) -> Result<(), String> {
        self.play(color, mv).map_err(|refusal| refusal.message(|refusal| self.current.refusal_text(mv, refusal)))
    }

    fn resign(&mut self, color: Color) {
        self.resign(color);
    }

    fn restart(&mut self) {
        *self = GameRecord::new(self.start().clone());
    }

    fn move_count(&self) -> usize {
        self.entries.len()
    }

    fn undo(&mut self, count: usize) {
        for _ in 0..count {
            GameRecord::undo(self);
        }
    }

    fn take_undone(&mut self) -> Self::Undone {
        self.entries.take_undone()
    }

    fn set_undone(&mut self, undone: Self::Undone) {
        self.entries.set_undone(undone);
    }

    fn undone_count(&self) -> usize {
        self.entries.undone_count()
    }

    fn next_undone(&self) -> Option<PastMove> {
        let &RecordEntry { color, mv } = self.entries.next_undone()?;
        let name = mv.map_or_else(|| "resign".to_owned(), |mv| TurnBoard::move_name(self, mv));
        Some(PastMove { color, name, is_choice: mv.is_some() })
    }

    fn redo(&mut self, count: usize) {
        for _ in 0..count {
            GameRecord::redo(self);
        }
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        *self = GameRecord::new(P::parse_size(args)?);
        Ok(())
    }

    fn position(&self) -> String {
        P::game_text(self)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        *self = P::parse_game(self, args)?;
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), Failure> {
        *self = match self.parse_position(text) {
            // A text that is neither gets the message for a position.
            Err(failure) if P::HAS_MOVE_LISTS => self.replay_list(text).unwrap_or(Err(failure))?,
            game => game?,
        };
        Ok(())
    }

    fn spans_lines(first: &str) -> bool {
        P::spans_lines(first)
    }

    fn check_position_text(&self) -> Result<(), Failure> {
        P::check_game_text(self)
    }

    fn position_has_moves(&self) -> bool {
        self.record().is_empty() || P::TEXT_HAS_MOVES && self.resigner().is_none()
    }

    fn text_record(&self) -> Option<TextRecord> {
        Some(self.to_text_record())
    }

    fn set_text_record(&mut self, record: TextRecord) -> Result<(), Failure> {
        self.replay_text_record(record)
    }

    fn url(&self) -> Option<String> {
        P::link(self)
    }

    fn parse_move(&self, word: &str) -> Result<P::Move, Failure> {
        self.current.parse_move(word)
    }

    fn move_name(&self, mv: P::Move) -> String {
        self.current.move_name(mv)
    }
}

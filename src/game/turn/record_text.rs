//! The text record of a [`GameRecord`], and lists of moves.

use super::{GameRecord, PositionNotation, TurnBoard};
use crate::color::Color;
use crate::game::text_record::{RESULT, TextRecord, is_move_number, strip_move_number};
use crate::protocol::Failure;

impl<P: PositionNotation> GameRecord<P> {
    /// Plays a list of moves from the start of this game: `a1 b2`, `1. a1 2. b2`, `a1, b2`. Returns `None` if the first word is no
    /// move, or is a whole number, which may be meant as a size or a heap.
    pub(super) fn replay_list(&self, text: &str) -> Option<Result<Self, Failure>> {
        let words: Vec<&str> = text.split_whitespace().map(strip_comma_and_number).filter(|word| !word.is_empty()).collect();
        let first = words.first().filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))?;
        let mut game: Self = GameRecord::new(self.start().clone());
        TurnBoard::parse_move(&game, first).ok()?;
        let mut play = |(number, word): (usize, &str)| game.play_by_name(number, game.to_move(), word);
        Some((1..).zip(words).try_for_each(&mut play).map(|()| game))
    }

    /// Plays the move of this number, from 1, by its name, or resigns.
    fn play_by_name(&mut self, number: usize, player: Color, name: &str) -> Result<(), Failure> {
        let numbered = |why: String| format!("move {number}: {why}");
        match self.parse_move(name) {
            Ok(mv) => TurnBoard::play(self, player, mv).map_err(|why| Failure::IllegalMove(numbered(why))),
            Err(_) if name.eq_ignore_ascii_case("resign") && self.ending().is_none() => {
                self.resign(player);
                Ok(())
            }
            Err(failure) => Err(failure.map_reason(numbered)),
        }
    }

    /// Returns the game as a text record, with the tags of the one that it was read from. The name of the game is missing.
    pub(super) fn to_text_record(&self) -> TextRecord {
        let mut position = self.start().clone();
        let start = P::start_text(&position);
        let mut moves = Vec::new();
        for entry in self.record() {
            let name = entry.mv.map_or_else(|| "resign".to_owned(), |mv| position.move_name(mv));
            moves.push((entry.color, name));
            // What was played once can be played again.
            let _ = entry.mv.map(|mv| position.play(mv));
        }
        let mut tags = self.source().map(|source| source.tags.clone()).unwrap_or_default();
        if self.source().is_some_and(|source| source.moves != moves) {
            tags.retain(|(name, _)| name != RESULT);
        }
        if let Some(score) = self.score_text().filter(|_| tags.iter().all(|(name, _)| name != RESULT)) {
            let how = if self.resigner().is_some() { "R" } else { "" };
            tags.push((RESULT.to_owned(), score + how));
        }
        TextRecord { game: String::new(), tags, start, moves }
    }

    /// Plays a text record from its start, and keeps its tags. Nothing is changed if it fails.
    ///
    /// # Errors
    /// The start or the first move that is refused, by its number from 1, and why.
    pub(super) fn replay_text_record(&mut self, mut record: TextRecord) -> Result<(), Failure> {
        let mut game = self.parse_position(&record.start)?;
        for (number, (player, name)) in (1..).zip(&record.moves) {
            game.play_by_name(number, *player, name)?;
        }
        // The text of the start may contain moves, which become part of the record.
        record.moves = game.to_text_record().moves;
        game.set_source(record);
        *self = game;
        Ok(())
    }
}

/// Removes commas and the move number from a word of a list of moves: `1.a1,` becomes `a1`, and `1.` the empty text.
fn strip_comma_and_number(word: &str) -> &str {
    let word = word.trim_matches(',');
    if is_move_number(word) {
        return "";
    }
    strip_move_number(word)
}

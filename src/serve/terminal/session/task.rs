//! The lesson or the puzzle that a person solves: where it begins, and what is said of the moves.

use super::{Flags, Session};
use crate::protocol::{Failure, Outcome, Request, wrap};
use crate::serve::ask;
use crate::serve::terminal::opponent::Opponent;
use crate::serve::terminal::screen::width;
use crate::serve::terminal::{lesson, puzzle};
use crate::settings::Language;

/// Why `undo` is refused where a task begins: the moves before it are not the person's.
const NOTHING_TO_UNDO: &str = "the task begins here";

/// A lesson or a puzzle.
pub(super) struct Task {
    /// The number of the lesson; `None` for a puzzle.
    lesson: Option<usize>,
    /// The position where it begins.
    start: String,
    /// Whether moves are still judged.
    is_open: bool,
}

impl Session {
    /// Takes the task of a request that has begun a game; any other game has none. The person gets the side to move, which the
    /// engine would play otherwise.
    pub(super) fn begin_task(&mut self, request: &Request) {
        let lesson = match request.name.as_str() {
            "lesson" => request.args.split(' ').next().and_then(|number| number.parse().ok()),
            "puzzle" => None,
            _ => {
                self.task = None;
                return;
            }
        };
        self.task = ask(&mut self.engine, "position").ok().map(|start| Task { lesson, start, is_open: true });
        if let (Opponent::Engine(_), Some(color)) = (self.opponent, self.engine.situation().to_move) {
            self.opponent = Opponent::Engine(color.other());
        }
    }

    /// Returns the language of a lesson with these arguments: that of the settings if they name none.
    pub(super) fn lesson_language(&self, args: &str) -> Language {
        let named = args.split_whitespace().nth(1);
        let found = Language::NAMED.iter().find(|(name, _)| named.is_some_and(|named| named.eq_ignore_ascii_case(name)));
        found.map_or_else(|| self.engine.language(), |&(_, language)| language)
    }

    /// Returns whether no move of the task has been made.
    pub(super) fn is_at_start(&mut self) -> bool {
        let Some(task) = &self.task else { return false };
        ask(&mut self.engine, "position").is_ok_and(|position| position == task.start)
    }

    /// Undoes moves of the task, at most all of them. Returns `None` if the position is not one of the task.
    pub(super) fn undo_in_task(&mut self, count: Option<&&str>, flags: &Flags) -> Option<Outcome> {
        let count: usize = count.map_or(Some(1), |word| word.parse().ok())?;
        let (_, made) = self.count_moves()?;
        match count.min(made) {
            0 if count > 0 => Some(Err(Failure::CannotUndo(NOTHING_TO_UNDO.to_owned()))),
            count => Some(self.ask("undo", &count.to_string(), flags)),
        }
    }

    /// Reviews the moves of the task alone. Returns `None` if the position is not one of the task.
    pub(super) fn review_in_task(&mut self, args: &str, flags: &Flags) -> Option<Outcome> {
        let (before, _) = self.count_moves()?;
        Some(self.ask("review", format!("{args} from={}", before + 1).trim_start(), flags))
    }

    /// Counts the moves before the start of the task and after it; `None` if the position is not one of the task.
    fn count_moves(&mut self) -> Option<(usize, usize)> {
        let (mut count, mut made) = (0, None);
        loop {
            if made.is_none() && self.is_at_start() {
                made = Some(count);
            }
            if ask(&mut self.engine, "undo").is_err() {
                break;
            }
            count += 1;
        }
        // The moves that have just been undone.
        let _ = ask(&mut self.engine, &format!("redo {count}"));
        made.map(|made| (count - made, made))
    }

    /// Judges no further moves of the task.
    fn close_task(&mut self) {
        if let Some(task) = &mut self.task {
            task.is_open = false;
        }
    }

    /// Says whether what a request has done solves the task. Returns whether the opponent moves now: there is no task, or moves are
    /// missing, or a puzzle is solved.
    pub(super) fn judge(&mut self, request: &Request, flags: &Flags) -> bool {
        if self.is_at_start() {
            return false;
        }
        match &self.task {
            None | Some(Task { is_open: false, .. }) => true,
            Some(Task { lesson: Some(number), .. }) => self.judge_lesson(*number, flags),
            Some(Task { lesson: None, start, .. }) => {
                let Some(mv) = puzzle::move_of(request, &self.engine) else { return true };
                if self.engine.situation().to_move.is_some() {
                    return self.judge_answer(&start.clone(), &mv, flags);
                }
                if self.engine.find("check").is_some() {
                    self.judge_entry(flags);
                } else {
                    self.judge_path(flags);
                }
                true
            }
        }
    }

    /// Says whether the task of a lesson is met by the game that the opponent's move has ended.
    pub(super) fn judge_ending(&mut self, request: &Request, flags: &Flags) {
        if self.task.as_ref().is_some_and(|task| task.lesson.is_some()) && self.engine.situation().ending.is_some() {
            self.judge(request, flags);
        }
    }

    /// Says whether the task of a lesson is met. Returns whether moves are missing.
    fn judge_lesson(&mut self, number: usize, flags: &Flags) -> bool {
        let Ok(reply) = self.ask("judge", &number.to_string(), flags) else {
            self.close_task();
            return true;
        };
        let count = ask(&mut self.engine, "lessons").map_or(0, |list| list.lines().count());
        let (is_open, text) = lesson::verdict(&reply, (number, count), self.engine.language());
        self.writer.say(&wrap(&text, width()));
        if reply.starts_with("met") {
            self.close_task();
        }
        is_open
    }

    /// Says whether the first move of a puzzle is its answer. Returns whether the game goes on: the move is not wrong.
    fn judge_answer(&mut self, start: &str, mv: &str, flags: &Flags) -> bool {
        if ask(&mut self.engine, "undo").is_err() {
            self.close_task();
            return true;
        }
        let is_first = ask(&mut self.engine, "position").is_ok_and(|position| position == start);
        let explained = if is_first { self.ask("explain", mv, flags).ok() } else { None };
        // The move that has just been undone.
        let _ = ask(&mut self.engine, "redo");
        let Some(is_right) = explained.as_deref().and_then(puzzle::is_right) else {
            self.close_task();
            return true;
        };
        let text = puzzle::verdict(is_right, explained.as_deref().unwrap_or_default(), self.engine.language());
        self.writer.say(&wrap(&text, width()));
        if is_right {
            self.close_task();
        }
        is_right
    }

    /// Says that an entry of a puzzle that is filled in is wrong.
    fn judge_entry(&mut self, flags: &Flags) {
        let hint = self.ask("hint", "", flags).ok();
        if let Some(text) = hint.and_then(|hint| puzzle::refutation(&hint, &self.engine)) {
            self.writer.say(&wrap(&text, width()));
        }
    }

    /// Says whether the way to the target, once it is reached, is as short as the shortest one.
    fn judge_path(&mut self, flags: &Flags) {
        if self.engine.situation().ending.is_none() {
            return;
        }
        let Some((_, made)) = self.count_moves() else { return };
        let _ = ask(&mut self.engine, &format!("undo {made}"));
        let fewest = self.ask("solve", "", flags).ok().and_then(|reply| puzzle::move_count(&reply));
        // The moves that have just been undone.
        let _ = ask(&mut self.engine, &format!("redo {made}"));
        if let Some(fewest) = fewest {
            self.writer.say(&wrap(&puzzle::length_verdict(made, fewest, self.engine.language()), width()));
        }
    }
}

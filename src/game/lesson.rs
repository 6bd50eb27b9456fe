//! Lessons: positions with a text and a task, and the commands `lessons`, `lesson` and `judge`. The solver of the game decides
//! whether a task is met, so no lesson has an answer in its file.
//!
//! `lessons.json` of a game lists its lessons: `title`, `text` and `task` in each language, `position` as the command `position`
//! reads it, and `goal`. Its `claims` and `keeps` repeat what the text says in a form that `tests/program/lessons.rs` checks.

use std::fmt;

use serde::Deserialize;

use super::record::Persist;
use super::undo::Undo;
use super::{Command, Context, Game};
use crate::protocol::{Args, Failure, Outcome, natural};
use crate::settings::Language;

/// How many moves back the start of a lesson is looked for, at most.
const MAX_BACK: usize = 2_000;

/// A text in each language.
#[derive(Deserialize)]
struct Words {
    en: String,
    fr: String,
}

impl Words {
    fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }
}

/// The task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// One move that keeps the value: the result, and the margin in games that have one.
    Keep,
    /// One move that keeps the result and its number of plies.
    Quickest,
    /// One move after which its player loses.
    Lose,
    /// Moves to the end of the game that keep the value.
    Finish,
    /// The solution: of a puzzle, or with the fewest moves.
    Solve,
    /// The first moves that the deduction rule of this name finds.
    Rule(String),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::Keep => "keep",
            Goal::Quickest => "quickest",
            Goal::Lose => "lose",
            Goal::Finish => "finish",
            Goal::Solve => "solve",
            Goal::Rule(_) => "rule",
        })
    }
}

/// A lesson.
#[derive(Deserialize)]
struct Lesson {
    title: Words,
    text: Words,
    task: Words,
    position: String,
    goal: Goal,
}

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The task is met.
    Met,
    /// More moves are needed; the task can still be met.
    Open,
    /// A move made it impossible to meet the task.
    Failed,
    /// A limit ended the search before it was decided.
    Unknown,
}

/// The reply of `judge`: `failed move=b1 answer=c3`, and a sentence.
#[derive(Debug)]
pub struct Judgement {
    state: TaskState,
    facts: Vec<(&'static str, String)>,
    sentence: String,
}

impl Judgement {
    /// Creates the judgement without facts.
    pub fn new(state: TaskState, sentence: impl Into<String>) -> Self {
        Judgement { state, facts: Vec::new(), sentence: sentence.into() }
    }

    /// Adds a fact, if there is one.
    #[must_use]
    pub fn with_fact(mut self, key: &'static str, value: Option<impl ToString>) -> Self {
        self.facts.extend(value.map(|value| (key, value.to_string())));
        self
    }

    fn text(&self) -> String {
        let word = match self.state {
            TaskState::Met => "met",
            TaskState::Open => "open",
            TaskState::Failed => "failed",
            TaskState::Unknown => "unknown",
        };
        let facts: String = self.facts.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!("{word}{facts}\n{}", self.sentence)
    }
}

/// A game with lessons.
pub trait LessonGame: Game + Persist + Undo {
    /// Decides whether the last `played` moves reach a goal, and restores the game.
    ///
    /// # Errors
    /// The game has no such goal.
    fn judge(&mut self, goal: &Goal, played: usize, context: &mut Context<'_>) -> Result<Judgement, Failure>;
}

/// Returns the failure for a goal of another kind of game.
pub fn goal_error(goal: &Goal) -> Failure {
    Failure::Other(format!("this game has no goal {goal}"))
}

/// Returns the command `lessons`.
#[must_use]
pub const fn lessons<G: LessonGame>() -> Command<G> {
    Command::new("lessons", "[en|fr]", "the lessons of the game, one a line: number and title", |_: &mut G, args, context| {
        let language = read_language(args, context.settings.language)?;
        let titles = read(G::ABOUT.lessons)?.into_iter().zip(1..);
        let lines: Vec<String> =
            titles.map(|(lesson, number)| format!("{number} {}", lesson.title.in_language(language))).collect();
        Ok(lines.join("\n"))
    })
}

/// Returns the command `lesson`.
#[must_use]
pub const fn lesson<G: LessonGame>() -> Command<G> {
    Command::new(
        "lesson",
        "N [en|fr]",
        "sets up the position of a lesson: its title, text and task; judge says whether the task is met",
        |game: &mut G, args, context| {
            let number = args.next("the number of a lesson", natural::<usize>)?;
            let language = read_language(args, context.settings.language)?;
            let lessons = read(G::ABOUT.lessons)?;
            let lesson = find(&lessons, number)?;
            game.set_position(&lesson.position)?;
            let [title, text, task] = [&lesson.title, &lesson.text, &lesson.task].map(|words| words.in_language(language));
            Ok(format!("title={title}\ntext={text}\ntask={task}\ngoal={}\nposition={}", lesson.goal, lesson.position))
        },
    )
    .with_example("lesson 1")
}

/// Returns the command `judge`.
#[must_use]
pub const fn judge<G: LessonGame>() -> Command<G> {
    Command::new(
        "judge",
        "[N]",
        "whether the task of the lesson is met by the moves since its position, by proof: met, open, failed or unknown",
        run_judge::<G>,
    )
    .with_example("list_commands")
}

fn run_judge<G: LessonGame>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let number = args.optional_last("the number of a lesson", natural::<usize>)?;
    let mut lessons = read(G::ABOUT.lessons)?;
    if let Some(number) = number {
        find(&lessons, number)?;
        lessons = lessons.into_iter().skip(number - 1).take(1).collect();
    }
    let found = find_played(game, &lessons, context);
    let (at, played) = found.ok_or_else(|| match number {
        Some(number) => {
            Failure::Other(format!("the game has not begun at the position of lesson {number}: `lesson {number}` does"))
        }
        None => Failure::Other("the game has not begun at the position of a lesson: `lesson 1` begins the first".into()),
    })?;
    let judgement = game.judge(&lessons[at].goal, played, context)?;
    Ok(judgement.with_fact("lesson", number.is_none().then_some(at + 1)).text())
}

/// Finds the latest position of the record that is the start of a lesson. Returns its index and the number of moves since then.
fn find_played<G: LessonGame>(game: &mut G, lessons: &[Lesson], context: &Context<'_>) -> Option<(usize, usize)> {
    let starts: Vec<Option<String>> = lessons.iter().map(start_text::<G>).collect();
    let most = game.move_count().min(MAX_BACK);
    let mut played = 0;
    let found = loop {
        let position = Some(game.position_text());
        let found = starts.iter().position(|start| *start == position);
        if found.is_some() || played == most || context.stop.is_raised() {
            break found;
        }
        game.undo(1);
        played += 1;
    };
    // A resignation does not change the position.
    if found.is_some() && played < most {
        let position = game.position_text();
        game.undo(1);
        played += 1;
        if game.position_text() != position {
            game.redo(1);
            played -= 1;
        }
    }
    game.redo(played);
    found.map(|at| (at, played))
}

/// Returns the position of a lesson in the form in which the game writes it: defaults may be left out there.
fn start_text<G: LessonGame>(lesson: &Lesson) -> Option<String> {
    let mut game = G::default();
    game.set_position(&lesson.position).ok()?;
    Some(game.position_text())
}

/// Parses the `lessons.json` of a game.
fn read(json: &str) -> Result<Vec<Lesson>, Failure> {
    serde_json::from_str(json).map_err(|error| Failure::Other(format!("the lessons cannot be read: {error}")))
}

fn find(lessons: &[Lesson], number: usize) -> Result<&Lesson, Failure> {
    let found = number.checked_sub(1).and_then(|index| lessons.get(index));
    found.ok_or_else(|| Failure::Other(format!("there is no lesson {number}; the last is {}", lessons.len())))
}

/// Reads the optional last argument, a language; `default` if it is missing.
fn read_language(args: &mut Args<'_>, default: Language) -> Result<Language, Failure> {
    let language = if args.is_empty() { default } else { args.choice(&Language::NAMED)? };
    args.end()?;
    Ok(language)
}

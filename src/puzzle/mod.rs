//! What puzzles of one player share: their commands, one-line notation, files, deduction by levels, results and generation.
//!
//! A game implements [`Puzzle`]; [`Session`] is then the game that the engine knows.

use std::fmt;

use crate::game::Bench;
use crate::grid::Size;
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure};
use crate::search::Budget;

mod answer;
mod commands;
#[cfg(test)]
pub mod data_sets;
mod deduction;
pub mod generator;
pub mod ilp;
pub mod line;
pub mod notation;
pub mod record;
pub mod rows;
mod session;
mod solving;

pub use answer::{Answer, Count, NextSolution, Verdict};
pub use commands::{Help, verdict_text};
pub use deduction::{Deduction, Level, Progress, Rating, Rule, Step, hardest_level};
pub use session::Session;

use generator::{GenerateError, Generated, OptionsOf};
use notation::Variant;

/// A puzzle with its rules, notation, picture, solver, deductions and generator. Its default is the puzzle at start.
pub trait Puzzle: Clone + Default + Send + 'static {
    /// The name of the game on the wire.
    const NAME: &'static str;
    /// What the game is, in one line.
    const SUMMARY: &'static str;
    /// What `help` says of its commands.
    const HELP: Help;
    /// What `ludion bench` runs.
    const BENCH: Bench;
    /// How names of files end whose first line must be the size.
    const FILE_ENDING: &'static str;
    /// The solvers beside `best` and `logic`, for comparison.
    const SOLVERS: &'static [Solver<Self>];
    /// The ways to generate a puzzle; the default one comes first.
    const METHODS: &'static [(&'static str, Self::Method)];
    /// The places that a solution fills in.
    const PLACES: &'static str;
    /// What a player puts there.
    const MOVES: &'static str;

    /// A move of the player.
    type Move: Copy + Send;
    /// A solution, or a part of one.
    type Solution: Clone + PartialEq + Send;
    /// A broken rule, with its place.
    type Fault: Copy + PartialEq;
    /// A step of deduction.
    type Step: Step;
    /// Rules that are named beside a puzzle.
    type Variant: Variant;
    /// A way to generate a puzzle.
    type Method: Copy + Default + PartialEq;

    /// Returns the solution in which nothing is filled in.
    fn blank(&self) -> Self::Solution;

    /// Makes a move in a solution.
    fn apply(solution: &mut Self::Solution, mv: Self::Move);

    /// Checks a solution by the rules alone.
    fn check(&self, solution: &Self::Solution) -> Verdict<Self::Fault>;

    /// Checks what a player has filled in; what follows from it may be left out.
    fn check_filled(&self, filled: &Self::Solution) -> Verdict<Self::Fault> {
        self.check(filled)
    }

    /// Returns the same puzzle under the rules that are named beside it.
    #[must_use]
    fn with_variant(self, _: Self::Variant) -> Self {
        self
    }

    /// Reads a game ID or an address, whose first character stands at the line and column given.
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_line(text: &str, line: usize, column: usize) -> Result<Self, ParseError>;

    /// Reads a file; `is_named` says that its name ends as [`Puzzle::FILE_ENDING`].
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_file(text: &str, is_named: bool) -> Result<Self, ParseError>;

    /// Writes the puzzle as a game ID where that can hold it, else as the path of its address with the rules beside it.
    fn line_text(&self) -> String;

    /// Writes the address of the puzzle on puzz.link.
    fn address(&self) -> String;

    /// Reads a move as [`Puzzle::move_text`] writes it.
    ///
    /// # Errors
    /// A word of another form, or a move that the rules forbid.
    fn parse_move(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// Reads the arguments of `play`.
    ///
    /// # Errors
    /// As [`Puzzle::parse_move`].
    fn parse_play(&self, args: &mut Args<'_>) -> Result<Self::Move, Failure> {
        let word = args.word().ok_or_else(|| Failure::Syntax("MOVE is missing".into()))?;
        args.end()?;
        Ok(self.parse_move(word)?)
    }

    /// Writes a move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a solution as [`Puzzle::solution_text`] writes it.
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_solution(&self, text: &str) -> Result<Self::Solution, ParseError>;

    /// Writes a solution.
    fn solution_text(&self, solution: &Self::Solution) -> String;

    /// Writes `RULE at WHERE`.
    fn fault_text(&self, fault: Self::Fault) -> String;

    /// Names the places where two solutions differ.
    fn differences(&self, one: &Self::Solution, other: &Self::Solution) -> String;

    /// Draws the puzzle as text; `ruled` puts rules between the cells.
    fn draw_text(&self, filled: &Self::Solution, ruled: bool) -> Text;

    /// Returns the line below the picture.
    fn caption(&self, filled: &Self::Solution) -> String;

    /// Draws the puzzle as SVG.
    fn draw_svg(&self, filled: &Self::Solution) -> Svg;

    /// Finds the solution and proves that it is the only one, or finds a second.
    fn solve(&self, budget: &Budget) -> Answer<Self::Solution>;

    /// Counts the solutions, up to a limit.
    fn count(&self, limit: Option<u64>, budget: &Budget) -> Count;

    /// Deduces what follows from what is filled in, by the rules of all levels.
    fn deduce(&self, filled: &Self::Solution, budget: &Budget) -> Deduction<Self::Step>;

    /// Writes each step with its reason, one line a step.
    fn explain_steps(&self, steps: &[Self::Step]) -> impl Iterator<Item = String>;

    /// Writes the reason of one of some steps, for a player who knows none of them.
    fn explain_hint(&self, steps: &[Self::Step], at: usize) -> String;

    /// Names a step as a move.
    fn step_name(&self, step: &Self::Step) -> String;

    /// Finds a move of the player that the only solution contradicts. Returns it and what is there in the solution.
    fn mistake(&self, filled: &Self::Solution, solution: &Self::Solution) -> Option<(String, String)>;

    /// Names the first move that is missing for a solution.
    fn next_move(&self, filled: &Self::Solution, solution: &Self::Solution) -> String;

    /// Returns the difficulty of a generated puzzle where none is asked for.
    fn usual_level(_: &<Self::Variant as Variant>::Rules) -> Level {
        Level::Medium
    }

    /// Checks that options go together.
    ///
    /// # Errors
    /// They do not.
    fn validate(_: &OptionsOf<Self>) -> Result<(), Failure> {
        Ok(())
    }

    /// Generates a puzzle.
    ///
    /// # Errors
    /// No puzzle fits the options, or the budget ends first.
    fn generate(options: &OptionsOf<Self>, budget: &Budget) -> Result<Generated<Self>, GenerateError>;

    /// Returns what `generate` says of a puzzle beside its size: ` KEY=VALUE...`.
    fn facts(&self) -> String {
        String::new()
    }
}

/// A solver for comparison.
pub struct Solver<P: Puzzle> {
    /// Its name in `solve`.
    pub name: &'static str,
    /// Its name with its options, as `help` writes them.
    pub usage: &'static str,
    /// The words that may follow its name, one at most.
    pub options: &'static [&'static str],
    /// Runs it.
    pub run: fn(&P, Option<&str>, &Budget) -> Finding<P::Solution>,
}

/// What a solver finds.
pub enum Finding<S> {
    /// An answer that is right.
    Proof(Answer<S>),
    /// An answer in the sense of a model that does not know all rules.
    Model(Answer<S>),
    /// An attempt that may be wrong and proves nothing.
    Attempt(S),
}

/// Longest side of a grid.
pub const MAX_SIDE: usize = 100;

/// Returns the size of a grid, if there may be such a grid.
#[must_use]
pub fn checked_size(width: usize, height: usize) -> Option<Size> {
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    (fits(width) && fits(height)).then_some(Size { width, height })
}

/// Says why no grid has these sides, as they were written.
pub fn size_error(width: impl fmt::Display, height: impl fmt::Display) -> String {
    format!("{width}x{height} is not a size: sides go from 1 to {MAX_SIDE}")
}

/// Reads a whole number of digits alone.
pub fn parse_digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = Some(text).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|text| text.parse().ok())
}

/// Lists words: `best, simple or alternative`.
#[must_use]
pub fn list_words(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl ParseError {
    /// Creates the error of a place.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        ParseError { line, column, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Syntax(error.to_string())
    }
}

/// Why a word is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It has not the form of one.
    Syntax(String),
    /// The rules or the puzzle forbid it.
    Illegal(String),
}

impl MoveError {
    /// Returns what is wrong, in words.
    #[must_use]
    pub fn into_message(self) -> String {
        match self {
            MoveError::Syntax(message) | MoveError::Illegal(message) => message,
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Syntax(message) => Failure::Syntax(message),
            MoveError::Illegal(message) => Failure::IllegalMove(message),
        }
    }
}

//! What puzzles share: commands, one-line notation, files, deduction by levels, results of solvers, generation.
//!
//! A game implements [`Puzzle`]; [`Session`] is then the game that the engine knows.

use crate::game::Bench;
use crate::game::about::About;
use crate::grid::Size;
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure};
use crate::search::Budget;

mod answer;
pub mod bench;
mod chain;
mod commands;
#[cfg(test)]
pub mod data_sets;
mod deduction;
pub mod dialect;
mod explain;
pub mod generator;
pub mod ilp;
mod lesson;
pub mod line;
pub mod notation;
mod parse;
mod puzzle_command;
pub mod rows;
mod session;
mod solving;

pub use answer::{Answer, Count, NextSolution, Verdict};
pub use chain::Reasoning;
pub use commands::Help;
pub use deduction::{Deduction, Level, Progress, Rating, Rule, Step};
pub use parse::{MAX_SIDE, MoveError, ParseError, checked_size, parse_digits, size_error};
pub use session::Session;

use dialect::Names;
use generator::{GenerateError, Generated, OptionsOf};
use notation::Variant;
use rows::Row;

/// A puzzle with its rules, notation, picture, solver, deduction and generator. The default is the puzzle of a new game.
///
/// The functions are grouped in that order.
pub trait Puzzle: Clone + Default + PartialEq + Send + 'static {
    /// The name of the game and its other texts.
    const ABOUT: About;
    /// The texts of `help`.
    const HELP: Help;
    /// The function of `ludion bench`.
    const BENCH: Bench;
    /// The extension of files whose first line must be the size.
    const FILE_ENDING: &'static str;
    /// The names of the game in other programs.
    const NAMES_ELSEWHERE: Names;
    /// The solvers besides `best` and `logic`, for comparison.
    const SOLVERS: &'static [Solver<Self>];
    /// The methods of generation by name; the default one comes first.
    const METHODS: &'static [(&'static str, Self::Method)];
    /// The task in the reply of `puzzle`.
    const TASK: &'static str;
    /// The word for the places that a solution fills in: `cells`, `channels`.
    const PLACES: &'static str;
    /// The word for what a player puts there: `marks`, `bridges`.
    const MOVES: &'static str;

    /// A move of the player.
    type Move: Copy + Send;
    /// A solution, complete or not.
    type Solution: Clone + PartialEq + Send;
    /// A broken rule, with its place.
    type Fault: Copy + PartialEq;
    /// A step of deduction.
    type Step: Step + Copy + PartialEq;
    /// The knowledge about a puzzle from which deductions are drawn one by one.
    type Reasoner<'a>: Reasoning<Step = Self::Step>
    where
        Self: 'a;
    /// Variants of the rules, as written after a puzzle.
    type Variant: Variant;
    /// A method of generation.
    type Method: Copy + Default + PartialEq;

    // Rules.

    /// Returns the empty solution.
    fn blank(&self) -> Self::Solution;

    /// Makes a move in a solution.
    fn apply(solution: &mut Self::Solution, mv: Self::Move);

    /// Checks a solution against the rules.
    fn check(&self, solution: &Self::Solution) -> Verdict<Self::Fault>;

    /// Returns moves that fill in places which are still open, as `play` reads them.
    fn open_moves(&self, filled: &Self::Solution) -> impl Iterator<Item = String>;

    /// Checks the moves of a player; marks that the game does not require may be missing.
    fn check_filled(&self, filled: &Self::Solution) -> Verdict<Self::Fault> {
        self.check(filled)
    }

    /// Returns the same puzzle with a variant of the rules.
    #[must_use]
    fn with_variant(self, _: Self::Variant) -> Self {
        self
    }

    // Files and addresses.

    /// Parses a game ID or an address, whose first character is at this line and column.
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_line(text: &str, line: usize, column: usize) -> Result<Self, ParseError>;

    /// Parses a file; `is_named` says whether its name ends with [`Puzzle::FILE_ENDING`].
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_file(text: &str, is_named: bool) -> Result<Self, ParseError>;

    /// Parses the cells of a grid: numbers, `.` for an empty cell, `?` for an unknown number.
    ///
    /// # Errors
    /// Other words, with their place; rows of different lengths.
    fn parse_rows(rows: &[Row<'_>]) -> Result<Self, ParseError>;

    /// Returns the size of the grid.
    fn grid_size(&self) -> Size;

    /// Formats the cells, row by row: numbers, `.` for an empty cell, `-` for an unknown number.
    fn clue_words(&self) -> Vec<String>;

    /// Parses what a player has drawn, in rows as pzprv3 writes them.
    ///
    /// # Errors
    /// Another form, with its place.
    fn parse_mark_rows(&self, rows: &[Row<'_>]) -> Result<Vec<Self::Move>, ParseError>;

    /// Formats what a player has filled in; [`Puzzle::parse_mark_rows`] is the inverse.
    fn mark_rows(&self, filled: &Self::Solution) -> Vec<Vec<String>>;

    /// Parses a part of a move of a game saved by Tatham's collection; `None` if it changes nothing here.
    ///
    /// # Errors
    /// A word of another form, or a move that the rules forbid.
    fn parse_save_move(&self, word: &str) -> Result<Option<Self::Move>, MoveError>;

    /// Formats a move for a game saved by Tatham's collection; [`Puzzle::parse_save_move`] is the inverse.
    fn save_move(&self, mv: Self::Move) -> String;

    /// Formats the puzzle as a game ID if that can express it, else as the path of its address followed by the variant.
    fn line_text(&self) -> String;

    /// Formats the puzz.link address of the puzzle.
    fn address(&self) -> String {
        format!("{}{}", line::SITE, self.address_body())
    }

    /// Returns the part of the address that holds the puzzle: `KIND/W/H/CELLS`.
    fn address_body(&self) -> String;

    // Text of moves and solutions.

    /// Parses a move in the form of [`Puzzle::move_text`].
    ///
    /// # Errors
    /// A word of another form, or a move that the rules forbid.
    fn parse_move(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// Parses the arguments of `play`.
    ///
    /// # Errors
    /// As [`Puzzle::parse_move`].
    fn parse_play(&self, args: &mut Args<'_>) -> Result<Self::Move, Failure> {
        let word = args.expect_word("MOVE")?;
        args.end()?;
        Ok(self.parse_move(word)?)
    }

    /// Formats a move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Parses a solution in the form of [`Puzzle::solution_text`].
    ///
    /// # Errors
    /// A text of another form, with its place.
    fn parse_solution(&self, text: &str) -> Result<Self::Solution, ParseError>;

    /// Formats a solution.
    fn solution_text(&self, solution: &Self::Solution) -> String;

    /// Formats a broken rule as `RULE at WHERE`.
    fn fault_text(&self, fault: Self::Fault) -> String;

    /// Lists the places where two solutions differ.
    fn differences(&self, one: &Self::Solution, other: &Self::Solution) -> String;

    // Pictures.

    /// Draws the puzzle as text and marks the last move; `ruled` draws grid lines between the cells.
    fn draw_text(&self, filled: &Self::Solution, last: Option<Self::Move>, ruled: bool) -> Text;

    /// Returns the line below the picture.
    fn caption(&self, filled: &Self::Solution) -> String;

    /// Draws the puzzle as SVG and marks the last move.
    fn draw_svg(&self, filled: &Self::Solution, last: Option<Self::Move>) -> Svg;

    // Solving.

    /// Finds the solution and proves that it is the only one, or finds a second.
    fn solve(&self, budget: &Budget) -> Answer<Self::Solution>;

    /// Counts the solutions, up to a limit.
    fn count(&self, limit: Option<u64>, budget: &Budget) -> Count;

    // Deduction and hints.

    /// Deduces from the moves of a player by the rules of all levels.
    fn deduce(&self, filled: &Self::Solution, budget: &Budget) -> Deduction<Self::Step>;

    /// Explains each step in a line.
    fn explain_steps(&self, steps: &[Self::Step]) -> impl Iterator<Item = String>;

    /// Explains the step `at` and those before it that it depends on.
    fn explain_hint(&self, steps: &[Self::Step], at: usize) -> String;

    /// Names a step as a move.
    fn step_name(&self, step: &Self::Step) -> String;

    /// Finds a move of the player that contradicts the solution. Returns it and the right move.
    fn mistake(&self, filled: &Self::Solution, solution: &Self::Solution) -> Option<(String, String)>;

    /// Finds the step that excludes the move of [`Puzzle::mistake`], among steps from the empty puzzle.
    fn find_exclusion(&self, steps: &[Self::Step], filled: &Self::Solution, solution: &Self::Solution) -> Option<usize>;

    /// Returns the knowledge that consists of the entries of a player.
    fn reasoner(&self, filled: &Self::Solution) -> Self::Reasoner<'_>;

    /// Returns the entries of a player that agree with the solution, without the one at the place of `except`.
    fn right_entries(&self, filled: &Self::Solution, solution: &Self::Solution, except: Option<Self::Move>) -> Self::Solution;

    /// Returns the first entry of a player that contradicts the solution, and what it claims.
    fn wrong_entry(&self, filled: &Self::Solution, solution: &Self::Solution) -> Option<(Self::Move, Self::Step)>;

    /// Returns how a move agrees with the solution, and the claims to refute as a proof: for a right move its opposites, for a
    /// partial one that nothing more belongs there, for a wrong one the move itself.
    fn claims_against(&self, mv: Self::Move, solution: &Self::Solution) -> (Agreement, Vec<Self::Step>);

    /// Names the place of a move on the board.
    fn place_name(&self, mv: Self::Move) -> String;

    /// Names the first move of the solution that the player has not made.
    fn next_move(&self, filled: &Self::Solution, solution: &Self::Solution) -> String;

    // Generation.

    /// Returns the default difficulty of a generated puzzle.
    fn default_level(_: &<Self::Variant as Variant>::Rules) -> Level {
        Level::Medium
    }

    /// Checks that options are compatible.
    ///
    /// # Errors
    /// They are not.
    fn validate(_: &OptionsOf<Self>) -> Result<(), Failure> {
        Ok(())
    }

    /// Generates a puzzle.
    ///
    /// # Errors
    /// No puzzle fits the options, or the budget ends first.
    fn generate(options: &OptionsOf<Self>, budget: &Budget) -> Result<Generated<Self>, GenerateError>;

    /// Returns the game's own keys in the reply of `generate`: ` KEY=VALUE...`.
    fn facts(&self) -> String {
        String::new()
    }
}

/// How a move agrees with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It is in the solution.
    Right,
    /// The solution has it, and more in its place.
    Partial,
    /// The solution has something else in its place.
    Wrong,
}

/// A solver for comparison.
pub struct Solver<P: Puzzle> {
    /// Its name in `solve`.
    pub name: &'static str,
    /// Its name with its options, for messages.
    pub usage: &'static str,
    /// The words that may follow its name, at most one.
    pub options: &'static [&'static str],
    /// Runs it.
    pub run: fn(&P, Option<&str>, &Budget) -> Finding<P::Solution>,
}

/// The result of a solver.
pub enum Finding<S> {
    /// An exact answer.
    Proof(Answer<S>),
    /// The answer for a model that lacks some of the rules.
    Model(Answer<S>),
    /// A candidate of a heuristic, which may break rules.
    Attempt(S),
}

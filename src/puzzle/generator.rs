//! What a generator of puzzles is asked for, and that it may fail.

use nom::combinator::verify;
use nom::{IResult, Parser};

use super::{Level, MOST_SIDE, checked_size};
use crate::grid::Size;
use crate::protocol::{Args, Failure, number, quoted, unsigned};

/// What is asked for of a puzzle, as far as it is said: `size=10x10 density=0.3 difficulty=easy seed=7 unique=1 method=best`.
pub struct GeneratorOptions<M> {
    /// The size of the grid.
    pub size: Option<Size>,
    /// A share of the cells.
    pub density: Option<f64>,
    /// `Some(None)`: any.
    pub level: Option<Option<Level>>,
    /// Where chance begins.
    pub seed: Option<u64>,
    /// Whether there must be one solution only.
    pub unique: Option<bool>,
    /// The way to make it.
    pub method: Option<M>,
}

impl<M> GeneratorOptions<M> {
    /// Takes all words. `methods` are the ways to make a puzzle, each with its name; `more` takes the words that only this game
    /// knows, whose keys are `other_keys`.
    ///
    /// # Errors
    /// A word that is not understood, or a key that stands twice.
    pub fn take(
        args: &mut Args<'_>,
        methods: &[(&str, M)],
        other_keys: &[&str],
        more: &mut dyn FnMut(&str) -> Result<bool, String>,
    ) -> Result<Self, Failure>
    where
        M: Copy,
    {
        let mut options = GeneratorOptions { size: None, density: None, level: None, seed: None, unique: None, method: None };
        while let Some(word) = args.word() {
            let (key, value) =
                word.split_once('=').ok_or_else(|| Failure::Syntax(format!("{} is not KEY=VALUE", quoted(word))))?;
            if more(word).map_err(Failure::Syntax)? {
                continue;
            }
            let mut value = Args::new(value);
            let twice = match key {
                "size" => options.size.replace(size(value.next("a size as 10x10", sides)?)?).is_some(),
                "density" => options.density.replace(value.next("a share from 0 to 1", share)?).is_some(),
                "difficulty" => {
                    let levels = Level::ALL.map(|level| (level.name(), Some(level)));
                    options.level.replace(named(&mut value, &[&levels[..], &[("any", None)]].concat())?).is_some()
                }
                "seed" => options.seed.replace(value.next("a seed", unsigned::<u64>)?).is_some(),
                "unique" => options.unique.replace(value.next("0 or 1", flag)?).is_some(),
                "method" => options.method.replace(named(&mut value, methods)?).is_some(),
                _ => {
                    let keys = ["size", "density", "difficulty", "seed", "unique", "method"];
                    let keys: Vec<&str> = keys.iter().chain(other_keys).copied().collect();
                    return Err(Failure::Syntax(format!("{} is not {}", quoted(key), listed(&keys))));
                }
            };
            if twice {
                return Err(Failure::Syntax(format!("{key} stands twice")));
            }
        }
        Ok(options)
    }

    /// Whether the puzzle must have one solution only, and of which difficulty it must be. What the best method makes has one
    /// solution and is of the `usual` difficulty, what another makes is as it comes, unless something else is asked for.
    ///
    /// # Errors
    /// A difficulty without one solution.
    pub fn demands(&self, is_best: bool, usual: Level) -> Result<(bool, Option<Level>), Failure> {
        let unique = self.unique.unwrap_or(is_best || self.level.is_some_and(|level| level.is_some()));
        let level = self.level.unwrap_or((is_best && unique).then_some(usual));
        if level.is_some() && !unique {
            return Err(Failure::Syntax("a puzzle of a difficulty has one solution: unique=0 goes with difficulty=any".into()));
        }
        Ok((unique, level))
    }
}

/// Why no puzzle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// So many were begun, and none was as asked.
    GaveUp(u64),
    /// The budget ended first.
    Stopped,
}

impl From<GenerateError> for Failure {
    fn from(failed: GenerateError) -> Self {
        Failure::Other(match failed {
            GenerateError::GaveUp(tries) => format!("gave up: none of {tries} puzzles was as asked"),
            GenerateError::Stopped => "stopped before a puzzle was as asked".to_owned(),
        })
    }
}

/// `W "x" H`
fn sides(word: &str) -> IResult<&str, (usize, usize)> {
    nom::sequence::separated_pair(unsigned, nom::character::complete::one_of("xX"), unsigned).parse(word)
}

fn size((width, height): (usize, usize)) -> Result<Size, Failure> {
    let size = checked_size(width, height);
    size.ok_or_else(|| Failure::UnacceptableSize(format!("{width}x{height}; sides go from 1 to {MOST_SIDE}")))
}

fn share(word: &str) -> IResult<&str, f64> {
    verify(number, |share| (0.0..=1.0).contains(share)).parse(word)
}

fn flag(word: &str) -> IResult<&str, bool> {
    let digit = verify(unsigned::<u8>, |&digit| digit < 2);
    digit.map(|digit| digit == 1).parse(word)
}

/// What a word names, in upper or lower case.
fn named<T: Copy>(value: &mut Args<'_>, all: &[(&str, T)]) -> Result<T, Failure> {
    let word = value.word().unwrap_or_default();
    let found = all.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
    found.map(|&(_, thing)| thing).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(name, _)| name).collect();
        Failure::Syntax(format!("{} is not {}", quoted(word), listed(&names)))
    })
}

/// `best, simple or alternative`
fn listed(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

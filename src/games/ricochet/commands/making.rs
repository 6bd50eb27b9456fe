//! The verbs that make new rounds: the next target, and whole positions of a wanted difficulty.

use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{all_consuming, value};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::super::Ricochet;
use super::super::notation::{self, acceptable};
use super::super::random::{GeneratorOptions, Source, Walls};
use super::super::solver::{self, End};
use super::solving::limits;
use crate::game::Context;
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome, natural, quote};
use crate::search::Budget;

/// What `generate` is to make.
#[derive(Default)]
struct Order {
    seed: Option<u64>,
    difficulty: Option<RangeInclusive<u8>>,
    walls: Option<Kind>,
    size: Option<Size>,
    centre: Option<bool>,
    robots: Option<u8>,
    any: Option<bool>,
    rule: Option<super::super::position::Rule>,
}

/// Where the walls come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Official,
    AllSides,
    Random,
}

/// Fewest moves of each difficulty.
const DIFFICULTIES: [(&str, RangeInclusive<u8>); 4] =
    [("beginner", 4..=5), ("advanced", 6..=9), ("insane", 10..=16), ("impossible", 17..=u8::MAX)];

/// Fewest moves where no difficulty is asked for: the target is not reached at once.
const ANY_DIFFICULTY: RangeInclusive<u8> = 2..=u8::MAX;

/// The difficulty of a length, if it has one.
pub(super) fn difficulty(moves: u8) -> Option<(&'static str, RangeInclusive<u8>)> {
    DIFFICULTIES.into_iter().find(|(_, range)| range.contains(&moves))
}

pub(super) fn next(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    super::playing::next_round(game, context)
}

pub(super) fn generate(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mut order = Order::default();
    while let Some(word) = args.word() {
        order.read(word)?;
    }
    let options = order.options()?;
    let range = order.difficulty.clone().unwrap_or(ANY_DIFFICULTY);
    let seed = order.seed.unwrap_or_else(|| context.settings.seed.wrapping_add(game.generated));
    let budget = context.open_budget();
    let mut source = Source::new(seed, options);
    let (mut tries, mut states) = (0_u64, 0);
    loop {
        let position = source.position().ok_or_else(|| Failure::UnacceptableSize("too few cells for the robots".into()))?;
        tries += 1;
        let left = budget.max_nodes.map(|most| most.saturating_sub(states).max(1));
        let rest = Budget { max_nodes: left, ..budget.clone() };
        let answer = solver::fewest(&position, limits(context, &rest, false), 0);
        states += answer.states;
        match answer.end {
            End::Solved(moves) if range.contains(&moves) => {
                *game = game.with_start(position);
                game.generated += 1;
                return Ok(format!("generated moves={moves} tries={tries} seed={seed}"));
            }
            _ if budget.is_over() || budget.max_nodes.is_some_and(|most| states >= most) => {
                return Err(Failure::Other(format!("none found in {tries} tries before the limit")));
            }
            _ => {}
        }
    }
}

fn whole<'a, T>(text: &'a str, mut parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>) -> Option<T> {
    all_consuming(|word| parser.parse(word)).parse(text).ok().map(|(_, value)| value)
}

fn kind(word: &str) -> IResult<&str, Kind> {
    let official = value(Kind::Official, tag_no_case("official"));
    let all = value(Kind::AllSides, tag_no_case("all"));
    alt((official, all, value(Kind::Random, tag_no_case("random")))).parse(word)
}

fn yes(word: &str) -> IResult<&str, bool> {
    alt((value(true, tag_no_case("yes")), value(false, tag_no_case("no")))).parse(word)
}

fn target_kind(word: &str) -> IResult<&str, bool> {
    alt((value(true, tag_no_case("any")), value(false, tag_no_case("one")))).parse(word)
}

impl Order {
    fn read(&mut self, word: &str) -> Result<(), Failure> {
        const KEYS: &str = "seed=, difficulty=, walls=, size=, centre=, robots=, target= or rule=";
        let (key, text) = word.split_once('=').ok_or_else(|| Failure::Syntax(format!("{} is not {KEYS}", quote(word))))?;
        let wrong = |what: &str| Failure::Syntax(format!("{} is not {what}", quote(word)));
        let twice = match key {
            "seed" => self.seed.replace(whole(text, natural::<u64>).ok_or_else(|| wrong("seed=NUMBER"))?).is_some(),
            "difficulty" => {
                let named = DIFFICULTIES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
                let (_, range) = named.ok_or_else(|| wrong("difficulty=beginner|advanced|insane|impossible"))?;
                self.difficulty.replace(range).is_some()
            }
            "walls" => self.walls.replace(whole(text, kind).ok_or_else(|| wrong("walls=official|all|random"))?).is_some(),
            "size" => {
                let sides = separated_pair(natural::<usize>, tag_no_case("x"), natural::<usize>);
                let (width, height) = whole(text, sides).ok_or_else(|| wrong("size=WxH"))?;
                self.size.replace(acceptable(width, height)?).is_some()
            }
            "centre" => self.centre.replace(whole(text, yes).ok_or_else(|| wrong("centre=yes|no"))?).is_some(),
            "robots" => {
                let count = whole(text, natural::<u8>).filter(|count| [4, 5].contains(count));
                self.robots.replace(count.ok_or_else(|| wrong("robots=4|5"))?).is_some()
            }
            "target" => self.any.replace(whole(text, target_kind).ok_or_else(|| wrong("target=one|any"))?).is_some(),
            "rule" => self.rule.replace(whole(text, notation::rule).ok_or_else(|| wrong("rule=plain|ricochet"))?).is_some(),
            _ => return Err(Failure::Syntax(format!("{} is not {KEYS}", quote(key)))),
        };
        if twice { Err(Failure::Syntax(format!("{key}= stands twice"))) } else { Ok(()) }
    }

    fn options(&self) -> Result<GeneratorOptions, Failure> {
        let shaped = self.size.is_some() || self.centre.is_some();
        let walls = match self.walls.unwrap_or(Kind::Official) {
            Kind::Random => Walls::Random { size: self.size.unwrap_or(Size::square(16)), centre: self.centre.unwrap_or(false) },
            _ if shaped => return Err(Failure::Syntax("size= and centre= go with walls=random".into())),
            Kind::Official => Walls::Official,
            Kind::AllSides => Walls::AllSides,
        };
        let rule = self.rule.unwrap_or_default();
        Ok(GeneratorOptions { walls, silver: self.robots == Some(5), any: self.any.unwrap_or(false), rule })
    }
}

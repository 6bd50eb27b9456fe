//! The verb that makes puzzles.

use nom::combinator::verify;
use nom::{IResult, Parser};

use crate::game::Context;
use crate::games::hashi::Hashi;
use crate::games::hashi::board::{MOST_SIDE, Rules};
use crate::games::hashi::generate::{self, Failed, Method, Order};
use crate::games::hashi::notation::{Variant, position_text};
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome, number, quoted, unsigned};
use crate::puzzle::Level;

/// Side of a puzzle where none is asked for.
const SIDE: usize = 10;

/// Islands for each cell where nothing is asked for.
const DENSITY: f64 = 0.25;

const KEYS: &str = "size, density, difficulty, seed, unique, method, max_bridges or loops";

/// What is asked for, as far as it is said.
#[derive(Default)]
struct Wishes {
    size: Option<Size>,
    density: Option<f64>,
    /// `Some(None)`: any.
    level: Option<Option<Level>>,
    seed: Option<u64>,
    unique: Option<bool>,
    method: Option<Method>,
    variant: Variant,
}

impl Wishes {
    fn read(args: &mut Args<'_>) -> Result<Wishes, Failure> {
        let mut wishes = Wishes::default();
        while let Some(word) = args.word() {
            let (key, value) =
                word.split_once('=').ok_or_else(|| Failure::Syntax(format!("{} is not KEY=VALUE", quoted(word))))?;
            if wishes.variant.take(word).map_err(Failure::Syntax)? {
                continue;
            }
            let mut value = Args::new(value);
            let twice = match key {
                "size" => {
                    let (width, height) = value.next("a size as 10x10", sides)?;
                    wishes.size.replace(sized(width, height)?).is_some()
                }
                "density" => wishes.density.replace(value.next("a share from 0 to 1", share)?).is_some(),
                "difficulty" => wishes.level.replace(level(&mut value)?).is_some(),
                "seed" => wishes.seed.replace(value.next("a seed", unsigned::<u64>)?).is_some(),
                "unique" => wishes.unique.replace(value.next("0 or 1", flag)?).is_some(),
                "method" => wishes.method.replace(method(&mut value)?).is_some(),
                _ => return Err(Failure::Syntax(format!("{} is not {KEYS}", quoted(key)))),
            };
            if twice {
                return Err(Failure::Syntax(format!("{key} stands twice")));
            }
        }
        Ok(wishes)
    }

    /// The order. What the simple procedure makes is of any difficulty and seldom unique, unless more is asked for.
    fn order(&self, seed: u64) -> Result<Order, Failure> {
        let method = self.method.unwrap_or_default();
        let is_best = method == Method::Best;
        let unique = self.unique.unwrap_or(is_best || self.level.is_some_and(|level| level.is_some()));
        let rules = self.variant.over(Rules::default());
        // Where a channel has a bridge or none, bounds say what capacity says.
        let flat = rules.max_bridges == 1;
        let usual = if flat { Level::Easy } else { Level::Medium };
        let level = self.level.unwrap_or((is_best && unique).then_some(usual));
        if flat && level == Some(Level::Medium) {
            return Err(Failure::Other(
                "no puzzle is medium where max_bridges=1: the rule bound never finds more than full and complete".into(),
            ));
        }
        if level.is_some() && !unique {
            return Err(Failure::Syntax("a puzzle of a difficulty has one solution: unique=0 goes with difficulty=any".into()));
        }
        let size = self.size.unwrap_or(Size::square(SIDE));
        let density = self.density.unwrap_or(DENSITY);
        Ok(Order { size, rules, density, level, unique, method, seed: self.seed.unwrap_or(seed) })
    }
}

/// `generate [KEY=VALUE]...`
pub(super) fn generate(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let order = Wishes::read(args)?.order(context.settings.seed)?;
    let made = generate::generate(&order, &context.open_budget()).map_err(|failed| {
        Failure::Other(match failed {
            Failed::GaveUp(0) => "gave up: there is no room for two islands".to_owned(),
            Failed::GaveUp(tries) => format!("gave up: none of {tries} puzzles was as asked"),
            Failed::Stopped => "stopped before a puzzle was as asked".to_owned(),
        })
    })?;
    *hashi = Hashi::new(made.puzzle, Vec::new());
    let islands = hashi.puzzle.islands().len();
    let density = islands as f64 / order.size.area() as f64;
    let difficulty = order.level.map_or_else(String::new, |level| format!(" difficulty={}", level.name()));
    let seconds = context.started.elapsed().as_secs_f64();
    let facts = format!(
        "generated size={} islands={islands} density={density:.3}{difficulty} tries={} seconds={seconds:.6}",
        order.size, made.tries
    );
    Ok(format!("{facts}\n{}", position_text(&hashi.puzzle, std::iter::empty())))
}

/// `W "x" H`
fn sides(word: &str) -> IResult<&str, (usize, usize)> {
    nom::sequence::separated_pair(unsigned, nom::character::complete::one_of("xX"), unsigned).parse(word)
}

fn sized(width: usize, height: usize) -> Result<Size, Failure> {
    let fits = |side| (1..=MOST_SIDE).contains(&side);
    let size = (fits(width) && fits(height)).then_some(Size { width, height });
    size.ok_or_else(|| Failure::UnacceptableSize(format!("{width}x{height}; sides go from 1 to {MOST_SIDE}")))
}

fn share(word: &str) -> IResult<&str, f64> {
    verify(number, |share| (0.0..=1.0).contains(share)).parse(word)
}

fn flag(word: &str) -> IResult<&str, bool> {
    let digit = verify(unsigned::<u8>, |&digit| digit < 2);
    digit.map(|digit| digit == 1).parse(word)
}

fn level(value: &mut Args<'_>) -> Result<Option<Level>, Failure> {
    let word = value.word().unwrap_or_default();
    if word.eq_ignore_ascii_case("any") {
        return Ok(None);
    }
    let level = Level::ALL.into_iter().find(|level| word.eq_ignore_ascii_case(level.name()));
    level.map(Some).ok_or_else(|| Failure::Syntax(format!("{} is not easy, medium, hard, extreme or any", quoted(word))))
}

fn method(value: &mut Args<'_>) -> Result<Method, Failure> {
    let word = value.word().unwrap_or_default();
    let method = Method::ALL.into_iter().find(|method| word.eq_ignore_ascii_case(method.name()));
    method.ok_or_else(|| Failure::Syntax(format!("{} is not best or simple", quoted(word))))
}

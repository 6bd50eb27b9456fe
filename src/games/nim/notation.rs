//! Heap games as text: rules, moves, whole positions; both ways.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, opt, recognize};
use nom::multi::{many1_count, separated_list1};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::board::{Board, Heap, Move, Position, Refusal};
use super::rule::{MAX_TOKENS, Octal, Rule, TakeSet};
use crate::color::Color;
use crate::game::explanation::count;
use crate::game::turn::{GamePosition, PositionNotation};
use crate::protocol::{Args, Failure, color, natural, quote};

/// Most heaps at the start of a game.
const MAX_HEAPS: usize = 1000;

/// The games that have a name, with their octal codes.
pub const NAMES: &[(&str, &str)] = &[
    ("nim", ""),
    ("kayles", "0.77"),
    ("dawson-kayles", "0.07"),
    ("dawson-chess", "0.137"),
    ("treblecross", "0.007"),
    ("grundy", ""),
    ("wythoff", ""),
];

/// A move as it is written, not yet checked against the heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveWord {
    /// A move that does not name both parts of a split.
    Move(Move),
    /// A split: the heap, the tokens taken, both parts.
    Split(Heap, u32, u32, u32),
}

/// Parses the number of a heap, from 1, as an index from 0.
fn heap_number(word: &str) -> IResult<&str, Heap> {
    natural::<usize>.map_opt(|number| number.checked_sub(1)).map(Heap).parse(word)
}

/// Parses:
///
/// ```text
/// move  = heap "-" tokens [ ":" part "+" part ] | "1+2-" tokens
/// ```
fn move_word(word: &str) -> IResult<&str, MoveWord> {
    let both = preceded(tag_no_case("1+2-"), natural::<u32>).map(|take| MoveWord::Move(Move::Both(take)));
    let parts = preceded(char(':'), separated_pair(natural::<u32>, char('+'), natural::<u32>));
    let take = (separated_pair(heap_number, char('-'), natural::<u32>), opt(parts)).map(|((heap, take), parts)| match parts {
        None => MoveWord::Move(Move::Take(heap, take)),
        Some((first, second)) => MoveWord::Split(heap, take, first, second),
    });
    alt((both, take)).parse(word)
}

/// Returns the name of a move on some heaps.
#[must_use]
pub fn move_name(heaps: &[u32], mv: Move) -> String {
    match mv {
        Move::Take(heap, take) => format!("{}-{take}", heap.0 + 1),
        Move::Both(take) => format!("1+2-{take}"),
        Move::Split(heap, take, first) => {
            let second = heaps.get(heap.0).map_or(0, |&tokens| tokens.saturating_sub(take + first));
            format!("{}-{take}:{first}+{second}", heap.0 + 1)
        }
    }
}

/// Parses `1-3`, `1,3,4` or both mixed.
fn take_set(text: &str) -> IResult<&str, TakeSet> {
    let run = (natural::<u32>, opt(preceded(char('-'), natural::<u32>))).map(|(low, high)| (low, high.unwrap_or(low)));
    separated_list1(char(','), run).map_opt(TakeSet::new).parse(text)
}

/// Parses `0.77`, `.137`, `4.0003`.
fn octal_code(text: &str) -> IResult<&str, Octal> {
    let digits = recognize(many1_count(one_of("01234567")));
    (opt(one_of("04")), preceded(char('.'), digits))
        .map_opt(|(first, digits): (Option<char>, &str)| {
            let all = first.into_iter().chain(std::iter::once('0').filter(|_| first.is_none())).chain(digits.chars());
            Octal::new(&all.filter_map(|digit| digit.to_digit(8)).map(|digit| digit as u8).collect::<Vec<_>>())
        })
        .parse(text)
}

/// Parses a game by its name.
fn rule_name(text: &str) -> IResult<&str, Rule> {
    let name = take_while1(|c: char| c.is_ascii_alphabetic() || c == '-');
    name.map_opt(|name: &str| {
        let &(name, code) = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        match name {
            "nim" => Some(Rule::Any),
            "grundy" => Some(Rule::Grundy),
            "wythoff" => Some(Rule::Wythoff),
            _ => octal_code(code).ok().map(|(_, octal)| Rule::Octal(octal)),
        }
    })
    .parse(text)
}

/// One word of a position.
enum Part {
    Heap(u64),
    Rule(Rule),
    Misere(bool),
    ToMove(Color),
}

/// Parses:
///
/// ```text
/// part = tokens | "take=" set | "octal=" ( code | name ) | name | "misere=" ( "0" | "1" ) | color
/// ```
fn part(word: &str) -> IResult<&str, Part> {
    let take = preceded(tag_no_case("take="), take_set).map(|set| Part::Rule(Rule::Take(set)));
    let octal = preceded(tag_no_case("octal="), alt((octal_code.map(Rule::Octal), rule_name))).map(Part::Rule);
    let misere = preceded(tag_no_case("misere="), one_of("01")).map(|digit| Part::Misere(digit == '1'));
    let color = all_consuming(color).map(Part::ToMove);
    let name = rule_name.map(Part::Rule);
    alt((all_consuming(natural::<u64>).map(Part::Heap), take, octal, misere, color, name)).parse(word)
}

/// Parses a position: heaps, then the rule and who moves, in any order. [`PositionNotation::game_text`] is the inverse.
///
/// # Errors
/// A word is no part of a position or repeats one, or the heaps do not fit the game.
pub fn parse_position(text: &str) -> Result<Position, Failure> {
    let (mut heaps, mut rule, mut misere, mut to_move) = (Vec::new(), None, None, None);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (_, part) =
            all_consuming(part).parse(word).map_err(|_: nom::Err<nom::error::Error<&str>>| Failure::Syntax(refuse_word(word)))?;
        let (what, is_second) = match part {
            Part::Heap(tokens) => {
                heaps.push(tokens);
                continue;
            }
            Part::Rule(found) => ("the rule", rule.replace(found).is_some()),
            Part::Misere(found) => ("who wins by the last move", misere.replace(found).is_some()),
            Part::ToMove(found) => ("the player to move", to_move.replace(found).is_some()),
        };
        if is_second {
            return Err(Failure::Syntax(format!("{} gives {what} again", quote(word))));
        }
    }
    if heaps.is_empty() {
        return Err(Failure::Syntax("a number of tokens is missing".into()));
    }
    let (rule, misere) = (rule.unwrap_or(Rule::Any), misere.unwrap_or(false));
    Ok(Position { heaps: check_heaps(&heaps, &rule)?, rule, misere, to_move: to_move.unwrap_or(Color::Black) })
}

/// Returns why a word is no part of a position: its value if it begins with a known key.
fn refuse_word(word: &str) -> String {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let (word, value) = (quote(word), quote(value));
    match key.to_ascii_lowercase().as_str() {
        "take" => format!("{value} is not a set of numbers from 1: write take=2, take=1-3 or take=1,3"),
        "octal" => format!("{value} is not an octal code: write 0. or 4. and digits from 0 to 7, as octal=0.77"),
        "misere" => format!("{value} is neither 0 nor 1: write misere=1 where the last move loses"),
        _ => format!("{word} is not a number of tokens, take=1-3, octal=0.77, a game's name, misere=1 or a colour"),
    }
}

fn check_heaps(heaps: &[u64], rule: &Rule) -> Result<Vec<u32>, Failure> {
    if heaps.len() > MAX_HEAPS {
        return Err(Failure::UnacceptableSize(format!("{} heaps; at most {MAX_HEAPS} are possible", heaps.len())));
    }
    if *rule == Rule::Wythoff && heaps.len() != 2 {
        return Err(Failure::UnacceptableSize(format!("{}; Wythoff's game has 2", count(heaps.len(), "heap"))));
    }
    let fits = |&tokens: &u64| u32::try_from(tokens).ok().filter(|&tokens| tokens <= MAX_TOKENS);
    heaps
        .iter()
        .map(|tokens| {
            fits(tokens).ok_or_else(|| Failure::UnacceptableSize(format!("{tokens}; a heap has at most {MAX_TOKENS} tokens")))
        })
        .collect()
}

/// Returns the rule as words of a position; nothing for Nim.
#[must_use]
pub(super) fn rule_text(rule: &Rule) -> String {
    match rule {
        Rule::Any => String::new(),
        Rule::Grundy => "grundy".to_owned(),
        Rule::Wythoff => "wythoff".to_owned(),
        Rule::Take(set) => {
            let run = |&(low, high): &(u32, u32)| if low == high { low.to_string() } else { format!("{low}-{high}") };
            format!("take={}", set.runs().iter().map(run).collect::<Vec<_>>().join(","))
        }
        Rule::Octal(octal) => {
            let digits: String = octal.digits()[1..].iter().map(u8::to_string).collect();
            // The parser expects a digit behind the point.
            format!("octal={}.{}", octal.digits()[0], if digits.is_empty() { "0" } else { &digits })
        }
    }
}

/// Heaps with spaces between.
#[must_use]
pub(super) fn heaps_text(heaps: &[u32]) -> String {
    heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

impl PositionNotation for Position {
    fn parse_move(&self, word: &str) -> Result<Move, Failure> {
        match Args::new(word).next("a move: write 2-3 to take three from heap 2, 2-1:3+4 to split it, or resign", move_word)? {
            MoveWord::Move(mv) => Ok(mv),
            MoveWord::Split(heap, take, first, second) => {
                let there = self.heaps.get(heap.0).copied().unwrap_or(0);
                let sum = u64::from(take) + u64::from(first) + u64::from(second);
                if sum == u64::from(there) || heap.0 >= self.heaps.len() {
                    return Ok(Move::Split(heap, take, first));
                }
                let there = count(there as usize, "token");
                Err(Failure::IllegalMove(format!("heap {} has {there}, not {take} and {first} and {second}", heap.0 + 1)))
            }
        }
    }

    fn move_name(&self, mv: Move) -> String {
        move_name(&self.heaps, mv)
    }

    fn refusal_text(&self, mv: Move, refusal: Refusal) -> String {
        match (refusal, mv) {
            (Refusal::NoHeap, _) => format!("the last heap is number {}", self.heaps.len()),
            (Refusal::TooFew(tokens), _) => format!("the heap has {}", count(tokens as usize, "token")),
            (Refusal::NotAllowed, Move::Take(_, 0)) => "a move takes a token or splits a heap".to_owned(),
            (Refusal::NotAllowed, _) => match rule_text(&self.rule) {
                rule if rule.is_empty() => "no move of nim".to_owned(),
                rule => format!("no move of {rule}"),
            },
        }
    }

    fn parse_size(args: &mut Args<'_>) -> Result<Position, Failure> {
        let position = parse_position(args.rest())?;
        match position.ending() {
            Some(_) => Err(Failure::UnacceptableSize(format!("{}; no move is possible there", heaps_text(&position.heaps)))),
            None => Ok(position),
        }
    }

    fn game_text(game: &Board) -> String {
        let mut words = vec![heaps_text(&game.heaps), rule_text(&game.rule)];
        if game.misere {
            words.push("misere=1".to_owned());
        }
        words.push(game.to_move().letter().to_ascii_lowercase().to_string());
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    fn parse_game(_: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        parse_position(args.rest()).map(Board::new)
    }
}

#[cfg(test)]
mod tests;

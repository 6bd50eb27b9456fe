//! What the command `puzzle` of all games shares: its arguments, and the lines of its reply.

use nom::bytes::complete::take;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map_opt, map_parser};
use nom::{IResult, Parser};

use crate::protocol::{Args, Failure, KeyValues, list_words, natural, quote, sides};

/// The difficulties, easiest first, each with its number.
pub const DIFFICULTIES: [(&str, usize); 4] = [("easy", 0), ("medium", 1), ("hard", 2), ("extreme", 3)];

/// The difficulty of a puzzle if none is asked for: medium.
pub const DEFAULT_DIFFICULTY: usize = 1;

/// The arguments of `puzzle` in a game with one kind of board.
pub const USAGE: &str = "[easy|medium|hard|extreme] [seed=N|day=YYYY-MM-DD]";

/// The same in a game with boards of several sizes.
pub const USAGE_WITH_SIZE: &str = "[easy|medium|hard|extreme] [seed=N|day=YYYY-MM-DD] [size=AxB]";

/// Returns the number of the difficulty of a rating: `ratings` are the least ratings of medium, hard and extreme.
#[must_use]
pub fn difficulty_of(rating: u64, ratings: &[u64; 3]) -> usize {
    ratings.iter().filter(|&&first| rating >= first).count()
}

/// Returns the failure for a search that the budget ended; `tries` is the number of positions tried, if it is counted.
#[must_use]
pub fn limit_failure(tries: Option<u64>) -> Failure {
    let tries = tries.map_or_else(String::new, |tries| format!(", in {tries} positions"));
    Failure::Interrupted(format!("no puzzle was found before the limit{tries}"))
}

/// Returns the rating of a puzzle: the number of binary digits of the nodes that a weak player needs.
#[must_use]
pub fn rating_of_work(work: u64) -> u64 {
    u64::from(u64::BITS - work.leading_zeros())
}

/// The arguments `[DIFFICULTY] [seed=N|day=YYYY-MM-DD] [size=WxH]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRequest<D> {
    /// The difficulty; `None`: any.
    pub difficulty: Option<D>,
    /// Seed of the random numbers. That of a day is its date as a number: 20261124.
    pub seed: u64,
    /// The two sides of the board, as they are written.
    pub size: Option<(usize, usize)>,
}

impl<D: Copy> PuzzleRequest<D> {
    /// Parses the arguments. `difficulties` names what can be asked for. Without `seed=` and `day=` the seed is that of the
    /// settings, mixed with the `position` that the puzzle replaces: each puzzle is then followed by another one.
    ///
    /// # Errors
    /// A word of another form, an unknown difficulty, a date that the calendar does not have, a size where `has_size` is not set.
    pub fn read(
        args: &mut Args<'_>,
        difficulties: &[(&str, D)],
        has_size: bool,
        (seed, position): (u64, &str),
    ) -> Result<Self, Failure> {
        let names: Vec<&str> = difficulties.iter().map(|(name, _)| *name).collect();
        let mut rest = args.clone();
        let word = rest.word().filter(|word| !word.contains('='));
        let find = |word: &str| {
            let found = difficulties.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|found| found.1);
            found.ok_or_else(|| Failure::Syntax(format!("{} is not {}", quote(word), list_words(&names))))
        };
        let difficulty = word.map(find).transpose()?;
        if word.is_some() {
            *args = rest;
        }
        let is_late = |word: &str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        if let Some(late) = args.clone().rest().split(' ').find(|word| is_late(word)) {
            return Err(Failure::Syntax(format!("{} is a difficulty, which comes first", quote(late))));
        }
        let keys: &[&str] = if has_size { &["seed", "day", "size"] } else { &["seed", "day"] };
        let values = KeyValues::read(args, keys)?;
        let given = values.value("seed", "a seed", natural::<u64>)?;
        let day = values.value("day", "a date as 2026-11-24", date)?;
        if given.is_some() && day.is_some() {
            return Err(Failure::Syntax("a puzzle has a seed or a day, not both".into()));
        }
        let size = values.value("size", "a size as 5x5", sides)?;
        Ok(PuzzleRequest { difficulty, seed: given.or(day).unwrap_or_else(|| next_seed(seed, position)), size })
    }
}

/// Returns a seed of 32 bits from that of the settings and a position (FNV-1a, folded).
fn next_seed(seed: u64, position: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let all = position.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, hash);
    (all >> 32) ^ (all & 0xffff_ffff)
}

/// Parses `YYYY-MM-DD`, a date of the calendar, as the number YYYYMMDD.
fn date(word: &str) -> IResult<&str, u64> {
    let number = |length: usize| map_parser(take(length), all_consuming(natural::<u64>));
    let parts = (number(4), char('-'), number(2), char('-'), number(2));
    map_opt(parts, |(year, _, month, _, day)| {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (1..=days).contains(&day).then_some(year * 10_000 + month * 100 + day)
    })
    .parse(word)
}

/// A generated puzzle, without its solution. It is written as lines `KEY=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleReply {
    /// The kind of task: `win`, `draw`, `margin`, `path`, `fill`.
    pub kind: &'static str,
    /// The task in one sentence.
    pub task: String,
    /// The name of its difficulty.
    pub difficulty: &'static str,
    /// The rating; in most games that of [`rating_of_work`].
    pub rating: u64,
    /// Themes of the solution, each proved.
    pub themes: Vec<String>,
    /// The seed that generates it again.
    pub seed: u64,
    /// Positions that were tried.
    pub tries: u64,
    /// The text that `load` reads.
    pub position: String,
    /// The usual link to it.
    pub url: Option<String>,
}

impl PuzzleReply {
    /// Returns the lines of the reply, given the seconds that it took to make the puzzle.
    #[must_use]
    pub fn text(&self, seconds: f64) -> String {
        let PuzzleReply { kind, task, difficulty, rating, themes, seed, tries, position, url } = self;
        let themes = if themes.is_empty() { String::new() } else { format!("themes={}\n", themes.join(",")) };
        let url = url.as_ref().map_or_else(String::new, |url| format!("\nurl={url}"));
        format!(
            "kind={kind}\ntask={task}\ndifficulty={difficulty}\nrating={rating}\n{themes}\
             seed={seed} tries={tries} seconds={seconds:.3}\nposition={position}{url}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [(&str, u8); 2] = [("easy", 1), ("hard", 2)];

    fn read(text: &str) -> Result<PuzzleRequest<u8>, String> {
        PuzzleRequest::read(&mut Args::new(text), &NAMES, true, (1, "x")).map_err(|failure| failure.to_string())
    }

    #[test]
    fn arguments() {
        let wanted = PuzzleRequest { difficulty: Some(2), seed: 20_240_229, size: Some((5, 6)) };
        assert_eq!(read("hard size=5x6 day=2024-02-29"), Ok(wanted));
        assert_eq!(read("seed=20240229").map(|request| (request.difficulty, request.seed)), Ok((None, 20_240_229)));
        assert_eq!(read(""), read(""));
        assert_ne!(next_seed(1, "x"), next_seed(1, "y"));
        assert_ne!(next_seed(1, "x"), next_seed(2, "x"));
        for text in ["day=2023-02-29", "day=1900-02-29", "day=2024-13-01", "day=2024-00-10", "day=2024-04-31", "day=24-04-01"] {
            assert!(read(text).unwrap_err().contains("is not a date as 2026-11-24"), "{text}");
        }
        assert!(read("day=2000-02-29").is_ok());
        assert_eq!(read("harder").unwrap_err(), "syntax error: \"harder\" is not easy or hard");
        assert!(read("seed=1 day=2024-02-29").unwrap_err().contains("not both"));
        assert!(read("hard hard").is_err() && read("seed=1 hard").is_err());
    }
}

//! Puzzles: heaps of which one move alone leaves a position that loses.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Nim;
use super::board::{Move, Position};
use super::notation::{parse_position, rule_text};
use super::rule::Rule;
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};

/// The rules of the puzzles, with the fewest and most heaps and the most tokens in a heap.
const GAMES: [(&str, [usize; 2], u32); 8] = [
    ("nim", [3, 5], 12),
    ("nim misere=1", [3, 4], 9),
    ("take=1-3", [2, 4], 12),
    ("take=1,3,4", [2, 3], 15),
    ("take=1-4 misere=1", [1, 3], 12),
    ("kayles", [2, 3], 9),
    ("grundy", [2, 3], 12),
    ("wythoff", [2, 2], 18),
];

impl PuzzleGame for Nim {
    const RATINGS: [u64; 3] = [8, 12, 16];
    const HAS_SIZE: bool = false;

    fn start_puzzle(_: Option<(usize, usize)>, _: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let (rule, [fewest, most], tokens) = GAMES[random.random_range(0..GAMES.len())];
        let heaps: Vec<String> =
            (0..random.random_range(fewest..=most)).map(|_| random.random_range(2..=tokens).to_string()).collect();
        let position = parse_position(&format!("{} {rule}", heaps.join(" "))).map_err(|failure| failure.to_string())?;
        Ok(Nim::new(position))
    }

    /// Names the kind of game: that tells which theory finds the answer.
    fn themes(&mut self, _: &PuzzleAnswer<Move>, _: &mut Context<'_>) -> Vec<String> {
        let Position { rule, misere, .. } = &*self.board;
        let kind = match rule {
            Rule::Any => "nim-sum",
            Rule::Take(_) => "subtraction",
            Rule::Octal(_) | Rule::Grundy => "splitting",
            Rule::Wythoff => "wythoff",
        };
        let misere = misere.then(|| "misere".to_owned());
        [kind.to_owned()].into_iter().chain(misere).collect()
    }

    fn rules_text(&self) -> String {
        let rule = match rule_text(&self.board.rule) {
            text if text.is_empty() => "nim".to_owned(),
            text => text,
        };
        let end = if self.board.misere { "the last move loses" } else { "the last move wins" };
        format!("{rule}, {end}")
    }
}

//! From heaps to a verdict and a move: what theory says, with distances as far as they are within reach.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Heap, Move, after, count_moves, heap_moves, moves};
use super::distance::Distance;
use super::grundy::Grundy;
use super::rule::Rule;
use super::theory;
use crate::search::Budget;
use crate::settings::Settings;

/// Moves that are looked at, or listed, one by one; of more, only those that win and a few that lose.
pub const MOST_LISTED: usize = 2000;

/// A move out of more than this many is drawn among the first of a heap.
const MOST_DRAWN: usize = 100_000;

/// What a position or a move is worth to the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Whether that player wins, if it is known.
    pub wins: Option<bool>,
    /// In how many plies, if it is known.
    pub plies: Option<u64>,
}

/// A position solved.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// What it is worth.
    pub worth: Worth,
    /// A best move, unless the game is over: the fastest win, else the longest defence.
    pub best: Option<Move>,
    /// Positions that a search looked at.
    pub nodes: u64,
}

/// Some moves of a position and what they are worth.
#[derive(Clone, Debug)]
pub struct Values {
    /// The moves: all of them, or where they are too many the winning ones.
    pub moves: Vec<(Move, Worth)>,
    /// How many moves there are.
    pub total: u64,
    /// How many of them win, if it is known.
    pub winning: Option<u64>,
}

/// What is known of one game, kept from one command to the next.
#[derive(Clone, Debug)]
pub struct Player {
    rule: Rule,
    misere: bool,
    grundy: Grundy,
    distance: Distance,
}

impl Player {
    /// A player of a game, who has computed nothing yet.
    #[must_use]
    pub fn new(rule: &Rule, misere: bool) -> Player {
        Player { rule: rule.clone(), misere, grundy: Grundy::new(rule.clone()), distance: Distance::new(rule.clone(), misere) }
    }

    /// Whether this is the player of a game.
    #[must_use]
    pub fn plays(&self, board: &Board) -> bool {
        self.rule == *board.rule() && self.misere == board.is_misere()
    }

    /// The Grundy values of single heaps.
    pub fn grundy(&mut self) -> &mut Grundy {
        &mut self.grundy
    }

    /// What a position is worth.
    pub fn worth(&mut self, heaps: &[u32], budget: &Budget) -> Worth {
        let plies = self.distance.plies(heaps, budget);
        self.judged(heaps, plies, budget)
    }

    /// The worth of a position whose distance is known, or not to be asked for.
    fn judged(&mut self, heaps: &[u32], plies: Option<u64>, budget: &Budget) -> Worth {
        let by_parity = plies.map(|plies| plies.is_multiple_of(2) == self.misere);
        let wins = by_parity.or_else(|| match theory::decides(&self.rule, self.misere) {
            true => theory::wins(&mut self.grundy, &self.rule, heaps, self.misere, budget),
            false => None,
        });
        Worth { wins, plies }
    }

    /// With a limit of nodes a search begins with nothing known, so that its result depends on nothing that came before.
    fn begin(&mut self, budget: &Budget) {
        if budget.max_nodes.is_some() {
            self.distance = Distance::new(self.rule.clone(), self.misere);
        }
    }

    /// Solves a position.
    pub fn solve(&mut self, heaps: &[u32], budget: &Budget) -> Answer {
        self.begin(budget);
        let before = self.distance.seen();
        let worth = self.worth(heaps, budget);
        let best = self.best(heaps, worth, budget);
        Answer { worth, best, nodes: 1 + self.distance.seen() - before }
    }

    /// The fastest winning move, else the longest defence, else any; ties go to the first.
    fn best(&mut self, heaps: &[u32], worth: Worth, budget: &Budget) -> Option<Move> {
        let candidates = self.candidates(heaps, budget);
        if worth.plies.is_none() {
            return candidates.first().copied();
        }
        let values: Vec<(Move, Worth)> = candidates.into_iter().map(|mv| (mv, self.of_move(heaps, mv, true, budget))).collect();
        let winning = values.iter().filter(|(_, worth)| worth.wins == Some(true));
        let fastest = winning.min_by_key(|(_, worth)| worth.plies.unwrap_or(u64::MAX));
        let longest = || values.iter().rev().max_by_key(|(_, worth)| worth.plies.unwrap_or(0));
        fastest.or_else(longest).map(|&(mv, _)| mv)
    }

    /// The moves among which there is a best one, winning ones first.
    fn candidates(&mut self, heaps: &[u32], budget: &Budget) -> Vec<Move> {
        let mut found = match theory::decides(&self.rule, self.misere) {
            true => {
                theory::winning(&mut self.grundy, &self.rule, heaps, self.misere, MOST_LISTED, budget).unwrap_or_default().moves
            }
            false => Vec::new(),
        };
        if found.is_empty() {
            // In lost Nim the longest defence takes one token of the heap whose lowest bit is lowest.
            let stubborn = (0..heaps.len()).filter(|&heap| heaps[heap] > 0).min_by_key(|&heap| heaps[heap].trailing_zeros());
            let stubborn = stubborn.and_then(|heap| heap_moves(&self.rule, Heap(heap), heaps[heap]).next());
            found.extend(stubborn.filter(|_| count_moves(&self.rule, heaps) > MOST_LISTED as u64));
            found.extend(moves(&self.rule, heaps).take(MOST_LISTED));
        }
        found
    }

    /// What a move is worth to who makes it.
    fn of_move(&mut self, heaps: &[u32], mv: Move, with_plies: bool, budget: &Budget) -> Worth {
        let Ok(next) = after(&self.rule, heaps, mv) else { return Worth { wins: None, plies: None } };
        let plies = if with_plies { self.distance.plies(&next, budget) } else { None };
        let theirs = self.judged(&next, plies, budget);
        Worth { wins: theirs.wins.map(|wins| !wins), plies: theirs.plies.map(|plies| plies + 1) }
    }

    /// What the moves of a position are worth: all of them, or the winning ones where they are more than [`MOST_LISTED`].
    pub fn values(&mut self, heaps: &[u32], budget: &Budget) -> Values {
        self.begin(budget);
        let total = count_moves(&self.rule, heaps);
        let with_plies = self.distance.plies(heaps, budget).is_some();
        if total <= MOST_LISTED as u64 {
            let all: Vec<Move> = moves(&self.rule, heaps).collect();
            let moves: Vec<(Move, Worth)> = all.into_iter().map(|mv| (mv, self.of_move(heaps, mv, with_plies, budget))).collect();
            let winning = moves.iter().filter(|(_, worth)| worth.wins == Some(true)).count() as u64;
            let known = moves.iter().all(|(_, worth)| worth.wins.is_some());
            return Values { moves, total, winning: known.then_some(winning) };
        }
        let winning = match theory::decides(&self.rule, self.misere) {
            true => theory::winning(&mut self.grundy, &self.rule, heaps, self.misere, MOST_LISTED, budget),
            false => None,
        };
        let listed = winning.as_ref().map(|winning| winning.moves.clone()).unwrap_or_default();
        let moves = listed.into_iter().map(|mv| (mv, self.of_move(heaps, mv, with_plies, budget))).collect();
        Values { moves, total, winning: winning.map(|winning| winning.count) }
    }

    /// The move for a player at a level: a best one, below full strength now and then any.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Move> {
        let salt = board.heaps().iter().fold(board.record().len() as u64, |salt, &heap| {
            (salt ^ u64::from(heap)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ salt);
        if random.random_range(0..Settings::FULL_LEVEL) < settings.weakness() {
            return any_move(board, &mut random);
        }
        self.solve(board.heaps(), budget).best
    }
}

/// A move drawn by lot: first a heap, where there are many moves.
fn any_move(board: &Board, random: &mut Pcg64Mcg) -> Option<Move> {
    let (rule, heaps) = (board.rule(), board.heaps());
    let total = count_moves(rule, heaps);
    if total == 0 {
        return None;
    }
    if total <= MOST_DRAWN as u64 {
        return moves(rule, heaps).nth(random.random_range(0..total as usize));
    }
    let alive: Vec<usize> = (0..heaps.len()).filter(|&heap| heap_moves(rule, Heap(heap), heaps[heap]).next().is_some()).collect();
    let heap = alive[random.random_range(0..alive.len())];
    let choice = random.random_range(0..MOST_DRAWN);
    let listed = heap_moves(rule, Heap(heap), heaps[heap]).take(choice + 1);
    listed.last()
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_setup;
    use super::*;

    /// How many of the won positions of a game a level plays well.
    fn good_moves(level: u64, text: &str, random: &mut Pcg64Mcg) -> usize {
        let settings = Settings { level, ..Settings::default() };
        let mut good = 0;
        for _ in 0..100 {
            let heaps: Vec<u32> = (0..3).map(|_| random.random_range(1..20)).collect();
            let setup = parse_setup(&format!("{} {} {} {text}", heaps[0], heaps[1], heaps[2])).unwrap();
            let mut player = Player::new(&setup.rule, setup.misere);
            let board = Board::new(setup);
            let mv = player.choose(&board, &settings, &Budget::default()).unwrap();
            assert_eq!(player.choose(&board, &settings, &Budget::default()), Some(mv), "the same seed, the same move");
            let next = after(board.rule(), board.heaps(), mv).unwrap();
            let won = player.worth(board.heaps(), &Budget::default()).wins.unwrap();
            let kept = !player.worth(&next, &Budget::default()).wins.unwrap();
            good += usize::from(won == kept);
        }
        good
    }

    #[test]
    fn higher_levels_play_better() {
        for text in ["nim", "take=1-3 misere=1"] {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            let [low, middle, full] = [1, 5, Settings::FULL_LEVEL].map(|level| good_moves(level, text, &mut random));
            assert!(low < middle && middle < full && full == 100, "{text}: {low} {middle} {full}");
        }
    }

    #[test]
    fn huge_heaps_have_moves_at_every_level() {
        for text in ["1000000000 999999999", "1000000000 kayles", "1000000000 5 wythoff", "1000000000 take=1,3-999999999"] {
            let setup = parse_setup(text).unwrap();
            let mut player = Player::new(&setup.rule, setup.misere);
            let board = Board::new(setup);
            for level in 1..=Settings::FULL_LEVEL {
                let settings = Settings { level, ..Settings::default() };
                let mv = player.choose(&board, &settings, &Budget::default()).unwrap();
                assert!(after(board.rule(), board.heaps(), mv).is_ok(), "{text} level {level}");
            }
        }
    }
}

//! The player: verdicts by theory, distances to the end as far as they can be computed, and the move to make.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Heap, Move, apply_move, count_moves, heap_moves, moves};
use super::distance::Distance;
use super::grundy::Grundy;
use super::rule::Rule;
use super::theory;
use crate::game::turn::{MAX_LISTED, position_random};
use crate::search::Budget;
use crate::settings::Settings;

/// Most moves from which a random one is drawn. If there are more, it is drawn from the first moves of a random heap.
const MAX_DRAWN: usize = 100_000;

/// The value of a position, or of a move, for the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Whether that player wins; `None` if unknown.
    pub wins: Option<bool>,
    /// Plies to the end of the game when the winner hurries and the loser delays; `None` if unknown.
    pub plies: Option<u64>,
}

/// A position solved.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub value: Value,
    /// The fastest winning move, else the longest defence; `None` in a finished game.
    pub best: Option<Move>,
    /// Positions visited by search.
    pub nodes: u64,
}

/// The values of the moves of a position.
#[derive(Clone, Debug)]
pub struct MoveValues {
    /// All moves, or only the winning ones if there are more than [`MAX_LISTED`].
    pub moves: Vec<(Move, Value)>,
    /// Number of moves.
    pub total: u64,
    /// Number of winning moves; `None` if unknown.
    pub winning: Option<u64>,
}

/// A player of one game. It keeps its tables from one command to the next.
#[derive(Clone, Debug)]
pub struct Player {
    rule: Rule,
    misere: bool,
    grundy: Grundy,
    distance: Distance,
}

/// The player at start is of Nim. [`Player::is_for`] tells when the game has changed.
impl Default for Player {
    fn default() -> Self {
        Player::new(&Rule::Any, false)
    }
}

impl Player {
    /// Creates a player with empty tables.
    #[must_use]
    pub fn new(rule: &Rule, misere: bool) -> Player {
        Player { rule: rule.clone(), misere, grundy: Grundy::new(rule.clone()), distance: Distance::new(rule.clone(), misere) }
    }

    /// Returns whether the player is one of the board's game.
    #[must_use]
    pub fn is_for(&self, board: &Board) -> bool {
        self.rule == board.rule && self.misere == board.misere
    }

    /// Returns the Grundy values of single heaps.
    pub fn grundy(&mut self) -> &mut Grundy {
        &mut self.grundy
    }

    /// Returns the value of a position.
    pub fn evaluate(&mut self, heaps: &[u32], budget: &Budget) -> Value {
        let before = self.distance.visited_count();
        let known = self.decide(heaps, budget);
        known.unwrap_or_else(|| self.look_ahead(heaps, before, budget).0)
    }

    /// Returns the value of a position if its distance or theory tells who wins.
    fn decide(&mut self, heaps: &[u32], budget: &Budget) -> Option<Value> {
        let plies = self.distance.plies(heaps, budget);
        Some(self.evaluate_with_distance(heaps, plies, budget)).filter(|value| value.wins.is_some())
    }

    /// Returns the value of a position as its moves tell it, and the first move that wins, else the first that may win, else any.
    /// `before` is the count of visited positions at which the budget began.
    fn look_ahead(&mut self, heaps: &[u32], before: u64, budget: &Budget) -> (Value, Option<Move>) {
        let with_plies = !theory::covers(&self.rule, self.misere);
        let candidates = self.candidates(heaps, budget);
        if let Some(mv) = self.winning_end(heaps, &candidates) {
            return (Value { wins: Some(true), plies: Some(1) }, Some(mv));
        }
        let mut open = None;
        for &mv in &candidates {
            let left = budget.after_nodes(self.distance.visited_count() - before);
            match self.evaluate_move(heaps, mv, with_plies, &left).wins {
                Some(true) => return (Value { wins: Some(true), plies: None }, Some(mv)),
                None => open = open.or(Some(mv)),
                Some(false) => {}
            }
        }
        let is_lost = open.is_none() && !candidates.is_empty() && count_moves(&self.rule, heaps) <= MAX_LISTED as u64;
        (Value { wins: is_lost.then_some(false), plies: None }, open.or(candidates.first().copied()))
    }

    /// Returns the value of a position, given its distance where that is known or not wanted.
    fn evaluate_with_distance(&mut self, heaps: &[u32], plies: Option<u64>, budget: &Budget) -> Value {
        let by_parity = plies.map(|plies| plies.is_multiple_of(2) == self.misere);
        let wins = by_parity.or_else(|| match theory::covers(&self.rule, self.misere) {
            true => theory::is_win(&mut self.grundy, &self.rule, heaps, self.misere, budget),
            false => None,
        });
        Value { wins, plies }
    }

    /// Clears the tables if there is a node limit, so that the result does not depend on earlier searches.
    fn clear_if_limited(&mut self, budget: &Budget) {
        if budget.max_nodes.is_some() {
            *self = Player::new(&self.rule, self.misere);
        }
    }

    /// Solves a position.
    pub fn solve(&mut self, heaps: &[u32], budget: &Budget) -> Answer {
        self.clear_if_limited(budget);
        let before = self.distance.visited_count();
        let (value, best) = match self.decide(heaps, budget) {
            Some(value) => (value, self.best_move(heaps, value, budget)),
            None => self.look_ahead(heaps, before, budget),
        };
        Answer { value, best, nodes: 1 + self.distance.visited_count() - before }
    }

    /// Returns the fastest winning move, else the longest defence, else any. Ties go to the first.
    fn best_move(&mut self, heaps: &[u32], value: Value, budget: &Budget) -> Option<Move> {
        let candidates = self.candidates(heaps, budget);
        if value.plies.is_none() {
            return self.winning_end(heaps, &candidates).or(candidates.first().copied());
        }
        let values: Vec<(Move, Value)> =
            candidates.into_iter().map(|mv| (mv, self.evaluate_move(heaps, mv, true, budget))).collect();
        let winning = values.iter().filter(|(_, value)| value.wins == Some(true));
        let fastest = winning.min_by_key(|(_, value)| value.plies.unwrap_or(u64::MAX));
        let longest = || values.iter().rev().max_by_key(|(_, value)| value.plies.unwrap_or(0));
        fastest.or_else(longest).map(|&(mv, _)| mv)
    }

    /// Returns a move among some that wins at once, since it is the last one of the game.
    fn winning_end(&self, heaps: &[u32], moves: &[Move]) -> Option<Move> {
        let ends = |mv: Move| apply_move(&self.rule, heaps, mv).is_ok_and(|left| count_moves(&self.rule, &left) == 0);
        moves.iter().copied().find(|&mv| !self.misere && ends(mv))
    }

    /// Returns candidate moves, winning ones first, at least one best move among them.
    fn candidates(&mut self, heaps: &[u32], budget: &Budget) -> Vec<Move> {
        let mut found = match theory::covers(&self.rule, self.misere) {
            true => {
                theory::winning_moves(&mut self.grundy, &self.rule, heaps, self.misere, MAX_LISTED, budget)
                    .unwrap_or_default()
                    .moves
            }
            false => Vec::new(),
        };
        if found.is_empty() {
            // In lost Nim the longest defence takes one token of a heap whose lowest set bit is lowest of all.
            let longest_defence =
                (0..heaps.len()).filter(|&heap| heaps[heap] > 0).min_by_key(|&heap| heaps[heap].trailing_zeros());
            let longest_defence = longest_defence.and_then(|heap| heap_moves(&self.rule, Heap(heap), heaps[heap]).next());
            found.extend(longest_defence.filter(|_| count_moves(&self.rule, heaps) > MAX_LISTED as u64));
            found.extend(moves(&self.rule, heaps).take(MAX_LISTED));
        }
        found
    }

    /// Returns the value of a move for the player who makes it.
    fn evaluate_move(&mut self, heaps: &[u32], mv: Move, with_plies: bool, budget: &Budget) -> Value {
        let Ok(next) = apply_move(&self.rule, heaps, mv) else { return Value { wins: None, plies: None } };
        let plies = if with_plies { self.distance.plies(&next, budget) } else { None };
        let theirs = self.evaluate_with_distance(&next, plies, budget);
        Value { wins: theirs.wins.map(|wins| !wins), plies: theirs.plies.map(|plies| plies + 1) }
    }

    /// Returns the values of all moves, or of the winning ones only if there are more than [`MAX_LISTED`] moves.
    pub fn move_values(&mut self, heaps: &[u32], budget: &Budget) -> MoveValues {
        self.clear_if_limited(budget);
        let total = count_moves(&self.rule, heaps);
        let with_plies = self.distance.plies(heaps, budget).is_some();
        if total <= MAX_LISTED as u64 {
            let all: Vec<Move> = moves(&self.rule, heaps).collect();
            let moves: Vec<(Move, Value)> =
                all.into_iter().map(|mv| (mv, self.evaluate_move(heaps, mv, with_plies, budget))).collect();
            let winning = moves.iter().filter(|(_, value)| value.wins == Some(true)).count() as u64;
            let known = moves.iter().all(|(_, value)| value.wins.is_some());
            return MoveValues { moves, total, winning: known.then_some(winning) };
        }
        let winning = match theory::covers(&self.rule, self.misere) {
            true => theory::winning_moves(&mut self.grundy, &self.rule, heaps, self.misere, MAX_LISTED, budget),
            false => None,
        };
        let listed = winning.as_ref().map(|winning| winning.moves.clone()).unwrap_or_default();
        let moves = listed.into_iter().map(|mv| (mv, self.evaluate_move(heaps, mv, with_plies, budget))).collect();
        MoveValues { moves, total, winning: winning.map(|winning| winning.count) }
    }

    /// Chooses a move at the level of the settings: a best one, or below full strength sometimes a random one.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Move> {
        let mut random = position_random(settings.seed, board.record().len(), board.heaps.iter().copied());
        if random.random_range(0..Settings::FULL_LEVEL) < settings.weakness() {
            return random_move(board, &mut random);
        }
        self.solve(&board.heaps, budget).best
    }
}

/// Draws a random move. If there are many, it first draws a heap.
fn random_move(board: &Board, random: &mut Pcg64Mcg) -> Option<Move> {
    let (rule, heaps) = (&board.rule, &board.heaps);
    let total = count_moves(rule, heaps);
    if total == 0 {
        return None;
    }
    if total <= MAX_DRAWN as u64 {
        return moves(rule, heaps).nth(random.random_range(0..total as usize));
    }
    let alive: Vec<usize> = (0..heaps.len()).filter(|&heap| heap_moves(rule, Heap(heap), heaps[heap]).next().is_some()).collect();
    let heap = alive[random.random_range(0..alive.len())];
    let listed = || heap_moves(rule, Heap(heap), heaps[heap]).take(MAX_DRAWN);
    listed().nth(random.random_range(0..listed().count()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::super::notation::{move_name, parse_position};
    use super::*;

    /// Returns in how many of 100 random positions a level keeps the game's value.
    fn good_moves(level: u64, text: &str, random: &mut Pcg64Mcg) -> usize {
        let settings = Settings { level, ..Settings::default() };
        let mut good = 0;
        for _ in 0..100 {
            let heaps: Vec<u32> = (0..3).map(|_| random.random_range(1..20)).collect();
            let position = parse_position(&format!("{} {} {} {text}", heaps[0], heaps[1], heaps[2])).unwrap();
            let mut player = Player::new(&position.rule, position.misere);
            let board = Board::new(position);
            let mv = player.choose(&board, &settings, &Budget::default()).unwrap();
            assert_eq!(player.choose(&board, &settings, &Budget::default()), Some(mv), "the same seed, the same move");
            let next = apply_move(&board.rule, &board.heaps, mv).unwrap();
            let won = player.evaluate(&board.heaps, &Budget::default()).wins.unwrap();
            let kept = !player.evaluate(&next, &Budget::default()).wins.unwrap();
            good += usize::from(won == kept);
        }
        good
    }

    /// The heap is too large for a table, but not what the moves leave of it.
    #[test]
    fn a_move_decides_where_the_position_is_too_large() {
        let check = |text: &str, wins: bool, plies: Option<u64>, best: &str| {
            let position = parse_position(text).unwrap();
            let mut player = Player::new(&position.rule, position.misere);
            let answer = player.solve(&position.heaps, &Budget::default());
            assert_eq!(
                (answer.value, best),
                (Value { wins: Some(wins), plies }, &move_name(&position.heaps, answer.best.unwrap())[..]),
                "{text}"
            );
        };
        check("1000000000 take=1,1000000000", true, Some(1), "1-1000000000");
        check("4194303 take=1,4194303", true, None, "1-4194303");
        check("999999999 take=1,1000000000", true, Some(999_999_999), "1-1");
        check("1000000000 take=2,1000000000 misere=1", true, None, "1-2");
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
    fn all_moves_of_a_small_heap_are_drawn_beside_a_huge_one() {
        let board = Board::new(parse_position("200000 4").unwrap());
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let drawn = (0..100).filter_map(|_| random_move(&board, &mut random));
        let left: BTreeSet<u32> =
            drawn.filter_map(|mv| apply_move(&board.rule, &board.heaps, mv).ok()).map(|heaps| heaps[1]).collect();
        assert_eq!(left, BTreeSet::from([0, 1, 2, 3, 4]));
    }

    #[test]
    fn huge_heaps_have_moves_at_every_level() {
        for text in ["1000000000 999999999", "1000000000 kayles", "1000000000 5 wythoff", "1000000000 take=1,3-999999999"] {
            let position = parse_position(text).unwrap();
            let mut player = Player::new(&position.rule, position.misere);
            let board = Board::new(position);
            for level in 1..=Settings::FULL_LEVEL {
                let settings = Settings { level, ..Settings::default() };
                let mv = player.choose(&board, &settings, &Budget::default()).unwrap();
                assert!(apply_move(&board.rule, &board.heaps, mv).is_ok(), "{text} level {level}");
            }
        }
    }
}

//! A table of the scores of the first positions on the standard board, which take the longest to solve.
//!
//! `openings.txt` has a line `DIGITS SCORE` for each position with at most [`PLIES`] stones up to mirror images, 2,863 lines. It
//! is what `ludion-lab connect4 openings 5` prints, sorted: that finds the scores without this table, with one thread.
//! `ludion-lab connect4 openings 5 FILE` resumes an interrupted run: it prints the lines that the file lacks.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::bits::{Shape, Stones};
use super::score::Score;

/// Most stones of a position of the table.
const PLIES: u32 = 5;

/// The table as computed by this program.
const TEXT: &str = include_str!("openings.txt");

/// Returns the scores by key.
fn table() -> &'static HashMap<u64, Score> {
    static TABLE: OnceLock<HashMap<u64, Score>> = OnceLock::new();
    TABLE.get_or_init(|| {
        TEXT.lines().filter_map(parse_line).map(|(stones, score)| (Shape::default().key(stones), score)).collect()
    })
}

/// Parses a line `DIGITS SCORE`: the moves from the empty standard board, a column digit each, and the score. Returns `None` if the
/// line has another form or a move is illegal or wins.
#[must_use]
pub fn parse_line(line: &str) -> Option<(Stones, Score)> {
    let (digits, score) = line.split_once(' ')?;
    Some((parse_digits(digits)?, Score(score.trim().parse().ok()?)))
}

/// Returns the position after some moves, a column digit each. Returns `None` if a move is illegal or wins.
fn parse_digits(digits: &str) -> Option<Stones> {
    let shape = Shape::default();
    let mut stones = Stones::default();
    for digit in digits.bytes() {
        let column = usize::from(digit.checked_sub(b'1')?);
        let cell = shape.landings(stones) & shape.column(Some(column).filter(|&column| column < shape.width)?);
        if cell == 0 || shape.immediate_wins(stones) & cell != 0 {
            return None;
        }
        stones = stones.play(cell);
    }
    Some(stones)
}

/// Returns the score of a position of a board, if the table knows it.
#[must_use]
pub fn score(shape: &Shape, stones: Stones) -> Option<Score> {
    let is_early = *shape == Shape::default() && stones.count() <= PLIES;
    is_early.then(|| table().get(&shape.key(stones)).copied()).flatten()
}

/// Returns the positions after each move that does not win, with their digits, middle columns first.
#[must_use]
pub fn successors(digits: &str) -> Vec<(String, Stones)> {
    let longer = Shape::default().columns().map(|column| format!("{digits}{}", column + 1));
    longer.filter_map(|digits| parse_digits(&digits).map(|stones| (digits, stones))).collect()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::solver::Solver;
    use super::*;
    use crate::search::{Budget, Control, Stop};

    /// Returns the digits of all positions with this number of stones, up to mirror images.
    fn list_positions(stones: u32) -> Vec<String> {
        let shape = Shape::default();
        let mut layer = vec![String::new()];
        for _ in 0..stones {
            let mut next: HashMap<u64, String> = HashMap::new();
            for (digits, stones) in layer.iter().flat_map(|digits| successors(digits)) {
                next.entry(shape.key(stones)).or_insert(digits);
            }
            layer = next.into_values().collect();
            layer.sort();
        }
        layer
    }

    /// As a plain enumeration in another language counts them.
    #[test]
    fn all_positions_are_listed() {
        let counts: Vec<usize> = (0..=5).map(|stones| list_positions(stones).len()).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144]);
    }

    #[test]
    fn the_table_is_whole() {
        let wanted: Vec<String> = (0..=PLIES).flat_map(list_positions).collect();
        assert!(TEXT.lines().all(|line| parse_line(line).is_some()), "{TEXT}");
        assert_eq!((TEXT.lines().count(), table().len()), (wanted.len(), wanted.len()));
        assert!(wanted.iter().all(|digits| parse_digits(digits).and_then(|stones| score(&Shape::default(), stones)).is_some()));
    }

    /// A score is that of the best move.
    #[test]
    fn scores_follow_from_those_of_moves() {
        let known = |stones| score(&Shape::default(), stones).unwrap();
        for digits in (0..PLIES).flat_map(list_positions) {
            let best = successors(&digits).into_iter().map(|(_, after)| -known(after)).max();
            assert_eq!(best, parse_digits(&digits).map(known), "{digits}");
        }
    }

    /// J. Tromp's and P. Pons' published values of the first moves.
    #[test]
    fn first_moves() {
        let shape = Shape::default();
        let scores = (1..=7).map(|column| score(&shape, parse_digits(&column.to_string()).unwrap()).unwrap());
        assert_eq!(scores.map(|score| -score.0).collect::<Vec<_>>(), [-2, -1, 0, 1, 0, -1, -2]);
        assert_eq!(score(&shape, Stones::default()), Some(Score(1)));
    }

    /// Those of its scores that the solver finds at once.
    #[test]
    fn the_solver_agrees_at_once() {
        let mut solver = Solver::without_openings(Shape::default(), 1 << 20);
        let budget = Budget::new(None, 20_000, Stop::default());
        let mut agreed = 0;
        for stones in list_positions(PLIES).iter().filter_map(|digits| parse_digits(digits)) {
            if let Ok(found) = solver.score(stones, &Control::new(&budget, 1)) {
                assert_eq!(Some(found), score(&Shape::default(), stones));
                agreed += 1;
            }
        }
        assert!(agreed >= 30, "{agreed}");
    }

    /// A random sample of its scores, found again without the table.
    #[test]
    #[ignore = "a minute or two"]
    fn the_solver_agrees() {
        let (mut solver, budget) = (Solver::without_openings(Shape::default(), 1 << 30), Budget::default());
        let control = Control::new(&budget, 2);
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let layer = list_positions(PLIES);
        for _ in 0..8 {
            let digits = &layer[random.random_range(0..layer.len())];
            let stones = parse_digits(digits).unwrap();
            assert_eq!(solver.score(stones, &control).ok(), score(&Shape::default(), stones), "{digits}");
        }
    }
}

//! The scores of the first positions of the usual board, which take the longest to find.
//!
//! `openings.txt` has a line `DIGITS SCORE` for each position with [`PLIES`] stones up to mirror images. It is what
//! `ludion bench connect4 --prove openings:2` prints, which finds the scores without this table; those of earlier positions
//! follow from those of their moves.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::bits::{Shape, Stones};
use super::score::Score;

/// Stones of the positions of the table.
pub const PLIES: u32 = 2;

/// What the project has computed.
const TEXT: &str = include_str!("openings.txt");

/// The scores by key.
fn table() -> &'static HashMap<u64, Score> {
    static TABLE: OnceLock<HashMap<u64, Score>> = OnceLock::new();
    TABLE.get_or_init(|| TEXT.lines().filter_map(parsed).map(|(stones, score)| (Shape::default().key(stones), score)).collect())
}

/// A position as column digits of the usual board, and its score: `DIGITS SCORE`; nobody may have won before the last stone.
#[must_use]
pub fn parsed(line: &str) -> Option<(Stones, Score)> {
    let (digits, score) = line.split_once(' ')?;
    Some((position(digits)?, Score(score.trim().parse().ok()?)))
}

/// A position of the usual board after some moves, a digit each, in which nobody has won.
fn position(digits: &str) -> Option<Stones> {
    let shape = Shape::default();
    let mut stones = Stones::default();
    for digit in digits.bytes() {
        let column = usize::from(digit.checked_sub(b'1')?);
        let cell = shape.landings(stones) & shape.column(Some(column).filter(|&column| column < shape.width)?);
        if cell == 0 || shape.wins_now(stones) & cell != 0 {
            return None;
        }
        stones = stones.after(cell);
    }
    Some(stones)
}

/// The score of a position of a board, if the table knows it.
#[must_use]
pub fn score(shape: &Shape, stones: Stones) -> Option<Score> {
    if *shape != Shape::default() || stones.count() > PLIES {
        return None;
    }
    if stones.count() == PLIES {
        return table().get(&shape.key(stones)).copied();
    }
    let landings = shape.landings(stones);
    let cells = (0..shape.width).map(|column| landings & shape.column(column));
    let scores: Option<Vec<Score>> = cells.map(|cell| score(shape, stones.after(cell)).map(|score| -score)).collect();
    scores?.into_iter().max()
}

/// The positions with so many stones, up to mirror images, each as digits.
#[must_use]
pub fn positions(stones: u32) -> Vec<String> {
    let shape = Shape::default();
    let mut layer = vec![String::new()];
    for _ in 0..stones {
        let mut next: HashMap<u64, String> = HashMap::new();
        for digits in &layer {
            for column in 1..=shape.width {
                let longer = format!("{digits}{column}");
                if let Some(stones) = position(&longer) {
                    next.entry(shape.key(stones)).or_insert(longer);
                }
            }
        }
        layer = next.into_values().collect();
        layer.sort();
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a plain enumeration in another language counts them.
    #[test]
    fn all_positions_are_listed() {
        let counts: Vec<usize> = (0..=4).map(|stones| positions(stones).len()).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568]);
    }

    #[test]
    fn the_table_is_whole() {
        assert!(TEXT.lines().all(|line| parsed(line).is_some_and(|(stones, _)| stones.count() == PLIES)), "{TEXT}");
        let wanted = positions(PLIES);
        assert_eq!((TEXT.lines().count(), table().len()), (wanted.len(), wanted.len()));
        assert!(wanted.iter().all(|digits| position(digits).and_then(|stones| score(&Shape::default(), stones)).is_some()));
    }

    /// J. Tromp's and P. Pons' published values of the first moves.
    #[test]
    fn first_moves() {
        let shape = Shape::default();
        let scores = (1..=7).map(|column| score(&shape, position(&column.to_string()).unwrap()).unwrap());
        assert_eq!(scores.map(|score| -score.0).collect::<Vec<_>>(), [-2, -1, 0, 1, 0, -1, -2]);
        assert_eq!(score(&shape, Stones::default()), Some(Score(1)));
    }

    /// Three of its scores, found again without the table.
    #[test]
    #[ignore = "some minutes"]
    fn the_solver_agrees() {
        let (solver, budget) = (super::super::solver::Solver::from_nothing(Shape::default(), 1 << 30), Default::default());
        let work = super::super::solver::Work::new(2, &budget);
        for digits in positions(PLIES).iter().rev().take(3) {
            let stones = position(digits).unwrap();
            assert_eq!(solver.score(stones, &work).ok(), score(&Shape::default(), stones), "{digits}");
        }
    }
}

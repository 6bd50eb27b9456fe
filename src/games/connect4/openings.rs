//! The scores of the first positions of the usual board, which take the longest to find.
//!
//! `openings.txt` has a line `DIGITS SCORE` for each position with [`PLIES`] stones up to mirror images, as `ludion bench
//! connect4
//! --prove openings:N` prints it; scores of earlier positions follow from those of their moves.

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
}

//! Who wins, and in how many plies: exact alpha-beta for boards of any size.
//!
//! For growing `d`, null-window searches ask whether the player to move wins, or loses, within `d` plies; so a winning position is
//! found at its rank in the attractor. A transposition table keeps bounds from search to search. Its keys are exact on boards of up
//! to 64 cells and 128-bit hashes on larger ones; positions with few marks share an entry with their symmetric images. The search
//! completes a line if it can, else blocks one, and scores a position as a draw if neither player can complete a line. Time is in
//! the worst case exponential in the number of cells; memory is that of the table.

use bytemuck::{Pod, Zeroable};

use super::board::{Cells, Marks, Rules, bit, cells};
use super::outcome::Outcome;
use crate::grid::Cell;
use crate::pages::Pages;
use crate::search::table::bucket_index;
use crate::search::{Budget, Halted};

/// Positions with more marks than this are not reduced by symmetry, because the search seldom meets their images.
const MAX_MIRRORED: u32 = 8;

/// Nodes between two checks of the budget.
const CHECK_INTERVAL: u64 = 1 << 6;

/// An entry of the transposition table: bounds of the score of a position.
///
/// [`TranspositionTable`](crate::search::table::TranspositionTable) has keys of 64 bits and a lock in each bucket. The keys here
/// have 128 bits, exact up to 64 cells: no proof there can rest on a collision. And the search has one thread.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Entry {
    key: u128,
    lower: i16,
    upper: i16,
    /// Whether there is an entry: 0 or 1.
    filled: u32,
    _rest: u64,
}

/// Size of an entry, in bytes.
const ENTRY_BYTES: usize = size_of::<Entry>();

/// The solver of one variant. A win with `n` marks on the final board has score `cells + 1 - n`, a loss minus that, and a draw 0.
pub struct Solver<'a> {
    rules: &'a Rules,
    budget: Budget,
    table: Pages<Entry>,
    nodes: u64,
    /// The node count at which the budget ends.
    most: u64,
}

impl<'a> Solver<'a> {
    /// Creates a solver with a table of at most this many bytes.
    #[must_use]
    pub fn new(rules: &'a Rules, bytes: usize, budget: &Budget) -> Self {
        // Small boards have few positions.
        let positions = 3_usize.saturating_pow(rules.area().min(30) as u32);
        let entries = (bytes / ENTRY_BYTES).min(positions).max(1);
        let most = budget.max_nodes.unwrap_or(u64::MAX);
        Solver { rules, budget: budget.clone(), table: Pages::at_most(entries), nodes: 0, most }
    }

    /// Replaces the budget and keeps the table.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.most = self.nodes.saturating_add(budget.max_nodes.unwrap_or(u64::MAX));
        self.budget = budget.clone();
    }

    /// Returns the nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the outcome of a position for the player to move.
    ///
    /// # Errors
    /// [`Halted`] if the budget ends first.
    pub fn outcome(&mut self, marks: Marks) -> Result<Outcome, Halted> {
        let area = self.rules.area() as i32;
        let count = marks.count() as i32;
        let (own, other) = marks.own_and_other();
        if let Some(score) = self.final_score(own, other) {
            return Ok(self.outcome_of_score(score, count));
        }
        // A request for many positions must end even if each is solved before the next check.
        if self.budget.is_over() {
            return Err(Halted);
        }
        for end in count + 1..=area {
            // The score of a win with `end` marks on the board.
            let score = area + 1 - end;
            let plies = (end - count) as u8;
            // The player who places the last mark wins, or loses in a misere game.
            if (plies % 2 == 1) != self.rules.variant.misere {
                if self.search(own, other, score - 1)? >= score {
                    return Ok(Outcome::Win(plies));
                }
            } else if self.search(own, other, -score)? <= -score {
                return Ok(Outcome::Loss(plies));
            }
        }
        Ok(Outcome::Draw)
    }

    /// Returns the outcome of a position that is not final, with the first of the moves that lead to it.
    ///
    /// # Errors
    /// [`Halted`] if the budget ends first.
    pub fn best(&mut self, marks: Marks) -> Result<(Outcome, Option<Cell>), Halted> {
        let outcome = self.outcome(marks)?;
        let (own, other) = marks.own_and_other();
        let end = |plies: u8| self.rules.area() as i32 + 1 - marks.count() as i32 - i32::from(plies);
        let score = match outcome {
            Outcome::Win(plies) => end(plies),
            Outcome::Loss(plies) => -end(plies),
            Outcome::Draw => 0,
        };
        for cell in self.order_moves(own, other) {
            let marked = own | bit(cell);
            let reached = match self.score_if_final(marked, other, cell) {
                Some(score) => score,
                None => -self.search(other, marked, -score)?,
            };
            if reached >= score {
                return Ok((outcome, Some(cell)));
            }
        }
        Ok((outcome, None))
    }

    fn outcome_of_score(&self, score: i32, count: i32) -> Outcome {
        let plies = (self.rules.area() as i32 + 1 - score.abs() - count) as u8;
        match score {
            0 => Outcome::Draw,
            1.. => Outcome::Win(plies),
            _ => Outcome::Loss(plies),
        }
    }

    /// Returns the score of a finished game for the player to move; the other one moved last.
    fn final_score(&self, own: Cells, other: Cells) -> Option<i32> {
        let count = (own | other).count_ones() as i32;
        if self.rules.has_line(other) {
            let score = self.rules.area() as i32 + 1 - count;
            return Some(if self.rules.variant.misere { score } else { -score });
        }
        (own | other == self.rules.all_cells()).then_some(0)
    }

    /// Returns a bound of the score: an upper one if it is at most `alpha`, else a lower one.
    fn search(&mut self, own: Cells, other: Cells, alpha: i32) -> Result<i32, Halted> {
        self.nodes += 1;
        if self.nodes > self.most || self.nodes.is_multiple_of(CHECK_INTERVAL) && self.budget.is_over() {
            return Err(Halted);
        }
        let (lowest, highest) = self.score_bounds(own, other);
        if highest <= alpha || lowest > alpha {
            return Ok(if highest <= alpha { highest } else { lowest });
        }
        let key = self.key(own, other);
        let known = self.lookup(key);
        if let Some(entry) = known {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if upper <= alpha || lower > alpha {
                return Ok(if upper <= alpha { upper } else { lower });
            }
        }
        let best = self.search_moves(own, other, alpha)?;
        self.store(key, known, best, alpha, (lowest, highest));
        Ok(best)
    }

    /// Returns the lowest and highest possible score of a position without a line.
    fn score_bounds(&self, own: Cells, other: Cells) -> (i32, i32) {
        let count = (own | other).count_ones() as i32;
        let area = self.rules.area() as i32;
        let (mut open, mut others) = (false, false);
        for &line in &self.rules.lines {
            open |= line & other == 0;
            others |= line & own == 0;
        }
        let misere = self.rules.variant.misere;
        let (wins, loses) = if misere { (others, open) } else { (open, others) };
        // In a misere game a player wins by the other's move, one mark later.
        let soonest = if misere { count + 2 } else { count + 1 };
        let soonest_loss = if misere { count + 1 } else { count + 2 };
        let score = |possible: bool, end: i32| if possible { (area + 1 - end).max(0) } else { 0 };
        (-score(loses, soonest_loss), score(wins, soonest))
    }

    /// Tries the moves until one is better than `alpha`.
    fn search_moves(&mut self, own: Cells, other: Cells, alpha: i32) -> Result<i32, Halted> {
        let mut best = i32::MIN;
        for cell in self.order_moves(own, other) {
            let marked = own | bit(cell);
            let score = match self.score_if_final(marked, other, cell) {
                Some(score) => score,
                None => -self.search(other, marked, -alpha - 1)?,
            };
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the score for the player who has just taken a cell, if that ends the game.
    fn score_if_final(&self, marked: Cells, other: Cells, cell: Cell) -> Option<i32> {
        let count = (marked | other).count_ones() as i32;
        if self.rules.completes_line(marked, cell) {
            let score = self.rules.area() as i32 + 1 - count;
            return Some(if self.rules.variant.misere { -score } else { score });
        }
        (marked | other == self.rules.all_cells()).then_some(0)
    }

    /// Returns the moves to search, most promising first. A move that completes or blocks a line is the only one.
    fn order_moves(&self, own: Cells, other: Cells) -> Vec<Cell> {
        let free = self.rules.all_cells() & !(own | other);
        let misere = self.rules.variant.misere;
        if !misere {
            let completing = |marks: Cells| cells(free).find(|&cell| self.rules.completes_line(marks | bit(cell), cell));
            if let Some(cell) = completing(own).or_else(|| completing(other)) {
                return vec![cell];
            }
        }
        let weight = |cell: &Cell| self.rules.cell_weight(*cell, own, other) * if misere { 1 } else { -1 };
        let mut moves: Vec<Cell> = cells(free).collect();
        moves.sort_by_cached_key(weight);
        moves
    }

    fn key(&self, own: Cells, other: Cells) -> u128 {
        let few = (own | other).count_ones() <= MAX_MIRRORED;
        let (own, other) = if few { self.rules.canonical(own, other) } else { (own, other) };
        if self.rules.area() <= 64 { own | other << 64 } else { hash_marks(own, other) }
    }

    fn place(&self, key: u128) -> usize {
        let spread = ((key as u64) ^ ((key >> 64) as u64).rotate_left(32)).wrapping_mul(crate::search::FIBONACCI);
        bucket_index(spread, self.table.len())
    }

    fn lookup(&self, key: u128) -> Option<Entry> {
        Some(self.table[self.place(key)]).filter(|entry| entry.filled == 1 && entry.key == key)
    }

    fn store(&mut self, key: u128, known: Option<Entry>, best: i32, alpha: i32, (lowest, highest): (i32, i32)) {
        let fresh = Entry { key, lower: lowest as i16, upper: highest as i16, filled: 1, _rest: 0 };
        let mut entry = known.unwrap_or(fresh);
        if best > alpha {
            entry.lower = entry.lower.max(best as i16);
        } else {
            entry.upper = entry.upper.min(best as i16);
        }
        let place = self.place(key);
        self.table[place] = entry;
    }
}

/// Returns 128 bits that tell positions of a large board apart.
fn hash_marks(own: Cells, other: Cells) -> u128 {
    const ODD: u128 = 0x2d99_787a_9261_75fd_9e37_79b9_7f4a_7c15;
    let mix = |word: u128| {
        let product = (word ^ (word >> 61)).wrapping_mul(ODD);
        (product ^ (product >> 67)).wrapping_mul(ODD | 1 << 40)
    };
    mix(mix(own).wrapping_add(other.rotate_left(59)) ^ other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::board::Variant;
    use crate::games::tictactoe::census::Census;

    const BYTES: usize = 1 << 20;

    fn rules(width: usize, height: usize, length: usize, misere: bool) -> Rules {
        Rules::new(Variant::new(width, height, length, misere))
    }

    fn value(width: usize, height: usize, length: usize) -> Outcome {
        let (rules, budget) = (rules(width, height, length, false), Budget::default());
        Solver::new(&rules, BYTES, &budget).outcome(Marks::default()).unwrap()
    }

    /// Every position of every small board, against the attractors.
    #[test]
    fn agrees_with_the_census() {
        for (width, height, length, step) in
            [(3, 3, 3, 1), (2, 3, 2, 1), (3, 2, 3, 1), (1, 5, 2, 1), (4, 2, 2, 1), (4, 3, 3, 97), (3, 3, 2, 1), (2, 2, 1, 1)]
        {
            for misere in [false, true] {
                let (rules, budget) = (rules(width, height, length, misere), Budget::default());
                let census = Census::new(&rules, &budget).unwrap();
                let mut solver = Solver::new(&rules, BYTES, &budget);
                for (marks, outcome) in census.positions().step_by(step) {
                    assert_eq!(solver.outcome(marks).unwrap(), outcome, "{width},{height},{length} {misere} {marks:?}");
                }
            }
        }
    }

    /// J. W. H. M. Uiterwijk and H. J. van den Herik, *The advantage of the initiative* (2000): which of these the first
    /// player wins.
    #[test]
    fn known_values() {
        assert_eq!(value(3, 3, 3), Outcome::Draw);
        assert_eq!(value(4, 4, 4), Outcome::Draw);
        assert!(matches!(value(4, 3, 3), Outcome::Win(_)));
        assert!(matches!(value(4, 4, 3), Outcome::Win(_)));
        assert_eq!(value(5, 4, 4), Outcome::Draw);
    }
}

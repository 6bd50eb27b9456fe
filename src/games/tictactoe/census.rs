//! A census of all positions of a small board by retrograde analysis: each gets its value and rank, so that the positions that a
//! player wins are that player's attractor.
//!
//! Every move adds a mark, so that the value of a position with `n` marks depends only on positions with `n + 1`. The positions are
//! listed forwards, level by level and sorted, and evaluated backwards. Exact; takes time proportional to the moves of all positions,
//! times the logarithm of a level's size to find a successor, and 10 bytes a position. The rank of a position is the number of plies
//! to the end if the winner hurries and the loser delays (*Jeux d'accessibilité à deux joueurs sur un graphe*, 1.5). On the 3x3 board
//! 5,478 positions are reachable, and there are 255,168 games.

use bytemuck::allocation::try_zeroed_vec;

use super::board::{Cells, Marks, Rules, cells};
use super::outcome::Outcome;
use crate::search::Budget;

/// Cells of the largest board that is listed: each half of a code has a bit for each cell.
pub(super) const MAX_CELLS: usize = 16;

/// Positions evaluated between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 14;

/// Number of highest bits of a code by which positions are partitioned.
const PART_BITS: u32 = 8;

/// A position packed into 32 bits, black's marks in the low half.
type Code = u32;

fn code(marks: Marks) -> Code {
    (marks.0[0] | marks.0[1] << MAX_CELLS) as Code
}

fn marks(code: Code) -> Marks {
    Marks([Cells::from(code as u16), Cells::from(code >> MAX_CELLS)])
}

/// The positions with the same number of marks.
#[derive(Debug, Default)]
struct Level {
    codes: Vec<Code>,
    outcomes: Vec<Outcome>,
}

/// All positions that can be reached from the empty board.
#[derive(Debug)]
pub struct Census {
    levels: Vec<Level>,
}

/// The totals of a census.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Summary {
    pub positions: u64,
    /// Moves in all of them together.
    pub edges: u64,
    /// Positions up to symmetry.
    pub classes: u64,
    /// Finished games won by black, won by white, drawn.
    pub finals: [u64; 3],
    /// Positions that black wins, that white wins, that are drawn.
    pub values: [u64; 3],
    /// For black and for white: how many positions have which rank.
    pub ranks: [Vec<u64>; 2],
    /// Games (sequences of moves from the empty board to an end) won by black, won by white, drawn.
    pub games: [u128; 3],
}

impl Census {
    /// Lists and evaluates all positions; `None` if the board is too large, there is no memory or the budget ends first.
    #[must_use]
    pub fn new(rules: &Rules, budget: &Budget) -> Option<Census> {
        if rules.area() > MAX_CELLS {
            return None;
        }
        let mut levels = vec![Level { codes: vec![code(Marks::default())], outcomes: Vec::new() }];
        for _ in 0..rules.area() {
            let next = successors(rules, &levels.last()?.codes, budget)?;
            levels.push(Level { codes: next, outcomes: Vec::new() });
        }
        for number in (0..levels.len()).rev() {
            let (earlier, later) = levels.split_at_mut(number + 1);
            let level = &mut earlier[number];
            level.outcomes = evaluate_level(rules, &level.codes, later.first(), budget)?;
        }
        Some(Census { levels })
    }

    /// Returns the outcome of a position for the player to move.
    #[cfg(test)]
    pub fn outcome(&self, marks: Marks) -> Option<Outcome> {
        self.levels.get(marks.count() as usize)?.outcome(code(marks))
    }

    /// Computes the totals; `None` where there is no memory for them.
    #[must_use]
    pub fn summary(&self, rules: &Rules) -> Option<Summary> {
        let mut summary = Summary { ranks: [vec![0; rules.area() + 1], vec![0; rules.area() + 1]], ..Summary::default() };
        let mut ways: Vec<u128> = vec![1];
        for (number, level) in self.levels.iter().enumerate() {
            let later = self.levels.get(number + 1);
            let mut later_ways = try_zeroed_vec::<u128>(later.map_or(0, |later| later.codes.len())).ok()?;
            for ((&code, &outcome), &ways) in level.codes.iter().zip(&level.outcomes).zip(&ways) {
                let position = marks(code);
                let [black, white] = position.0;
                let is_final = is_final(rules, position);
                summary.count(position, outcome, ways, is_final);
                summary.classes += u64::from(rules.canonical(black, white) == (black, white));
                if is_final {
                    continue;
                }
                for next in moves(rules, position) {
                    summary.edges += 1;
                    let place = later.and_then(|later| later.codes.binary_search(&next).ok());
                    if let Some(place) = place {
                        later_ways[place] += ways;
                    }
                }
            }
            ways = later_ways;
        }
        for ranks in &mut summary.ranks {
            ranks.truncate(ranks.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        }
        Some(summary)
    }

    /// Returns all positions, by number of marks, each with its outcome for the player to move.
    #[cfg(test)]
    pub fn positions(&self) -> impl Iterator<Item = (Marks, Outcome)> {
        let levels = self.levels.iter();
        levels.flat_map(|level| level.codes.iter().map(|&code| marks(code)).zip(level.outcomes.iter().copied()))
    }
}

impl Summary {
    /// Counts a position that `ways` sequences of moves lead to.
    fn count(&mut self, position: Marks, outcome: Outcome, ways: u128, is_final: bool) {
        let mover = position.to_move();
        let winner = match outcome {
            Outcome::Win(plies) => Some((mover, plies)),
            Outcome::Loss(plies) => Some((mover.other(), plies)),
            Outcome::Draw => None,
        };
        let place = winner.map_or(2, |(winner, _)| winner.index());
        self.positions += 1;
        self.values[place] += 1;
        if let Some((winner, plies)) = winner {
            self.ranks[winner.index()][usize::from(plies)] += 1;
        }
        if is_final {
            self.finals[place] += 1;
            self.games[place] += ways;
        }
    }
}

impl Level {
    fn outcome(&self, code: Code) -> Option<Outcome> {
        let place = self.codes.binary_search(&code).ok()?;
        self.outcomes.get(place).copied()
    }
}

/// Returns the codes after each move of a position that is not final.
fn moves(rules: &Rules, position: Marks) -> impl Iterator<Item = Code> {
    cells(rules.all_cells() & !position.occupied_cells()).map(move |cell| code(position.play(cell)))
}

/// Returns whether the game is over: a line can only be the last player's.
fn is_final(rules: &Rules, position: Marks) -> bool {
    let (_, last) = position.own_and_other();
    rules.has_line(last) || position.occupied_cells() == rules.all_cells()
}

/// Returns the positions one move later, sorted. They are partitioned by their highest bits, so that no single sort delays an
/// interrupt.
fn successors(rules: &Rules, codes: &[Code], budget: &Budget) -> Option<Vec<Code>> {
    let mut parts: Vec<Vec<Code>> = vec![Vec::new(); 1 << PART_BITS];
    for some in codes.chunks(CHECK_INTERVAL) {
        if budget.is_over() {
            return None;
        }
        for &code in some {
            let position = marks(code);
            if is_final(rules, position) {
                continue;
            }
            for next in moves(rules, position) {
                let part = &mut parts[(next >> (Code::BITS - PART_BITS)) as usize];
                if part.len() == part.capacity() {
                    // Most positions are reached several times, so duplicates are removed while the list grows.
                    part.sort_unstable();
                    part.dedup();
                    part.try_reserve(part.len() + 16).ok()?;
                }
                part.push(next);
            }
        }
    }
    let mut next = Vec::new();
    for mut part in parts {
        if budget.is_over() {
            return None;
        }
        part.sort_unstable();
        part.dedup();
        next.try_reserve(part.len()).ok()?;
        next.append(&mut part);
    }
    Some(next)
}

/// Returns the outcomes of a level, from those of the next one.
fn evaluate_level(rules: &Rules, codes: &[Code], later: Option<&Level>, budget: &Budget) -> Option<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    outcomes.try_reserve_exact(codes.len()).ok()?;
    for part in codes.chunks(CHECK_INTERVAL) {
        if budget.is_over() {
            return None;
        }
        for &code in part {
            let position = marks(code);
            let (_, last) = position.own_and_other();
            outcomes.push(if rules.has_line(last) {
                if rules.variant.misere { Outcome::Win(0) } else { Outcome::Loss(0) }
            } else if position.occupied_cells() == rules.all_cells() {
                Outcome::Draw
            } else {
                moves(rules, position).filter_map(|next| later?.outcome(next)).map(Outcome::back_up).max()?
            });
        }
    }
    Some(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::board::Variant;

    fn summary(misere: bool) -> Summary {
        let rules = Rules::new(Variant { misere, ..Variant::default() });
        Census::new(&rules, &Budget::default()).unwrap().summary(&rules).unwrap()
    }

    /// As in `tests/data/tictactoe/facts.json`.
    #[test]
    fn the_classic_game() {
        let found = summary(false);
        assert_eq!((found.positions, found.edges, found.classes), (5_478, 16_167, 765));
        assert_eq!(found.finals, [626, 316, 16]);
        assert_eq!(found.values, [2_936, 1_474, 1_068]);
        assert_eq!(found.ranks, [vec![626, 1_498, 392, 260, 88, 72], vec![316, 860, 116, 96, 36, 50]]);
        assert_eq!(found.games, [131_184, 77_904, 46_080]);
    }

    #[test]
    fn misere() {
        let found = summary(true);
        assert_eq!((found.positions, found.values), (5_478, [898, 3_600, 980]));
    }

    #[test]
    fn a_stop_ends_the_census() {
        let budget = Budget::default();
        budget.stop.raise();
        assert!(Census::new(&Rules::new(Variant::default()), &budget).is_none());
    }
}

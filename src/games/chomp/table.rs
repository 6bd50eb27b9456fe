//! All positions of a bar, solved: won or lost, and in how many plies.
//!
//! A position is a partition: its rows never grow. Its number is that of the combinatorial number system, `sum of C(rows[r] + R - 1 - r,
//! R - r)`, which is a sum over rows and grows with each of them, so that every bite leads to a smaller number. One pass in
//! this order: a position that no lost one has marked is itself lost; it then marks the positions from which a bite leads to it. Lost
//! positions are rare (one in a hundred on 12 x 12), so that the whole costs little more than one write for each winning move. After the
//! course text *Jeux d'accessibilité à deux joueurs sur un graphe* (the game and its attractors) and D. Gale, *A curious
//! Nim-type game* (1974).
//!
//! The table is complete, so that nothing is replaced and `search::table` does not apply. Memory: one byte a position, two if the bar
//! has more than 255 squares, because a game lasts at most as many plies.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

use super::board::Size;
use crate::search::Budget;

/// Positions between two checks of the budget.
const POSITION_CHECK_INTERVAL: usize = 4096;

/// Marks between two checks of the budget: each may be the first write to its page, which takes microseconds.
const MARK_CHECK_INTERVAL: u32 = 1 << 9;

/// A number of plies in one or two bytes.
trait Plies: Copy + Ord + Zeroable + Send + 'static {
    fn from_count(plies: u32) -> Self;
    fn count(self) -> u32;
}

impl Plies for u8 {
    fn from_count(plies: u32) -> Self {
        plies as u8
    }

    fn count(self) -> u32 {
        u32::from(self)
    }
}

impl Plies for u16 {
    fn from_count(plies: u32) -> Self {
        plies as u16
    }

    fn count(self) -> u32 {
        u32::from(self)
    }
}

/// Distances of all positions, by number.
#[derive(Clone, Debug)]
enum Store {
    Small(Vec<u8>),
    Large(Vec<u16>),
}

/// The solved positions of a bar that has no more rows than columns.
#[derive(Clone, Debug)]
pub struct Table {
    numbering: Numbering,
    store: Store,
}

impl Table {
    /// Solves a bar, lying on its longer side; `None` if the time of the budget ends first, or there is no memory.
    #[must_use]
    pub fn new(size: Size, budget: &Budget) -> Option<Table> {
        let numbering = Numbering::new(landscape(size));
        let store = match size.rows * size.columns {
            0..=255 => Store::Small(solve(&numbering, budget)?),
            _ => Store::Large(solve(&numbering, budget)?),
        };
        Some(Table { numbering, store })
    }

    /// Returns whether all positions within a bar are in the table.
    #[must_use]
    pub fn contains(&self, size: Size) -> bool {
        let size = landscape(size);
        size.rows <= self.numbering.size.rows && size.columns <= self.numbering.size.columns
    }

    /// Returns whether it is the table of a bar.
    #[must_use]
    pub fn is_of(&self, size: Size) -> bool {
        landscape(size) == self.numbering.size
    }

    /// Returns how many positions it holds, the empty one included.
    #[must_use]
    pub fn positions(&self) -> usize {
        match &self.store {
            Store::Small(plies) => plies.len(),
            Store::Large(plies) => plies.len(),
        }
    }

    /// Returns the distance of a position in plies, even where the player to move wins. The position must be held.
    #[must_use]
    pub fn plies(&self, rows: &[u16]) -> u32 {
        let count = rows.iter().take_while(|&&row| row > 0).count();
        let first = usize::from(rows.first().copied().unwrap_or(0));
        let upright = count > self.numbering.size.rows || first > self.numbering.size.columns;
        let number = if upright { self.numbering.number(&transpose(rows)) } else { self.numbering.number(&rows[..count]) };
        self.plies_of_number(number)
    }

    fn plies_of_number(&self, number: usize) -> u32 {
        match &self.store {
            Store::Small(plies) => plies[number].count(),
            Store::Large(plies) => plies[number].count(),
        }
    }

    /// Returns the lost positions, smallest number first, with their distances; rows without squares are left out. Positions are
    /// turned so that they lie on the longer side of the bar.
    pub fn lost_positions(&self) -> impl Iterator<Item = (Vec<u16>, u32)> + '_ {
        let mut rows = vec![0_u16; self.numbering.size.rows];
        (0..self.positions()).filter_map(move |number| {
            let plies = self.plies_of_number(number);
            let found = (plies % 2 == 1).then(|| (rows.iter().copied().take_while(|&row| row > 0).collect(), plies));
            self.numbering.advance(&mut rows);
            found
        })
    }

    /// Returns how many positions are lost.
    #[must_use]
    pub fn lost_count(&self) -> usize {
        match &self.store {
            Store::Small(plies) => plies.iter().filter(|&&plies| plies % 2 == 1).count(),
            Store::Large(plies) => plies.iter().filter(|&&plies| plies % 2 == 1).count(),
        }
    }
}

/// Returns a bar on its longer side.
fn landscape(size: Size) -> Size {
    Size { rows: size.rows.min(size.columns), columns: size.rows.max(size.columns) }
}

/// Returns a position with rows and columns exchanged.
#[must_use]
pub fn transpose(rows: &[u16]) -> Vec<u16> {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|column| rows.iter().take_while(|&&row| row > column).count() as u16).collect()
}

/// The numbers of the positions of a bar.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    size: Size,
    /// The term of a row in the sum: by row, then by its squares.
    terms: Vec<Vec<u32>>,
    /// Sums of the terms of the rows before one if all have the same squares: by squares, then by row.
    prefix_sums: Vec<Vec<u32>>,
}

impl Numbering {
    /// Creates the numbering of a playable bar, whose numbers fit.
    pub(super) fn new(size: Size) -> Numbering {
        let Size { rows, columns } = size;
        // C(n, k) by Pascal's rule, for the k that are used.
        let mut terms = vec![vec![0_u32; columns + 1]; rows];
        for row in (0..rows).rev() {
            for squares in 1..=columns {
                let below = if row + 1 < rows { terms[row + 1][squares] } else { 1 };
                terms[row][squares] = terms[row][squares - 1] + below;
            }
        }
        let before = |squares: usize| {
            let mut sums = vec![0_u32];
            sums.extend((0..rows).scan(0, |sum, row| {
                *sum += terms[row][squares];
                Some(*sum)
            }));
            sums
        };
        let prefix_sums = (0..=columns).map(before).collect();
        Numbering { size, terms, prefix_sums }
    }

    fn count(&self) -> usize {
        self.number(&vec![self.size.columns as u16; self.size.rows]) + 1
    }

    /// Returns the number of a position; rows without squares may be left out.
    pub(super) fn number(&self, rows: &[u16]) -> usize {
        rows.iter().zip(&self.terms).map(|(&squares, terms)| terms[usize::from(squares)] as usize).sum()
    }

    /// Returns the position of a number.
    pub(super) fn rows(&self, number: usize) -> Vec<u16> {
        let squares = self.terms.iter().scan(number as u32, |rest, terms| {
            let squares = terms.partition_point(|term| term <= rest) - 1;
            *rest -= terms[squares];
            Some(squares as u16)
        });
        squares.collect()
    }

    /// Changes a position to the next one; the last to the first.
    fn advance(&self, rows: &mut [u16]) {
        for row in (0..rows.len()).rev() {
            let most = if row > 0 { rows[row - 1] } else { self.size.columns as u16 };
            if rows[row] < most {
                rows[row] += 1;
                return;
            }
            rows[row] = 0;
        }
    }
}

fn solve<P: Plies>(numbering: &Numbering, budget: &Budget) -> Option<Vec<P>> {
    if budget.is_over() {
        return None;
    }
    let mut rows = vec![0_u16; numbering.size.rows];
    // 0 stands for a position that is not marked. That of the empty position, which the player to move has won, is never read. The
    // memory is mapped when it is written, because clearing a large table first would delay an interrupt.
    let Ok(mut plies) = try_zeroed_vec::<P>(numbering.count()) else {
        log::warn!("no memory for {} positions", numbering.count());
        return None;
    };
    for number in 1..plies.len() {
        if number % POSITION_CHECK_INTERVAL == 0 && budget.is_over() {
            budget.leftovers.keep(plies);
            return None;
        }
        numbering.advance(&mut rows);
        if plies[number] == P::from_count(0) {
            let distance = 1 + longest(numbering, &plies, &rows, number);
            plies[number] = P::from_count(distance);
            let mut marker =
                Marker { numbering, plies: &mut plies, distance: P::from_count(distance + 1), count: 0, budget, is_over: false };
            marker.mark(&rows, number);
            if marker.is_over {
                budget.leftovers.keep(plies);
                return None;
            }
        }
    }
    Some(plies)
}

/// Returns the longest distance that a bite leads to.
fn longest<P: Plies>(numbering: &Numbering, plies: &[P], rows: &[u16], number: usize) -> u32 {
    let mut longest = 0;
    for row in 0..rows.len() {
        // Rows from this one up to `end` have more squares than the column of the bite.
        let (mut end, mut eaten) = (row, 0);
        for column in (0..rows[row]).rev() {
            while end < rows.len() && rows[end] > column {
                eaten += numbering.terms[end][usize::from(rows[end])];
                end += 1;
            }
            let sums = &numbering.prefix_sums[usize::from(column)];
            let next = number - (eaten - (sums[end] - sums[row])) as usize;
            longest = longest.max(plies[next].count());
        }
    }
    longest
}

/// Marks the positions from which a bite leads to a lost one.
struct Marker<'a, P> {
    numbering: &'a Numbering,
    plies: &'a mut [P],
    distance: P,
    /// Marks so far: a tall lost position makes millions.
    count: u32,
    budget: &'a Budget,
    is_over: bool,
}

impl<P: Plies> Marker<'_, P> {
    /// Marks the positions from which a bite leads to this one. The bite leaves a run of equal rows, below which rows are longer.
    /// Before it the rows of the run had any lengths, the first of them more than now.
    fn mark(&mut self, rows: &[u16], number: usize) {
        let mut first = 0;
        while first < rows.len() {
            let squares = rows[first];
            let end = rows[first..].iter().position(|&other| other != squares).map_or(rows.len(), |length| first + length);
            let most = if first > 0 { rows[first - 1] } else { self.numbering.size.columns as u16 };
            self.lengthen(first, end, squares, most, number);
            first = end;
        }
    }

    /// Lengthens each row from `row` to `end` in all ways that the row before allows, and marks the resulting positions.
    fn lengthen(&mut self, row: usize, end: usize, squares: u16, most: u16, number: usize) {
        let terms = &self.numbering.terms[row];
        let base = number - terms[usize::from(squares)] as usize;
        for longer in squares + 1..=most {
            let next = base + terms[usize::from(longer)] as usize;
            let mark = &mut self.plies[next];
            if *mark == P::from_count(0) || *mark > self.distance {
                *mark = self.distance;
            }
            if row + 1 < end {
                self.lengthen(row + 1, end, squares, longer, next);
            }
            self.count += 1;
            self.is_over |= self.count.is_multiple_of(MARK_CHECK_INTERVAL) && self.budget.is_over();
            if self.is_over {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;

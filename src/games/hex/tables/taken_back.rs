//! Stones that were taken back, with all that they had changed: a search that comes back to a position puts them down again
//! without any rule applied anew.

use super::super::vc::Change;
use super::Cells;
use crate::color::Color;
use crate::grid::Cell;

/// Stones that are kept, at most: some 50 KiB each on 11x11.
const SLOTS: usize = 1024;

/// A stone on tables in a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The number of the state before it.
    pub state: u64,
    pub color: Color,
    pub cell: Cell,
}

impl Step {
    fn slot(self) -> usize {
        // Knuth's multiplicative hashing: neighbouring numbers go far apart.
        let mixed = (self.state * 512 + u64::from(self.cell.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize % SLOTS
    }
}

/// What a stone leads to.
pub struct Outcome<const W: usize> {
    /// The number of the state after it.
    pub state: u64,
    pub cells: Cells<W>,
    pub changes: [Change<W>; 2],
}

/// Stones that were taken back, the latest of each slot.
pub struct TakenBack<const W: usize>(Vec<Option<(Step, Outcome<W>)>>);

impl<const W: usize> TakenBack<W> {
    /// None.
    pub const NONE: Self = TakenBack(Vec::new());

    /// Keeps a stone.
    pub fn keep(&mut self, step: Step, outcome: Outcome<W>) {
        if self.0.is_empty() {
            self.0.resize_with(SLOTS, || None);
        }
        self.0[step.slot()] = Some((step, outcome));
    }

    /// What a stone leads to, if it is kept.
    pub fn get(&self, step: Step) -> Option<&Outcome<W>> {
        self.0.get(step.slot())?.as_ref().filter(|(kept, _)| *kept == step).map(|(_, outcome)| outcome)
    }
}

/// Other tables begin with none: they seldom come to the same states.
impl<const W: usize> Clone for TakenBack<W> {
    fn clone(&self) -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::board::Board;
    use super::super::super::board::cellset::CellSet;
    use super::super::super::vc::Connections;
    use super::super::super::vc::pair::Semi;
    use super::super::{Extras, Tables};
    use crate::color::Color;
    use crate::grid::{Cell, Size};
    use crate::search::Stop;

    type Found = (Cell, Cell, Vec<CellSet<2>>, Vec<Semi<2>>);

    /// All connections, order included.
    fn contents(side: &Connections<2>) -> Vec<Found> {
        let ends = || side.all_ends().iter();
        let pairs = ends().flat_map(|a| ends().take_while(move |&b| b < a).map(move |b| (a, b)));
        pairs.map(|(a, b)| (a, b, side.pair(a, b).fulls().to_vec(), side.pair(a, b).semis().to_vec())).collect()
    }

    /// Tables that remember the stones that were taken back are those that do not.
    #[test]
    fn a_stone_put_down_again_does_the_same() {
        let (mut random, stop) = (Pcg64Mcg::seed_from_u64(5), Stop::default());
        let start = Tables::<2>::new(&Board::new(Size::square(8)), Extras::ALL, &stop);
        let mut tables = start.clone();
        let (mut stones, mut again) = (Vec::new(), 0);
        for number in 0..600 {
            let color = Color::BOTH[stones.len() % 2];
            // Two cells of each position are tried again and again.
            let cell = tables.empty().iter().step_by(stones.len() + 5).take(2).choose(&mut random);
            match cell.filter(|_| stones.len() < 24 && random.random_ratio(3, 5)) {
                Some(cell) => {
                    let states = tables.states();
                    tables.play(color, cell, &stop);
                    again += usize::from(tables.states() == states);
                    stones.push((color, cell));
                }
                None => assert_eq!(tables.undo(), stones.pop().is_some()),
            }
            if number % 10 == 0 {
                let mut anew = start.clone();
                stones.iter().for_each(|&(color, cell)| anew.play(color, cell, &stop));
                for color in Color::BOTH {
                    assert!(contents(tables.side(color)) == contents(anew.side(color)));
                    assert_eq!(tables.filled(color), anew.filled(color));
                }
            }
        }
        assert!(again > 100, "{again}");
    }

    /// What was not found because somebody was in a hurry is not kept.
    #[test]
    fn what_is_not_whole_is_not_kept() {
        let (hurry, stop) = (Stop::default(), Stop::default());
        hurry.raise();
        let start = Tables::<2>::new(&Board::new(Size::square(11)), Extras::ALL, &stop);
        let (mut tables, mut anew, cell) = (start.clone(), start.clone(), start.empty().iter().nth(60).expect("it is empty"));
        tables.play(Color::Black, cell, &hurry);
        tables.undo();
        tables.play(Color::Black, cell, &stop);
        anew.play(Color::Black, cell, &stop);
        assert!(contents(tables.side(Color::Black)) == contents(anew.side(Color::Black)));
        assert_eq!(tables.states(), 2);
    }
}

//! AND and OR, applied until nothing new comes.

use super::super::board::cellset::CellSet;
use super::pair::Semi;
use super::{Connections, place};
use crate::grid::Cell;
use crate::search::Stop;

/// Steps between two looks at the stop flag: some tens of microseconds.
const STEPS: usize = 256;

impl<const W: usize> Connections<W> {
    /// The fulls with an empty carrier: between neighbours, and between cells and the edges that they lie along.
    pub(super) fn add_neighbors(&mut self, empty: CellSet<W>) {
        for cell in empty.iter() {
            let near = self.geometry.near[cell.index()] & empty;
            for other in near.iter().filter(|&other| other > cell) {
                self.add_full(cell, other, CellSet::EMPTY);
            }
            for solid in self.ends.solid_around(&self.geometry, cell).iter() {
                self.add_full(cell, solid, CellSet::EMPTY);
            }
        }
    }

    /// Applies AND to all new fulls, then OR to a pair with new semis, and so on until there is nothing new or `stop` is
    /// raised. What has been found by then holds.
    pub fn close(&mut self, stop: &Stop) {
        if self.is_won() {
            return self.give_up();
        }
        for (a, b) in std::mem::take(&mut self.hurt) {
            // A later stone of the same ply may have taken an endpoint away.
            if self.ends.all().contains(a) && self.ends.all().contains(b) {
                self.add_edge_templates_between(a, b);
                self.and_between(a, b);
                self.await_or(a, b);
            }
        }
        for step in 1.. {
            if step % STEPS == 0 && stop.is_raised() {
                return self.give_up();
            }
            if let Some((a, b, carrier)) = self.ands.pop_front() {
                // It may have been displaced since.
                if self.pair(a, b).fulls().contains(&carrier) {
                    self.and_through(b, a, carrier);
                    self.and_through(a, b, carrier);
                }
            } else if let Some((a, b)) = self.ors.pop_front() {
                self.pairs[place(a, b)].waiting = false;
                self.or(a, b);
            } else {
                return;
            }
        }
    }

    /// Forgets what has not been applied yet.
    fn give_up(&mut self) {
        self.hurt.clear();
        self.ands.clear();
        self.ors.drain(..).for_each(|(a, b)| self.pairs[place(a, b)].waiting = false);
    }

    /// AND of a full between `middle` and `from` with all others of `middle`.
    fn and_through(&mut self, middle: Cell, from: Cell, carrier: CellSet<W>) {
        if self.ends.is_edge(middle) {
            return;
        }
        let solid = self.is_solid(middle);
        let mut others = self.joined(middle) - carrier;
        others.remove(from);
        for to in others.iter() {
            let pair = self.pair(middle, to);
            if pair.full_meet().meets(&carrier) || pair.full_meet().contains(from) {
                continue;
            }
            for number in 0..pair.fulls().len() {
                let other = self.pair(middle, to).fulls()[number];
                if !other.meets(&carrier) && !other.contains(from) {
                    self.add_joint(from, to, carrier | other, middle, solid);
                }
            }
        }
    }

    /// What two fulls through a middle make.
    fn add_joint(&mut self, from: Cell, to: Cell, carrier: CellSet<W>, middle: Cell, solid: bool) {
        if solid {
            self.add_full(from, to, carrier);
        } else {
            let mut carrier = carrier;
            carrier.insert(middle);
            self.add_semi(from, to, Semi { carrier, key: middle });
        }
    }

    /// AND of all fulls of a pair's two endpoints through each middle that they have in common.
    pub(super) fn and_between(&mut self, a: Cell, b: Cell) {
        let mut middles = self.joined(a) & self.joined(b);
        self.edges().into_iter().for_each(|edge| middles.remove(edge));
        for middle in middles.iter() {
            let solid = self.is_solid(middle);
            if self.pair(a, middle).full_meet().meets(&self.pair(middle, b).full_meet()) {
                continue;
            }
            for first in 0..self.pair(a, middle).fulls().len() {
                for second in 0..self.pair(middle, b).fulls().len() {
                    let (one, two) = (self.pair(a, middle).fulls()[first], self.pair(middle, b).fulls()[second]);
                    if !one.meets(&two) && !one.contains(b) && !two.contains(a) {
                        self.add_joint(a, b, one | two, middle, solid);
                    }
                }
            }
        }
    }

    /// Keeps a full if it is worth it, and has AND applied to it.
    pub(super) fn add_full(&mut self, a: Cell, b: Cell, carrier: CellSet<W>) {
        if self.pair(a, b).wants_full(carrier) {
            self.touch(a, b).add_full(carrier);
            self.relink(a, b);
            self.ands.push_back((a, b, carrier));
        }
    }

    /// Keeps a semi if it is worth it, and has OR applied to its pair.
    pub(super) fn add_semi(&mut self, a: Cell, b: Cell, semi: Semi<W>) {
        if self.pair(a, b).wants_semi(semi.carrier) {
            self.touch(a, b).add_semi(semi);
            self.relink(a, b);
            self.await_or(a, b);
        }
    }

    /// Has OR applied to a pair.
    pub(super) fn await_or(&mut self, a: Cell, b: Cell) {
        let pair = &mut self.pairs[place(a, b)];
        if !pair.waiting {
            pair.waiting = true;
            self.ors.push_back((a, b));
        }
    }

    /// OR of the semis of a pair: a full that avoids as many as possible of the cells that all fulls have.
    fn or(&mut self, a: Cell, b: Cell) {
        if !self.pair(a, b).semi_meet().is_empty() {
            return;
        }
        if self.pair(a, b).fulls().is_empty()
            && let Some(carrier) = disjunction(self.pair(a, b).semis().iter().map(|semi| semi.carrier))
        {
            self.add_full(a, b, carrier);
        }
        let mut aims = self.pair(a, b).full_meet();
        while let Some(aim) = aims.iter().next() {
            aims.remove(aim);
            let avoiding = self.pair(a, b).semis().iter().map(|semi| semi.carrier).filter(|carrier| !carrier.contains(aim));
            if let Some(carrier) = disjunction(avoiding) {
                self.add_full(a, b, carrier);
                aims &= self.pair(a, b).full_meet();
            }
        }
    }
}

/// The union of a few carriers that have no cell in common, the first ones first; `None` where all have one.
fn disjunction<const W: usize>(carriers: impl Iterator<Item = CellSet<W>>) -> Option<CellSet<W>> {
    let mut meet = CellSet::ALL;
    let mut union = CellSet::EMPTY;
    for carrier in carriers {
        let smaller = meet & carrier;
        if smaller != meet {
            meet = smaller;
            union |= carrier;
            if meet.is_empty() {
                return Some(union);
            }
        }
    }
    None
}

//! The closure of a table under AND and OR.

use super::super::board::cellset::CellSet;
use super::pair::Semi;
use super::{Connections, pair_index};
use crate::grid::Cell;
use crate::search::Stop;

/// Steps between two checks of the stop flag: a few of them take some tens of microseconds.
const STEPS: usize = 16;

impl<const W: usize> Connections<W> {
    /// Adds the fulls with an empty carrier: between neighbours, and between cells and the edges that they lie along.
    pub(super) fn add_neighbors(&mut self) {
        let empty = self.groups.open() - self.groups.stones();
        for cell in empty.iter() {
            let near = self.geometry.near[cell.index()] & empty;
            for other in near.iter().filter(|&other| other > cell) {
                self.add_full(cell, other, CellSet::EMPTY);
            }
            for solid in self.groups.solid_neighbors(&self.geometry, cell).iter() {
                self.add_full(cell, solid, CellSet::EMPTY);
            }
        }
    }

    /// Applies AND to all new fulls, then OR to a pair with new semis, and so on until there is nothing new or `stop` is raised.
    /// The connections found until then are valid.
    pub fn close(&mut self, stop: &Stop) {
        if self.is_won() {
            return self.clear_queues();
        }
        for (a, b) in std::mem::take(&mut self.pending.damaged) {
            if stop.is_raised() {
                return self.clear_queues();
            }
            // A later stone of the same ply may have taken an endpoint away.
            if self.groups.all().contains(a) && self.groups.all().contains(b) {
                self.add_edge_templates_between(a, b);
                self.apply_and_between(a, b);
                self.queue_or(a, b);
            }
        }
        for step in 1.. {
            if step % STEPS == 0 && stop.is_raised() {
                return self.clear_queues();
            }
            if let Some((a, b, carrier)) = self.pending.and_queue.pop_front() {
                // Another full may have displaced it.
                if self.pair(a, b).fulls().contains(&carrier) {
                    self.apply_and_at(b, a, carrier);
                    self.apply_and_at(a, b, carrier);
                }
            } else if let Some((a, b)) = self.pending.or_queue.pop_front() {
                self.pairs[pair_index(a, b)].is_queued = false;
                self.apply_or(a, b);
            } else {
                return;
            }
        }
    }

    /// Drops all rule applications that wait.
    fn clear_queues(&mut self) {
        self.pending.damaged.clear();
        self.pending.and_queue.clear();
        self.pending.or_queue.drain(..).for_each(|(a, b)| self.pairs[pair_index(a, b)].is_queued = false);
    }

    /// Applies AND to a full between `middle` and `from` and all other fulls of `middle`.
    fn apply_and_at(&mut self, middle: Cell, from: Cell, carrier: CellSet<W>) {
        if self.groups.is_edge(middle) {
            return;
        }
        let solid = self.is_solid(middle);
        let mut others = self.full_neighbors(middle) - carrier;
        others.remove(from);
        for to in others.iter() {
            let pair = self.pair(middle, to);
            if pair.full_intersection().intersects(&carrier) || pair.full_intersection().contains(from) {
                continue;
            }
            for number in 0..pair.fulls().len() {
                let other = self.pair(middle, to).fulls()[number];
                if !other.intersects(&carrier) && !other.contains(from) {
                    self.add_and_result(from, to, carrier | other, middle, solid);
                }
            }
        }
    }

    /// Adds the connection that AND makes of two fulls through a middle: a full if the middle is `solid`, else a semi.
    fn add_and_result(&mut self, from: Cell, to: Cell, carrier: CellSet<W>, middle: Cell, solid: bool) {
        if solid {
            self.add_full(from, to, carrier);
        } else {
            let mut carrier = carrier;
            carrier.insert(middle);
            self.add_semi(from, to, Semi { carrier, key: middle });
        }
    }

    /// Applies AND to the fulls of two endpoints through each middle that they have in common.
    pub(super) fn apply_and_between(&mut self, a: Cell, b: Cell) {
        let mut middles = self.full_neighbors(a) & self.full_neighbors(b);
        self.edges().into_iter().for_each(|edge| middles.remove(edge));
        for middle in middles.iter() {
            let solid = self.is_solid(middle);
            if self.pair(a, middle).full_intersection().intersects(&self.pair(middle, b).full_intersection()) {
                continue;
            }
            for first in 0..self.pair(a, middle).fulls().len() {
                for second in 0..self.pair(middle, b).fulls().len() {
                    let (one, two) = (self.pair(a, middle).fulls()[first], self.pair(middle, b).fulls()[second]);
                    if !one.intersects(&two) && !one.contains(b) && !two.contains(a) {
                        self.add_and_result(a, b, one | two, middle, solid);
                    }
                }
            }
        }
    }

    /// Adds a full if its pair accepts it, and queues AND for it.
    pub(super) fn add_full(&mut self, a: Cell, b: Cell, carrier: CellSet<W>) {
        if self.pair(a, b).accepts_full(carrier) {
            self.pair_mut(a, b).add_full(carrier);
            self.update_neighbors(a, b);
            self.pending.and_queue.push_back((a, b, carrier));
        }
    }

    /// Adds a semi if its pair accepts it, and queues OR for the pair.
    pub(super) fn add_semi(&mut self, a: Cell, b: Cell, semi: Semi<W>) {
        if self.pair(a, b).accepts_semi(semi.carrier) {
            self.pair_mut(a, b).add_semi(semi);
            self.update_neighbors(a, b);
            self.queue_or(a, b);
        }
    }

    /// Queues OR for a pair.
    pub(super) fn queue_or(&mut self, a: Cell, b: Cell) {
        let pair = &mut self.pairs[pair_index(a, b)];
        if !pair.is_queued {
            pair.is_queued = true;
            self.pending.or_queue.push_back((a, b));
        }
    }

    /// Applies OR to the semis of a pair. Looks for fulls that avoid cells which all fulls of the pair need.
    fn apply_or(&mut self, a: Cell, b: Cell) {
        if !self.pair(a, b).semi_intersection().is_empty() {
            return;
        }
        if self.pair(a, b).fulls().is_empty()
            && let Some(carrier) = disjunction(self.pair(a, b).semis().iter().map(|semi| semi.carrier))
        {
            self.add_full(a, b, carrier);
        }
        let mut shared = self.pair(a, b).full_intersection();
        while let Some(target) = shared.iter().next() {
            shared.remove(target);
            let avoiding = self.pair(a, b).semis().iter().map(|semi| semi.carrier).filter(|carrier| !carrier.contains(target));
            if let Some(carrier) = disjunction(avoiding) {
                self.add_full(a, b, carrier);
                shared &= self.pair(a, b).full_intersection();
            }
        }
    }
}

/// Returns the union of a few carriers without a common cell, earlier ones preferred; `None` where all share a cell.
fn disjunction<const W: usize>(carriers: impl Iterator<Item = CellSet<W>>) -> Option<CellSet<W>> {
    let mut intersection = CellSet::ALL;
    let mut union = CellSet::EMPTY;
    for carrier in carriers {
        let smaller = intersection & carrier;
        if smaller != intersection {
            intersection = smaller;
            union |= carrier;
            if intersection.is_empty() {
                return Some(union);
            }
        }
    }
    None
}

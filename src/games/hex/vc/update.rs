//! A stone of either colour, played and undone: only what it changes is computed again.

use super::super::board::cellset::CellSet;
use super::pair::{Packed, Semi};
use super::{Change, Connections, Ply, Saved, place};
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;

impl<const W: usize> Connections<W> {
    /// Begins a ply: what is placed from here on is one step for [`Connections::undo`].
    pub fn begin(&mut self) {
        let log = std::mem::replace(&mut self.log, self.spare.pop().unwrap_or_default());
        self.plies.push(Ply { ends: self.ends.clone(), log, stamp: self.stamp });
        self.stamp += 1;
    }

    /// Puts a stone on an empty cell. The connections that it leaves hold; those that it makes come with [`Connections::close`].
    pub fn place(&mut self, color: Color, cell: Cell) {
        if self.is_won() {
            return;
        }
        if color == self.color {
            self.add_own(cell);
        } else {
            self.add_obstacle(cell);
        }
    }

    /// Brings the table up to a stone on an empty cell. When `stop` is raised meanwhile some connections are missing; those
    /// that are there hold. [`Connections::undo`] takes the stone back in any case.
    pub fn play(&mut self, color: Color, cell: Cell, stop: &Stop) {
        self.begin();
        self.place(color, cell);
        self.close(stop);
    }

    /// Takes the last ply back: the table is what it was, order included.
    pub fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        let mut log = std::mem::replace(&mut self.log, ply.log);
        for Saved { ends: (a, b), pair } in log.drain(..) {
            self.pairs[place(a, b)] = pair;
            self.relink(a, b);
        }
        self.spare.push(log);
        self.ends = ply.ends;
        self.stamp = ply.stamp;
    }

    /// Takes the last ply back, and tells what it had changed.
    pub fn take_back(&mut self) -> Change<W> {
        let places: Vec<(Cell, Cell)> = self.log.iter().map(|saved| saved.ends).collect();
        let pairs = Packed::new(places.iter().map(|&(a, b)| self.pair(a, b)));
        let change = Change { ends: self.ends.clone(), places, pairs };
        self.undo();
        change
    }

    /// Makes a ply again that was taken back from this very table.
    pub fn redo(&mut self, change: &Change<W>) {
        self.begin();
        for (&(a, b), pair) in change.places.iter().zip(change.pairs.pairs(self.stamp)) {
            let before = std::mem::replace(&mut self.pairs[place(a, b)], pair);
            self.log.push(Saved { ends: (a, b), pair: before });
            self.relink(a, b);
        }
        self.ends.clone_from(&change.ends);
    }

    /// A stone of the other colour: connections through it are gone, and what is left of their pairs is joined anew.
    fn add_obstacle(&mut self, cell: Cell) {
        for other in (self.joined(cell) | self.half_joined(cell)).iter() {
            self.touch(cell, other).take();
            self.relink(cell, other);
        }
        self.ends.add_obstacle(cell);
        let hurt = self.pairs_through(cell);
        for &(a, b) in &hurt {
            self.touch(a, b).drop_through(cell);
            self.relink(a, b);
        }
        self.hurt.extend(hurt);
    }

    /// An own stone: carriers need one cell less, chains beside it become one endpoint, and the stone is a better middle
    /// than the empty cell was.
    fn add_own(&mut self, cell: Cell) {
        let (name, merged) = self.ends.add_stone(&self.geometry, cell);
        if self.is_won() {
            return;
        }
        for (a, b) in self.pairs_through(cell) {
            self.shrink(a, b, cell);
        }
        for old in merged.iter() {
            for other in (self.joined(old) | self.half_joined(old)).iter() {
                let (fulls, semis) = self.touch(old, other).take();
                self.relink(old, other);
                if other != name && !merged.contains(other) {
                    fulls.into_iter().for_each(|carrier| self.add_full(name, other, carrier));
                    semis.into_iter().for_each(|semi| self.add_semi(name, other, semi));
                }
            }
        }
        self.add_edge_templates_with(cell);
        for other in self.joined(name).iter() {
            for number in 0..self.pair(name, other).fulls().len() {
                let carrier = self.pair(name, other).fulls()[number];
                self.ands.push_back((name, other, carrier));
            }
        }
    }

    /// Takes a cell that the owner has now out of the carriers of a pair.
    fn shrink(&mut self, a: Cell, b: Cell, cell: Cell) {
        let (fulls, semis) = self.touch(a, b).take();
        let without = |mut carrier: CellSet<W>| {
            carrier.remove(cell);
            carrier
        };
        // What has become smaller comes first: it may displace the rest. Only that is new.
        for full in fulls.iter().filter(|full| full.contains(cell)) {
            self.add_full(a, b, without(*full));
        }
        for semi in semis.iter().filter(|semi| semi.key == cell) {
            self.add_full(a, b, without(semi.carrier));
        }
        for full in fulls.iter().filter(|full| !full.contains(cell)) {
            if self.pair(a, b).wants_full(*full) {
                self.touch(a, b).add_full(*full);
            }
        }
        for semi in semis.iter().filter(|semi| semi.key != cell) {
            self.add_semi(a, b, Semi { carrier: without(semi.carrier), key: semi.key });
        }
        self.relink(a, b);
    }

    /// The pairs of which some connection needs a cell.
    fn pairs_through(&self, cell: Cell) -> Vec<(Cell, Cell)> {
        let mut found = Vec::new();
        for a in self.all_ends().iter() {
            let others = self.joined(a) | self.half_joined(a);
            found.extend(others.iter().take_while(|&b| b < a).filter(|&b| self.pair(a, b).needs(cell)).map(|b| (a, b)));
        }
        found
    }
}

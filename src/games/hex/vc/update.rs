//! Incremental updates: playing, undoing and replaying a stone of either colour.

use super::super::board::cellset::CellSet;
use super::pair::{PackedPairs, Semi};
use super::{Change, Connections, Ply, Saved, pair_index};
use crate::color::Color;
use crate::grid::Cell;

impl<const W: usize> Connections<W> {
    /// Begins a ply: [`Connections::undo`] takes back all stones placed from here on.
    pub fn begin_ply(&mut self) {
        let log = std::mem::replace(&mut self.log, self.spare_logs.pop().unwrap_or_default());
        self.plies.push(Ply { groups: self.groups.clone(), log, stamp: self.stamp });
        self.stamp += 1;
    }

    /// Puts a stone on an empty cell and removes what it breaks. [`Connections::close`] adds what it makes.
    pub fn place(&mut self, color: Color, cell: Cell) {
        if self.is_won() {
            return;
        }
        if color == self.color {
            self.add_own_stone(cell);
        } else {
            self.add_opponent_stone(cell);
        }
    }

    /// Takes the last ply back, order of connections included.
    pub fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        let mut log = std::mem::replace(&mut self.log, ply.log);
        for Saved { endpoints: (a, b), pair } in log.drain(..) {
            self.pairs[pair_index(a, b)] = pair;
            self.update_neighbors(a, b);
        }
        self.spare_logs.push(log);
        self.groups = ply.groups;
        self.stamp = ply.stamp;
    }

    /// Takes the last ply back and returns what it had changed.
    pub fn undo_for_redo(&mut self) -> Change<W> {
        let endpoints: Vec<(Cell, Cell)> = self.log.iter().map(|saved| saved.endpoints).collect();
        let pairs = PackedPairs::new(endpoints.iter().map(|&(a, b)| self.pair(a, b)));
        let change = Change { groups: self.groups.clone(), endpoints, pairs };
        self.undo();
        change
    }

    /// Plays a ply again that was undone on this very table.
    pub fn redo(&mut self, change: &Change<W>) {
        self.begin_ply();
        for (&(a, b), pair) in change.endpoints.iter().zip(change.pairs.unpack(self.stamp)) {
            let before = std::mem::replace(&mut self.pairs[pair_index(a, b)], pair);
            self.log.push(Saved { endpoints: (a, b), pair: before });
            self.update_neighbors(a, b);
        }
        self.groups.clone_from(&change.groups);
    }

    /// Adds a stone of the other colour: removes the connections that need its cell, and marks their pairs for a new search.
    fn add_opponent_stone(&mut self, cell: Cell) {
        for other in (self.full_neighbors(cell) | self.semi_neighbors(cell)).iter() {
            self.pair_mut(cell, other).take_all();
            self.update_neighbors(cell, other);
        }
        self.groups.add_opponent_stone(cell);
        let damaged = self.pairs_through(cell);
        for &(a, b) in &damaged {
            self.pair_mut(a, b).remove_through(cell);
            self.update_neighbors(a, b);
        }
        self.pending.damaged.extend(damaged);
    }

    /// Adds an own stone: takes its cell out of all carriers, merges the chains beside it into one endpoint, and queues AND
    /// through that endpoint, which as a middle makes fulls where the empty cell made semis.
    fn add_own_stone(&mut self, cell: Cell) {
        let (group, absorbed) = self.groups.add_stone(&self.geometry, cell);
        if self.is_won() {
            return;
        }
        for (a, b) in self.pairs_through(cell) {
            self.shrink(a, b, cell);
        }
        for old in absorbed.iter() {
            for other in (self.full_neighbors(old) | self.semi_neighbors(old)).iter() {
                let (fulls, semis) = self.pair_mut(old, other).take_all();
                self.update_neighbors(old, other);
                if other != group && !absorbed.contains(other) {
                    fulls.into_iter().for_each(|carrier| self.add_full(group, other, carrier));
                    semis.into_iter().for_each(|semi| self.add_semi(group, other, semi));
                }
            }
        }
        self.add_edge_templates_with(cell);
        for other in self.full_neighbors(group).iter() {
            for number in 0..self.pair(group, other).fulls().len() {
                let carrier = self.pair(group, other).fulls()[number];
                self.pending.and_queue.push_back((group, other, carrier));
            }
        }
    }

    /// Takes a cell with a new own stone out of the carriers of a pair.
    fn shrink(&mut self, a: Cell, b: Cell, cell: Cell) {
        let (fulls, semis) = self.pair_mut(a, b).take_all();
        let without = |mut carrier: CellSet<W>| {
            carrier.remove(cell);
            carrier
        };
        // The carriers that shrink come first: they may displace others, and only they need AND.
        for full in fulls.iter().filter(|full| full.contains(cell)) {
            self.add_full(a, b, without(*full));
        }
        for semi in semis.iter().filter(|semi| semi.key == cell) {
            self.add_full(a, b, without(semi.carrier));
        }
        for full in fulls.iter().filter(|full| !full.contains(cell)) {
            if self.pair(a, b).accepts_full(*full) {
                self.pair_mut(a, b).add_full(*full);
            }
        }
        for semi in semis.iter().filter(|semi| semi.key != cell) {
            self.add_semi(a, b, Semi { carrier: without(semi.carrier), key: semi.key });
        }
        self.update_neighbors(a, b);
    }

    /// Returns the pairs of which some connection needs a cell.
    fn pairs_through(&self, cell: Cell) -> Vec<(Cell, Cell)> {
        let mut found = Vec::new();
        for a in self.endpoints().iter() {
            let others = self.full_neighbors(a) | self.semi_neighbors(a);
            found.extend(others.iter().take_while(|&b| b < a).filter(|&b| self.pair(a, b).needs(cell)).map(|b| (a, b)));
        }
        found
    }
}

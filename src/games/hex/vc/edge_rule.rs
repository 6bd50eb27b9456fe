//! Edge templates as a third rule beside AND and OR: where a position matches one, its connection is added.

use super::Connections;
use super::edge::Placed;
use crate::grid::Cell;

impl<const W: usize> Connections<W> {
    /// Adds all templates that the position matches.
    pub(super) fn add_edge_templates(&mut self) {
        let templates = self.templates.clone();
        templates.placed.iter().for_each(|placed| self.add_template(placed));
    }

    /// Adds the templates that a new stone completes.
    pub(super) fn add_edge_templates_with(&mut self, stone: Cell) {
        let templates = self.templates.clone();
        templates.with_stone[stone.index()].iter().for_each(|&number| self.add_template(&templates.placed[number as usize]));
    }

    /// Adds the templates between two endpoints, of which one must be an edge.
    pub(super) fn add_edge_templates_between(&mut self, a: Cell, b: Cell) {
        let templates = self.templates.clone();
        let (end, edge) = if self.groups.is_edge(a) { (b, a) } else { (a, b) };
        if templates.placed.is_empty() || self.groups.is_edge(end) || !self.groups.is_edge(edge) {
            return;
        }
        let edge = usize::from(edge == self.edges()[1]);
        let end_cell = [end].into_iter().collect();
        let chain = if self.is_solid(end) { self.geometry.flood(end_cell, self.groups.stones()) } else { end_cell };
        for number in chain.iter().flat_map(|cell| &templates.with_end[cell.index()]) {
            let placed = &templates.placed[*number as usize];
            if placed.edge == edge {
                self.add_template(placed);
            }
        }
    }

    /// Adds a template if the position matches it.
    fn add_template(&mut self, placed: &Placed<W>) {
        let stones = self.groups.stones();
        if placed.stones.is_subset(&stones) && placed.carrier.is_subset(&self.groups.open()) {
            let edge = self.edges()[placed.edge];
            if let Some(end) = self.endpoint_of(placed.end).filter(|&end| end != edge) {
                self.add_full(end, edge, placed.carrier - stones);
            }
        }
    }
}

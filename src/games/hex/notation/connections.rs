//! Formats the contents of tables of connections: names of cells and endpoints, and the codes of HexGui's type `inferior`.

use super::super::board::Edge;
use super::super::inferior::{FillInKind, Reason};
use super::super::view::TablesView;
use super::{End, cell_name, on_board};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::protocol::{Failure, Outcome};

/// Which connections of a pair a request is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Strength {
    Full,
    Semi,
}

/// Tables, and the names of their cells.
pub(in super::super) struct NamedTables<'a> {
    pub tables: &'a dyn TablesView,
    pub size: Size,
}

impl NamedTables<'_> {
    /// Returns the endpoint that a cell or an edge belongs to.
    fn endpoint(&self, color: Color, end: End) -> Result<Cell, Failure> {
        let cell = match end {
            End::Edge(edge) => {
                let own = Edge::pair(color).iter().position(|&other| other == edge);
                let refusal = || Failure::Other(format!("{} is not {}'s edge", edge.name(), color.name()));
                self.tables.edges(color)[own.ok_or_else(refusal)?]
            }
            End::Point(point) => on_board(self.size, point)?,
        };
        self.tables.endpoint(color, cell).ok_or_else(|| {
            let (owner, name) = (color.other(), cell_name(self.size, cell));
            let is_filled = self.tables.fill_in().iter().any(|&(filler, filled, _)| (filler, filled) == (owner, cell));
            let why = if is_filled { "is filled in for" } else { "belongs to" };
            Failure::Other(format!("{name} {why} {}", owner.name()))
        })
    }

    /// Returns the endpoints that two cells or edges belong to.
    pub fn endpoints(&self, color: Color, ends: [End; 2]) -> Result<[Cell; 2], Failure> {
        Ok([self.endpoint(color, ends[0])?, self.endpoint(color, ends[1])?])
    }

    /// Returns the name of an endpoint: of its edge, or of the cell that stands for it.
    pub fn name(&self, color: Color, end: Cell) -> String {
        let edge = self.tables.edges(color).iter().position(|&edge| edge == end);
        edge.map_or_else(|| cell_name(self.size, end), |edge| Edge::pair(color)[edge].name().to_owned())
    }

    /// Lists the empty cells outside a player's must-play as `a1 x`; none in a decided position.
    pub fn outside_must_play(&self, mover: Color) -> Vec<String> {
        let Some(must_play) = self.tables.must_play(mover) else { return Vec::new() };
        let outside = self.tables.empty().into_iter().filter(|cell| !must_play.contains(cell));
        outside.map(|cell| format!("{} x", cell_name(self.size, cell))).collect()
    }

    /// Lists what restricts a player's moves: filled-in cells, cells outside the must-play, and inferior cells within it.
    pub fn move_restrictions(&self, mover: Color) -> String {
        let mut words = fill_in_words(self.tables, self.size);
        words.extend(self.outside_must_play(mover));
        if let Some(must_play) = self.tables.must_play(mover).filter(|_| self.tables.has_inferior()) {
            words.extend(inferior_words(self.tables, self.size, mover, &must_play));
        }
        words.join(" ")
    }

    /// Lists the cells and edges with a connection to an endpoint; for fulls also those of its own chain.
    pub fn neighbor_names(&self, color: Color, end: End, strength: Strength) -> Outcome {
        let tables = self.tables;
        let from = self.endpoint(color, end)?;
        let mut ends = match strength {
            Strength::Full => tables.full_neighbors(color, from),
            Strength::Semi => tables.semi_neighbors(color, from),
        };
        ends.retain(|&end| end != from);
        if strength == Strength::Full && tables.is_solid(color, from) {
            ends.push(from);
        }
        let asked = match end {
            End::Point(point) => on_board(self.size, point).ok(),
            End::Edge(_) => Some(from),
        };
        let all = self.size.cells().chain(tables.edges(color)).filter(|&cell| Some(cell) != asked);
        let found = all.filter(|&cell| tables.endpoint(color, cell).is_some_and(|end| ends.contains(&end)));
        Ok(found.map(|cell| self.name(color, cell)).collect::<Vec<_>>().join(" "))
    }
}

/// Lists the cells filled in: `a1 fdb`.
pub(in super::super) fn fill_in_words(tables: &dyn TablesView, size: Size) -> Vec<String> {
    let word = |(color, cell, kind): (Color, Cell, FillInKind)| {
        let letter = match kind {
            FillInKind::Dead => 'd',
            FillInKind::Captured => 'c',
            FillInKind::Permanent => 'p',
        };
        format!("{} f{letter}{}", cell_name(size, cell), color.letter().to_ascii_lowercase())
    };
    tables.fill_in().into_iter().map(word).collect()
}

/// Lists the cells among some that a colour need not try: `b2 iv[c1]`.
pub(in super::super) fn inferior_words(tables: &dyn TablesView, size: Size, mover: Color, among: &[Cell]) -> Vec<String> {
    let word = |(cell, reason)| {
        let (code, by) = match reason {
            Reason::Vulnerable(by) => ("iv", by),
            Reason::Reversible(by, _) => ("ir", by),
            Reason::Dominated(by) => ("id", by),
        };
        format!("{} {code}[{}]", cell_name(size, cell), cell_name(size, by))
    };
    tables.inferior(mover, among).into_iter().map(word).collect()
}

//! The tables of a position: connections of both colours on a board with inferior cells filled in, updated with each stone.
//!
//! This module joins [`super::vc`] and [`super::inferior`]: fill-in adds stones, which make connections; connections decide
//! regions, which are filled in. What the tables prove is in [`verdict`].

mod fill_in;
mod redo_cache;
pub(super) mod verdict;

use std::sync::Arc;

use super::board::Board;
use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use super::board::groups::Groups;
use super::inferior::{FillIn, FillInKind, InferiorCells};
use super::vc::Connections;
use super::vc::edge::EdgeTemplates;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;
use fill_in::FillInState;
use redo_cache::{RedoCache, RedoEntry, RedoKey};

/// The connections of both colours, with fill-in where [`Extras`] ask for it.
#[derive(Clone)]
pub struct Tables<const W: usize> {
    geometry: Arc<Geometry<W>>,
    templates: [Arc<EdgeTemplates<W>>; 2],
    sides: [Connections<W>; 2],
    /// The stones of the position, in the order of play.
    stones: Vec<(Color, Cell)>,
    cells: FillInState<W>,
    /// The stones played since the tables were built: only these can be undone.
    plies: Vec<Ply<W>>,
    /// Names the present contents, for the redo cache. The same stones in the same order give the same state.
    state: u64,
    /// Number of states named so far.
    states: u64,
    redo_cache: RedoCache<W>,
    extras: Extras,
}

/// What undoing a stone restores, besides the connections.
#[derive(Clone)]
struct Ply<const W: usize> {
    cells: FillInState<W>,
    state: u64,
    /// Whether the stone's changes belong in the redo cache: they are complete, and did not come from it.
    is_cacheable: bool,
}

/// Optional rules of tables, besides AND and OR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Fill-in: inferior cells count as stones, and connections hold on the filled-in board.
    pub inferior: bool,
    /// The edge templates of [`super::vc::edge`].
    pub templates: bool,
}

impl Extras {
    /// Nothing.
    pub const NONE: Self = Extras { inferior: false, templates: false };

    /// Everything.
    pub const ALL: Self = Extras { inferior: true, templates: true };
}

impl<const W: usize> Tables<W> {
    /// Builds the tables of a position.
    #[must_use]
    pub fn new(board: &Board, extras: Extras, stop: &Stop) -> Self {
        let size = board.size();
        let placed = |color| if extras.templates { EdgeTemplates::new(size, color, stop) } else { EdgeTemplates::none(size) };
        let templates = Color::BOTH.map(|color| Arc::new(placed(color)));
        Self::build(board, Arc::new(Geometry::new(board)), templates, extras, stop, |geometry, templates, groups| {
            Connections::build(geometry, templates, groups, stop)
        })
    }

    /// Builds tables of the connections between neighbours alone.
    #[must_use]
    pub fn neighbors_only(board: &Board, geometry: &Arc<Geometry<W>>) -> Self {
        let none = Arc::new(EdgeTemplates::none(board.size()));
        let templates = [none.clone(), none];
        let stop = &Stop::default();
        Self::build(board, geometry.clone(), templates, Extras::NONE, stop, |geometry, templates, groups| {
            Connections::neighbors_only(geometry, templates, groups, stop)
        })
    }

    fn build(
        board: &Board,
        geometry: Arc<Geometry<W>>,
        templates: [Arc<EdgeTemplates<W>>; 2],
        extras: Extras,
        stop: &Stop,
        connect: impl Fn(&Arc<Geometry<W>>, &Arc<EdgeTemplates<W>>, Groups<W>) -> Connections<W>,
    ) -> Self {
        let cells_with = |stone| CellSet::filter(board.size(), |cell| board.stone(cell) == stone);
        let own = Color::BOTH.map(|color| cells_with(Some(color)));
        let mut cells = FillInState::new(cells_with(None));
        if extras.inferior {
            fill_in_board(&geometry, own, &mut cells, |_| {});
        }
        let sides = Color::BOTH.map(|color| {
            let stones = own[color.index()] | cells.filled[color.index()];
            let groups = Groups::new(&geometry, color, stones, cells.empty);
            connect(&geometry, &templates[color.index()], groups)
        });
        let stones = board.stones().collect();
        let mut tables = Tables {
            geometry,
            templates,
            sides,
            stones,
            cells,
            plies: Vec::new(),
            state: 0,
            states: 0,
            redo_cache: RedoCache::EMPTY,
            extras,
        };
        if extras.inferior {
            tables.decompose(stop);
            tables.sides.iter_mut().for_each(Connections::clear_log);
        }
        tables
    }

    /// Builds the tables anew, for a position on a board of the same size.
    pub fn rebuild(&mut self, board: &Board, stop: &Stop) {
        *self = self.build_for(board, stop);
    }

    /// Builds the tables of a position on a board of the same size.
    #[must_use]
    pub fn build_for(&self, board: &Board, stop: &Stop) -> Self {
        Self::build(board, self.geometry.clone(), self.templates.clone(), self.extras, stop, |geometry, templates, groups| {
            Connections::build(geometry, templates, groups, stop)
        })
    }

    /// Returns a copy without the logs that undoing needs; `None` if `stop` is raised.
    #[must_use]
    pub fn snapshot(&self, stop: &Stop) -> Option<Self> {
        let [black, white] = self.sides.each_ref().map(|side| side.snapshot(stop));
        Some(Tables {
            geometry: self.geometry.clone(),
            templates: self.templates.clone(),
            sides: [black?, white?],
            stones: self.stones.clone(),
            cells: self.cells,
            plies: Vec::new(),
            state: 0,
            states: 0,
            redo_cache: RedoCache::EMPTY,
            extras: self.extras,
        })
    }

    /// Returns the optional rules that the tables use.
    #[must_use]
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Returns the connections of a colour.
    #[must_use]
    pub fn side(&self, color: Color) -> &Connections<W> {
        &self.sides[color.index()]
    }

    /// Returns the geometry of the board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry<W>> {
        &self.geometry
    }

    /// Returns the number of stones played.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        self.stones.len()
    }

    /// Returns the number of states computed since the tables were built.
    #[cfg(test)]
    fn states(&self) -> u64 {
        self.states
    }

    /// Returns whether the tables are those of a position.
    #[must_use]
    pub fn are_of(&self, board: &Board) -> bool {
        self.stones.iter().copied().eq(board.stones())
    }

    /// Returns the cells neither occupied nor filled in.
    #[must_use]
    pub fn empty(&self) -> CellSet<W> {
        self.cells.empty
    }

    /// Returns the cells filled in for a colour.
    #[must_use]
    pub fn filled_cells(&self, color: Color) -> CellSet<W> {
        self.cells.filled[color.index()]
    }

    /// Returns the cells filled in for a reason.
    #[must_use]
    pub fn filled_cells_of_kind(&self, kind: FillInKind) -> CellSet<W> {
        self.cells.of_kind[kind as usize]
    }

    /// Returns the filled-in cells of regions with stones all around, see [`InferiorCells::decompositions`].
    #[must_use]
    pub fn decomposed_cells(&self) -> CellSet<W> {
        self.cells.decomposed
    }

    /// Returns the cells without a stone that a colour needs, beside the carrier of a connection, for the connection to hold
    /// on the board without fill-in.
    #[must_use]
    pub fn fill_in_carrier(&self, color: Color) -> CellSet<W> {
        self.cells.carrier[color.index()]
    }

    /// Returns the inferior-cell analysis of the filled-in position.
    #[must_use]
    pub fn inferior_cells(&self) -> InferiorCells<'_, W> {
        InferiorCells::new(&self.geometry, self.sides.each_ref().map(Connections::groups), self.cells.empty)
    }

    /// Returns the undecided regions that connections decide, see [`InferiorCells::decompositions`].
    #[must_use]
    pub fn decompositions(&self) -> Vec<FillIn<W>> {
        self.inferior_cells().decompositions(|color, [a, b], region| {
            self.side(color).pair(a, b).fulls().iter().any(|full| full.is_subset(&region))
        })
    }

    /// Plays a stone on a cell of [`Tables::empty`]; see [`Connections`].
    pub fn play(&mut self, color: Color, cell: Cell, stop: &Stop) {
        let key = RedoKey { state: self.state, color, cell };
        self.stones.push((color, cell));
        self.plies.push(Ply { cells: self.cells, state: self.state, is_cacheable: false });
        if let Some(entry) = self.redo_cache.get(key) {
            (self.state, self.cells) = (entry.state, entry.cells);
            self.sides.iter_mut().zip(&entry.changes).for_each(|(side, change)| side.redo(change));
            return;
        }
        self.states += 1;
        self.state = self.states;
        self.sides.iter_mut().for_each(Connections::begin_ply);
        self.cells.occupy(cell);
        self.sides.iter_mut().for_each(|side| side.place(color, cell));
        if self.extras.inferior {
            self.fill_in([cell].into_iter().collect());
        }
        self.close(stop);
        if self.extras.inferior {
            self.decompose(stop);
        }
        if let Some(ply) = self.plies.last_mut() {
            ply.is_cacheable = !stop.is_raised();
        }
    }

    /// Returns how local rules fill the position in, step by step from its stones alone, and with each step the stones before it.
    #[must_use]
    pub fn fill_in_steps(&self) -> Vec<(FillIn<W>, [CellSet<W>; 2])> {
        let mut own = self.stones_by_color();
        let all = CellSet::filter(self.geometry.size, |_| true);
        let mut cells = FillInState::new(all - own[0] - own[1]);
        let mut steps = Vec::new();
        fill_in_board(&self.geometry, own, &mut cells, |found| {
            steps.push((found, own));
            own[found.color.index()] |= found.cells;
        });
        steps
    }

    /// Returns the cells that are dead by the stones alone, without any that are captured.
    #[must_use]
    pub fn dead_cells(&self) -> CellSet<W> {
        let mut own = self.stones_by_color();
        let mut dead = CellSet::EMPTY;
        loop {
            let empty = (CellSet::filter(self.geometry.size, |_| true) - own[0]) - own[1];
            let groups = Color::BOTH.map(|color| Groups::new(&self.geometry, color, own[color.index()], empty));
            let found = InferiorCells::new(&self.geometry, groups.each_ref(), empty).dead_cells();
            if found.is_empty() {
                return dead;
            }
            dead |= found;
            own[0] |= found;
        }
    }

    fn stones_by_color(&self) -> [CellSet<W>; 2] {
        Color::BOTH.map(|color| self.stones.iter().filter(|stone| stone.0 == color).map(|stone| stone.1).collect())
    }

    fn close(&mut self, stop: &Stop) {
        self.sides.iter_mut().for_each(|side| side.close(stop));
    }

    /// Applies all local fill-in that follows from new stones on some cells.
    fn fill_in(&mut self, mut changed: CellSet<W>) {
        while let Some(found) = self.inferior_cells().fill_in(changed) {
            changed |= found.cells;
            self.place(found);
        }
    }

    fn place(&mut self, found: FillIn<W>) {
        self.cells.add(found);
        for cell in found.cells.iter() {
            self.sides.iter_mut().for_each(|side| side.place(found.color, cell));
        }
    }

    /// Fills in the regions that connections decide, until there is none left or a colour wins.
    fn decompose(&mut self, stop: &Stop) {
        while !self.has_winning_full() {
            let found = self.decompositions();
            if found.is_empty() {
                return;
            }
            for region in found {
                self.cells.decomposed |= region.cells;
                self.place(region);
            }
            self.fill_in(self.cells.decomposed);
            self.close(stop);
        }
    }

    /// Takes the last stone back without storing its changes in the redo cache, which saves time.
    pub fn undo_without_cache(&mut self) {
        if let Some(ply) = self.plies.last_mut() {
            ply.is_cacheable = false;
        }
        self.undo();
    }

    /// Takes the last stone back. Returns false if it was there when the tables were built.
    pub fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else { return false };
        let stone = self.stones.pop();
        match stone.filter(|_| ply.is_cacheable) {
            Some((color, cell)) => {
                let changes = self.sides.each_mut().map(Connections::undo_for_redo);
                let entry = RedoEntry { state: self.state, cells: self.cells, changes };
                self.redo_cache.store(RedoKey { state: ply.state, color, cell }, entry);
            }
            None => self.sides.iter_mut().for_each(Connections::undo),
        }
        (self.state, self.cells) = (ply.state, ply.cells);
        true
    }

    /// Changes to another position on a board of the same size: undoes back to the common beginning and plays from there.
    pub fn follow(&mut self, board: &Board, stop: &Stop) {
        let stones: Vec<(Color, Cell)> = board.stones().collect();
        let common = self.stones.iter().zip(&stones).take_while(|(ours, theirs)| ours == theirs).count();
        while self.stones.len() > common {
            if !self.undo() {
                return self.rebuild(board, stop);
            }
        }
        for &(color, cell) in &stones[common..] {
            if !self.cells.empty.contains(cell) {
                return self.rebuild(board, stop);
            }
            self.play(color, cell, stop);
        }
    }
}

/// Applies all local fill-in on a board with these stones of both colours, without connections, and passes each step to `visit`.
fn fill_in_board<const W: usize>(
    geometry: &Geometry<W>,
    own: [CellSet<W>; 2],
    cells: &mut FillInState<W>,
    mut visit: impl FnMut(FillIn<W>),
) {
    let mut groups = Color::BOTH.map(|color| Groups::new(geometry, color, own[color.index()], cells.empty));
    let all = CellSet::filter(geometry.size, |_| true);
    while let Some(found) = InferiorCells::new(geometry, groups.each_ref(), cells.empty).fill_in(all) {
        cells.add(found);
        visit(found);
        for cell in found.cells.iter() {
            groups[found.color.index()].add_stone(geometry, cell);
            groups[found.color.other().index()].add_opponent_stone(cell);
        }
    }
}

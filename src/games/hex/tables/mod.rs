//! The connections of both colours in a position, brought along from stone to stone.

mod taken_back;
pub mod verdict;

use std::sync::Arc;

use super::board::Board;
use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use super::inferior::{FillIn, Kind, Surroundings};
use super::vc::Connections;
use super::vc::ends::Ends;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;
use taken_back::{Outcome, Step, TakenBack};

/// Both colours' connections, on a board on which what can be is filled in where that is asked for.
#[derive(Clone)]
pub struct Tables<const W: usize> {
    geometry: Arc<Geometry<W>>,
    sides: [Connections<W>; 2],
    /// The stones of the position, in the order in which they were put down.
    stones: Vec<(Color, Cell)>,
    cells: Cells<W>,
    /// What was before each stone that was played since the tables were built: only these can be undone.
    plies: Vec<Before<W>>,
    /// The number of this state, and how many have been numbered: what the same stones in the same order led to.
    state: u64,
    states: u64,
    taken_back: TakenBack<W>,
    extras: Extras,
}

/// What was before a stone.
#[derive(Clone)]
struct Before<const W: usize> {
    cells: Cells<W>,
    state: u64,
    /// Whether what follows from the stone is to be kept: all of it was found, and it is not kept yet.
    is_news: bool,
}

/// What tables know beside AND and OR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Cells that can be filled in count as stones: connections then hold on the filled board.
    pub inferior: bool,
    /// The templates of [`super::vc::edge`] are connections.
    pub templates: bool,
}

impl Extras {
    /// Nothing.
    pub const NONE: Self = Extras { inferior: false, templates: false };

    /// Everything.
    pub const ALL: Self = Extras { inferior: true, templates: true };
}

/// The cells that are no stones.
#[derive(Clone, Copy)]
struct Cells<const W: usize> {
    empty: CellSet<W>,
    /// Those filled in for each colour.
    filled: [CellSet<W>; 2],
    /// Those filled in for each reason.
    of_kind: [CellSet<W>; Kind::ALL.len()],
    /// Those of them that are regions with stones all around.
    apart: CellSet<W>,
    /// What each colour's proofs rely on beside what they name: what is filled in for it, and the cells at which it may
    /// have to answer there.
    needed: [CellSet<W>; 2],
}

impl<const W: usize> Cells<W> {
    fn new(empty: CellSet<W>) -> Self {
        let none = CellSet::EMPTY;
        Cells { empty, filled: [none; 2], of_kind: [none; Kind::ALL.len()], apart: none, needed: [none; 2] }
    }

    fn fill(&mut self, FillIn { kind, color, cells, answers }: FillIn<W>) {
        self.filled[color.index()] |= cells;
        self.of_kind[kind as usize] |= cells;
        // Whoever gets a dead cell, nothing changes.
        if kind != Kind::Dead {
            self.needed[color.index()] |= cells | answers;
        }
        self.empty = self.empty - cells;
    }
}

impl<const W: usize> Tables<W> {
    /// The tables of a position, made from scratch.
    #[must_use]
    pub fn new(board: &Board, extras: Extras, stop: &Stop) -> Self {
        let geometry = if extras.templates { Geometry::with_templates(board) } else { Geometry::new(board) };
        Self::built(board, Arc::new(geometry), extras, stop, |geometry, color, own, empty| {
            Connections::build(geometry, color, own, empty, stop)
        })
    }

    /// Tables of the connections between neighbours alone.
    #[must_use]
    pub fn adjacent(board: &Board, geometry: &Arc<Geometry<W>>) -> Self {
        Self::built(board, geometry.clone(), Extras::NONE, &Stop::default(), Connections::adjacent)
    }

    fn built(
        board: &Board,
        geometry: Arc<Geometry<W>>,
        extras: Extras,
        stop: &Stop,
        build: impl Fn(&Arc<Geometry<W>>, Color, CellSet<W>, CellSet<W>) -> Connections<W>,
    ) -> Self {
        let stones_of = |color| CellSet::of(board.size(), |cell| board.stone(cell) == color);
        let own = Color::BOTH.map(|color| stones_of(Some(color)));
        let mut cells = Cells::new(stones_of(None));
        if extras.inferior {
            let mut ends = Color::BOTH.map(|color| Ends::new(&geometry, color, own[color.index()], cells.empty));
            let all = CellSet::of(board.size(), |_| true);
            loop {
                let surroundings = Surroundings::new(&geometry, ends.each_ref(), cells.empty);
                let Some(found) = surroundings.fill_in(all) else { break };
                cells.fill(found);
                for cell in found.cells.iter() {
                    ends[found.color.index()].add_stone(&geometry, cell);
                    ends[found.color.other().index()].add_obstacle(cell);
                }
            }
        }
        let sides =
            Color::BOTH.map(|color| build(&geometry, color, own[color.index()] | cells.filled[color.index()], cells.empty));
        let stones = board.stones().collect();
        let mut tables = Tables {
            geometry,
            sides,
            stones,
            cells,
            plies: Vec::new(),
            state: 0,
            states: 0,
            taken_back: TakenBack::NONE,
            extras,
        };
        if extras.inferior {
            tables.decompose(stop);
            tables.sides.iter_mut().for_each(Connections::forget);
        }
        tables
    }

    /// Builds them again, for the same size of board.
    pub fn rebuild(&mut self, board: &Board, stop: &Stop) {
        *self = Self::built(board, self.geometry.clone(), self.extras, stop, |geometry, color, own, empty| {
            Connections::build(geometry, color, own, empty, stop)
        });
    }

    /// The same tables without what undoing needs.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Tables {
            geometry: self.geometry.clone(),
            sides: self.sides.each_ref().map(Connections::snapshot),
            stones: self.stones.clone(),
            cells: self.cells,
            plies: Vec::new(),
            state: 0,
            states: 0,
            taken_back: TakenBack::NONE,
            extras: self.extras,
        }
    }

    /// What they know beside AND and OR.
    #[must_use]
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// The connections of a colour.
    #[must_use]
    pub fn side(&self, color: Color) -> &Connections<W> {
        &self.sides[color.index()]
    }

    /// The geometry of their board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry<W>> {
        &self.geometry
    }

    /// Number of stones that the tables know of.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        self.stones.len()
    }

    /// How many states were worked out since they were built.
    #[cfg(test)]
    fn states(&self) -> u64 {
        self.states
    }

    /// Whether they are of this position.
    #[must_use]
    pub fn are_of(&self, board: &Board) -> bool {
        self.stones.iter().copied().eq(board.stones())
    }

    /// The cells without a stone that have not been filled in.
    #[must_use]
    pub fn empty(&self) -> CellSet<W> {
        self.cells.empty
    }

    /// The cells without a stone that have been filled in for a colour.
    #[must_use]
    pub fn filled(&self, color: Color) -> CellSet<W> {
        self.cells.filled[color.index()]
    }

    /// The cells filled in for a reason.
    #[must_use]
    pub fn filled_as(&self, kind: Kind) -> CellSet<W> {
        self.cells.of_kind[kind as usize]
    }

    /// The cells filled in that are regions with stones all around, see [`Surroundings::decompositions`].
    #[must_use]
    pub fn apart(&self) -> CellSet<W> {
        self.cells.apart
    }

    /// The cells without a stone that a colour needs, beside the carrier of a connection, for the connection to hold on the
    /// board that is not filled in.
    #[must_use]
    pub fn needed(&self, color: Color) -> CellSet<W> {
        self.cells.needed[color.index()]
    }

    /// The position as the rules for inferior cells see it.
    #[must_use]
    pub fn surroundings(&self) -> Surroundings<'_, W> {
        let ends = self.sides.each_ref().map(Connections::ends);
        Surroundings::new(&self.geometry, ends, self.cells.empty)
    }

    /// Brings them up to a stone on a cell of [`Tables::empty`]; see [`Connections::play`].
    pub fn play(&mut self, color: Color, cell: Cell, stop: &Stop) {
        let step = Step { state: self.state, color, cell };
        self.stones.push((color, cell));
        self.plies.push(Before { cells: self.cells, state: self.state, is_news: false });
        if let Some(outcome) = self.taken_back.get(step) {
            (self.state, self.cells) = (outcome.state, outcome.cells);
            self.sides.iter_mut().zip(&outcome.changes).for_each(|(side, change)| side.redo(change));
            return;
        }
        self.states += 1;
        self.state = self.states;
        self.sides.iter_mut().for_each(Connections::begin);
        self.cells.empty.remove(cell);
        self.cells.needed.iter_mut().for_each(|needed| needed.remove(cell));
        self.sides.iter_mut().for_each(|side| side.place(color, cell));
        if self.extras.inferior {
            self.fill_in([cell].into_iter().collect());
        }
        self.close(stop);
        if self.extras.inferior {
            self.decompose(stop);
        }
        if let Some(before) = self.plies.last_mut() {
            before.is_news = !stop.is_raised();
        }
    }

    fn close(&mut self, stop: &Stop) {
        self.sides.iter_mut().for_each(|side| side.close(stop));
    }

    /// Fills in what can be after stones on some cells.
    fn fill_in(&mut self, mut changed: CellSet<W>) {
        while let Some(found) = self.surroundings().fill_in(changed) {
            changed |= found.cells;
            self.place(found);
        }
    }

    fn place(&mut self, found: FillIn<W>) {
        self.cells.fill(found);
        for cell in found.cells.iter() {
            self.sides.iter_mut().for_each(|side| side.place(found.color, cell));
        }
    }

    /// Fills in the regions that their connections decide, once there are any and unless they decide more.
    fn decompose(&mut self, stop: &Stop) {
        while !self.sides.iter().any(Connections::has_winning_full) {
            let found = self.surroundings().decompositions(self.sides.each_ref());
            if found.is_empty() {
                return;
            }
            for region in found {
                self.cells.apart |= region.cells;
                self.place(region);
            }
            self.fill_in(self.cells.apart);
            self.close(stop);
        }
    }

    /// Takes the last stone back, if it was there only after they were built.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.plies.pop() else { return false };
        let stone = self.stones.pop();
        match stone.filter(|_| before.is_news) {
            Some((color, cell)) => {
                let changes = self.sides.each_mut().map(Connections::take_back);
                let outcome = Outcome { state: self.state, cells: self.cells, changes };
                self.taken_back.keep(Step { state: before.state, color, cell }, outcome);
            }
            None => self.sides.iter_mut().for_each(Connections::undo),
        }
        (self.state, self.cells) = (before.state, before.cells);
        true
    }

    /// Brings them to another position on a board of the same size: back to where the two part, and on from there.
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

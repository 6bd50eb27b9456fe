//! The connections of both colours in a position, brought along from stone to stone.

use std::sync::Arc;

use super::super::board::Board;
use super::super::cellset::CellSet;
use super::super::geometry::Geometry;
use super::super::inferior::{FillIn, Surroundings};
use super::Connections;
use super::ends::Ends;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;

/// Both colours' connections, on a board whose dead and captured cells are filled in where that is asked for.
#[derive(Clone)]
pub struct Tables<const W: usize> {
    geometry: Arc<Geometry<W>>,
    sides: [Connections<W>; 2],
    /// The stones of the position, in the order in which they were put down.
    stones: Vec<(Color, Cell)>,
    cells: Cells<W>,
    /// What `cells` were before each stone that was played since the tables were built: only these can be undone.
    plies: Vec<Cells<W>>,
    extras: Extras,
}

/// What tables know beside AND and OR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Dead and captured cells count as stones: connections then hold on the filled board.
    pub inferior: bool,
    /// The templates of [`super::edge`] are connections.
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
    /// Those of them that are dead.
    dead: CellSet<W>,
}

impl<const W: usize> Cells<W> {
    fn fill(&mut self, fill_in: FillIn<W>) {
        let cells = fill_in.cells();
        self.filled[fill_in.color().index()] |= cells;
        self.empty = self.empty - cells;
        if let FillIn::Dead(cell) = fill_in {
            self.dead.insert(cell);
        }
    }
}

impl<const W: usize> Tables<W> {
    /// The tables of a position, made from scratch.
    #[must_use]
    pub fn new(board: &Board, extras: Extras, stop: &Stop) -> Self {
        let geometry = if extras.templates { Geometry::with_templates(board) } else { Geometry::new(board) };
        Self::built(board, Arc::new(geometry), extras, |geometry, color, own, empty| {
            Connections::build(geometry, color, own, empty, stop)
        })
    }

    /// Tables of the connections between neighbours alone.
    #[must_use]
    pub fn adjacent(board: &Board, geometry: &Arc<Geometry<W>>) -> Self {
        Self::built(board, geometry.clone(), Extras::NONE, Connections::adjacent)
    }

    fn built(
        board: &Board,
        geometry: Arc<Geometry<W>>,
        extras: Extras,
        build: impl Fn(&Arc<Geometry<W>>, Color, CellSet<W>, CellSet<W>) -> Connections<W>,
    ) -> Self {
        let stones_of = |color| CellSet::of(board.size(), |cell| board.stone(cell) == color);
        let own = Color::BOTH.map(|color| stones_of(Some(color)));
        let mut cells = Cells { empty: stones_of(None), filled: [CellSet::EMPTY; 2], dead: CellSet::EMPTY };
        if extras.inferior {
            let mut ends = Color::BOTH.map(|color| Ends::new(&geometry, color, own[color.index()], cells.empty));
            while let Some(found) = next_fill_in(&geometry, ends.each_ref(), cells.empty, cells.empty) {
                cells.fill(found);
                let color = found.color();
                for cell in found.cells().iter() {
                    ends[color.index()].add_stone(&geometry, cell);
                    ends[color.other().index()].add_obstacle(cell);
                }
            }
        }
        let sides =
            Color::BOTH.map(|color| build(&geometry, color, own[color.index()] | cells.filled[color.index()], cells.empty));
        Tables { geometry, sides, stones: board.stones().collect(), cells, plies: Vec::new(), extras }
    }

    /// Builds them again, for the same size of board.
    pub fn rebuild(&mut self, board: &Board, stop: &Stop) {
        *self = Self::built(board, self.geometry.clone(), self.extras, |geometry, color, own, empty| {
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

    /// The cells filled in that are dead; the others are captured.
    #[must_use]
    pub fn dead(&self) -> CellSet<W> {
        self.cells.dead
    }

    /// The position as the rules for inferior cells see it.
    #[must_use]
    pub fn surroundings(&self) -> Surroundings<'_, W> {
        let ends = self.sides.each_ref().map(Connections::ends);
        Surroundings { geometry: &self.geometry, ends, empty: self.cells.empty }
    }

    /// Brings them up to a stone on a cell of [`Tables::empty`]; see [`Connections::play`].
    pub fn play(&mut self, color: Color, cell: Cell, stop: &Stop) {
        self.stones.push((color, cell));
        self.plies.push(self.cells);
        self.sides.iter_mut().for_each(Connections::begin);
        self.cells.empty.remove(cell);
        self.sides.iter_mut().for_each(|side| side.place(color, cell));
        if self.extras.inferior {
            self.fill_in(self.within_two(cell));
        }
        self.sides.iter_mut().for_each(|side| side.close(stop));
    }

    /// Fills in what has become dead or captured among some cells, and around what is filled.
    fn fill_in(&mut self, mut among: CellSet<W>) {
        while let Some(found) =
            next_fill_in(&self.geometry, self.sides.each_ref().map(Connections::ends), self.cells.empty, among)
        {
            self.cells.fill(found);
            for cell in found.cells().iter() {
                self.sides.iter_mut().for_each(|side| side.place(found.color(), cell));
                among |= self.within_two(cell);
            }
        }
    }

    /// The cells that are at most two steps away.
    fn within_two(&self, cell: Cell) -> CellSet<W> {
        self.geometry.around(self.geometry.near[cell.index()])
    }

    /// Takes the last stone back, if it was there only after they were built.
    pub fn undo(&mut self) -> bool {
        let Some(cells) = self.plies.pop() else { return false };
        self.cells = cells;
        self.stones.pop();
        self.sides.iter_mut().for_each(Connections::undo);
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

/// What can be filled in next among some cells, unless somebody has won.
fn next_fill_in<const W: usize>(
    geometry: &Geometry<W>,
    ends: [&Ends<W>; 2],
    empty: CellSet<W>,
    among: CellSet<W>,
) -> Option<FillIn<W>> {
    let is_won = ends.iter().any(|ends| ends.is_one());
    (!is_won).then(|| Surroundings { geometry, ends, empty }.fill_in(among)).flatten()
}

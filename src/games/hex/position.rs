//! Hex as a search sees it: stones, side to move, key, connections and evaluation.

use std::sync::Arc;

use super::board::Board;
use super::board::geometry::Geometry;
use super::board::zobrist::Keys;
use super::eval::twod::TwoDistanceEvaluator;
use super::eval::{Evaluator, Leaf};
use super::style::{Ordering, Style, Upkeep};
use super::tables::{Extras, Tables};
use super::vc::Connections;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Estimate, Position, Stop, TreePosition, Value};

/// A position in a search. `W` is the width of its cell sets.
#[derive(Clone)]
pub(super) struct HexPosition<const W: usize> {
    board: Board,
    to_move: Color,
    key: u64,
    context: Arc<SharedContext<W>>,
    /// The connections of this position or of an earlier one; `None` if the style keeps none. Threads share them until they
    /// change: many searches end before every thread needs a copy.
    tables: Option<Arc<Tables<W>>>,
    /// Tables of earlier positions, replaced by new ones because a stone was played on a cell that they had filled in.
    shelved: Vec<Arc<Tables<W>>>,
    stop: Stop,
}

/// What all positions of a search share.
struct SharedContext<const W: usize> {
    geometry: Arc<Geometry<W>>,
    keys: Keys,
    style: Style,
    evaluator: Arc<dyn Evaluator<W>>,
}

impl<const W: usize> HexPosition<W> {
    /// Creates the position of a board with a player to move. `tables` are this position's; without them they are built if the
    /// style has any. If `stop` is raised meanwhile, they lack connections.
    #[must_use]
    pub fn new(
        board: &Board,
        to_move: Color,
        style: Style,
        evaluator: Arc<dyn Evaluator<W>>,
        tables: Option<Arc<Tables<W>>>,
        stop: &Stop,
    ) -> Self {
        let build = |extras| Arc::new(Tables::new(board, extras, stop));
        let tables = style.keeps_tables().then(|| tables.unwrap_or_else(|| build(style.extras())));
        // Where filled-in cells win, there must still be real stones to search for.
        let tables = tables.map(|tables| {
            if tables.filled_winner().is_some() { build(Extras { inferior: false, ..tables.extras() }) } else { tables }
        });
        let geometry = tables.as_ref().map_or_else(|| Arc::new(Geometry::new(board)), |tables| tables.geometry().clone());
        let context = SharedContext { geometry, keys: Keys::new(board.size()), style, evaluator };
        let key = context.keys.position_key(board, to_move);
        let (board, context, stop) = (board.clone(), Arc::new(context), Stop::default());
        HexPosition { board, to_move, key, context, tables, shelved: Vec::new(), stop }
    }

    /// Calls the evaluator on the position, with up-to-date tables if it uses them. `None` if it uses tables and the search is
    /// stopped, because updating them would take too long.
    fn call_evaluator<T>(&mut self, call: impl FnOnce(&dyn Evaluator<W>, &Leaf<'_, W>) -> T) -> Option<T> {
        let uses_tables = self.context.evaluator.uses_tables();
        if uses_tables {
            self.update_tables();
            if self.stop.is_raised() {
                return None;
            }
        }
        let SharedContext { geometry, evaluator, .. } = &*self.context;
        let adjacent = (uses_tables && self.tables().is_none()).then(|| Tables::neighbors_only(&self.board, geometry));
        let tables = self.tables().or(adjacent.as_ref()).filter(|_| uses_tables);
        let result = call(&**evaluator, &self.leaf(tables));
        (!(uses_tables && self.stop.is_known_raised())).then_some(result)
    }

    fn leaf<'a>(&'a self, tables: Option<&'a Tables<W>>) -> Leaf<'a, W> {
        Leaf { board: &self.board, to_move: self.to_move, geometry: &self.context.geometry, tables, stop: &self.stop }
    }

    /// Updates the tables to the position. If the search is stopped meanwhile, they may stay as they are.
    fn update_tables(&mut self) {
        let Some(tables) = &mut self.tables else { return };
        if self.context.style.upkeep == Upkeep::Rebuild {
            if !tables.are_of(&self.board) {
                *tables = Arc::new(tables.build_for(&self.board, &self.stop));
            }
            return;
        }
        for (color, cell) in self.board.stones().skip(tables.stone_count()) {
            if !tables.empty().contains(cell) {
                let rebuilt = Arc::new(tables.build_for(&self.board, &self.stop));
                self.shelved.push(std::mem::replace(tables, rebuilt));
                return;
            }
            if Arc::get_mut(tables).is_none() {
                let Some(copy) = tables.snapshot(&self.stop) else { return };
                *tables = Arc::new(copy);
            }
            let Some(own) = Arc::get_mut(tables) else { return };
            own.play(color, cell, &self.stop);
        }
    }

    /// Returns the tables if they are up to date with the position.
    fn tables(&self) -> Option<&Tables<W>> {
        self.tables.as_deref().filter(|tables| tables.stone_count() == self.board.stone_count())
    }

    /// Returns the tables if the style lets them decide positions, and they are up to date with this one.
    fn deciding_tables(&self) -> Option<&Tables<W>> {
        self.tables().filter(|_| self.context.style.upkeep == Upkeep::Eager)
    }

    fn pass_turn(&mut self, mover: Color, cell: Cell) {
        self.key ^= self.context.keys.of_move(mover, cell);
        self.to_move = self.to_move.other();
    }

    /// Sorts moves, the most promising first. Returns how many of them to search.
    fn sort_moves(&mut self, cells: &mut [Cell]) -> usize {
        match self.context.style.ordering {
            Ordering::None => cells.len(),
            Ordering::Semis => self.sort_by_semis(cells),
            Ordering::Energy => self.sort_by_evaluator(cells),
        }
    }

    /// Sorts by the evaluator, or by two-distances, which are cheaper, if the search is stopped.
    fn sort_by_evaluator(&mut self, cells: &mut [Cell]) -> usize {
        if let Some(count) = self.call_evaluator(|evaluator, leaf| evaluator.sort_moves(leaf, cells)) {
            return count;
        }
        TwoDistanceEvaluator.sort_moves(&self.leaf(None), cells);
        if self.context.style.width == 0 { cells.len() } else { self.context.style.width }
    }

    /// Sorts by the opponent's semis; cells with less than a quarter of the highest count are not to be searched.
    fn sort_by_semis(&mut self, cells: &mut [Cell]) -> usize {
        self.update_tables();
        let Some(tables) = self.tables() else { return cells.len() };
        let counts = semi_counts(tables.side(self.to_move.other()), self.board.size().area());
        cells.sort_by_cached_key(|&cell| -i64::from(counts[cell.index()]));
        let least = cells.first().map_or(0, |&cell| counts[cell.index()].div_ceil(4));
        cells.iter().take_while(|&&cell| counts[cell.index()] >= least).count()
    }
}

/// Returns for each cell the number of semis of a table that need it (Vilars, figure 8).
#[must_use]
pub(super) fn semi_counts<const W: usize>(table: &Connections<W>, area: usize) -> Vec<u32> {
    let mut counts = vec![0; area];
    for a in table.endpoints().iter() {
        for b in table.semi_neighbors(a).iter().take_while(|&b| b < a) {
            for semi in table.pair(a, b).semis() {
                semi.carrier.iter().for_each(|cell| counts[cell.index()] += 1);
            }
        }
    }
    counts
}

impl<const W: usize> Position for HexPosition<W> {
    type Move = Cell;

    fn key(&self) -> u64 {
        self.key
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn terminal_value(&self) -> Option<Value> {
        self.outcome().or_else(|| self.deciding_tables()?.verdict(self.to_move).value())
    }

    fn evaluate(&mut self) -> Value {
        self.evaluate_leaf().value
    }

    fn moves(&mut self, moves: &mut Vec<Cell>) -> usize {
        match self.deciding_tables() {
            Some(tables) => moves.extend(tables.candidates(self.to_move, self.context.style.inferior).moves.iter()),
            None => moves.extend(self.board.empty_cells()),
        }
        self.sort_moves(moves)
    }

    fn key_after(&mut self, cell: Cell) -> u64 {
        self.key ^ self.context.keys.of_move(self.to_move, cell)
    }

    fn play(&mut self, cell: Cell) {
        let played = self.board.play(self.to_move, cell);
        debug_assert!(played, "a legal move goes to an empty cell");
        self.pass_turn(self.to_move, cell);
        if self.context.style.updates_in_play() {
            self.update_tables();
        }
    }

    fn undo(&mut self) {
        if let Some(tables) = &mut self.tables
            && tables.stone_count() == self.board.stone_count()
            && !Arc::get_mut(tables).is_some_and(Tables::undo)
            && let Some(earlier) = self.shelved.pop()
        {
            *tables = earlier;
        }
        if let Some(cell) = self.board.undo() {
            self.pass_turn(self.to_move.other(), cell);
        }
    }

    fn horizon(&self) -> u32 {
        (self.board.size().area() - self.board.stone_count()) as u32
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }
}

impl<const W: usize> TreePosition for HexPosition<W> {
    fn outcome(&self) -> Option<Value> {
        let loss = Value::loss_in(0);
        self.board.winner().map(|winner| if winner == self.to_move { -loss } else { loss })
    }

    fn evaluate_leaf(&mut self) -> Estimate<Cell> {
        self.call_evaluator(|evaluator, leaf| evaluator.evaluate(leaf)).unwrap_or_else(|| Value::EVEN.into())
    }

    fn evaluate_root(&mut self) -> Estimate<Cell> {
        self.call_evaluator(|evaluator, leaf| evaluator.evaluate_root(leaf)).unwrap_or_else(|| Value::EVEN.into())
    }

    fn has_priors(&self) -> bool {
        self.context.evaluator.has_priors()
    }

    fn legal_moves(&mut self, moves: &mut Vec<Cell>) -> usize {
        moves.extend(self.board.empty_cells());
        self.sort_moves(moves)
    }

    fn examine(&mut self) -> Option<Value> {
        if self.context.style.upkeep == Upkeep::Eager {
            self.update_tables();
        }
        self.terminal_value()
    }
}

#[cfg(test)]
mod tests;

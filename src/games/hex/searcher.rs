//! Searches, evaluations and proofs on boards of one size, with all that they keep from one command to the next: tables, trees and
//! proofs.
//!
//! Cell sets are generic over their width, which depends on the size of the board. [`Searcher`] is a trait object that hides the width
//! from the commands. Nothing here decides what is legal.

use std::sync::Arc;

use super::board::Board;
use super::board::cellset::with_width;
use super::eval::Evaluator;
use super::eval::cells::CellPoints;
use super::eval::network::NetworkEvaluator;
use super::net::choice::AnyNetwork;
use super::position::HexPosition;
use super::solver::{Solution, Solver, WideSolver, moves_to_search};
use super::style::{Search, Style};
use super::tables::{Extras, Tables};
use super::view::TablesView;
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, KeptTable, Limits, Position, Report, Stop, Table, Tree, Value, Watch, best_first, search};
use crate::settings::Settings;

/// A position to be searched.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The board; nobody has won on it.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// How to search and to evaluate.
    pub style: Style,
    /// Number of moves to which alpha-beta gives exact values; 1 to choose a move.
    pub lines: usize,
}

/// Searches, evaluates and proves positions on boards of one size, and keeps its results for the next command.
pub trait Searcher: Send {
    /// Returns the size of its boards.
    fn size(&self) -> Size;

    /// Sets or removes the network for styles that use one. Results of searches with another network are dropped. A network that
    /// does not play on boards of this size is ignored.
    fn set_network(&mut self, network: Option<AnyNetwork>);

    /// Returns whether it has a network.
    fn has_network(&self) -> bool;

    /// Searches a position.
    fn search(&mut self, task: Task<'_>, settings: &Settings, budget: &Budget, watch: Watch<'_, Cell>) -> Report<Cell>;

    /// Returns the static value of a position for the player to move. It is of no use if `stop` is raised meanwhile.
    fn evaluate(&mut self, task: Task<'_>, settings: &Settings, stop: &Stop) -> Value;

    /// Proves who wins a position that nobody has won. The proofs are kept for the next time.
    fn prove(&mut self, board: &Board, to_move: Color, settings: &Settings, budget: &Budget) -> Solution;

    /// Prepares the solver for a position whose moves are to be proved one by one.
    fn set_proof_root(&mut self, board: &Board, to_move: Color, settings: &Settings, stop: &Stop);

    /// Drops all proofs.
    fn forget_proofs(&mut self);

    /// Lists the moves within the must-play that are not inferior.
    fn moves_to_search(&self, board: &Board, to_move: Color, stop: &Stop) -> Vec<Cell>;

    /// Returns the points of the cells, computed by random games with this seed.
    fn points(&mut self, seed: u64) -> Arc<CellPoints>;

    /// Returns the tables of connections of a position: those of the last one, updated, or new ones.
    fn tables(&mut self, board: &Board, extras: Extras, stop: &Stop) -> &mut dyn TablesView;

    /// Builds the tables of connections of a position anew.
    fn rebuild_tables(&mut self, board: &Board, extras: Extras, stop: &Stop);
}

/// Creates a searcher for boards of this size. It allocates memory when it is first used.
#[must_use]
pub(super) fn new_searcher(size: Size) -> Box<dyn Searcher> {
    fn create<const W: usize>(size: Size) -> Box<dyn Searcher> {
        Box::new(WideSearcher::<W> {
            size,
            table: KeptTable::default(),
            tree: None,
            tables: None,
            are_tables_partial: false,
            solver: None,
            points: None,
            network: None,
        })
    }
    with_width!(size, create(size))
}

/// A searcher with cell sets of width `W`.
struct WideSearcher<const W: usize> {
    size: Size,
    /// The table of the alpha-beta search, for each style anew.
    table: KeptTable<Style>,
    /// The tree of the best-first search, and the style in which it was filled.
    tree: Option<(Style, Tree<Cell>)>,
    /// The tables of connections of the position last asked about.
    tables: Option<Arc<Tables<W>>>,
    /// Whether a stop ended the building of those tables, so that they lack connections and must be rebuilt.
    are_tables_partial: bool,
    solver: Option<WideSolver<W>>,
    /// The points of the cells, and the seed of the games that they are from.
    points: Option<(u64, Arc<CellPoints>)>,
    network: Option<Arc<NetworkEvaluator>>,
}

impl<const W: usize> WideSearcher<W> {
    /// Whether tables are so large, some 45 MiB on 19x19, that search and solver do not keep them at the same time.
    const HAS_LARGE_TABLES: bool = W > 4;

    fn position(&mut self, task: Task<'_>, settings: &Settings, stop: &Stop) -> HexPosition<W> {
        let Task { board, to_move, style, .. } = task;
        if let Some(solver) = self.solver.as_mut().filter(|_| Self::HAS_LARGE_TABLES) {
            solver.forget_root();
        }
        let evaluator: Arc<dyn Evaluator<W>> = match &self.network {
            Some(network) if style.has_network => network.clone(),
            _ => style.evaluator(|| self.points(settings.seed)),
        };
        let tables = style.keeps_tables().then(|| self.tables_of(board, style.extras(), stop).clone());
        HexPosition::new(board, to_move, style, evaluator, tables, stop)
    }

    fn tables_of(&mut self, board: &Board, extras: Extras, stop: &Stop) -> &mut Arc<Tables<W>> {
        let kept = self.tables.take().filter(|tables| tables.extras() == extras && !self.are_tables_partial);
        let tables = match kept {
            Some(mut tables) => {
                // No search shares them any more.
                Arc::make_mut(&mut tables).follow(board, stop);
                tables
            }
            None => Arc::new(Tables::new(board, extras, stop)),
        };
        self.are_tables_partial = stop.is_raised();
        self.tables.insert(tables)
    }

    /// Returns the table of the alpha-beta search.
    fn table(&mut self, style: Style, bytes: usize, budget: &Budget) -> &Table {
        // Only one of the two searches has memory at a time.
        self.tree = None;
        self.table.get(Some(style), bytes, budget)
    }

    /// Returns the tree of the best-first search. Without a node limit it goes on growing through a game in one style; with one,
    /// each search begins with a new tree.
    fn tree(&mut self, style: Style, bytes: usize, budget: &Budget) -> &mut Tree<Cell> {
        self.table.clear();
        let is_kept = |(of, tree): &(Style, Tree<Cell>)| budget.max_nodes.is_none() && (*of, tree.bytes()) == (style, bytes);
        let kept = self.tree.take().filter(is_kept);
        &mut self.tree.insert(kept.unwrap_or_else(|| (style, Tree::new(bytes, style.puct)))).1
    }

    /// Returns the solver with what it has proved, or a new one where the size of its table has changed.
    fn solver(&mut self, settings: &Settings) -> &mut WideSolver<W> {
        if Self::HAS_LARGE_TABLES {
            self.tables = None;
        }
        let bytes = settings.half_hash_bytes();
        let kept = self.solver.take().filter(|solver| solver.bytes() == WideSolver::<W>::fit_bytes(bytes));
        let solver = self.solver.insert(kept.unwrap_or_else(|| WideSolver::new(bytes, Extras::ALL)));
        solver.set_network(self.network.clone());
        solver
    }
}

impl<const W: usize> Searcher for WideSearcher<W> {
    fn size(&self) -> Size {
        self.size
    }

    fn set_network(&mut self, network: Option<AnyNetwork>) {
        let network = network.filter(|network| network.plays_on(self.size));
        self.network = network.map(|network| Arc::new(NetworkEvaluator::new(network)));
        self.table.clear();
        self.tree = None;
    }

    fn has_network(&self) -> bool {
        self.network.is_some()
    }

    fn search(&mut self, task: Task<'_>, settings: &Settings, budget: &Budget, watch: Watch<'_, Cell>) -> Report<Cell> {
        // The last search may share the tables that are now to change.
        budget.leftovers.free();
        // With a node limit the search must not depend on earlier ones.
        if budget.max_nodes.is_some() {
            self.tables = None;
        }
        let position = self.position(task, settings, &budget.timed_stop());
        let bytes = settings.half_hash_bytes();
        let limits = Limits { threads: settings.threads, max_depth: u32::MAX, lines: task.lines };
        match task.style.search {
            Search::Puct => best_first(position, self.tree(task.style, bytes, budget), &limits, budget, watch),
            Search::AlphaBeta => search(position, self.table(task.style, bytes, budget), &limits, budget, watch),
        }
    }

    fn evaluate(&mut self, task: Task<'_>, settings: &Settings, stop: &Stop) -> Value {
        let mut position = self.position(task, settings, stop);
        position.set_stop(stop);
        position.terminal_value().unwrap_or_else(|| position.evaluate())
    }

    fn prove(&mut self, board: &Board, to_move: Color, settings: &Settings, budget: &Budget) -> Solution {
        budget.leftovers.free();
        self.solver(settings).solve(board, to_move, settings.threads, budget)
    }

    fn set_proof_root(&mut self, board: &Board, to_move: Color, settings: &Settings, stop: &Stop) {
        self.solver(settings).set_root(board, to_move, stop);
    }

    fn forget_proofs(&mut self) {
        self.solver = None;
    }

    fn moves_to_search(&self, board: &Board, to_move: Color, stop: &Stop) -> Vec<Cell> {
        moves_to_search::<W>(board, to_move, stop)
    }

    fn points(&mut self, seed: u64) -> Arc<CellPoints> {
        match &self.points {
            Some((of, points)) if *of == seed => points.clone(),
            _ => {
                let points = Arc::new(CellPoints::new(self.size, seed));
                self.points = Some((seed, points.clone()));
                points
            }
        }
    }

    fn tables(&mut self, board: &Board, extras: Extras, stop: &Stop) -> &mut dyn TablesView {
        let tables: &mut Tables<W> = Arc::make_mut(self.tables_of(board, extras, stop));
        tables
    }

    fn rebuild_tables(&mut self, board: &Board, extras: Extras, stop: &Stop) {
        Arc::make_mut(self.tables_of(board, extras, stop)).rebuild(board, stop);
        self.are_tables_partial = stop.is_raised();
    }
}

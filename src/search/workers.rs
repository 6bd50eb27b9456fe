//! The alpha-beta search with its threads.

use super::alphabeta::Worker;
use super::budget::Budget;
use super::control::Control;
use super::entry::Table;
use super::position::Position;
use super::report::{Limits, ROOT_WIDTH, Report, Watch};
use super::shared::Shared;
use super::threads::run_workers;
use super::value::Value;

/// Searches an unfinished game until the budget ends and returns the best result: the first legal move if there was no time to
/// search. `watch` is called with the results so far and can end the search.
///
/// With one thread, a node limit and the same table contents the result is deterministic.
pub fn search<P: Position>(
    mut position: P,
    table: &Table,
    limits: &Limits,
    budget: &Budget,
    watch: Watch<'_, P::Move>,
) -> Report<P::Move> {
    budget.leftovers.free();
    let control = Control::new(budget, limits.threads);
    position.set_stop(control.halt_flag());
    let mut moves = Vec::new();
    let count = position.moves(&mut moves).min(moves.len());
    let nothing = Report {
        depth: 0,
        value: Value::EVEN,
        best: moves[0],
        line: [moves[0]].into_iter().collect(),
        nodes: 0,
        ranked: Vec::new(),
    };
    let max_depth = limits.max_depth.min(position.horizon());
    let root_count = count.saturating_mul(ROOT_WIDTH).min(moves.len());
    let shared: Shared<'_, P> = Shared::new(table, control, root_count, limits.lines, nothing);
    let work = |position, watcher| {
        let mut worker = Worker::new(position, &shared, watcher);
        worker.deepen(moves.clone(), max_depth);
        (worker.position, worker.watcher)
    };
    run_workers(&shared.control, position, watch, work, |watcher| shared.inform(watcher));
    shared.into_report()
}

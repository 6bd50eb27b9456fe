//! Iterative deepening: a worker searches the root to depth 1, 2, 3, ... until the search halts or there is a proof.

use super::alphabeta::{Node, Window, Worker, update_line};
use super::control::Halted;
use super::entry::{Bound, Entry};
use super::move_picker::MovePicker;
use super::position::Position;
use super::report::{Line, RankedMove, Report};
use super::value::Value;

/// Half the width of the first window around the last value, in units of the evaluation.
const ASPIRATION: i32 = 60;

/// Lower depths are searched in a full window, because their values vary widely.
const ASPIRATION_DEPTH: u32 = 3;

impl<P: Position> Worker<'_, P> {
    /// Searches deeper and deeper, and publishes each result.
    pub fn deepen(&mut self, mut moves: Vec<P::Move>, max_depth: u32) {
        let mut value = Value::EVEN;
        loop {
            let last = self.shared.last_iteration();
            self.iteration = last.depth + 1;
            if self.iteration > max_depth || last.depth > 0 && self.is_settled(&last) {
                return;
            }
            if last.depth > 0 {
                if self.shared.lines > 1 {
                    let exact = last.ranked.iter().filter(|ranked| ranked.exact);
                    exact.rev().for_each(|ranked| to_front(&mut moves, ranked.mv));
                }
                to_front(&mut moves, last.best);
                value = last.value;
            }
            match self.iterate(&mut moves, value).and_then(|report| self.search_lines(&mut moves, report)) {
                Ok(report) => self.publish(report, true),
                Err(Halted) if self.shared.control.is_halted() => return,
                Err(Halted) => {}
            }
        }
    }

    /// Returns whether no deeper search can change a result: all values that are wanted are proofs.
    fn is_settled(&self, last: &Report<P::Move>) -> bool {
        last.value.is_proof()
            && (self.shared.lines <= 1 || last.ranked.iter().filter(|ranked| ranked.exact).all(|ranked| ranked.value.is_proof()))
    }

    /// Searches the next best root moves to the same depth (multi-PV), one after the other in a full window, until `lines` moves
    /// have exact values. The other moves keep upper bounds.
    fn search_lines(&mut self, moves: &mut [P::Move], mut report: Report<P::Move>) -> Result<Report<P::Move>, Halted> {
        if self.shared.lines <= 1 {
            return Ok(report);
        }
        let wanted = self.shared.lines.min(moves.len());
        to_front(moves, report.best);
        let mut ranked = vec![report.best_move()];
        for done in 1..wanted {
            let mut next = self.search_root(&mut moves[done..], Window::FULL, done)?;
            ranked.truncate(done);
            ranked.push(next.best_move());
            next.ranked.retain(|other| other.mv != next.best);
            ranked.extend(next.ranked.into_iter().map(|other| RankedMove { exact: false, ..other }));
        }
        // Table entries of deeper searches can raise the value of a later move above that of an earlier one.
        // A sort by cached keys sorts pairs of value and index: one copy of it serves the moves of all games.
        ranked[..wanted].sort_by_cached_key(|ranked| -ranked.value);
        let best = &ranked[0];
        (report.best, report.value) = (best.mv, best.value);
        report.line.clone_from(&best.line);
        report.ranked = ranked;
        Ok(report)
    }

    /// Searches one depth in an aspiration window around the expected value, widened on the side where the search fails.
    fn iterate(&mut self, moves: &mut [P::Move], expected: Value) -> Result<Report<P::Move>, Halted> {
        let mut window = Window::FULL;
        let mut width = ASPIRATION;
        if self.iteration >= ASPIRATION_DEPTH && !expected.is_proof() {
            window = Window { alpha: expected.offset(-width), beta: expected.offset(width) };
        }
        loop {
            let report = self.search_root(moves, window, 0)?;
            width *= 4;
            if report.value.is_proof() {
                return Ok(report);
            }
            if report.value <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = widen(report.value.offset(-width));
            } else if report.value >= window.beta && window.beta < Window::FULL.beta {
                window.beta = -widen(-report.value.offset(width));
            } else {
                return Ok(report);
            }
        }
    }

    /// Searches the root in one window, without its first `done` moves, whose values are known: `moves` are the others. Publishes
    /// each new best of all moves at once, so that an unfinished iteration is of use too.
    fn search_root(&mut self, moves: &mut [P::Move], window: Window, done: usize) -> Result<Report<P::Move>, Halted> {
        let depth = self.iteration;
        let mut order: Vec<P::Move> = moves.to_vec();
        let mut below = Line::new();
        let mut report = Report { depth, value: Value::LOWEST, best: moves[0], line: Line::new(), nodes: 0, ranked: Vec::new() };
        let lines = self.shared.lines;
        // Enough moves for all lines, unless this is the whole root.
        let count = if done == 0 { self.shared.root_count } else { self.shared.root_count.max(lines) - done }.min(order.len());
        let mut picker = MovePicker::new(&mut order, count);
        while let Some((rank, mv)) = picker.next(report.value) {
            if picker.may_defer() && self.is_busy(mv, depth) {
                picker.defer(rank, mv);
                continue;
            }
            let alpha = window.alpha.max(report.value);
            let window_now = Window { alpha, beta: window.beta };
            // In an analysis of several lines no move is reduced: a good one might be missed.
            let reduction_rank = if lines > 1 { rank.min(1) } else { rank };
            let value = self.search_move(mv, Node { ply: 0, depth, window: window_now }, reduction_rank, &mut below)?;
            let exact = value > alpha && value < window.beta;
            report.ranked.push(RankedMove { mv, value, exact, depth, nodes: 0, line: Line::new() });
            if value > report.value {
                report.value = value;
                if value > window.alpha || rank == 0 {
                    report.best = mv;
                    update_line(&mut report.line, mv, &below);
                    if done == 0 {
                        self.publish(report.clone(), false);
                    }
                }
            }
            if value >= window.beta || value.is_win() {
                break;
            }
        }
        if report.value > window.alpha {
            to_front(moves, report.best);
        }
        if done == 0 {
            self.store_root(&report, window);
        }
        report.ranked.sort_by_cached_key(|ranked| (ranked.mv != report.best, -ranked.value));
        Ok(report)
    }

    fn store_root(&self, report: &Report<P::Move>, window: Window) {
        let bound = match report.value {
            value if value >= window.beta || value.is_win() => Bound::Lower,
            value if value <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let depth = report.depth.min(u32::from(u8::MAX)) as u8;
        self.shared.table.put(self.position.key(), Entry { value: report.value, bound, depth, mv: report.best.into() });
    }
}

/// Returns a widened lower bound: the lowest value if it is beyond all estimates.
fn widen(alpha: Value) -> Value {
    if alpha.is_loss() { Window::FULL.alpha } else { alpha }
}

/// Moves `mv` to the front and keeps the order of the others.
fn to_front<M: Copy + Eq>(moves: &mut [M], mv: M) {
    if let Some(place) = moves.iter().position(|&other| other == mv) {
        moves[..=place].rotate_right(1);
    }
}

//! The alpha-beta search of one worker: principal variation search (Marsland and Campbell 1982) with a transposition table, late
//! move reductions and a single-reply extension.

use arrayvec::ArrayVec;

use super::control::Halted;
use super::entry::{Bound, Entry};
use super::history::History;
use super::move_picker::MovePicker;
use super::position::Position;
use super::report::{Line, Report};
use super::shared::Shared;
use super::value::Value;
use super::watcher::Watcher;

/// Least depth at which a move is marked as busy: at lower depths searching a move twice costs less than the check.
const MIN_BUSY_DEPTH: u32 = 2;

/// A search window: the value is exact between `alpha` and `beta`, outside it is a bound.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    pub const FULL: Window = Window { alpha: Value::LOWEST, beta: Value::INFINITE };

    /// Returns the null window above `alpha`.
    fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha.offset(1) }
    }

    /// Returns this window for a child; `changes_turn` says whether the other player moves there.
    fn for_child(self, changes_turn: bool) -> Window {
        let (alpha, beta) = (self.alpha.one_ply_down(), self.beta.one_ply_down());
        if changes_turn { Window { alpha: -beta, beta: -alpha } } else { Window { alpha, beta } }
    }
}

/// A worker: its own position and move ordering, and what it shares with the other workers.
pub struct Worker<'a, P: Position> {
    pub position: P,
    pub shared: &'a Shared<'a, P>,
    /// The current iteration. If another worker finishes it first it ends here too.
    pub iteration: u32,
    history: History<P::Move>,
    /// Move lists by ply, kept to reuse their memory.
    lists: Vec<Vec<P::Move>>,
    /// Reports progress, and can end the search. Only one worker has it.
    pub watcher: Option<Watcher<'a, P::Move>>,
}

/// A node: its distance from the root, the depth left to search, and its window.
#[derive(Clone, Copy)]
pub struct Node {
    pub ply: usize,
    pub depth: u32,
    pub window: Window,
}

/// Returns the late move reduction, in plies, of the move with this index in the search order.
fn reduction(rank: usize, depth: u32) -> u32 {
    let plies = match rank {
        0..=2 => 0,
        3..=8 => 1,
        _ => 2,
    };
    plies.min(depth.saturating_sub(2))
}

/// The best of the moves tried so far at a node; no move, and less than any value, before the first.
struct Best<M> {
    value: Value,
    mv: Option<M>,
}

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(position: P, shared: &'a Shared<'a, P>, watcher: Option<Watcher<'a, P::Move>>) -> Self {
        Worker { position, shared, iteration: 0, history: History::new(), lists: Vec::new(), watcher }
    }

    /// Counts a node before it is searched. Fails if the search must end or another worker has finished the iteration.
    fn count_node(&mut self) -> Result<(), Halted> {
        if let Some(watcher) = &mut self.watcher
            && watcher.count_node()
        {
            self.shared.inform(watcher);
        }
        self.shared.count_node(self.iteration)
    }

    /// Publishes the result of an iteration, finished or not.
    pub fn publish(&mut self, report: Report<P::Move>, is_finished: bool) {
        self.shared.publish(report, is_finished);
        if let Some(watcher) = &mut self.watcher {
            self.shared.inform(watcher);
        }
    }

    /// Searches the position `depth` plies deep. Returns its value: exact inside the window, else a bound.
    fn search_node(&mut self, ply: usize, depth: u32, window: Window, line: &mut Line<P::Move>) -> Result<Value, Halted> {
        line.clear();
        self.count_node()?;
        if let Some(value) = self.position.terminal_value() {
            return Ok(value);
        }
        // Mate distance pruning: no move is better than one that wins at once.
        let win_in_one = -Value::loss_in(1);
        if window.alpha >= win_in_one {
            return Ok(win_in_one);
        }
        let key = self.position.key();
        let stored = self.shared.table.get(key);
        if let Some(entry) = stored.filter(|entry| entry.allows_cutoff(depth, window.alpha, window.beta)) {
            if entry.mv != Entry::NO_MOVE {
                line.push(entry.mv.into());
            }
            return Ok(entry.value);
        }
        if depth == 0 {
            let value = self.position.evaluate();
            // The value of an interrupted evaluation is meaningless.
            if self.shared.control.is_halted() {
                return Err(Halted);
            }
            self.shared.table.put(key, Entry { value, bound: Bound::Exact, depth: 0, mv: Entry::NO_MOVE });
            return Ok(value);
        }
        let (mut moves, count) = self.order_moves(ply, stored.map_or(Entry::NO_MOVE, |entry| entry.mv));
        let (best, halted) = self.search_moves(&mut moves, count, Node { ply, depth, window }, line);
        self.lists[ply] = moves;
        self.store(key, depth, window, &best, halted);
        if halted { Err(Halted) } else { Ok(best.value) }
    }

    /// Returns the moves of the position in search order, and how many of them to search.
    fn order_moves(&mut self, ply: usize, table_move: u16) -> (Vec<P::Move>, usize) {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        let count = self.position.moves(&mut moves).min(moves.len());
        self.history.sort(&self.position, ply, table_move, &mut moves[..count]);
        (moves, count)
    }

    /// Searches the first `count` moves in order; moves that another worker is searching come last. The remaining moves are
    /// searched only if all of these lose, since a loss is proved when every move has been searched. Returns the best move, and
    /// whether the search was halted.
    fn search_moves(
        &mut self,
        moves: &mut Vec<P::Move>,
        count: usize,
        node: Node,
        line: &mut Line<P::Move>,
    ) -> (Best<P::Move>, bool) {
        let Node { ply, depth, window } = node;
        let mut best = Best { value: Value::LOWEST, mv: None };
        let mut alpha = window.alpha;
        let mut below = Line::new();
        let mut picker = MovePicker::new(moves, count);
        // Single-reply extension: a forced move costs no depth.
        let depth = if count == 1 && ply < 2 * self.iteration as usize { depth + 1 } else { depth };
        while let Some((rank, mv)) = picker.next(best.value) {
            if picker.may_defer() && self.is_busy(mv, depth) {
                picker.defer(rank, mv);
                continue;
            }
            let window = Window { alpha, beta: window.beta };
            let Ok(value) = self.search_move(mv, Node { ply, depth, window }, rank, &mut below) else {
                return (best, true);
            };
            if value > best.value {
                best = Best { value, mv: Some(mv) };
                if value > alpha {
                    alpha = value;
                    update_line(line, mv, &below);
                }
            }
            if alpha >= window.beta {
                self.history.record_cutoff(&self.position, ply, depth, mv);
                break;
            }
        }
        (best, false)
    }

    /// Searches a move and returns its value for the player who makes it. `rank` is its index in the search order. All moves but
    /// the first are searched in a null window, late ones at reduced depth, and searched again if they exceed `alpha`.
    pub fn search_move(&mut self, mv: P::Move, node: Node, rank: usize, line: &mut Line<P::Move>) -> Result<Value, Halted> {
        let Node { ply, depth, window } = node;
        let busy = self.mark_busy(mv, depth);
        let mover = self.position.to_move();
        self.position.play(mv);
        let changes_turn = self.position.to_move() != mover;
        let mut search = |window: Window, depth: u32| {
            let value = self.search_node(ply + 1, depth, window.for_child(changes_turn), line)?;
            Ok(if changes_turn { -value } else { value }.one_ply_up())
        };
        let reduction = reduction(rank, depth);
        let mut value = Ok(Value::INFINITE);
        if reduction > 0 {
            value = search(window.null(), depth - 1 - reduction);
        }
        if rank > 0 && value.as_ref().is_ok_and(|&value| value > window.alpha) {
            value = search(window.null(), depth - 1);
        }
        if rank == 0 || value.as_ref().is_ok_and(|&value| value > window.alpha && value < window.beta) {
            value = search(window, depth - 1);
        }
        // After a halt the position is not used again, and undoing may be slow.
        if value.is_ok() || !self.shared.control.is_halted() {
            self.position.undo();
        }
        if let Some(hash) = busy {
            self.shared.control.end(hash);
        }
        value
    }

    /// Returns whether another worker is searching this move.
    pub fn is_busy(&self, mv: P::Move, depth: u32) -> bool {
        self.busy_hash(mv, depth).is_some_and(|hash| self.shared.control.is_busy(hash))
    }

    /// Marks a move as busy. Returns its hash if this worker is to remove the mark.
    fn mark_busy(&self, mv: P::Move, depth: u32) -> Option<u64> {
        self.busy_hash(mv, depth).filter(|&hash| self.shared.control.begin(hash))
    }

    /// Returns the hash of a move in this position, searched to a depth; `None` if moves are not marked as busy.
    fn busy_hash(&self, mv: P::Move, depth: u32) -> Option<u64> {
        (self.shared.control.threads > 1 && depth >= MIN_BUSY_DEPTH).then(|| {
            let mv = (u64::from(mv.into()) + 1).wrapping_mul(super::FIBONACCI);
            (self.position.key() ^ mv).wrapping_add(u64::from(depth)) | 1
        })
    }

    /// Stores the result of a node; if the search was halted, only a proved win.
    fn store(&self, key: u64, depth: u32, window: Window, best: &Best<P::Move>, halted: bool) {
        let bound = match best.value {
            // A win of at most alpha is an upper bound, which a halted search has not proved.
            value if value >= window.beta || (halted && value.is_win() && value > window.alpha) => Bound::Lower,
            _ if halted => return,
            value if value <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let mv = best.mv.map_or(Entry::NO_MOVE, Into::into);
        self.shared.table.put(key, Entry { value: best.value, bound, depth: depth.min(u32::from(u8::MAX)) as u8, mv });
    }
}

/// Sets `line` to a move followed by the line `below` it, truncated to its capacity.
pub(super) fn update_line<M: Copy, const N: usize>(line: &mut ArrayVec<M, N>, mv: M, below: &ArrayVec<M, N>) {
    line.clear();
    line.push(mv);
    line.extend(below.iter().copied().take(N - 1));
}

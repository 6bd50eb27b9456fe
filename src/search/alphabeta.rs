//! One worker's alpha-beta: the search of a position to a depth, in a window.

use arrayvec::ArrayVec;

use super::busy::{self, Busy};
use super::ordering::Learnt;
use super::position::Position;
use super::queue::Queue;
use super::table::{Bound, Entry};
use super::value::Value;
use super::workers::{Line, Shared};

/// The search was ended from outside; what it had found of the position it stood at is void.
#[derive(Debug)]
pub struct Halted;

/// What a search has to decide: whether the value is at most `alpha`, at least `beta`, or which one between.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    pub const FULL: Window = Window { alpha: Value::LOWEST, beta: Value::INFINITE };

    /// The narrowest window above `alpha`.
    fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha.shifted(1) }
    }

    /// The same question, one ply further down, for the other player or for the same one.
    fn below(self, turned: bool) -> Window {
        let (alpha, beta) = (self.alpha.one_ply_down(), self.beta.one_ply_down());
        if turned { Window { alpha: -beta, beta: -alpha } } else { Window { alpha, beta } }
    }
}

/// A worker: its own position, what it has learnt of moves, and all that it shares with the others.
pub struct Worker<'a, P: Position> {
    pub position: P,
    pub shared: &'a Shared<'a, P>,
    /// The depth that is being searched, by which it knows that another worker has finished it.
    pub iteration: u32,
    learnt: Learnt<P::Move>,
    lists: Vec<Vec<P::Move>>,
}

/// Where in the tree a node is, and what is to be decided there.
#[derive(Clone, Copy)]
pub struct Node {
    pub ply: usize,
    pub depth: u32,
    pub window: Window,
}

/// By how many plies the first search of a move is shortened: the later in the order, the more.
fn reduction(rank: usize, depth: u32) -> u32 {
    let plies = match rank {
        0..=2 => 0,
        3..=8 => 1,
        _ => 2,
    };
    plies.min(depth.saturating_sub(2))
}

/// The best of the moves tried so far at a node.
struct Best<M> {
    value: Value,
    mv: Option<M>,
}

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(position: P, shared: &'a Shared<'a, P>) -> Self {
        Worker { position, shared, iteration: 0, learnt: Learnt::new(), lists: Vec::new() }
    }

    /// The value of the position, searched `depth` plies deep; exact inside the window, else a bound on its side.
    fn node(&mut self, ply: usize, depth: u32, window: Window, line: &mut Line<P::Move>) -> Result<Value, Halted> {
        line.clear();
        self.shared.count_node(self.iteration)?;
        if let Some(value) = self.position.decided() {
            return Ok(value);
        }
        let quickest = -Value::loss_in(1);
        if window.alpha >= quickest {
            return Ok(quickest);
        }
        let key = self.position.key();
        let known = self.shared.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.settles(depth, window.alpha, window.beta)) {
            if entry.mv != Entry::NO_MOVE {
                line.push(entry.mv.into());
            }
            return Ok(entry.value);
        }
        if depth == 0 {
            let value = self.position.estimate();
            self.shared.table.put(key, Entry { value, bound: Bound::Exact, depth: 0, mv: Entry::NO_MOVE });
            return Ok(value);
        }
        let (mut moves, worth) = self.ordered(ply, known.map_or(Entry::NO_MOVE, |entry| entry.mv));
        let found = self.best_of(&mut moves, worth, Node { ply, depth, window }, line);
        self.lists[ply] = moves;
        let (best, halted) = found;
        self.store(key, depth, window, &best, halted);
        if halted { Err(Halted) } else { Ok(best.value) }
    }

    /// The moves of the position in the order in which they are to be tried, and how many are worth it.
    fn ordered(&mut self, ply: usize, table_move: u16) -> (Vec<P::Move>, usize) {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        let worth = self.position.moves(&mut moves).min(moves.len());
        self.learnt.sort(&self.position, ply, table_move, &mut moves[..worth]);
        (moves, worth)
    }

    /// Tries the moves in order; one that another worker is on is put off until the others are done. Those that are not worth
    /// it are tried when all others lose: only then is the loss proved.
    fn best_of(&mut self, moves: &mut Vec<P::Move>, worth: usize, node: Node, line: &mut Line<P::Move>) -> (Best<P::Move>, bool) {
        let Node { ply, depth, window } = node;
        let mut best = Best { value: Value::LOWEST, mv: None };
        let mut alpha = window.alpha;
        let mut below = Line::new();
        let mut queue = Queue::new(moves, worth);
        // A forced answer is no choice: it costs no depth.
        let depth = if worth == 1 && ply < 2 * self.iteration as usize { depth + 1 } else { depth };
        let mut tried = 0;
        while let Some(mv) = queue.next(best.value) {
            if queue.may_put_off() && self.is_busy(mv, depth) {
                queue.put_off(mv);
                continue;
            }
            let window = Window { alpha, beta: window.beta };
            let Ok(value) = self.child(mv, Node { ply, depth, window }, tried, &mut below) else {
                return (best, true);
            };
            tried += 1;
            if value > best.value {
                best = Best { value, mv: Some(mv) };
                if value > alpha {
                    alpha = value;
                    extend(line, mv, &below);
                }
            }
            if alpha >= window.beta {
                self.learnt.refuted(&self.position, ply, depth, mv);
                break;
            }
        }
        (best, false)
    }

    /// The value of a move, seen by the player who makes it. All but the first are expected to be no better than `alpha`: a
    /// null window tests that, the later the move the less deep, and only a surprise is searched again. `rank` is how many
    /// moves were tried before.
    pub fn child(&mut self, mv: P::Move, node: Node, rank: usize, line: &mut Line<P::Move>) -> Result<Value, Halted> {
        let Node { ply, depth, window } = node;
        let announced = self.announce(mv, depth);
        let mover = self.position.to_move();
        self.position.play(mv);
        let turned = self.position.to_move() != mover;
        let mut search = |window: Window, depth: u32| {
            let value = self.node(ply + 1, depth, window.below(turned), line)?;
            Ok(if turned { -value } else { value }.one_ply_up())
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
        self.position.undo();
        if let Some(name) = announced {
            self.shared.busy.end(name);
        }
        value
    }

    /// Whether another worker searches this move just now.
    pub fn is_busy(&self, mv: P::Move, depth: u32) -> bool {
        self.shared.threads > 1
            && depth >= busy::LEAST_DEPTH
            && self.shared.busy.is_busy(Busy::name(self.position.key(), mv.into(), depth))
    }

    fn announce(&self, mv: P::Move, depth: u32) -> Option<u64> {
        (self.shared.threads > 1 && depth >= busy::LEAST_DEPTH).then(|| {
            let name = Busy::name(self.position.key(), mv.into(), depth);
            self.shared.busy.begin(name);
            name
        })
    }

    /// Stores what a node has come to. Of a search that was ended from outside only a proved win stands.
    fn store(&self, key: u64, depth: u32, window: Window, best: &Best<P::Move>, halted: bool) {
        let bound = match best.value {
            // Up to alpha a value is only a bound from above, a win too.
            value if value >= window.beta || (halted && value.is_win() && value > window.alpha) => Bound::Lower,
            _ if halted => return,
            value if value <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let mv = best.mv.map_or(Entry::NO_MOVE, Into::into);
        self.shared.table.put(key, Entry { value: best.value, bound, depth: depth.min(u32::from(u8::MAX)) as u8, mv });
    }
}

/// A line that begins with a move; what is too long is cut.
pub fn extend<M: Copy, const N: usize>(line: &mut ArrayVec<M, N>, mv: M, below: &ArrayVec<M, N>) {
    line.clear();
    line.push(mv);
    line.extend(below.iter().copied().take(N - 1));
}

//! A worker: its own position, with which it walks the tree.

use std::sync::atomic::Ordering;

use super::super::position::Position;
use super::Shared;
use super::tree::{Place, Step};

/// Visits between two looks at the root's proof.
const ROUND: u32 = 64;

/// A worker of a search.
pub struct Worker<'a, 'b, P: Position> {
    pub shared: &'a Shared<'b, P::Move>,
    pub position: P,
}

impl<P: Position> Worker<'_, '_, P> {
    /// Grows the tree until the search is over.
    pub fn work(&mut self) {
        let root = self.shared.tree.lock().root();
        while !self.is_over() {
            if self.grow(root, ROUND) == 0 {
                std::thread::yield_now();
            }
        }
    }

    fn is_over(&self) -> bool {
        let tree = self.shared.tree.lock();
        self.shared.is_over() || tree.is_full() || tree.node(tree.root()).proof().is_some()
    }

    /// Grows the tree below a position, at which it stands, by so many visits at most, and tells how many there were. The
    /// more visits a move has had, the longer it stays below it: thus it plays and takes back few moves for each new position.
    fn grow(&mut self, at: Place, quota: u32) -> u32 {
        let mut total = 0;
        while total < quota && !self.shared.is_over() {
            let shared = self.shared;
            let step = shared.tree.lock().step(at, quota - total, |mv| self.position.key_after(mv));
            let (edge, visits) = match step {
                Step::Leave => break,
                Step::List { all } => {
                    self.list(at, all);
                    continue;
                }
                Step::Count { edge, visits } => (edge, visits),
                Step::Look { edge, mv, child } => {
                    self.position.play(mv);
                    let visits = self.look(child);
                    self.position.undo();
                    self.shared.tree.lock().leave(child);
                    (edge, visits)
                }
                Step::Descend { edge, mv, child, visits } => {
                    self.position.play(mv);
                    let visits = self.grow(child, visits);
                    self.position.undo();
                    self.shared.tree.lock().leave(child);
                    (edge, visits)
                }
            };
            self.shared.tree.lock().learn(at, edge, visits);
            if visits == 0 {
                break;
            }
            total += visits;
        }
        total
    }

    /// Looks at a new position, at which it stands; not if the search has ended meanwhile.
    fn look(&mut self, at: Place) -> u32 {
        let value = self.position.terminal_value().unwrap_or_else(|| self.position.evaluate());
        if self.shared.halted.is_raised() {
            return 0;
        }
        self.shared.looked.fetch_add(1, Ordering::Relaxed);
        self.shared.tree.lock().look(at, self.position.to_move(), value);
        1
    }

    /// Lists the moves of a position, at which it stands.
    fn list(&mut self, at: Place, all: bool) {
        let mut moves = Vec::new();
        let worth = self.position.moves(&mut moves).min(moves.len());
        let count = if all { moves.len() } else { worth };
        self.shared.tree.lock().list(at, &moves, count);
    }
}

//! Compares the search with exhaustive search, on a game in which some moves keep the turn.

use std::ops::ControlFlow;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::super::budget::{Budget, Stop};
use super::super::entry::Table;
use super::super::position::Position;
use super::super::report::{Limits, Report, Watch};
use super::super::value::Value;
use super::{Estimate, Puct, Tree, TreePosition, best_first};
use crate::color::Color;

/// A heap from which players take 1, 2 or 3. Who takes 2 moves again; who takes the last one wins.
#[derive(Clone)]
struct Heap {
    left: u16,
    to_move: Color,
    taken: Vec<(u16, Color)>,
    /// If set, evaluations take until the search ends, on this thread, and nothing is undone.
    slow_on: Option<ThreadId>,
    stop: Stop,
}

impl Heap {
    fn new(left: u16) -> Heap {
        Heap { left, to_move: Color::White, taken: Vec::new(), slow_on: None, stop: Stop::default() }
    }

    /// Returns whether the player to move wins with best play.
    fn is_won(left: u16) -> bool {
        let is_good = |take: u16| take == left || Self::is_won(left - take) == (take == 2);
        (1..=left.min(3)).any(is_good)
    }
}

impl Position for Heap {
    type Move = u16;

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.to_move.index() as u64
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn terminal_value(&self) -> Option<Value> {
        (self.left == 0).then_some(Value::loss_in(0))
    }

    fn evaluate(&mut self) -> Value {
        if let Some(caller) = self.slow_on {
            assert_eq!(thread::current().id(), caller, "no other thread has to be woken");
            while !self.stop.is_raised() {
                std::hint::spin_loop();
            }
            return -Value::loss_in(1);
        }
        Value::estimate(i32::from(self.left % 5) * 100 - 200)
    }

    fn moves(&mut self, moves: &mut Vec<u16>) -> usize {
        moves.extend(1..=self.left.min(3));
        1
    }

    /// Takes this many; the turn passes with the last one in any case.
    fn play(&mut self, take: u16) {
        self.taken.push((take, self.to_move));
        self.left -= take;
        if take != 2 || self.left == 0 {
            self.to_move = self.to_move.other();
        }
    }

    fn undo(&mut self) {
        assert!(self.slow_on.is_none() || !self.stop.is_known_raised(), "after the end of a search nothing is undone");
        let (take, player) = self.taken.pop().expect("a move to take back");
        self.left += take;
        self.to_move = player;
    }

    fn horizon(&self) -> u32 {
        u32::from(self.left)
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }
}

impl TreePosition for Heap {}

/// The same game with an examination that proves small heaps and prunes all but one winning move of the others.
#[derive(Clone)]
struct ExaminedHeap {
    heap: Heap,
    is_examined: bool,
    has_priors: bool,
}

impl Position for ExaminedHeap {
    type Move = u16;

    fn key(&self) -> u64 {
        self.heap.key()
    }

    fn to_move(&self) -> Color {
        self.heap.to_move()
    }

    fn terminal_value(&self) -> Option<Value> {
        self.heap.terminal_value()
    }

    fn evaluate(&mut self) -> Value {
        self.heap.evaluate()
    }

    fn moves(&mut self, moves: &mut Vec<u16>) -> usize {
        assert!(self.is_examined);
        let left = self.heap.left;
        let wins = |take: &u16| *take == left || Heap::is_won(left - take) == (*take == 2);
        match (1..=left.min(3)).find(wins) {
            Some(take) => moves.push(take),
            None => moves.extend((1..=left.min(3)).rev()),
        }
        1
    }

    fn play(&mut self, take: u16) {
        self.is_examined = false;
        self.heap.play(take);
    }

    fn undo(&mut self) {
        self.is_examined = false;
        self.heap.undo();
    }

    fn horizon(&self) -> u32 {
        self.heap.horizon()
    }
}

impl TreePosition for ExaminedHeap {
    fn evaluate_leaf(&mut self) -> Estimate<u16> {
        // The policy has no prior for taking 3.
        let priors = self.has_priors.then(|| (1..=self.heap.left.min(2)).map(|take| (take, 0.2 * f32::from(take))).collect());
        Estimate { value: self.evaluate(), priors }
    }

    fn evaluate_root(&mut self) -> Estimate<u16> {
        let Estimate { value, priors } = self.evaluate_leaf();
        Estimate {
            value,
            priors: priors.map(|_| (1..=self.heap.left.min(3)).map(|take| (take, 0.5 / f32::from(take))).collect()),
        }
    }

    fn has_priors(&self) -> bool {
        self.has_priors
    }

    fn legal_moves(&mut self, moves: &mut Vec<u16>) -> usize {
        self.heap.moves(moves)
    }

    fn examine(&mut self) -> Option<Value> {
        self.is_examined = true;
        let left = self.heap.left;
        let plies = u32::from(left);
        (left < 6).then(|| if Heap::is_won(left) { -Value::loss_in(plies) } else { Value::loss_in(plies) })
    }
}

/// The thread that searches notices the deadline, in the middle of an evaluation, whose result is discarded.
#[test]
fn a_search_ends_within_an_evaluation() {
    let position = Heap { slow_on: Some(thread::current().id()), ..Heap::new(300) };
    let limits = Limits { threads: 1, max_depth: u32::MAX, lines: 1 };
    let budget = || Budget::new(Some(Instant::now() + Duration::from_millis(10)), 0, Stop::default());
    let watch: Watch<'_, u16> = &mut |_| ControlFlow::Continue(());
    let mut tree = Tree::new(1 << 20, Puct::default());
    let reports = [
        best_first(position.clone(), &mut tree, &limits, &budget(), watch),
        super::super::search(position, &Table::new(1 << 20), &limits, &budget(), watch),
    ];
    for report in reports {
        assert!(!report.value.is_proof() && (1..=3).contains(&report.best), "{report:?}");
    }
}

fn search(left: u16, threads: usize, bytes: usize, budget: &Budget) -> Report<u16> {
    let limits = Limits { threads, max_depth: u32::MAX, lines: 1 };
    best_first(Heap::new(left), &mut Tree::new(bytes, Puct::default()), &limits, budget, &mut |_| ControlFlow::Continue(()))
}

/// Early, late and no examinations prove the same results, in new trees and in kept ones.
#[test]
fn late_examinations() {
    for examine_at in [0, 2, 3, 8, 1000] {
        for threads in [1, 2] {
            for has_priors in [false, true] {
                let parameters = Puct { examine_at, ..Puct::default() };
                let limits = Limits { threads, max_depth: u32::MAX, lines: 1 };
                let mut grown = Tree::new(1 << 20, parameters);
                for left in 1..=22 {
                    let position = ExaminedHeap { heap: Heap::new(left), is_examined: false, has_priors };
                    let search = |tree: &mut Tree<u16>, nodes| {
                        let budget = Budget::new(None, nodes, Stop::default());
                        best_first(position.clone(), tree, &limits, &budget, &mut |_| ControlFlow::Continue(()))
                    };
                    search(&mut grown, 5);
                    for report in [search(&mut grown, 0), search(&mut Tree::new(1 << 20, parameters), 0)] {
                        assert!(report.value.is_proof(), "{left} {parameters:?} {threads}");
                        assert_eq!(report.value.is_win(), Heap::is_won(left), "{left} {parameters:?} {threads}");
                        let mut heap = Heap::new(left);
                        heap.play(report.best);
                        let wins = heap.left == 0 || Heap::is_won(heap.left) == (report.best == 2);
                        assert!(!report.value.is_win() || wins, "{left} {parameters:?} {threads} {report:?}");
                    }
                }
            }
        }
    }
}

/// Expands a node with a move to each child, from 0.
fn expand(tree: &mut Tree<u16>, key: u64, children: &[u64]) {
    let at = tree.find_or_insert(key);
    let priors = (0..children.len() as u16).map(|mv| (mv, 1.0)).collect();
    tree.expand(at, Color::White, Estimate { value: Value::EVEN, priors: Some(priors) });
    for (mv, &key) in children.iter().enumerate() {
        let child = tree.find_or_insert(key);
        tree.node_mut(at).edges[mv].child = child;
    }
}

/// Where more than half of the room is used, a new root keeps what is below it and nothing else.
#[test]
fn a_new_root_keeps_what_is_below_it() {
    let mut tree = Tree::new(40 * 400, Puct::default());
    let (left, right): (Vec<u64>, Vec<u64>) = ((100..115).collect(), (200..215).collect());
    expand(&mut tree, 0, &[1, 2]);
    expand(&mut tree, 1, &left);
    // A transposition: both lead to 107.
    expand(&mut tree, 2, &[&right[..], &[107]].concat());
    expand(&mut tree, 107, &[300]);
    assert!(!tree.set_root(2, Color::White), "it has edges");
    let children: Vec<_> = tree.node(tree.root()).edges.iter().map(|edge| edge.child).collect();
    assert_eq!(children, right.iter().chain(&[107]).map(|&key| tree.find_or_insert(key)).collect::<Vec<_>>());
    let (shared, grandchild) = (tree.find_or_insert(107), tree.find_or_insert(300));
    assert_eq!(tree.node(shared).edges[0].child, grandchild);
    assert_eq!(tree.find_or_insert(400), 18, "the root, its 16 children and a grandchild are left");
    assert!(tree.set_root(1, Color::White) && tree.node(tree.root()).edges.is_empty(), "the other one is gone");
}

#[test]
fn moves_that_keep_the_turn() {
    for left in 1..=20 {
        for threads in [1, 2] {
            let report = search(left, threads, 1 << 20, &Budget::default());
            assert!(report.value.is_proof(), "{left}");
            assert_eq!(report.value.is_win(), Heap::is_won(left), "{left}");
            let mut heap = Heap::new(left);
            heap.play(report.best);
            assert!(!report.value.is_win() || heap.left == 0 || Heap::is_won(heap.left) == (report.best == 2), "{left}");
        }
    }
}

#[test]
fn the_tree_grows_on() {
    let mut tree = Tree::new(1 << 20, Puct::default());
    let limits = Limits { threads: 1, max_depth: u32::MAX, lines: 1 };
    let mut search = |heap: &Heap, most| {
        let budget = Budget::new(None, most, Stop::default());
        best_first(heap.clone(), &mut tree, &limits, &budget, &mut |_| ControlFlow::Continue(()))
    };
    let mut heap = Heap::new(22);
    let before = search(&heap, 100);
    heap.play(before.line[0]);
    heap.play(before.line[1]);
    let after = search(&heap, 1);
    assert!(after.depth + 2 >= before.depth && after.depth > 2, "{before:?} {after:?}");
    // The kept tree does not change results, and a root that its edges prove stays proved.
    for left in (1..=22).rev() {
        let heap = Heap::new(left);
        let report = search(&heap, 0);
        assert!(report.value.is_proof() && report.value.is_win() == Heap::is_won(left), "{left}");
    }
    assert_eq!(search(&Heap::new(22), 0).nodes, 1);
}

#[test]
fn limits() {
    let nodes = |most| Budget::new(None, most, Stop::default());
    let once = search(300, 1, 1 << 20, &nodes(50));
    assert_eq!(once.nodes, 50);
    assert_eq!(once.line, search(300, 1, 1 << 20, &nodes(50)).line);
    let full = search(300, 1, 4000, &Budget::default());
    assert!(full.nodes < 100, "a tree of 4000 bytes has {} positions", full.nodes);
    let none = Budget::default();
    none.stop.raise();
    let nothing = search(300, 2, 1 << 20, &none);
    assert_eq!((nothing.depth, nothing.nodes, nothing.best), (0, 0, 1));
}

#[cfg(shuttle)]
mod models {
    use super::*;

    #[test]
    fn virtual_losses_are_removed_and_visits_add_up() {
        shuttle::check_random(
            || {
                let mut tree = Tree::new(1 << 16, Puct::default());
                let limits = Limits { threads: 2, max_depth: u32::MAX, lines: 1 };
                let budget = Budget::new(None, 6, Stop::default());
                let report = best_first(Heap::new(9), &mut tree, &limits, &budget, &mut |_| ControlFlow::Continue(()));
                assert!((1..=3).contains(&report.best) && report.nodes <= 7, "{report:?}");
                for node in tree.nodes() {
                    let below: u32 = node.edges.iter().map(|edge| edge.visits).sum();
                    assert!(node.pending == 0 && !node.is_in_examination);
                    assert!(node.visits - below <= 1, "{} visits, {below} below", node.visits);
                }
            },
            1_000,
        );
    }
}

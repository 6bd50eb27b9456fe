//! Tests that each game runs on its own positions: the contract of [`Position`], and the values of an analysis.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Budget, FIBONACCI, Limits, MAX_LINES, Position, Report, Table, Value, search};
use crate::color::Color;

/// Plays random games with undos, and checks at each step that
/// - the position equals one built from its moves: key, side to move, terminal value, evaluation, moves in order;
/// - `key_after` returns the key after the move;
/// - no other position with the same key differs in side to move, evaluation or moves;
/// - the mirror image has the same value, and its legal moves are the mirror images.
pub fn check<P: Position>(build: impl Fn(&[P::Move]) -> P, mirror: impl Fn(P::Move) -> P::Move, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..20 {
        let mut played: Vec<P::Move> = Vec::new();
        let mut position = build(&played);
        for _ in 0..200 {
            let found = observe(&mut position);
            assert_eq!(found, observe(&mut build(&played)), "differs from one built from its moves: {played:?}");
            assert_eq!(seen.entry(position.key()).or_insert_with(|| found.clone()), &found, "one key, two positions: {played:?}");
            check_mirror(&mut position, &mut build(&played.iter().map(|&mv| mirror(mv)).collect::<Vec<_>>()), &mirror);
            let back = position.terminal_value().is_some() || random.random_ratio(1, 4);
            if back && !played.is_empty() {
                played.pop();
                position.undo();
            } else if position.terminal_value().is_none() {
                let legal = moves(&mut position);
                let mv = legal[random.random_range(0..legal.len())];
                played.push(mv);
                let key = position.key_after(mv);
                position.play(mv);
                assert_eq!(key, position.key(), "the key after a move: {played:?}");
            }
        }
    }
}

/// Positions on which an analysis is compared.
const ANALYSED: usize = 50;

/// Most moves that are compared beside the best ones.
const OTHERS: usize = 5;

/// Depth of these analyses: up to it no move below the root is reduced.
const DEPTH: u32 = 3;

/// A position in which no move extends the search and no two lines of different lengths transpose, so that its value at a depth
/// does not depend on what was searched before.
#[derive(Clone)]
struct Plain<P: Position> {
    position: P,
    plies: u64,
    /// The only move at the root; `None`: all of them.
    only: Option<P::Move>,
}

impl<P: Position> Position for Plain<P> {
    type Move = P::Move;

    fn key(&self) -> u64 {
        self.position.key() ^ self.plies.wrapping_mul(FIBONACCI)
    }

    fn to_move(&self) -> Color {
        self.position.to_move()
    }

    fn terminal_value(&self) -> Option<Value> {
        self.position.terminal_value()
    }

    fn evaluate(&mut self) -> Value {
        self.position.evaluate()
    }

    fn moves(&mut self, moves: &mut Vec<P::Move>) -> usize {
        self.position.moves(moves);
        if self.plies == 0 {
            moves.retain(|&mv| self.only.is_none_or(|only| mv == only));
        }
        // The only move would extend the search.
        if self.plies > 0 && moves.len() == 1 {
            moves.push(moves[0]);
        }
        moves.len()
    }

    fn play(&mut self, mv: P::Move) {
        self.plies += 1;
        self.position.play(mv);
    }

    fn undo(&mut self) {
        self.plies -= 1;
        self.position.undo();
    }

    fn horizon(&self) -> u32 {
        self.position.horizon()
    }
}

/// Compares analyses of positions after random moves with searches of each move alone, in a full window:
/// - as many moves as there are lines, or all of them, have exact values, and these are the best ones;
/// - each has a line that begins with it and can be played;
/// - an analysis that ends early has the best first, too.
pub fn check_lines<P: Position>(build: impl Fn(&[P::Move]) -> P, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut left = ANALYSED;
    while left > 0 {
        let mut position = build(&[]);
        for _ in 0..random.random_range(0..16) {
            if position.terminal_value().is_none() {
                let legal = moves(&mut position);
                position.play(legal[random.random_range(0..legal.len())]);
            }
        }
        if position.terminal_value().is_none() {
            check_order_of(&position);
            check_lines_of(&mut Plain { position, plies: 0, only: None });
            left -= 1;
        }
    }
}

fn check_lines_of<P: Position>(position: &mut Plain<P>) {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    let root = position.clone();
    let run = |only: Option<P::Move>, lines: usize| -> Report<P::Move> {
        let limits = Limits { threads: 1, max_depth: DEPTH, lines };
        search(Plain { only, ..root.clone() }, &Table::new(1 << 20), &limits, &Budget::default(), &mut |_| {
            ControlFlow::Continue(())
        })
    };
    let value_alone = |mv: P::Move| run(Some(mv), 1).value;
    let report = run(None, MAX_LINES);
    let exact: Vec<_> = report.ranked.iter().filter(|ranked| ranked.exact).collect();
    assert_eq!(exact.len(), MAX_LINES.min(legal.len()), "{:?}", report.ranked);
    assert_eq!((exact[0].mv, exact[0].value), (report.best, report.value));
    assert!(exact.is_sorted_by_key(|ranked| -ranked.value));
    for ranked in &exact {
        let value = value_alone(ranked.mv);
        assert!(is_same(ranked.value, value), "{:?} is {value:?}, not as in {:?}", ranked.mv, report.ranked);
        assert_eq!(ranked.line[0], ranked.mv);
        for &mv in &ranked.line {
            assert!(moves(position).contains(&mv), "{:?}", ranked.line);
            position.play(mv);
        }
        ranked.line.iter().for_each(|_| position.undo());
    }
    let least = exact[exact.len() - 1].value;
    let others: Vec<P::Move> = legal.into_iter().filter(|mv| exact.iter().all(|ranked| ranked.mv != *mv)).collect();
    for &mv in others.iter().step_by(others.len() / OTHERS + 1) {
        let value = value_alone(mv);
        assert!(value <= least || is_same(value, least), "{mv:?} is {value:?}: {:?}", report.ranked);
    }
}

/// Analyses within node limits, which end them within an iteration: no move has a higher value than the best one.
fn check_order_of<P: Position>(position: &P) {
    for most in (4..12).map(|exponent| 1 << exponent) {
        let limits = Limits { threads: 1, max_depth: u32::MAX, lines: MAX_LINES };
        let budget = Budget { max_nodes: Some(most), ..Budget::default() };
        let report = search(position.clone(), &Table::new(1 << 20), &limits, &budget, &mut |_| ControlFlow::Continue(()));
        let mut others = report.ranked.iter().filter(|ranked| ranked.exact && ranked.mv != report.best);
        assert!(others.all(|other| other.value <= report.value && other.depth <= report.depth), "{most} nodes: {report:?}");
    }
}

/// Returns whether two values agree. Of two proofs only the sign counts: their lengths depend on the lines that were found.
fn is_same(a: Value, b: Value) -> bool {
    a == b || a.is_win() && b.is_win() || a.is_loss() && b.is_loss()
}

/// Formats all that a search observes of a position.
fn observe<P: Position>(position: &mut P) -> String {
    let (to_move, decided) = (position.to_move(), position.terminal_value());
    let open = decided.is_none().then(|| (position.evaluate(), moves(position)));
    if let Some((estimate, legal)) = &open {
        assert!(!legal.is_empty() && !estimate.is_proof(), "an open position has moves, and its estimate is no proof");
        assert!(position.horizon() > 0, "an open position has plies left");
    }
    format!("{:?}", (position.key(), to_move, decided, open, position.horizon()))
}

fn moves<P: Position>(position: &mut P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn check_mirror<P: Position>(position: &mut P, mirrored: &mut P, mirror: &impl Fn(P::Move) -> P::Move)
where
    P::Move: Debug,
{
    assert_eq!((position.to_move(), position.terminal_value()), (mirrored.to_move(), mirrored.terminal_value()));
    if position.terminal_value().is_none() {
        assert_eq!(position.evaluate(), mirrored.evaluate());
        let sorted = |moves: Vec<P::Move>| {
            let mut codes: Vec<u16> = moves.into_iter().map(Into::into).collect();
            codes.sort_unstable();
            codes
        };
        let image = moves(position).into_iter().map(mirror).collect();
        assert_eq!(sorted(image), sorted(moves(mirrored)));
    }
}

//! The theory of a position: its components, who is in control, which parity of long chains each side wants.

use super::board::Board;
use super::dual::Dual;
use super::position::resolve_captures;
use super::rules;
use super::solver::bits::{Bits, Wide};
use super::solver::graph::{GROUND, Graph};
use super::solver::shape::{Arc, LONG, Shape};
use super::solver::solve::{Capture, capture};
use crate::color::Color;

/// The forms that joints make with their chains, as examples 4 to 6 of *La Pipopipette* name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Three chains from one box.
    T,
    /// A chain that ends in a loop.
    P,
    /// Four chains from one box.
    X,
    /// Two loops that share a box.
    Eight,
    /// Anything else without a loop.
    Tree,
    /// Anything else.
    Graph,
}

/// A component of a position without captures on offer.
#[derive(Clone, Debug)]
pub struct Component {
    pub kind: ComponentKind,
    pub strings: Wide,
}

/// The kind of a [`Component`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ComponentKind {
    /// A chain from rim to rim, and its boxes.
    Chain(u32),
    /// A loop, and its boxes.
    Loop(u32),
    /// Connected joints, by their boxes, with the lengths of the chains between them and to the rim; single lines are left out.
    Joined(Form, Vec<u8>, Vec<u32>),
}

/// Whether a position is a loony endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loony {
    /// No: there are safe lines, or chains of one and two.
    No,
    /// Long chains and loops, with boxes of three and four open sides between.
    General,
    /// Long chains and loops alone: the recurrence is exact.
    Simple,
}

/// Returns the components of a position where nothing can be taken.
#[must_use]
pub fn components(graph: &Graph<Wide>, left: Wide) -> Vec<Component> {
    let shape = Shape::new(graph, left);
    let mut found = Vec::new();
    for arc in shape.arcs.iter().filter(|arc| arc.ends == [GROUND; 2]) {
        found.push(Component { kind: ComponentKind::Chain(u32::from(arc.length)), strings: arc.strings });
    }
    for part in &shape.loops {
        found.push(Component { kind: ComponentKind::Loop(u32::from(part.length)), strings: part.strings });
    }
    for part in rules::connected_joints(&shape) {
        let touches = |arc: &&Arc<Wide>| arc.ends.iter().any(|&end| end != GROUND && part >> end & 1 == 1);
        let arcs: Vec<&Arc<Wide>> = shape.arcs.iter().filter(touches).collect();
        let indices = (0..shape.joints.len()).filter(|index| part >> index & 1 == 1);
        let joints: Vec<u8> = indices.map(|index| shape.joints[index]).collect();
        let lengths = arcs.iter().map(|arc| u32::from(arc.length)).filter(|&length| length > 0).collect();
        let form = form(&arcs, joints.len());
        let strings = arcs.iter().fold(Wide::default(), |all, arc| all | arc.strings);
        found.push(Component { kind: ComponentKind::Joined(form, joints, lengths), strings });
    }
    found
}

fn form(arcs: &[&Arc<Wide>], joints: usize) -> Form {
    let closed = arcs.iter().filter(|arc| arc.ends[0] == arc.ends[1] && arc.ends[0] != GROUND).count();
    let inner = arcs.iter().filter(|arc| !arc.ends.contains(&GROUND)).count();
    match (joints, closed, arcs.len()) {
        (1, 0, 3) => Form::T,
        (1, 0, _) => Form::X,
        (1, 1, 2) => Form::P,
        (1, 2, _) => Form::Eight,
        _ if inner < joints => Form::Tree,
        _ => Form::Graph,
    }
}

/// Classifies a position where nothing can be taken.
#[must_use]
pub(super) fn loony(graph: &Graph<Wide>, left: Wide) -> Loony {
    let shape = Shape::new(graph, left);
    if shape.arcs.iter().any(|arc| u32::from(arc.length) < LONG) {
        Loony::No
    } else if shape.joints.is_empty() {
        Loony::Simple
    } else {
        Loony::General
    }
}

/// The parity of long linear chains that each side wants, and when the first of them must be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Whether black wants it even; white then wants it odd.
    pub black_even: bool,
    /// The number that the order of the rules counts now.
    pub counted: u32,
    /// The turn that would open the first of them; the first turn of the game is 1.
    pub turn: i64,
    /// Who has that turn.
    pub opener: Color,
}

/// Applies the long-chain rule to a position.
#[must_use]
pub(super) fn parity(board: &Board, dual: &Dual<Wide>) -> Parity {
    let (_, _, rest) = resolve_captures(&dual.graph, dual.left);
    let mover = board.to_move();
    let mover_even = rules::wants_even(&dual.graph, rest);
    let counted = rules::count_long_chains(&rules::opening_order(&dual.graph, rest));
    let left = rules::turns_left(&dual.graph, rest, counted);
    let opener = if left % 2 == 0 { mover } else { mover.other() };
    let black_even = if mover == Color::Black { mover_even } else { !mover_even };
    Parity { black_even, counted, turn: i64::from(turns(board).number) + i64::from(left), opener }
}

/// The turns of a game, and the terms of the formula for their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turns {
    /// The current or last turn, from 1.
    pub number: u32,
    /// Double-crossed moves: lines that closed two boxes at once.
    pub double_crosses: u32,
    /// Turns of a whole game without a double-crossed move: the number of dots, on an empty board. Negative for some positions in
    /// which single lines close two boxes each.
    pub base: i32,
}

impl Turns {
    /// Returns whether the turns are as many as dots and double-crossed moves together, as at the end of every game.
    #[must_use]
    pub fn matches_formula(&self) -> bool {
        i64::from(self.number) == i64::from(self.base) + i64::from(self.double_crosses)
    }
}

/// Counts the turns of a game: at its end there are as many as dots and double-crossed moves together.
#[must_use]
pub fn turns(board: &Board) -> Turns {
    let mut replayed = Board::new(board.start().clone());
    let base = replayed.open_lines().count() as i32 - replayed.open_boxes() as i32 + 1;
    let (mut number, mut double_crosses) = (1, 0);
    for entry in board.record() {
        let Some(line) = entry.mv else { break };
        let gain = replayed.gain(line);
        // A replayed move is legal.
        let _ = replayed.play(entry.color, line);
        double_crosses += u32::from(gain == 2);
        number += u32::from(gain == 0 && !replayed.is_full());
    }
    Turns { number, double_crosses, base }
}

/// The decision that a position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The board is full.
    Over,
    /// To cut this string is always right.
    Take(u8),
    /// One of these is cut; which one may matter.
    TakeOne(Wide),
    /// All but a handout is taken: take that too, or leave it.
    Deal {
        /// The string that takes on.
        take: u8,
        /// The string that double-deals.
        leave: u8,
        /// Boxes that it leaves.
        handout: u32,
    },
    /// Every line gives something away.
    Open,
    /// There are lines that give nothing away.
    Safe,
}

/// Returns the decision that a position asks for.
#[must_use]
pub(super) fn decision(dual: &Dual<Wide>) -> Decision {
    match capture(&dual.graph, dual.left) {
        _ if dual.left.is_empty() => Decision::Over,
        Capture::Free(string) => Decision::Take(string),
        Capture::Several(takes) => Decision::TakeOne(takes),
        Capture::Choice(take, leave) => Decision::Deal { take, leave, handout: resolve_captures(&dual.graph, dual.left).1 },
        Capture::Nothing if Shape::new(&dual.graph, dual.left).has_safe_move() => Decision::Safe,
        Capture::Nothing => Decision::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Setup, Size, Start};
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn turns_are_dots_and_double_crosses() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(3);
        let mut double_crossed = 0;
        for _ in 0..4_000 {
            let size = Size { rows: random.random_range(1..6), columns: random.random_range(1..6) };
            let mut board = Board::new(Setup::new(size, Start::Empty));
            while !board.is_full() {
                let lines: Vec<_> = board.open_lines().collect();
                board.play(board.to_move(), lines[random.random_range(0..lines.len())]).unwrap();
            }
            let turns = turns(&board);
            assert_eq!(turns.base as usize, size.dots());
            assert!(turns.matches_formula(), "{size}");
            double_crossed += turns.double_crosses;
        }
        assert!(double_crossed > 1_000);
    }

    /// A board of pairs of boxes that wait for one line each has fewer dots than none.
    #[test]
    fn turns_when_all_boxes_are_taken_in_one() {
        let size = Size { rows: 1, columns: 6 };
        let pairs =
            (0..size.line_count()).map(|line| ![1, 3, 5].contains(&line.wrapping_sub(size.columns * 2))).collect::<Vec<_>>();
        let mut board = Board::new(Setup::new(size, Start::Empty));
        assert_eq!(turns(&board).base as usize, size.dots());
        let mut setup = Setup::new(size, Start::Empty);
        setup.drawn = pairs;
        board = Board::new(setup);
        assert_eq!(turns(&board).base, 3 - 6 + 1);
        while !board.is_full() {
            let line = board.open_lines().next().unwrap();
            board.play(board.to_move(), line).unwrap();
        }
        assert_eq!((turns(&board).number, turns(&board).double_crosses), (1, 3));
        assert!(turns(&board).matches_formula());
    }
}

//! The board of the searches: the end of each slide among walls alone, and a lower bound of the moves from each cell.
//!
//! A cell has a *code*, its row times a power of two plus its column, and a transposed code, with row and column swapped. So the
//! cells of a slide are consecutive in one of the two codes, and a blocking robot is found by two comparisons.
//!
//! A *node* is a code with a layer above it. The layer is 0, or, under the ricochet rule, tells along which axes the robot has yet
//! to move and whether it was the last to move ([`LAYER_AFTER_OWN`]).

use super::super::board::{Board, Direction, Robot};
use super::super::position::{Position, Rule};
use crate::grid::Cell;

/// The lower bound of a node from which the target cannot be reached.
pub const NEVER: u8 = u8::MAX;

/// Number of layers under the ricochet rule. In layer 0 the robot has turned; in 1 it has yet to move along a column, in 2 along
/// a row, in 3 along both. For the last robot to move, 4 stands for 1, 5 for 2, and 6 and 7 for 0 after a move along a column and
/// a row.
pub(super) const LAYERS: u16 = 8;

/// The first layer of the last robot to move.
pub(super) const LAST_MOVER_LAYER: u16 = 4;

/// By the layer before a move of the robot itself: the layer after a move along a column, and after one along a row; `None` if the
/// rule forbids the move, because the robot was the last to move and moved along the same axis.
const LAYER_AFTER_OWN: [[Option<u16>; 2]; LAYERS as usize] = [
    // Column, row.
    [Some(6), Some(7)], // 0: turned
    [Some(6), Some(4)], // 1: column missing
    [Some(5), Some(7)], // 2: row missing
    [Some(5), Some(4)], // 3: both missing
    [Some(6), None],    // 4: column missing, moved last, along a row
    [None, Some(7)],    // 5: row missing, moved last, along a column
    [None, Some(7)],    // 6: turned, moved last, along a column
    [Some(6), None],    // 7: turned, moved last, along a row
];

/// The layer after a move of another robot.
pub(super) const LAYER_AFTER_OTHER: [u16; LAYERS as usize] = [0, 1, 2, 3, 1, 2, 0, 0];

/// The axes that the robot has yet to move along, as bits.
const MISSING: [usize; LAYERS as usize] = [0, 1, 2, 3, 1, 2, 0, 0];

/// Codes of a board of 32x32: a power of two.
pub(super) const MAX_CODES: usize = 1 << 10;

/// Rows and columns at most.
const LINES: usize = 1 << 5;

/// The walls and lower bounds of one position.
#[derive(Clone, Debug)]
pub struct SearchBoard {
    /// Bits of a column in a code: 4 or 5.
    pub shift: u32,
    /// Columns of the board.
    width: usize,
    /// The number of cells that a robot slides among walls alone, by code and direction.
    pub(super) reach: Box<[[u16; 4]; MAX_CODES]>,
    /// For each node the least number of moves to the target if the robot could stop anywhere.
    bounds: Vec<u8>,
    /// Whether any robot may reach the target.
    pub any: bool,
    /// The robot that must reach the target; red if any may.
    pub target_robot: Robot,
    /// Whether nodes have layers: under the ricochet rule.
    pub layered: bool,
    /// The code of the target.
    target: u16,
}

impl SearchBoard {
    /// Computes the slides and lower bounds of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let size = position.board.size();
        let shift = if size.width <= 16 && size.height <= 16 { 4 } else { 5 };
        let mut board = SearchBoard {
            shift,
            width: size.width,
            reach: slide_lengths(&position.board, shift),
            bounds: Vec::new(),
            any: position.target.robot.is_none(),
            target_robot: position.target.robot.unwrap_or(Robot::Red),
            layered: position.rule == Rule::Ricochet,
            target: 0,
        };
        board.target = board.code(position.target.cell);
        board.bounds = if board.layered { board.lower_bounds::<4>() } else { board.lower_bounds::<1>() };
        board
    }

    /// Returns the code of a cell.
    #[must_use]
    pub fn code(&self, cell: Cell) -> u16 {
        (((cell.index() / self.width) << self.shift) | (cell.index() % self.width)) as u16
    }

    /// Returns the cell of a code.
    #[must_use]
    pub fn cell(&self, code: u16) -> Cell {
        let (x, y) = (code & ((1 << self.shift) - 1), code >> self.shift);
        Cell(y * self.width as u16 + x)
    }

    /// Returns whether cells fit a [`CodeSet`](super::code_set::CodeSet) and have no layers: on boards of at most 16x16, by the
    /// plain rule, with a target for one robot. The heuristic and the relevant moves need this.
    #[must_use]
    pub fn fits_code_sets(&self) -> bool {
        self.code_bits() == 8 && !self.layered && !self.any
    }

    /// Returns the number of bits of a code.
    #[must_use]
    pub fn code_bits(&self) -> u32 {
        2 * self.shift
    }

    /// Returns the code in a node.
    #[must_use]
    pub fn code_of(&self, node: u16) -> u16 {
        node & ((1 << self.code_bits()) - 1)
    }

    /// Swaps row and column.
    #[inline]
    #[must_use]
    pub fn transpose(&self, code: u16) -> u16 {
        (code & ((1 << self.shift) - 1)) << self.shift | code >> self.shift
    }

    /// Returns the node after a robot moves from a node in a direction to a code; `None` if the rule forbids it.
    #[inline]
    #[must_use]
    pub fn node_after_move(&self, node: u16, direction: usize, code: u16) -> Option<u16> {
        if !self.layered {
            return Some(code);
        }
        let layer = LAYER_AFTER_OWN[usize::from(node >> self.code_bits())][direction % 2]?;
        (MISSING[usize::from(layer)] == 0 || code != self.target).then_some(layer << self.code_bits() | code)
    }

    /// Returns the node of a robot after another one has moved.
    #[inline]
    #[must_use]
    pub fn node_after_other(&self, node: u16) -> u16 {
        LAYER_AFTER_OTHER[usize::from(node >> self.code_bits())] << self.code_bits() | self.code_of(node)
    }

    /// Returns the nodes on a code from which a move in a direction leads to a layer.
    pub fn nodes_before_move(&self, code: u16, direction: usize, layer: u16) -> impl Iterator<Item = u16> + '_ {
        let layers = if self.layered { LAYERS } else { 1 };
        let fits = move |&from: &u16| !self.layered || LAYER_AFTER_OWN[usize::from(from)][direction % 2] == Some(layer);
        (0..layers).filter(fits).map(move |from| from << self.code_bits() | code)
    }

    /// Iterates over the nodes that a move of another robot turns into this one: none if this robot was the last to move.
    pub fn nodes_before_other(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        let layer = node >> self.code_bits();
        let layers = if self.layered { LAYERS } else { 1 };
        let fits = move |&from: &u16| LAYER_AFTER_OTHER[usize::from(from)] == layer;
        (0..layers).filter(fits).map(move |from| from << self.code_bits() | self.code_of(node))
    }

    /// Returns the lower bound of a node.
    #[inline]
    #[must_use]
    pub fn bound(&self, node: u16) -> u8 {
        self.bounds[usize::from(node)]
    }

    /// Returns the greatest lower bound among nodes from which the target can be reached.
    #[must_use]
    pub fn greatest_bound(&self) -> u8 {
        self.bounds.iter().copied().filter(|&bound| bound != NEVER).max().unwrap_or(0)
    }

    /// Returns the node of a robot of a position.
    #[must_use]
    pub fn node(&self, position: &Position, robot: Robot) -> u16 {
        self.node_at(position, robot, position.robots[robot.index()])
    }

    /// Returns the node of a robot that has made the moves of a position and stands on a cell.
    fn node_at(&self, position: &Position, robot: Robot, cell: Cell) -> u16 {
        let code = self.code(cell);
        if !self.layered {
            return code;
        }
        let missing = u16::from(!position.axes[robot.index()] & 3);
        let last = position.last.filter(|last| last.robot == robot);
        let layer = match (missing, last.map(|last| last.direction.axis())) {
            (1, Some(_)) => 4,
            (2, Some(_)) => 5,
            (0, Some(axis)) => 5 + u16::from(axis),
            _ => missing,
        };
        layer << self.code_bits() | code
    }

    /// Returns the codes where the four slides of robot `i` end.
    #[inline]
    #[must_use]
    pub fn slides<const N: usize>(&self, codes: &[u16; N], transposed: &[u16; N], i: usize) -> [u16; 4] {
        let (code, across) = (codes[i], transposed[i]);
        let [mut north, mut east, mut south, mut west] = self.reach[usize::from(code)];
        for j in 0..N {
            // Free cells up to the other robot; wraps to a huge number if that is behind, or is the robot itself.
            let (ahead, below) = (codes[j].wrapping_sub(code), transposed[j].wrapping_sub(across));
            east = east.min(ahead.wrapping_sub(1));
            south = south.min(below.wrapping_sub(1));
            west = west.min(!ahead);
            north = north.min(!below);
        }
        let (north, east, south, west) = (across - north, code + east, across + south, code - west);
        [self.transpose(north), east, self.transpose(south), west]
    }

    /// Returns the codes that a robot passes in a direction, from the next one to the last before a wall.
    pub fn run(&self, code: u16, direction: usize) -> impl Iterator<Item = u16> + '_ {
        let step = if direction.is_multiple_of(2) { 1 << self.shift } else { 1 };
        let forth = direction == 1 || direction == 2;
        (1..=self.reach[usize::from(code)][direction]).map(move |far| if forth { code + far * step } else { code - far * step })
    }

    /// Computes the lower bounds breadth-first from the target, over whole runs of cells between walls.
    fn lower_bounds<const LAYERED: usize>(&self) -> Vec<u8> {
        let codes = 1_usize << self.code_bits();
        let mut bounds = vec![NEVER; codes * LAYERED];
        // The cells without a bound as bits, by layer, axis, and column or row.
        let mut left = [[[u32::MAX; LINES]; 2]; LAYERED];
        let mut queue = Vec::with_capacity(codes * LAYERED);
        let line = (1 << self.shift) - 1;
        let (mut next, mut after, mut ends) = (0, 1, 1);
        queue.push(self.target);
        bounds[usize::from(self.target)] = 0;
        let (x, y) = (usize::from(self.target) & line, usize::from(self.target) >> self.shift);
        left[0][0][x] &= !(1 << y);
        left[0][1][y] &= !(1 << x);
        while let Some(&node) = queue.get(next) {
            if next == ends {
                // In a maze that needs more moves than a bound can tell it stays at the greatest one.
                (after, ends) = (u8::min(after + 1, NEVER - 1), queue.len());
            }
            next += 1;
            let (code, layer) = (usize::from(self.code_of(node)), usize::from(node) >> self.code_bits());
            let [north, east, south, west] = self.reach[code % MAX_CODES];
            let (x, y) = (code & line, code >> self.shift);
            for (axis, (at, place, back, forth)) in [(x, y, north, south), (y, x, west, east)].into_iter().enumerate() {
                let run = (((2_u64 << (back + forth)) - 1) << (place - usize::from(back))) as u32;
                // The axis may or may not have been missing before the move.
                for above in (0..LAYERED).filter(|&above| layer & 1 << axis == 0 && above & !(1 << axis) == layer) {
                    let mut cells = left[above][axis][at % LINES] & run;
                    left[above][axis][at % LINES] &= !run;
                    while cells != 0 {
                        let far = cells.trailing_zeros() as usize;
                        cells &= cells - 1;
                        left[above][1 - axis][far % LINES] &= !(1 << at);
                        let from = if axis == 0 { far << self.shift | at } else { at << self.shift | far };
                        let from = above << self.code_bits() | from;
                        bounds[from] = after;
                        queue.push(from as u16);
                    }
                }
            }
        }
        if self.layered {
            MISSING[4..].iter().for_each(|&missing| bounds.extend_from_within(missing * codes..(missing + 1) * codes));
        }
        bounds
    }

    /// Returns the lower bound of a robot that has made the moves of a position and stands on a cell; `None` if it cannot reach the
    /// target.
    #[must_use]
    pub fn bound_at(&self, position: &Position, robot: Robot, cell: Cell) -> Option<u8> {
        Some(self.bound(self.node_at(position, robot, cell))).filter(|&bound| bound != NEVER)
    }
}

/// Computes how far slides go among walls, by code and direction.
fn slide_lengths(board: &Board, shift: u32) -> Box<[[u16; 4]; MAX_CODES]> {
    let size = board.size();
    let mut reach = Box::new([[0; 4]; MAX_CODES]);
    let mut sweep = |backwards: bool, across: Direction, along: Direction| {
        let mut above = [0; LINES];
        for y in 0..size.height {
            let mut beside = 0;
            for x in 0..size.width {
                let (x, y) = if backwards { (size.width - 1 - x, size.height - 1 - y) } else { (x, y) };
                let walls = board.walls(Cell((y * size.width + x) as u16));
                above[x] = if walls & across.bit() == 0 { above[x] + 1 } else { 0 };
                beside = if walls & along.bit() == 0 { beside + 1 } else { 0 };
                let reach = &mut reach[y << shift | x];
                (reach[across.index()], reach[along.index()]) = (above[x], beside);
            }
        }
    };
    sweep(false, Direction::North, Direction::West);
    sweep(true, Direction::South, Direction::East);
    reach
}

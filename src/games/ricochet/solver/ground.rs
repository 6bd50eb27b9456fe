//! What a search knows of a board: where each slide ends among walls alone, and how far each cell is from the target at least.
//!
//! A cell has a code, its row times a power of two plus its column, and a transposed code, with row and column changed
//! round. So the cells of a slide are consecutive codes, in one of the two, and a robot in the way is found by two
//! comparisons.
//!
//! A *node* is a code with a layer above it: 0, or, under the ricochet rule, which axes the robot has yet to move along and
//! whether it was the last to move (`NEXT`).

use super::super::board::{Board, Direction, Robot};
use super::super::position::{Position, Rule};
use crate::grid::Cell;

/// The lower bound of a node from which the target cannot be reached.
pub const NEVER: u8 = u8::MAX;

/// Layers of a node under the ricochet rule: 0 has turned; 1 has to move along a column, 2 along a row, 3 along both. Of the robot
/// that was the last to move: 4 is 1, 5 is 2, 6 and 7 are 0 after a move along a column and along a row.
pub const LAYERS: u16 = 8;

/// First of the layers of a robot that was the last to move.
pub const MOVING: u16 = 4;

/// The layer after a move along a column, along a row; none where the rule forbids the move.
const NEXT: [[Option<u16>; 2]; LAYERS as usize] = [
    [Some(6), Some(7)],
    [Some(6), Some(4)],
    [Some(5), Some(7)],
    [Some(5), Some(4)],
    [Some(6), None],
    [None, Some(7)],
    [None, Some(7)],
    [Some(6), None],
];

/// The layer after a move of another robot.
pub const CALM: [u16; LAYERS as usize] = [0, 1, 2, 3, 1, 2, 0, 0];

/// The axes that are yet to be moved along, as bits.
const MISSING: [usize; LAYERS as usize] = [0, 1, 2, 3, 1, 2, 0, 0];

/// Walls and lower bounds of one position.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Bits of a column in a code: 4 or 5.
    pub shift: u32,
    /// Columns of the board.
    width: usize,
    /// Where slides end, by code and direction; those along columns in transposed codes.
    stops: Vec<[u16; 4]>,
    /// Least number of moves to the target from a node, if the robot could stop anywhere.
    bounds: Vec<u8>,
    /// Whether any robot may reach the target.
    pub any: bool,
    /// The robot that is to reach it, else red.
    pub active: Robot,
    /// Whether nodes have layers.
    pub layered: bool,
    /// The code of the target.
    target: u16,
}

impl Ground {
    /// The ground of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let size = position.board.size();
        let shift = if size.width <= 16 && size.height <= 16 { 4 } else { 5 };
        let mut ground = Ground {
            shift,
            width: size.width,
            stops: stops(&position.board, shift),
            bounds: Vec::new(),
            any: position.target.robot.is_none(),
            active: position.target.robot.unwrap_or(Robot::Red),
            layered: position.rule == Rule::Ricochet,
            target: 0,
        };
        ground.target = ground.code(position.target.cell);
        ground.bounds = ground.lower_bounds();
        ground
    }

    /// The code of a cell.
    #[must_use]
    pub fn code(&self, cell: Cell) -> u16 {
        (((cell.index() / self.width) << self.shift) | (cell.index() % self.width)) as u16
    }

    /// The cell of a code.
    #[must_use]
    pub fn cell(&self, code: u16) -> Cell {
        let (x, y) = (code & ((1 << self.shift) - 1), code >> self.shift);
        Cell(y * self.width as u16 + x)
    }

    /// Bits of a code.
    #[must_use]
    pub fn code_bits(&self) -> u32 {
        2 * self.shift
    }

    /// The code in a node.
    #[must_use]
    pub fn code_of(&self, node: u16) -> u16 {
        node & ((1 << self.code_bits()) - 1)
    }

    /// Row and column changed round.
    #[inline]
    #[must_use]
    pub fn transposed(&self, code: u16) -> u16 {
        (code & ((1 << self.shift) - 1)) << self.shift | code >> self.shift
    }

    /// The node after a robot of another node has moved in a direction to a code; none where the rule forbids it.
    #[inline]
    #[must_use]
    pub fn moved(&self, node: u16, direction: usize, code: u16) -> Option<u16> {
        if !self.layered {
            return Some(code);
        }
        let layer = NEXT[usize::from(node >> self.code_bits())][direction % 2]?;
        (MISSING[usize::from(layer)] == 0 || code != self.target).then_some(layer << self.code_bits() | code)
    }

    /// The node after another robot has moved.
    #[inline]
    #[must_use]
    pub fn calmed(&self, node: u16) -> u16 {
        CALM[usize::from(node >> self.code_bits())] << self.code_bits() | self.code_of(node)
    }

    /// The nodes on a code from which a move in a direction leads to a layer.
    pub fn before(&self, code: u16, direction: usize, layer: u16) -> impl Iterator<Item = u16> + '_ {
        let layers = if self.layered { LAYERS } else { 1 };
        let fits = move |&from: &u16| !self.layered || NEXT[usize::from(from)][direction % 2] == Some(layer);
        (0..layers).filter(fits).map(move |from| from << self.code_bits() | code)
    }

    /// The nodes that another robot's move turns into this one: none where this one's robot was the last to move.
    pub fn stirred(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        let layer = node >> self.code_bits();
        let layers = if self.layered { LAYERS } else { 1 };
        let fits = move |&from: &u16| CALM[usize::from(from)] == layer;
        (0..layers).filter(fits).map(move |from| from << self.code_bits() | self.code_of(node))
    }

    /// The lower bound of a node.
    #[inline]
    #[must_use]
    pub fn bound(&self, node: u16) -> u8 {
        self.bounds[usize::from(node)]
    }

    /// The greatest lower bound of a node that can reach the target.
    #[must_use]
    pub fn greatest_bound(&self) -> u8 {
        self.bounds.iter().copied().filter(|&bound| bound != NEVER).max().unwrap_or(0)
    }

    /// The node at which a robot of a position stands.
    #[must_use]
    pub fn node(&self, position: &Position, robot: Robot) -> u16 {
        let code = self.code(position.robots[robot.index()]);
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

    /// Where the four slides of robot `i` end: codes.
    #[inline]
    #[must_use]
    pub fn slides<const N: usize>(&self, codes: &[u16; N], transposed: &[u16; N], i: usize) -> [u16; 4] {
        let (code, across) = (codes[i], transposed[i]);
        let [north, east, south, west] = self.stops[usize::from(code)];
        let (mut north, mut east) = (across - north, east - code);
        let (mut south, mut west) = (south - across, code - west);
        for j in 0..N {
            // Cells between, ahead and behind (less than nothing is huge); a robot is not in its own way.
            let (ahead, below) = (codes[j].wrapping_sub(code), transposed[j].wrapping_sub(across));
            east = east.min(ahead.wrapping_sub(1));
            south = south.min(below.wrapping_sub(1));
            west = west.min(!ahead);
            north = north.min(!below);
        }
        let (north, east, south, west) = (across - north, code + east, across + south, code - west);
        [self.transposed(north), east, self.transposed(south), west]
    }

    /// The codes that a robot passes in a direction, from the next one to the last before a wall.
    pub fn run(&self, code: u16, direction: usize) -> impl Iterator<Item = u16> + '_ {
        let down = direction.is_multiple_of(2);
        let turn = move |code: u16| if down { self.transposed(code) } else { code };
        let (from, end) = (turn(code), self.stops[usize::from(code)][direction]);
        (1..=from.abs_diff(end)).map(move |far| turn(if end > from { from + far } else { from - far }))
    }

    /// Breadth-first from the target over whole runs of cells between walls: each run is labelled once for each axis.
    fn lower_bounds(&self) -> Vec<u8> {
        let codes = 1_usize << self.code_bits();
        let target = self.target;
        let layers = if self.layered { 4 } else { 1 };
        let mut bounds = vec![NEVER; codes * layers];
        // By layer, axis and first cell of a run: whether the run is labelled.
        let mut labelled = vec![false; codes * layers * 2];
        let mut queue = Vec::with_capacity(codes);
        bounds[usize::from(target)] = 0;
        queue.push(target);
        let mut next = 0;
        while next < queue.len() {
            let node = queue[next];
            next += 1;
            let (code, layer) = (usize::from(self.code_of(node)), usize::from(node) >> self.code_bits());
            let bound = bounds[usize::from(node)] + 1;
            for axis in (0..2).filter(|axis| layer & 1 << axis == 0) {
                let run = self.stops[code];
                let (first, last) = if axis == 0 { (run[0], run[2]) } else { (run[3], run[1]) };
                let mark = &mut labelled[(layer * 2 + axis) * codes + usize::from(first)];
                if std::mem::replace(mark, true) {
                    continue;
                }
                for place in first..=last {
                    let from = usize::from(if axis == 0 { self.transposed(place) } else { place });
                    // A move along the axis leads here whether the axis was still to be moved along or not.
                    for above in [layer, layer | 1 << axis].into_iter().filter(|&above| above < layers) {
                        let slot = &mut bounds[above * codes + from];
                        if *slot == NEVER {
                            *slot = bound;
                            queue.push((above * codes + from) as u16);
                        }
                    }
                }
            }
        }
        if self.layered {
            MISSING[4..].iter().for_each(|&missing| bounds.extend_from_within(missing * codes..(missing + 1) * codes));
        }
        bounds
    }

    /// The lower bound of a cell for a robot that has not moved.
    #[must_use]
    pub fn grid_value(&self, cell: Cell) -> Option<u8> {
        let layer = if self.layered { 3 } else { 0 };
        Some(self.bound(layer << self.code_bits() | self.code(cell))).filter(|&bound| bound != NEVER)
    }
}

fn stops(board: &Board, shift: u32) -> Vec<[u16; 4]> {
    let size = board.size();
    let code = |x: usize, y: usize| (y << shift | x) as u16;
    let mut stops = vec![[0; 4]; 1 << (2 * shift)];
    let mut sweep = |x: usize, y: usize, direction: Direction| {
        let cell = Cell((y * size.width + x) as u16);
        let (dx, dy) = direction.offset();
        let walled = board.has_wall(cell, direction);
        let own = if direction.axis() == 1 { code(y, x) } else { code(x, y) };
        let ahead = || stops[usize::from(code(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)))][direction.index()];
        stops[usize::from(code(x, y))][direction.index()] = if walled { own } else { ahead() };
    };
    for y in 0..size.height {
        for x in 0..size.width {
            sweep(x, y, Direction::North);
            sweep(x, y, Direction::West);
        }
    }
    for y in (0..size.height).rev() {
        for x in (0..size.width).rev() {
            sweep(x, y, Direction::South);
            sweep(x, y, Direction::East);
        }
    }
    stops
}

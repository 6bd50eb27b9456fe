//! Walls: black cells, each touching the next by a corner, that form a ring or reach from rim to rim. Only they disconnect the white
//! cells.

use super::board::{Mark, Marks};
use crate::grid::{Cell, Size, UnionFind};

/// Black cells each of which touches the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wall {
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// Whether the last touches the first; else both ends are at the rim.
    pub is_ring: bool,
}

/// A node of the graph of walls: a black cell, or the outside, which is one past the last cell.
type Node = usize;

/// Returns a shortest ring or wall through a cell if it becomes black; `None` if it closes none.
#[must_use]
pub(super) fn wall_through(marks: &Marks, cell: Cell) -> Option<Wall> {
    let size = marks.size();
    if size.width == 1 || size.height == 1 {
        let end = cell.index() == 0 || cell.index() + 1 == size.area();
        return (!end || size.area() == 1).then(|| Wall { cells: vec![cell], is_ring: false });
    }
    let outside: Node = size.area();
    // The predecessor of each node and its branch, which is named by its first node beside the cell.
    let mut from: Vec<Option<(Node, Node)>> = vec![None; outside + 1];
    let mut queue: Vec<Node> = vec![];
    for start in touching(marks, cell.index()) {
        from[start] = Some((cell.index(), start));
        queue.push(start);
    }
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        let Some((before, branch)) = from[node] else { continue };
        for other in touching(marks, node).into_iter().filter(|&other| other != before && other != cell.index()) {
            match from[other] {
                None => {
                    from[other] = Some((node, branch));
                    queue.push(other);
                }
                Some((_, theirs)) if theirs != branch => return Some(wall(&from, size, cell, node, other)),
                Some(_) => {}
            }
        }
    }
    None
}

/// Returns the black cells, or the outside, that a black node touches.
fn touching(marks: &Marks, node: Node) -> Vec<Node> {
    let size = marks.size();
    if node == size.area() {
        return marks.cells(Mark::Black).filter(|&cell| is_rim(size, cell)).map(Cell::index).collect();
    }
    let cell = Cell(node as u16);
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].into_iter().filter_map(|(dx, dy)| size.step(cell, dx, dy));
    let mut nodes: Vec<Node> = corners.filter(|&other| marks.is_black(other)).map(Cell::index).collect();
    if is_rim(size, cell) {
        nodes.push(size.area());
    }
    nodes
}

/// Returns the cycle that two branches close, cut open at the outside if it goes there.
fn wall(from: &[Option<(Node, Node)>], size: Size, cell: Cell, one: Node, other: Node) -> Wall {
    let back = |mut node: Node| {
        let mut path = vec![node];
        while let Some((before, _)) = from[node].filter(|_| node != cell.index()) {
            node = before;
            path.push(node);
        }
        path
    };
    // cell ... one, other ... (without the cell again)
    let mut cycle = back(one);
    cycle.reverse();
    let tail = back(other);
    cycle.extend(&tail[..tail.len() - 1]);
    let outside = cycle.iter().position(|&node| node == size.area());
    if let Some(at) = outside {
        cycle.rotate_left(at);
        cycle.remove(0);
    }
    Wall { cells: cycle.into_iter().map(|node| Cell(node as u16)).collect(), is_ring: outside.is_none() }
}

/// Lists a ring or wall for each black cell that closes one, in row order: none if and only if the whites are connected.
#[must_use]
pub(super) fn list_walls(marks: &Marks) -> Vec<Wall> {
    let size = marks.size();
    let mut grown = Marks::all_unknown(size);
    let mut found: Vec<Wall> = Vec::new();
    for cell in marks.cells(Mark::Black) {
        match wall_through(&grown, cell) {
            Some(wall) => found.push(wall),
            None => grown.set(cell, Mark::Black),
        }
    }
    found
}

/// Walls compared by [`shortest_wall`].
const MAX_CANDIDATES: usize = 16;

/// Returns the shortest wall through one of the first black cells that close one. `None` if and only if the whites are connected.
#[must_use]
pub(super) fn shortest_wall(marks: &Marks) -> Option<Wall> {
    let mut walls = WallSets::new(marks.size());
    let closing: Vec<Cell> = marks.cells(Mark::Black).filter(|&cell| walls.join(marks, cell)).take(MAX_CANDIDATES).collect();
    closing.into_iter().filter_map(|cell| wall_through(marks, cell)).min_by_key(|wall| wall.cells.len())
}

/// The walls of the black cells so far, as disjoint sets of nodes.
struct WallSets {
    size: Size,
    sets: UnionFind,
}

impl WallSets {
    fn new(size: Size) -> Self {
        WallSets { size, sets: UnionFind::new(size.area() + 1) }
    }

    /// Joins a black cell to those before it. Returns whether that closes a ring, or a wall from rim to rim.
    fn join(&mut self, marks: &Marks, cell: Cell) -> bool {
        let size = self.size;
        if size.width == 1 || size.height == 1 {
            return wall_through(marks, cell).is_some();
        }
        let before = [(-1, -1), (1, -1)].into_iter().filter_map(|(dx, dy)| size.step(cell, dx, dy));
        let mut touched: arrayvec::ArrayVec<Node, 3> = before.filter(|&other| marks.is_black(other)).map(Cell::index).collect();
        if is_rim(size, cell) {
            touched.push(size.area());
        }
        let mut closed = false;
        for other in touched {
            closed |= !self.sets.union(cell.index(), other);
        }
        closed
    }
}

fn is_rim(size: Size, cell: Cell) -> bool {
    let (x, y) = (size.x(cell), size.y(cell));
    x == 0 || y == 0 || x + 1 == size.width || y + 1 == size.height
}

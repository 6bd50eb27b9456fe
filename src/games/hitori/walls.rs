//! Walls: black cells, each touching the next by a corner, that form a ring or reach from rim to rim. Only they disconnect the white
//! cells.

use std::collections::VecDeque;

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

/// How a search from a cell has reached a node.
#[derive(Clone, Copy)]
struct Step {
    before: Node,
    /// The branch, which is named by its first node beside the cell.
    branch: Node,
    /// Cells of the path, without the one from which the search began.
    cells: usize,
}

/// Returns a shortest ring or wall through a cell if it becomes black; `None` if it closes none.
#[must_use]
pub(super) fn wall_through(marks: &Marks, cell: Cell) -> Option<Wall> {
    let size = marks.size();
    if size.width == 1 || size.height == 1 {
        let end = cell.index() == 0 || cell.index() + 1 == size.area();
        return (!end || size.area() == 1).then(|| Wall { cells: vec![cell], is_ring: false });
    }
    let outside: Node = size.area();
    let mut steps: Vec<Option<Step>> = vec![None; outside + 1];
    let mut queue: VecDeque<Node> = VecDeque::new();
    // The outside, which is no cell, is as near as the cell before it.
    let enqueue = |node: Node, queue: &mut VecDeque<Node>| {
        if node == outside { queue.push_front(node) } else { queue.push_back(node) }
    };
    for start in touching(marks, cell.index()) {
        steps[start] = Some(Step { before: cell.index(), branch: start, cells: usize::from(start != outside) });
        enqueue(start, &mut queue);
    }
    let mut shortest: Option<(usize, Node, Node)> = None;
    while let Some(node) = queue.pop_front() {
        let Some(step) = steps[node] else { continue };
        if shortest.is_some_and(|(cells, ..)| cells <= 2 * step.cells + 1) {
            break;
        }
        for other in touching(marks, node).into_iter().filter(|&other| other != step.before && other != cell.index()) {
            match steps[other] {
                None => {
                    let cells = step.cells + usize::from(other != outside);
                    steps[other] = Some(Step { before: node, cells, ..step });
                    enqueue(other, &mut queue);
                }
                Some(theirs) if theirs.branch != step.branch => {
                    let cells = step.cells + theirs.cells + 1;
                    if shortest.is_none_or(|(least, ..)| cells < least) {
                        shortest = Some((cells, node, other));
                    }
                }
                Some(_) => {}
            }
        }
    }
    shortest.map(|(_, one, other)| wall(&steps, size, cell, one, other))
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

/// Returns the cycle that two branches close, cut open at the outside if it goes there; its first end is the first in row order.
fn wall(steps: &[Option<Step>], size: Size, cell: Cell, one: Node, other: Node) -> Wall {
    let back = |mut node: Node| {
        let mut path = vec![node];
        while let Some(step) = steps[node].filter(|_| node != cell.index()) {
            node = step.before;
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
        if cycle.last() < cycle.first() {
            cycle.reverse();
        }
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

#[cfg(test)]
mod tests {
    use super::super::oracle::Dice;
    use super::*;

    /// Returns the fewest cells of a path from one node to another that avoids a cell, by relaxation.
    fn fewest_cells(marks: &Marks, avoided: Cell, start: Node, end: Node) -> Option<usize> {
        let outside = marks.size().area();
        let mut fewest: Vec<Option<usize>> = vec![None; outside + 1];
        fewest[start] = Some(usize::from(start != outside));
        loop {
            let before = fewest.clone();
            for node in (0..=outside).filter(|&node| node != avoided.index() && before[node].is_some()) {
                for other in touching(marks, node).into_iter().filter(|&other| other != avoided.index()) {
                    let cells = before[node].map(|cells| cells + usize::from(other != outside));
                    fewest[other] = fewest[other].min(cells).or(cells);
                }
            }
            if fewest == before {
                return fewest[end];
            }
        }
    }

    #[test]
    fn a_wall_has_as_few_cells_as_can_be() {
        let mut dice = Dice(3);
        let mut sizes = [0; 10];
        for _ in 0..4000 {
            let size = Size { width: 2 + dice.draw_below(5), height: 2 + dice.draw_below(5) };
            let mut marks = Marks::all_unknown(size);
            let black = |dice: &mut Dice| dice.draw_below(5) < 2;
            size.cells().filter(|_| black(&mut dice)).for_each(|cell| marks.set(cell, Mark::Black));
            let cell = Cell(dice.draw_below(size.area()) as u16);
            marks.set(cell, Mark::Unknown);
            let starts = touching(&marks, cell.index());
            let pairs = starts.iter().flat_map(|&start| starts.iter().map(move |&end| (start, end)));
            let pairs = pairs.filter(|(start, end)| start < end);
            let fewest = pairs.filter_map(|(start, end)| fewest_cells(&marks, cell, start, end)).min();
            let found = wall_through(&marks, cell).map(|wall| wall.cells.len());
            assert_eq!(found, fewest.map(|cells| cells + 1), "{marks:?} {cell:?}");
            sizes[found.unwrap_or_default().min(9)] += 1;
        }
        assert!(sizes[2..7].iter().all(|&count| count > 0), "{sizes:?}");
    }
}

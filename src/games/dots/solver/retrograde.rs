//! The second method: the margins of all positions of a small graph, from the last cut backwards (Wilson).
//!
//! One byte a position, `2^strings` in all, each the best of its successors, which have smaller numbers. It shares nothing
//! with the search but the graph.

use super::graph::{Graph, Strings, each};

/// Most strings that are done: 4 GiB.
pub const MOST: u32 = 32;

/// The margins of the player to move in all positions.
pub struct Retrograde {
    margins: Vec<i8>,
}

impl Retrograde {
    /// Works through all positions of a graph of at most [`MOST`] strings.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let coins: Vec<[Strings; 2]> = each(graph.whole()).map(|string| sides(graph, string)).collect();
        let mut margins = vec![0_i8; 1 << coins.len()];
        for left in 1..margins.len() {
            let mut best = i8::MIN;
            for string in each(left as Strings) {
                let bit = 1 << string;
                let rest = margins[left ^ bit as usize];
                let gain = coins[usize::from(string)].iter().filter(|&&coin| coin & left as Strings == bit).count() as i8;
                best = best.max(if gain > 0 { gain + rest } else { -rest });
            }
            margins[left] = best;
        }
        Retrograde { margins }
    }

    /// The margin of a position.
    #[must_use]
    pub fn margin(&self, left: Strings) -> i32 {
        i32::from(self.margins[left as usize])
    }
}

/// The strings of the coins at the two ends of a string; none for the ground.
fn sides(graph: &Graph, string: u8) -> [Strings; 2] {
    graph.ends(string).map(|end| if end == super::graph::GROUND { 0 } else { graph.strings_of(end) })
}

#[cfg(test)]
mod tests {
    use super::super::solve::{Bounds, Solver};
    use super::super::table::Table;
    use super::*;
    use crate::search::Budget;

    /// Known margins of the first player: Wilson's tables, and Barker and Korf, *Solving Dots-And-Boxes* (2012).
    const KNOWN: &[(usize, usize, i32)] = &[
        (1, 1, -1),
        (1, 2, 0),
        (1, 3, -1),
        (1, 4, 0),
        (1, 5, -1),
        (1, 6, 0),
        (1, 7, -1),
        (2, 2, 2),
        (2, 3, -2),
        (2, 4, 2),
        (3, 3, -3),
    ];

    /// The boards up to 12 boxes that need more time and memory.
    const LARGER: &[(usize, usize, i32)] = &[(1, 8, 0), (1, 9, -1), (1, 10, 0), (2, 5, -2), (3, 4, 0), (2, 6, 2)];

    fn both_methods(boards: &[(usize, usize, i32)]) {
        for &(rows, columns, margin) in boards {
            let graph = Graph::grid(rows, columns);
            assert_eq!(Retrograde::new(&graph).margin(graph.whole()), margin, "{rows}x{columns} by retrograde");
            let (table, budget) = (Table::new(1 << 26), Budget::default());
            let solver = Solver::new(&graph, &table, 1, &budget);
            assert_eq!(solver.bounds(graph.whole()), Bounds::exact(margin), "{rows}x{columns} by search");
        }
    }

    #[test]
    fn known_boards_by_both_methods() {
        both_methods(KNOWN);
    }

    #[test]
    #[ignore = "minutes, and 4 GiB for 2x6"]
    fn larger_boards_by_both_methods() {
        both_methods(LARGER);
    }
}

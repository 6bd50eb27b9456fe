//! A second method, to check the search: the margins of all positions of a small graph, computed backwards from the last cut (D.
//! Wilson).
//!
//! One byte a position, `2^strings` in all, each the best of its successors, which have smaller numbers. It shares nothing with the
//! search but the graph.

use super::graph::{Graph, Strings, iter_bits};

/// The margins of the player to move in all positions.
pub struct Retrograde {
    margins: Vec<i8>,
}

impl Retrograde {
    /// Computes all positions of a graph of at most 32 strings, which take 4 GiB.
    pub fn new(graph: &Graph) -> Self {
        let coins: Vec<[Strings; 2]> = iter_bits(graph.all_strings()).map(|string| sides(graph, string)).collect();
        let mut margins = vec![0_i8; 1 << coins.len()];
        for left in 1..margins.len() {
            let mut best = i8::MIN;
            for string in iter_bits(left as Strings) {
                let bit = 1 << string;
                let rest = margins[left ^ bit as usize];
                let gain = coins[usize::from(string)].iter().filter(|&&coin| coin & left as Strings == bit).count() as i8;
                best = best.max(if gain > 0 { gain + rest } else { -rest });
            }
            margins[left] = best;
        }
        Retrograde { margins }
    }

    /// Returns the margin of a position.
    pub fn margin(&self, left: Strings) -> i32 {
        i32::from(self.margins[left as usize])
    }
}

/// Returns the strings of the coins at the two ends of a string; none for the ground.
fn sides(graph: &Graph, string: u8) -> [Strings; 2] {
    graph.ends(string).map(|end| if end == super::graph::GROUND { 0 } else { graph.strings_of(end) })
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Size;
    use super::super::super::published;
    use super::super::memory::Memory;
    use super::super::solve::{Bounds, Solver};
    use super::*;
    use crate::search::Budget;

    /// Rows and columns of boards that take milliseconds.
    const SMALL: &[(usize, usize)] = &[(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (2, 2), (2, 3), (2, 4), (3, 3)];

    /// Rows and columns of the other boards up to 12 boxes, which take minutes.
    const LARGER: &[(usize, usize)] = &[(1, 8), (1, 9), (1, 10), (2, 5), (3, 4), (2, 6)];

    fn check_by_both_methods(boards: &[(usize, usize)]) {
        for &(rows, columns) in boards {
            let margin = published::margin(Size { rows, columns }).expect("a published value");
            let graph = Graph::grid(rows, columns);
            assert_eq!(Retrograde::new(&graph).margin(graph.all_strings()), margin, "{rows}x{columns} by retrograde");
            let (mut memory, budget) = (Memory::new(1 << 26), Budget::default());
            let table = memory.table();
            let solver = Solver::new(&graph, &table, 1, &budget);
            assert_eq!(solver.bounds(graph.all_strings()), Bounds::exact(margin), "{rows}x{columns} by search");
        }
    }

    #[test]
    fn small_boards_by_both_methods() {
        check_by_both_methods(SMALL);
    }

    #[test]
    #[ignore = "minutes, and 4 GiB for 2x6"]
    fn larger_boards_by_both_methods() {
        check_by_both_methods(LARGER);
    }
}

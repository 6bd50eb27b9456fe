//! Published values of empty boards.
//!
//! D. Wilson's tables for up to 16 boxes, J. K. Barker and R. E. Korf, *Solving Dots-And-Boxes* (2012), for 4x5. The tests prove
//! the boards up to 12 boxes by two methods. `ludion-lab dots prove` proves 3x5 and larger ones, given hours.

use super::board::Size;

/// The margins of the first player, by the shorter side; in each list by the longer side, from the square on.
const MARGINS: [&[i32]; 4] = [&[-1, 0, -1, 0, -1, 0, -1, 0, -1, 0], &[2, -2, 2, -2, 2], &[-3, 0, -1], &[0, 0]];

/// Returns the published margin of the first player on an empty board, whichever side is longer.
#[must_use]
pub fn margin(size: Size) -> Option<i32> {
    let shorter = size.rows.min(size.columns);
    MARGINS.get(shorter.checked_sub(1)?)?.get(size.rows.abs_diff(size.columns)).copied()
}

#[cfg(test)]
mod tests {
    use super::super::solver::graph::Graph;
    use super::super::solver::memory::Memory;
    use super::super::solver::solve::{Bounds, Solver};
    use super::*;
    use crate::search::Budget;

    #[test]
    fn the_solver_agrees() {
        let (mut memory, budget) = (Memory::new(1 << 22), Budget::default());
        let table = memory.table();
        for rows in 1..=10 {
            for columns in 1..=10 {
                let size = Size { rows, columns };
                let Some(margin) = margin(size).filter(|_| size.line_count() <= 24) else { continue };
                let graph = Graph::grid(rows, columns);
                let bounds = Solver::new(&graph, &table, 1, &budget).bounds(graph.all_strings());
                assert_eq!(bounds, Bounds::exact(margin), "{size}");
            }
        }
        assert_eq!(margin(Size { rows: 5, columns: 4 }), Some(0));
        assert_eq!(margin(Size { rows: 5, columns: 5 }), None);
    }
}

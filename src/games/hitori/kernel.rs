//! The clauses for all that deduction leaves open: a variable for each open cell, two-literal clauses for neighbours and twins, and
//! a lazy constraint that forbids walls of black cells when a candidate has them (lazy connectivity cuts).

use super::board::{Mark, Marks};
use super::deduce::{Spot, State};
use super::walls;
use crate::puzzle::NextSolution;
use crate::sat::{Candidate, LazyConstraint, Lit, SatResult, Solver};
use crate::search::Budget;

/// The clauses of a state with the connectivity constraint.
pub(super) struct Kernel {
    solver: Solver,
    connected: Connected,
}

/// The lazy constraint that the white cells are connected.
struct Connected {
    /// The known marks; the open cells get the colours of the current candidate.
    marks: Marks,
    /// The open cells with the literals that they are black, in row order.
    open: Vec<(crate::grid::Cell, Lit)>,
    /// The literal of each cell, where it is open.
    literals: Vec<Option<Lit>>,
}

impl Kernel {
    /// Creates the clauses for the cells that are open in a state to which all rules up to `cut` have been applied.
    #[must_use]
    pub fn new(state: &State<'_>, budget: &Budget) -> Self {
        let padded = state.grid();
        let mut solver = Solver::new(budget);
        let is_open = |spot: Spot| state.mark(spot) == Mark::Unknown;
        let mut by_spot = vec![None; padded.spot_count()];
        let mut open = Vec::with_capacity(state.unknown_count());
        let mut literals = vec![None; padded.size().area()];
        for spot in padded.spots().filter(|&spot| is_open(spot)) {
            let literal = solver.new_lit(false);
            by_spot[spot.index()] = Some(literal);
            literals[padded.cell(spot).index()] = Some(literal);
            open.push((padded.cell(spot), literal));
        }
        for spot in padded.spots() {
            let Some(literal) = by_spot[spot.index()] else { continue };
            let [_, _, right, below] = padded.neighbors(spot);
            for other in [right, below].into_iter().filter_map(|other| by_spot[other.index()]) {
                solver.add_clause(&[!literal, !other]);
            }
            for other in padded.twins(spot).filter(|&other| other > spot).filter_map(|other| by_spot[other.index()]) {
                solver.add_clause(&[literal, other]);
            }
        }
        Kernel { solver, connected: Connected { marks: state.marks(), open, literals } }
    }

    /// Searches for another solution than all before.
    pub fn next_solution(&mut self) -> NextSolution<Marks> {
        match self.solver.solve(&mut self.connected) {
            SatResult::Unknown => NextSolution::Unknown,
            SatResult::Unsatisfiable => NextSolution::Exhausted,
            SatResult::Satisfiable => {
                let mut marks = self.connected.marks.clone();
                let mut other = Vec::with_capacity(self.connected.open.len());
                for &(cell, literal) in &self.connected.open {
                    let is_black = self.solver.is_true(literal);
                    marks.set(cell, if is_black { Mark::Black } else { Mark::White });
                    other.push(if is_black { !literal } else { literal });
                }
                self.solver.add_clause(&other);
                NextSolution::Found(marks)
            }
        }
    }
}

impl LazyConstraint for Connected {
    fn explain_violation(&mut self, candidate: &Candidate<'_, '_>, cut: &mut Vec<Lit>) {
        for &(cell, literal) in &self.open {
            self.marks.set(cell, if candidate.is_true(literal) { Mark::Black } else { Mark::White });
        }
        if let Some(wall) = walls::shortest_wall(&self.marks) {
            cut.extend(wall.cells.iter().filter_map(|cell| self.literals[cell.index()]).map(|literal| !literal));
        }
    }
}

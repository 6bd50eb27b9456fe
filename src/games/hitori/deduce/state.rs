//! The state of the deduction: marks with their reasons, the walls of black cells, and the rules that are propagated at once.
//!
//! The white cells are connected exactly if the graph of the black cells has no ring. Its edges join black cells that touch by a
//! corner, and those at the rim to one node for the outside: a ring of blacks has whites inside and outside, and a wall from rim to rim
//! has whites on both sides. So connectivity takes a union-find over the blacks (without path compression, so that it can be undone),
//! and a cell that would close a ring is white. In a grid of one row every cell between the ends closes a ring.

use super::padded_grid::{PaddedGrid, Spot};
use crate::games::hitori::board::{Mark, Marks};
use crate::grid::UndoableUnionFind;

/// The rule by which a cell is marked, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A player's mark, or an assumption.
    Given,
    /// It lies beside a black cell.
    Neighbor,
    /// Its number is white elsewhere in a line.
    Twin,
    /// It is the last way out of a white cell.
    Exit,
    /// It lies between two equal numbers.
    Sandwich,
    /// Its number stands twice side by side elsewhere in the line.
    Pair,
    /// Two equal numbers in a corner: black on its third side would shut the corner in.
    Corner,
    /// Black here makes two neighbours white, and twins of these, side by side, both black.
    Offset,
    /// Black here would cut the whites in two.
    Cut,
    /// The other colour leads to a contradiction.
    Lookahead,
}

/// A mark with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cell.
    pub spot: Spot,
    pub mark: Mark,
    /// Why.
    pub rule: Rule,
    /// A cell that the reason speaks of; the cell itself where there is none.
    pub reason: Spot,
}

impl crate::puzzle::Step for Step {
    type Rule = Rule;

    fn rule(&self) -> Rule {
        self.rule
    }

    fn is_move(&self) -> bool {
        self.rule != Rule::Given
    }
}

/// The marks contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// This step wants a colour, and the cell has the other one.
    Clash(Step),
    /// Black here closes a ring of black cells, or a wall from rim to rim.
    Ring(Spot),
    /// All neighbours of this cell are black.
    Enclosed(Spot),
}

/// A point to roll back to.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    steps: usize,
    joins: usize,
}

/// Marks with their reasons, and the walls.
#[derive(Clone, Debug)]
pub struct State<'p> {
    padded: &'p PaddedGrid,
    mark: Vec<Mark>,
    /// The walls as sets of black spots; the last node is the outside.
    walls: UndoableUnionFind,
    trail: Vec<Step>,
    /// Number of steps that have been propagated.
    propagated: usize,
    unknown: usize,
}

impl<'p> State<'p> {
    /// Creates the state in which all cells are unknown.
    #[must_use]
    pub fn new(padded: &'p PaddedGrid) -> Self {
        let total = padded.spot_count();
        let mut mark = vec![Mark::Black; total];
        padded.spots().for_each(|spot| mark[spot.index()] = Mark::Unknown);
        let mut walls = UndoableUnionFind::empty(total + 1);
        walls.insert(total);
        let unknown = padded.size().area();
        State { padded, mark, walls, trail: Vec::with_capacity(unknown), propagated: 0, unknown }
    }

    #[must_use]
    pub const fn grid(&self) -> &'p PaddedGrid {
        self.padded
    }

    /// Returns the mark of a spot; black outside.
    #[must_use]
    pub fn mark(&self, spot: Spot) -> Mark {
        self.mark[spot.index()]
    }

    /// Returns the number of unknown cells.
    #[must_use]
    pub const fn unknown_count(&self) -> usize {
        self.unknown
    }

    /// Returns what has been found, in order.
    #[must_use]
    pub fn trail(&self) -> &[Step] {
        &self.trail
    }

    /// Returns the marks of the cells.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks::new(self.padded.size(), self.padded.spots().map(|spot| self.mark(spot)).collect())
    }

    /// Returns a point to roll back to.
    #[must_use]
    pub const fn checkpoint(&self) -> Checkpoint {
        Checkpoint { steps: self.trail.len(), joins: self.walls.unions() }
    }

    /// Undoes all steps since a checkpoint, at which [`State::propagate`] had run.
    pub fn roll_back(&mut self, checkpoint: Checkpoint) {
        self.walls.undo_to(checkpoint.joins);
        for step in self.trail.drain(checkpoint.steps..).rev() {
            self.mark[step.spot.index()] = Mark::Unknown;
            self.walls.remove(step.spot.index());
            self.unknown += 1;
        }
        self.propagated = checkpoint.steps;
    }

    /// Marks a cell. Returns whether it was unknown.
    ///
    /// # Errors
    /// The cell has the other colour.
    pub fn set(&mut self, spot: Spot, mark: Mark, rule: Rule, reason: Spot) -> Result<bool, Conflict> {
        let slot = &mut self.mark[spot.index()];
        if *slot == mark {
            return Ok(false);
        }
        let step = Step { spot, mark, rule, reason };
        if *slot != Mark::Unknown {
            return Err(Conflict::Clash(step));
        }
        *slot = mark;
        self.unknown -= 1;
        self.trail.push(step);
        Ok(true)
    }

    /// Makes a cell black for the walls alone.
    ///
    /// # Errors
    /// It closes a ring.
    pub(super) fn set_wall(&mut self, spot: Spot) -> Result<(), Conflict> {
        self.mark[spot.index()] = Mark::Black;
        self.join_wall(spot)
    }

    /// Marks a cell as given and propagates.
    ///
    /// # Errors
    /// A contradiction; [`State::roll_back`] undoes the steps up to it.
    pub fn assume(&mut self, spot: Spot, mark: Mark) -> Result<(), Conflict> {
        self.set(spot, mark, Rule::Given, spot)?;
        self.propagate()
    }

    /// Applies the rules `neighbour`, `twin` and `exit` to all new marks, and checks that no black cells form a ring.
    ///
    /// # Errors
    /// A contradiction.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&step) = self.trail.get(self.propagated) {
            self.propagated += 1;
            if step.mark == Mark::White {
                let padded = self.padded;
                for twin in padded.twins(step.spot) {
                    self.set(twin, Mark::Black, Rule::Twin, step.spot)?;
                }
                if !padded.is_single_line() {
                    self.mark_last_exit(step.spot)?;
                }
            } else {
                self.spread_black(step.spot)?;
            }
        }
        Ok(())
    }

    fn spread_black(&mut self, spot: Spot) -> Result<(), Conflict> {
        self.join_wall(spot)?;
        let padded = self.padded;
        for other in padded.neighbors(spot) {
            match self.mark(other) {
                Mark::Unknown => {
                    self.set(other, Mark::White, Rule::Neighbor, spot)?;
                }
                // A white cell whose consequences were drawn before has one way out less.
                Mark::White if !padded.is_single_line() => self.mark_last_exit(other)?,
                Mark::White => {}
                Mark::Black if !padded.is_within(other) => {}
                Mark::Black => {
                    return Err(Conflict::Clash(Step { spot: other, mark: Mark::White, rule: Rule::Neighbor, reason: spot }));
                }
            }
        }
        Ok(())
    }

    /// Marks the last neighbour of a white cell that is not black as white.
    fn mark_last_exit(&mut self, spot: Spot) -> Result<(), Conflict> {
        let mut exits = self.padded.neighbors(spot).into_iter().filter(|&other| self.mark(other) != Mark::Black);
        match (exits.next(), exits.next()) {
            (None, _) => Err(Conflict::Enclosed(spot)),
            (Some(exit), None) if self.mark(exit) == Mark::Unknown => self.set(exit, Mark::White, Rule::Exit, spot).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Returns whether black at a spot would close a ring.
    #[must_use]
    pub fn closes_ring(&self, spot: Spot) -> bool {
        if self.padded.is_single_line() {
            return self.padded.is_between(spot);
        }
        let mut roots = [usize::MAX; 5];
        if self.padded.is_rim(spot) {
            roots[4] = self.walls.find(self.outside_node());
        }
        for (slot, other) in self.padded.diagonal(spot).into_iter().enumerate() {
            if !self.walls.contains(other.index()) {
                continue;
            }
            let root = self.walls.find(other.index());
            if roots.contains(&root) {
                return true;
            }
            roots[slot] = root;
        }
        false
    }

    /// Returns the node of the outside.
    fn outside_node(&self) -> usize {
        self.padded.spot_count()
    }

    /// Joins a black cell to the walls that it touches.
    fn join_wall(&mut self, spot: Spot) -> Result<(), Conflict> {
        if self.closes_ring(spot) {
            return Err(Conflict::Ring(spot));
        }
        self.walls.insert(spot.index());
        for other in self.padded.diagonal(spot) {
            if self.walls.contains(other.index()) {
                self.walls.union(spot.index(), other.index());
            }
        }
        if self.padded.is_rim(spot) {
            self.walls.union(spot.index(), self.outside_node());
        }
        Ok(())
    }
}

//! An interface to the tables of connections for commands: lists of cells, independent of the width of the cell sets.
//!
//! [`Tables`] are generic over the width of cell sets, which the size of the board determines. Commands use this trait object
//! instead, so that they are compiled once. It converts sets to lists, which only a search could not afford.

use super::board::Board;
use super::board::cellset::CellSet;
use super::eval::resistance::{Circuit, Conductance};
use super::inferior::{FillIn, FillInKind, Reason};
use super::position::semi_counts;
use super::tables::Tables;
use super::tables::verdict::Verdict;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;

/// The connections of a pair of endpoints.
pub struct PairView {
    /// The carriers of the full connections.
    pub fulls: Vec<Vec<Cell>>,
    /// The keys and the carriers of the semi connections.
    pub semis: Vec<(Cell, Vec<Cell>)>,
}

/// A connection between the edges that decides a position.
pub struct ProofView {
    /// Whose edges it joins.
    pub winner: Color,
    /// The stone that it begins with; `None` where the winner needs none now.
    pub first: Option<Cell>,
    /// The empty cells that the winner needs.
    pub carrier: Vec<Cell>,
}

/// A step that fills cells in by a local rule.
pub struct FillInStep {
    /// Why.
    pub kind: FillInKind,
    /// The colour of the stones.
    pub color: Color,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The cells at which their colour may have to answer, of [`FillInKind::Permanent`].
    pub answers: Vec<Cell>,
    /// The stones of each colour beside the cells, those filled in before among them: the pattern.
    pub around: [Vec<Cell>; 2],
}

/// The purpose of circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To value a position.
    Value,
    /// To order its moves.
    Order,
}

/// The tables of connections of a position.
pub trait TablesView {
    /// Returns a copy, updated to another position on the same board.
    fn copy_for(&self, board: &Board, stop: &Stop) -> Box<dyn TablesView>;

    /// Returns whether they know what is filled in and what is inferior.
    fn has_inferior(&self) -> bool;

    /// Returns whether a colour has won on the board that is filled in.
    fn is_won(&self) -> bool;

    /// Returns the cells that have neither a stone nor been filled in.
    fn empty(&self) -> Vec<Cell>;

    /// Returns the cells that are filled in, with the colour of their stone and the reason.
    fn fill_in(&self) -> Vec<(Color, Cell, FillInKind)>;

    /// Returns the steps by which local rules fill the position in.
    fn fill_in_steps(&self) -> Vec<FillInStep>;

    /// Returns the cells that are dead by the stones alone; others that are filled in as dead are so once some are captured.
    fn dead_cells(&self) -> Vec<Cell>;

    /// Returns the cells of the regions that a colour captures as a whole.
    fn captured_regions(&self, color: Color) -> Vec<Cell>;

    /// Returns the cells among some that a player need not try, with the reason.
    fn inferior(&self, mover: Color, among: &[Cell]) -> Vec<(Cell, Reason)>;

    /// Returns the empty cells that a player must choose from; `None` where connections decide the position.
    fn must_play(&self, mover: Color) -> Option<Vec<Cell>>;

    /// Returns the connections that decide the position with a player to move; `None` where it is open.
    fn proof(&self, mover: Color) -> Option<ProofView>;

    /// Returns the connection of the opponent that refutes a player's stone outside the must-play; `None` where none is known
    /// that does without that cell.
    fn refutation(&self, mover: Color, cell: Cell) -> Option<ProofView>;

    /// Returns the endpoints that stand for a colour's two edges.
    fn edges(&self, color: Color) -> [Cell; 2];

    /// Returns the endpoint that a cell or an edge belongs to; `None` for the other colour's.
    fn endpoint(&self, color: Color, cell: Cell) -> Option<Cell>;

    /// Returns whether an endpoint is a chain or an edge, not an empty cell.
    fn is_solid(&self, color: Color, end: Cell) -> bool;

    /// Returns the connections of two endpoints; `None` where they are one, or the colour has won.
    fn pair(&self, color: Color, ends: [Cell; 2]) -> Option<PairView>;

    /// Returns the endpoints with a full connection to one.
    fn full_neighbors(&self, color: Color, end: Cell) -> Vec<Cell>;

    /// Returns the endpoints with a semi connection to one.
    fn semi_neighbors(&self, color: Color, end: Cell) -> Vec<Cell>;

    /// Returns for each cell the number of a colour's semi connections that need it.
    fn semi_counts(&self, color: Color) -> Vec<u32>;

    /// Returns the circuits of both colours, of which none has won.
    fn circuits(&self, purpose: Purpose) -> [Circuit; 2];
}

fn list<const W: usize>(cells: CellSet<W>) -> Vec<Cell> {
    cells.iter().collect()
}

impl<const W: usize> TablesView for Tables<W> {
    fn copy_for(&self, board: &Board, stop: &Stop) -> Box<dyn TablesView> {
        let copy = self.snapshot(stop).map(|mut tables| {
            Tables::follow(&mut tables, board, stop);
            tables
        });
        // After a stop the new tables have little more than the connections between neighbours.
        Box::new(copy.unwrap_or_else(|| self.build_for(board, stop)))
    }

    fn has_inferior(&self) -> bool {
        self.extras().inferior
    }

    fn is_won(&self) -> bool {
        self.filled_winner().is_some()
    }

    fn empty(&self) -> Vec<Cell> {
        list(Tables::empty(self))
    }

    fn fill_in(&self) -> Vec<(Color, Cell, FillInKind)> {
        let kind = |cell| {
            FillInKind::ALL
                .into_iter()
                .find(|&kind| self.filled_cells_of_kind(kind).contains(cell))
                .unwrap_or(FillInKind::Captured)
        };
        let of_color = |color| self.filled_cells(color).iter().map(move |cell| (color, cell, kind(cell)));
        Color::BOTH.into_iter().flat_map(of_color).collect()
    }

    fn fill_in_steps(&self) -> Vec<FillInStep> {
        let step = |(found, stones): (FillIn<W>, [CellSet<W>; 2])| {
            let beside = self.geometry().neighbors_of(found.cells);
            let FillIn { kind, color, cells, answers } = found;
            FillInStep { kind, color, cells: list(cells), answers: list(answers), around: stones.map(|own| list(own & beside)) }
        };
        Tables::fill_in_steps(self).into_iter().map(step).collect()
    }

    fn dead_cells(&self) -> Vec<Cell> {
        list(Tables::dead_cells(self))
    }

    fn captured_regions(&self, color: Color) -> Vec<Cell> {
        let filled = (self.decomposed_cells() & self.filled_cells(color)) - self.filled_cells_of_kind(FillInKind::Dead);
        // Regions that are decided but not filled in yet count too.
        let left = self.decompositions();
        let captured = left.iter().filter(|region| region.kind == FillInKind::Captured && region.color == color);
        list(captured.fold(filled, |all, region| all | region.cells))
    }

    fn inferior(&self, mover: Color, among: &[Cell]) -> Vec<(Cell, Reason)> {
        self.inferior_cells().find_prunable(mover, among.iter().copied().collect())
    }

    fn must_play(&self, mover: Color) -> Option<Vec<Cell>> {
        (!self.verdict(mover).is_decided()).then(|| list(Tables::must_play(self, mover)))
    }

    fn proof(&self, mover: Color) -> Option<ProofView> {
        let proof = |winner, first, carrier| Some(ProofView { winner, first, carrier: list(carrier) });
        match self.verdict(mover) {
            // With a full connection the mover needs no stone now.
            Verdict::Win { carrier, mv } => {
                proof(mover, mv.filter(|&cell| self.side(mover).winning_semis().iter().any(|semi| semi.key == cell)), carrier)
            }
            Verdict::Loss { carrier } => proof(mover.other(), None, carrier),
            Verdict::Open => None,
        }
    }

    fn refutation(&self, mover: Color, cell: Cell) -> Option<ProofView> {
        let semi = Tables::refutation(self, mover, cell)?;
        Some(ProofView { winner: mover.other(), first: Some(semi.key), carrier: list(semi.carrier) })
    }

    fn edges(&self, color: Color) -> [Cell; 2] {
        self.side(color).edges()
    }

    fn endpoint(&self, color: Color, cell: Cell) -> Option<Cell> {
        self.side(color).endpoint_of(cell)
    }

    fn is_solid(&self, color: Color, end: Cell) -> bool {
        self.side(color).is_solid(end)
    }

    fn pair(&self, color: Color, [a, b]: [Cell; 2]) -> Option<PairView> {
        let side = self.side(color);
        (a != b && !side.is_won()).then(|| PairView {
            fulls: side.pair(a, b).fulls().iter().map(|&carrier| list(carrier)).collect(),
            semis: side.pair(a, b).semis().iter().map(|semi| (semi.key, list(semi.carrier))).collect(),
        })
    }

    fn full_neighbors(&self, color: Color, end: Cell) -> Vec<Cell> {
        list(self.side(color).full_neighbors(end))
    }

    fn semi_neighbors(&self, color: Color, end: Cell) -> Vec<Cell> {
        list(self.side(color).semi_neighbors(end))
    }

    fn semi_counts(&self, color: Color) -> Vec<u32> {
        let side = self.side(color);
        semi_counts(side, side.edges()[0].index())
    }

    fn circuits(&self, purpose: Purpose) -> [Circuit; 2] {
        let conductance = Conductance::default();
        Color::BOTH.map(|color| match purpose {
            Purpose::Value => Circuit::for_value(self.side(color), conductance, &Stop::default()),
            Purpose::Order => Circuit::for_order(self.side(color), conductance, &Stop::default()),
        })
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;

    use super::super::board::brute::{Brute, random_position};
    use super::super::tables::Extras;
    use super::*;

    /// Checks a proof: it holds if its winner still wins when the other player gets all cells that it does not need.
    fn check(brute: &mut Brute, board: &Board, given: Option<(Color, Cell)>, to_move: Color, proof: &ProofView) {
        let loser = proof.winner.other();
        let outside = board.empty_cells().filter(|cell| !proof.carrier.contains(cell)).map(|cell| (loser, cell));
        let outside: Vec<(Color, Cell)> = outside.filter(|&stone| Some(stone) != given).chain(given).collect();
        assert_eq!(brute.winner(&outside, to_move), proof.winner, "{given:?} {:?} {:?} in {board:?}", proof.first, proof.carrier);
        if let Some(first) = proof.first {
            let after = [&outside[..], &[(proof.winner, first)]].concat();
            assert_eq!(brute.winner(&after, loser), proof.winner, "{first:?} in {board:?}");
        }
    }

    #[test]
    fn proofs_need_only_their_cells() {
        let random = &mut <Pcg64Mcg as rand::SeedableRng>::seed_from_u64(28);
        let (mut proofs, mut refutations) = (0, 0);
        for _ in 0..600 {
            let (board, mover) = random_position(random, 12);
            let tables = Tables::<1>::new(&board, Extras::ALL, &Stop::default());
            let (tables, mut brute): (&dyn TablesView, _) = (&tables, Brute::new(&board));
            if let Some(proof) = tables.proof(mover) {
                proofs += 1;
                check(&mut brute, &board, None, mover, &proof);
                continue;
            }
            for cell in tables.empty() {
                if let Some(proof) = tables.refutation(mover, cell) {
                    refutations += 1;
                    assert!(!tables.must_play(mover).is_some_and(|cells| cells.contains(&cell)));
                    check(&mut brute, &board, Some((mover, cell)), mover.other(), &proof);
                }
            }
        }
        assert!(proofs > 300 && refutations > 40, "{proofs} proofs, {refutations} refutations");
    }
}

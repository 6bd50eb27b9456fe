//! Move ordering: the table move, killer moves, then the game's own order adjusted by the history heuristic (Schaeffer 1989).

use super::position::Position;

/// Killer moves kept for each ply.
const KILLERS: usize = 2;

/// Number of packed moves: they have 16 bits.
const MOVES: usize = 1 << 16;

/// Killer moves by ply, and counts of cutoffs by side and move.
pub struct History<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    counts: [Vec<u32>; 2],
    order: Vec<(i64, usize)>,
    unsorted: Vec<M>,
}

impl<M: Copy + Eq + Into<u16>> History<M> {
    pub fn new() -> Self {
        History { killers: Vec::new(), counts: [vec![0; MOVES], vec![0; MOVES]], order: Vec::new(), unsorted: Vec::new() }
    }

    /// Sorts moves given in the game's own order. Moves of one rank keep their order, which keeps the search deterministic.
    pub fn sort<P: Position<Move = M>>(&mut self, position: &P, ply: usize, table_move: u16, moves: &mut [M]) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let counts = &self.counts[position.to_move().index()];
        let rank = |place: usize, mv: M| -> i64 {
            if mv.into() == table_move {
                return i64::MIN;
            }
            if let Some(age) = killers.iter().position(|&killer| killer == Some(mv)) {
                return i64::MIN / 2 + age as i64;
            }
            // Each doubling of its count moves a move up by this many places in the game's own order.
            const PLACES_PER_DOUBLING: i64 = 2;
            place as i64 - PLACES_PER_DOUBLING * i64::from(counts[usize::from(mv.into())].saturating_add(1).ilog2())
        };
        self.order.clear();
        self.order.extend(moves.iter().enumerate().map(|(place, &mv)| (rank(place, mv), place)));
        self.order.sort_unstable();
        self.unsorted.clear();
        self.unsorted.extend_from_slice(moves);
        for (slot, &(_, place)) in moves.iter_mut().zip(&self.order) {
            *slot = self.unsorted[place];
        }
    }

    /// Records a move that caused a beta cutoff.
    pub fn record_cutoff<P: Position<Move = M>>(&mut self, position: &P, ply: usize, depth: u32, mv: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.counts[position.to_move().index()][usize::from(mv.into())];
        *count = count.saturating_add(depth * depth);
    }
}

//! In which order moves are tried: the table's move, killer moves, then the game's order corrected by history.

use super::position::Position;

/// Killer moves kept for each ply.
const KILLERS: usize = 2;

/// Every move has 16 bits.
const MOVES: usize = 1 << 16;

/// What this worker has learnt of moves that refuted others, by ply and by side.
pub struct Learnt<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    history: [Vec<u32>; 2],
    order: Vec<(i64, M)>,
}

impl<M: Copy + Eq + Into<u16>> Learnt<M> {
    pub fn new() -> Self {
        Learnt { killers: Vec::new(), history: [vec![0; MOVES], vec![0; MOVES]], order: Vec::new() }
    }

    /// Sorts moves that stand in the game's own order. Equal ranks keep that order, so that the result depends on nothing else.
    pub fn sort<P: Position<Move = M>>(&mut self, position: &P, ply: usize, table_move: u16, moves: &mut [M]) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let history = &self.history[position.to_move().index()];
        let rank = |place: usize, mv: M| -> i64 {
            if mv.into() == table_move {
                return i64::MIN;
            }
            if let Some(age) = killers.iter().position(|&killer| killer == Some(mv)) {
                return i64::MIN / 2 + age as i64;
            }
            // Each doubling of a move's successes is worth some places of the game's own order.
            const PLACES_PER_DOUBLING: i64 = 2;
            place as i64 - PLACES_PER_DOUBLING * i64::from((history[usize::from(mv.into())] + 1).ilog2())
        };
        self.order.clear();
        self.order.extend(moves.iter().enumerate().map(|(place, &mv)| (rank(place, mv), mv)));
        self.order.sort_by_key(|&(rank, _)| rank);
        for (slot, &(_, mv)) in moves.iter_mut().zip(&self.order) {
            *slot = mv;
        }
    }

    /// Remembers a move that refuted the one before it.
    pub fn refuted<P: Position<Move = M>>(&mut self, position: &P, ply: usize, depth: u32, mv: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[position.to_move().index()][usize::from(mv.into())];
        *count = count.saturating_add(depth * depth);
    }
}

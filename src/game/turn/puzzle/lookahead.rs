//! The weak player that rates puzzles: iterative deepening that knows the results of finished games and nothing else.

use super::super::TurnBoard;
use crate::color::{Color, Ending};
use crate::search::Stop;

/// An alpha-beta search in which finished games have the value 1, 0 or -1 and all others 0.
struct Search<'a, B> {
    board: &'a mut B,
    nodes: u64,
    max_nodes: u64,
    stop: &'a Stop,
}

/// Returns the nodes searched until the player settles on the answer: until the search sees that it wins, or that all other moves
/// lose. The depth grows by one ply at a time. Returns `max_nodes` if that many do not suffice.
pub(super) fn nodes<B: TurnBoard<Move: PartialEq>>(board: &mut B, answer: B::Move, max_nodes: u64, stop: &Stop) -> u64 {
    let mut search = Search { board, nodes: 0, max_nodes, stop };
    let color = search.board.to_move();
    let moves: Vec<B::Move> = search.board.legal_moves(color).collect();
    for depth in 0.. {
        let mut others_lose = true;
        for &mv in &moves {
            let value = search.value_after(mv, depth, (-1, 1));
            if search.is_over() {
                return max_nodes;
            }
            match (mv == answer, value) {
                (true, 1) => return search.nodes,
                (true, _) => {}
                (false, value) => others_lose &= value < 0,
            }
        }
        if others_lose {
            return search.nodes;
        }
    }
    max_nodes
}

impl<B: TurnBoard> Search<'_, B> {
    fn is_over(&self) -> bool {
        self.nodes >= self.max_nodes || self.stop.is_raised()
    }

    /// Returns the value of a move to its player within a window, searching `depth` plies beyond it.
    fn value_after(&mut self, mv: B::Move, depth: u32, (alpha, beta): (i8, i8)) -> i8 {
        let player = self.board.to_move();
        if self.board.play(player, mv).is_err() {
            return -1;
        }
        let is_same = self.board.to_move() == player;
        let value = match is_same {
            true => self.value(depth, (alpha, beta)),
            false => -self.value(depth, (-beta, -alpha)),
        };
        self.board.undo(1);
        value
    }

    /// Returns the value of a position to the player to move.
    fn value(&mut self, depth: u32, (mut alpha, beta): (i8, i8)) -> i8 {
        self.nodes += 1;
        let player = self.board.to_move();
        if let Some(ending) = self.board.ending() {
            return end_value(ending, player);
        }
        if depth == 0 || self.is_over() {
            return 0;
        }
        let moves: Vec<B::Move> = self.board.legal_moves(player).collect();
        for mv in moves {
            alpha = alpha.max(self.value_after(mv, depth - 1, (alpha, beta)));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

fn end_value(ending: Ending, player: Color) -> i8 {
    match ending {
        Ending::Draw => 0,
        Ending::Won(winner) if winner == player => 1,
        Ending::Won(_) => -1,
    }
}

//! Puzzles: positions in which one move alone wins.
//!
//! Every other move is refuted: outside the must-play by a connection of the opponent that does not contain it, else by a proof
//! search. The number of stones in the task is proved, too: the winner needs at most half of the cells of the carrier.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::board::record::Move;
use super::net::choice::NetworkChoice;
use super::tables::Extras;
use super::{Hex, Options};
use crate::files::Access;
use crate::game::Context;
use crate::game::turn::puzzle::{PuzzleAnswer, PuzzleGame};
use crate::game::turn::{GameResult, GameValue, TurnBoard};
use crate::grid::{Cell, Size};

/// Sides of a board without `size=`, by difficulty.
const DEFAULT_SIDES: [RangeInclusive<usize>; 4] = [7..=7, 7..=8, 7..=9, 7..=9];

/// Sides of a board with `size=`.
const SIDES: RangeInclusive<usize> = 3..=9;

/// A position has at least one stone for this many cells: with fewer its solution takes too long.
const CELLS_A_STONE: usize = 5;

impl PuzzleGame for Hex {
    const RATINGS: [u64; 3] = [4, 5, 8];
    const SOLVER_NODES: u64 = 1_500;
    const MOVE_NODES: u64 = 30;

    fn start_puzzle(size: Option<(usize, usize)>, difficulty: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let (width, height) = size.unwrap_or_else(|| {
            let side = random.random_range(DEFAULT_SIDES[difficulty].clone());
            (side, side)
        });
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            return Err(format!("{width}x{height}; puzzles have sides of 3 to 9"));
        }
        let mut hex = Hex::new(Size { width, height }, Options::default());
        hex.set_network(NetworkChoice::read("none", Access::Refused)?);
        Ok(hex)
    }

    fn can_be_puzzle(&self) -> bool {
        self.board.stone_count() * CELLS_A_STONE >= self.size.area()
    }

    fn only_answer(&mut self, context: &mut Context<'_>) -> Option<PuzzleAnswer<Move>> {
        let color = self.to_move();
        let stop = context.stop.clone();
        let cells: Vec<Cell> = self.board.empty_cells().collect();
        let tables = self.searcher.tables(&self.board, Extras::ALL, &stop);
        if tables.proof(color).is_some_and(|proof| proof.winner != color || proof.first.is_none()) {
            return None;
        }
        let mut left: Vec<Cell> = cells.into_iter().filter(|&cell| tables.refutation(color, cell).is_none()).collect();
        let budget = context.open_budget();
        self.searcher.forget_proofs();
        self.searcher.set_proof_root(&self.board, color, context.settings, &stop);
        // Most positions are lost or won by several moves, so the position is solved first.
        let root = self.searcher.prove(&self.board, color, context.settings, &budget);
        let best = root.best.filter(|_| root.winner == Some(color))?;
        left.retain(|&cell| cell != best);
        left.insert(0, best);
        let (mut answer, mut nodes) = (None, root.nodes);
        while !left.is_empty() {
            let cell = left.remove(0);
            self.board.play(color, cell);
            let solution = match self.board.winner() {
                // A stone that joins the edges is too easy.
                Some(_) => None,
                None => Some(self.searcher.prove(&self.board, color.other(), context.settings, &budget.after_nodes(nodes))),
            };
            self.board.undo();
            let solution = solution?;
            nodes += solution.nodes;
            match solution.winner? {
                winner if winner != color => left.retain(|other| solution.carrier.contains(other)),
                _ if answer.is_some() => return None,
                _ => answer = Some((cell, solution.carrier.len())),
            }
        }
        answer.map(|(cell, carrier)| PuzzleAnswer { mv: Move::Stone(cell), value: win_with(carrier, nodes) })
    }

    /// Returns the nodes of the search for the proofs: it tries the moves that connections alone do not refute.
    fn weak_work(&mut self, answer: &PuzzleAnswer<Move>, _: &mut Context<'_>) -> u64 {
        answer.value.detail("nodes").map_or(0, i64::unsigned_abs)
    }

    /// Names what the connections tell: whether the opponent threatens to join its edges, whether they alone refute all other moves,
    /// and whether the answer wins by connections alone.
    fn themes(&mut self, answer: &PuzzleAnswer<Move>, context: &mut Context<'_>) -> Vec<String> {
        let color = self.to_move();
        let Move::Stone(cell) = answer.mv else { return Vec::new() };
        let empty: Vec<Cell> = self.board.empty_cells().collect();
        let tables = self.searcher.tables(&self.board, Extras::ALL, &context.stop);
        let refuted = empty.iter().filter(|&&other| tables.refutation(color, other).is_some()).count();
        let threat = if refuted == 0 { "quiet" } else { "must-play" };
        let only = refuted + 1 == empty.len();
        let mut after = self.board.clone();
        after.play(color, cell);
        let tables = self.searcher.tables(&after, Extras::ALL, &context.stop);
        let is_connected = tables.proof(color.other()).is_some();
        let all = [(true, threat), (only, "only-move"), (is_connected, "connection"), (!is_connected, "deep")];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, theme)| theme.to_owned()).collect()
    }
}

/// Returns the value of a winning move, given the number of cells in the carrier after it. Both players play there in turn, the
/// loser first, so the winner needs at most half of these cells, after the stone of the move. `nodes` is the work of the proofs.
fn win_with(carrier: usize, nodes: u64) -> GameValue {
    let stones = 1 + carrier.div_ceil(2) as i64;
    GameValue { result: Some(GameResult::Win), details: vec![("stones", stones), ("nodes", nodes as i64)] }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rand::SeedableRng;

    use super::super::board::Board;
    use super::super::board::brute::{Brute, random_position};
    use super::super::notation::cell_name;
    use super::*;
    use crate::color::Color;
    use crate::game::stream::Format;
    use crate::search::{Leftovers, Stop};
    use crate::settings::Settings;

    /// Returns the answer of the position on a board, if it is a puzzle.
    fn answer(board: &Board) -> Option<(Cell, i64)> {
        let mut hex = Hex::new(board.size(), Options::default());
        hex.board = board.clone();
        let settings = Settings { threads: 1, hash_mb: 8, ..Settings::default() };
        let mut context = Context {
            settings: &settings,
            started: Instant::now(),
            stop: Stop::default(),
            pending: Stop::default(),
            sink: &mut |_| (),
            format: Format::Result,
            leftovers: Leftovers::default(),
        };
        let PuzzleAnswer { mv, value } = hex.only_answer(&mut context)?;
        match mv {
            Move::Stone(cell) => Some((cell, value.detail("stones").expect("a number of stones"))),
            _ => panic!("{mv:?}"),
        }
    }

    /// The winner, with best play of both, joins the edges with this many stones, and no more.
    fn wins_with(board: &mut Board, empty: &[Cell], winner: Color, to_move: Color, stones: i64) -> bool {
        if let Some(color) = board.winner() {
            return color == winner;
        }
        if to_move == winner && stones == 0 {
            return false;
        }
        let free: Vec<Cell> = empty.iter().copied().filter(|&cell| board.stone(cell).is_none()).collect();
        let left = stones - i64::from(to_move == winner);
        let mut does_win = |cell: Cell| {
            board.play(to_move, cell);
            let result = wins_with(board, empty, winner, to_move.other(), left);
            board.undo();
            result
        };
        if to_move == winner { free.into_iter().any(&mut does_win) } else { free.into_iter().all(&mut does_win) }
    }

    #[test]
    fn one_move_alone_wins() {
        let random = &mut Pcg64Mcg::seed_from_u64(28);
        let (mut puzzles, mut others) = (0, 0);
        for _ in 0..800 {
            let (board, _) = random_position(random, 9);
            let to_move = board.last().map_or(Color::Black, |(color, _)| color.other());
            let empty: Vec<Cell> = board.empty_cells().collect();
            let mut brute = Brute::new(&board);
            let winning: Vec<Cell> =
                empty.iter().copied().filter(|&cell| brute.winner(&[(to_move, cell)], to_move.other()) == to_move).collect();
            match (answer(&board), &winning[..]) {
                (Some((cell, stones)), [only]) => {
                    puzzles += 1;
                    assert_eq!(cell, *only, "{board:?}");
                    assert!(wins_with(&mut board.clone(), &empty, to_move, to_move, stones), "{stones} stones in {board:?}");
                }
                (Some((cell, _)), _) => panic!("{cell:?}, not {winning:?} in {board:?}"),
                (None, _) => others += 1,
            }
        }
        assert!(puzzles > 40 && others > 40, "{puzzles} puzzles, {others} others");
    }

    #[test]
    fn published_puzzles() {
        for line in
            include_str!("../../../tests/data/hex/puzzles-unique-verified.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let row: Vec<&str> = line.split('\t').collect();
            let [name, side, red, blue, to_move, only] = row[..] else { panic!("{row:?}") };
            let mut board = Board::new(Size::square(side.parse().expect(name)));
            // The last stone is the opponent's.
            let mut stones = [(Color::Black, red), (Color::White, blue)];
            if to_move == "blue" {
                stones.reverse();
            }
            for (color, cells) in stones {
                cells.split(' ').for_each(|cell| assert!(board.play(color, parse(board.size(), cell)), "{name}"));
            }
            let found = answer(&board).map(|(cell, _)| cell_name(board.size(), cell));
            assert_eq!(found.as_deref(), Some(only), "{name}");
        }
    }

    fn parse(size: Size, name: &str) -> Cell {
        let column = usize::from(name.as_bytes()[0] - b'a');
        size.cell(column, name[1..].parse::<usize>().expect("a row") - 1).expect("on the board")
    }
}

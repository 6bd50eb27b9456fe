//! The player: it chooses a column by the exact solver, or by heuristic alpha-beta if the solver is not done in time.

use super::bits::{Shape, Stones, has_four};
use super::board::{Column, Position};
use super::position::ConnectPosition;
use super::score::Score;
use super::solver::Solver;
use crate::color::{Color, Ending};
use crate::game::turn::{Answer, ExactPlayer, GameResult, GameValue, solve_each};
use crate::search::{Budget, Control};
use crate::settings::Settings;

/// A player, which keeps the tables of its solver from one command to the next.
#[derive(Default)]
pub struct Player {
    solver: Option<Solver>,
}

impl ExactPlayer<Position> for Player {
    type Value = Score;
    type SearchPosition = ConnectPosition;

    const EXACT_SHARE: f64 = 5.0 / 6.0;
    /// The search uses half of it. The table of the solver, of up to `hash_mb`, is kept at the same time.
    const MAX_SEARCH_MB: usize = 32;

    fn search_position(board: &Position) -> ConnectPosition {
        ConnectPosition::new(*board.shape(), board.stones())
    }

    fn win_unit(_: &Position) -> f64 {
        100.0
    }

    fn free_cells(board: &Position) -> u32 {
        board.shape().area() - board.stones().count()
    }

    fn game_value(board: &Position, score: Score) -> GameValue {
        value_in_plies(score, score.plies(board.shape().area(), board.stones().count()))
    }

    fn value_of_end(board: &Position, ending: Ending, player: Color) -> GameValue {
        let score = Score::for_win_at(board.shape().area(), board.stones().count());
        match GameResult::from_ending(ending, player) {
            GameResult::Win => value_in_plies(score, Some(0)),
            GameResult::Loss => value_in_plies(-score, Some(0)),
            GameResult::Draw => value_in_plies(Score(0), None),
        }
    }

    fn solve(&mut self, board: &Position, settings: &Settings, budget: &Budget) -> Answer<Score, Column> {
        let control = Control::new(budget, settings.threads);
        let found = self.solver(board.shape(), settings, budget).best(board.stones(), &control).ok();
        Answer {
            value: found.map(|(score, _)| score),
            best: found.map(|(_, cell)| Column(Shape::column_of(cell) as u8)),
            nodes: control.nodes(),
        }
    }

    fn values(&mut self, board: &Position, settings: &Settings, budget: &Budget) -> Vec<(Column, Option<Score>)> {
        let solver = self.solver(board.shape(), settings, budget);
        let columns: Vec<Column> = board.open_columns().collect();
        solve_each(&columns, budget, |column, share| {
            let stones = board.stones().play(board.landing(column)?);
            score_move(solver, stones, &Control::new(share, settings.threads))
        })
    }
}

impl Player {
    /// Returns the solver, kept for one board. With a node limit each request begins with an empty table: it is then the same
    /// search whatever came before it.
    fn solver(&mut self, shape: &Shape, settings: &Settings, budget: &Budget) -> &mut Solver {
        // All of `hash_mb`: the search by evaluation, which has a table of its own, is for positions that this one cannot solve.
        let bytes = settings.hash_mb << 20;
        let fits = |solver: &Solver| solver.shape() == shape && solver.bytes() == bytes;
        if budget.max_nodes.is_some() || !self.solver.as_ref().is_some_and(fits) {
            self.solver = None;
        }
        self.solver.get_or_insert_with(|| Solver::new(*shape, bytes))
    }
}

/// Creates the value `win score=3 plies=5`.
fn value_in_plies(score: Score, plies: Option<u32>) -> GameValue {
    let plies = plies.map(|plies| ("plies", plies.into()));
    let details = [("score", score.0.into())].into_iter().chain(plies).collect();
    GameValue { result: Some(GameResult::from_sign(score.0.into())), details }
}

/// Returns the score of a move that leads to a position, for the player who makes it.
fn score_move(solver: &mut Solver, stones: Stones, control: &Control<'_>) -> Option<Score> {
    let shape = *solver.shape();
    if has_four(stones.own ^ stones.all) {
        return Some(Score::for_win_at(shape.area(), stones.count()));
    }
    if stones.all == shape.cells() {
        return Some(Score(0));
    }
    solver.score(stones, control).ok().map(|score| -score)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::board::Board;
    use super::*;

    /// Returns a random game of this many stones that is not over.
    fn random_game(shape: Shape, stones: u32, random: &mut Pcg64Mcg) -> Board {
        loop {
            let mut board = Board::new(shape);
            while board.stones().count() < stones && board.ending().is_none() {
                let open: Vec<Column> = board.open_columns().collect();
                let _ = board.play(board.to_move(), open[random.random_range(0..open.len())]);
            }
            if board.ending().is_none() {
                return board;
            }
        }
    }

    /// Checks that the winner by the solver wins in exactly as many plies against best defence, and no later against any other.
    #[test]
    fn plays_perfectly() {
        let settings = Settings { threads: 1, hash_mb: 1, ..Settings::default() };
        let (mut player, budget) = (Player::default(), Budget::default());
        let mut random = Pcg64Mcg::seed_from_u64(4);
        for (width, height, stones) in [(7, 6, 26), (7, 6, 32), (4, 4, 5), (8, 7, 40), (5, 5, 9)].into_iter().cycle().take(60) {
            let start = random_game(Shape::new(width, height).unwrap(), stones, &mut random);
            let score = player.solve(&start, &settings, &budget).value.unwrap();
            let winner = if score.0 > 0 { start.to_move() } else { start.to_move().other() };
            let plies = score.plies(start.shape().area(), stones);
            for careless in [false, true] {
                let mut board = start.clone();
                while board.ending().is_none() {
                    let open: Vec<Column> = board.open_columns().collect();
                    let column = match careless && board.to_move() != winner {
                        true => open[random.random_range(0..open.len())],
                        false => player.choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(())).mv,
                    };
                    board.play(board.to_move(), column).unwrap();
                }
                let took = board.stones().count() - stones;
                match plies {
                    Some(plies) => {
                        assert_eq!(board.ending(), Some(Ending::Won(winner)));
                        assert!(if careless { took <= plies } else { took == plies }, "{took} {plies}");
                    }
                    None if !careless => assert_eq!(board.ending(), Some(Ending::Draw)),
                    None => {}
                }
            }
        }
    }
    /// The exact solver and the alpha-beta search after it share one limit of nodes.
    #[test]
    fn a_move_keeps_to_its_node_limit() {
        let settings = Settings { threads: 1, hash_mb: 1, ..Settings::default() };
        let board = random_game(Shape::default(), 8, &mut Pcg64Mcg::seed_from_u64(1));
        for most in [1, 100, 1_000, 20_000, 100_000] {
            let budget = Budget { max_nodes: Some(most), ..Budget::default() };
            let choice = Player::default().choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(()));
            let (column, nodes) = (choice.mv, choice.nodes);
            assert!(board.landing(column).is_some() && nodes >= most / 2 && nodes <= most + most / 16, "{nodes} of {most}");
        }
    }
}

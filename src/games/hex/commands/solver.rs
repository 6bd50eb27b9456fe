//! The commands of the solver: who wins, and by which moves.

use super::super::Hex;
use super::super::board::record::Move;
use super::super::notation::cell_names;
use super::super::solver::Solution;
use super::{parse_color, parse_color_or_turn, require_open_game};
use crate::color::{Color, Ending};
use crate::game::Context;
use crate::game::turn::{self, GameResult, GameValue, MoveValues};
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome};
use crate::search::Budget;

impl Hex {
    /// Returns the budget of a request for proofs. With a node limit earlier proofs are dropped, so that the same request is
    /// always the same search.
    fn proof_budget(&mut self, context: &Context<'_>) -> Budget {
        let budget = context.open_budget();
        if budget.max_nodes.is_some() {
            self.searcher.forget_proofs();
        }
        budget
    }

    /// Searches until there is a proof or the budget ends.
    pub(super) fn solution(&mut self, color: Color, budget: &Budget, context: &Context<'_>) -> Solution {
        match self.winner() {
            Some(winner) => Solution { winner: Some(winner), plies: Some(0), ..Solution::default() },
            // Avoids the cost of a search that would end at once: its tables and threads.
            None if budget.is_over() => Solution::default(),
            None => self.searcher.prove(&self.board, color, context.settings, budget),
        }
    }
}

/// Returns the value of a solution for a player, `before` plies before the solved position.
fn game_value(solution: &Solution, color: Color, before: u32) -> GameValue {
    solution.winner.map_or(GameValue::UNKNOWN, |winner| {
        GameValue::new(GameResult::from_ending(Ending::Won(winner), color), solution.plies.map(|plies| (plies + before).into()))
    })
}

/// Runs `solve`.
pub(super) fn solve(hex: &mut Hex, color: Color, context: &Context<'_>) -> turn::Solution<Move> {
    let budget = hex.proof_budget(context);
    let solution = hex.solution(color, &budget, context);
    let best = solution.best.filter(|_| solution.winner.is_some()).map(Move::Stone);
    turn::Solution::new(game_value(&solution, color, 0), best, solution.nodes)
}

pub(super) fn solve_state(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color_or_turn(hex, args)?;
    let budget = hex.proof_budget(context);
    let solution = hex.solution(color, &budget, context);
    Ok(solution.winner.map_or("empty", Color::name).to_owned())
}

/// Runs `move_values`: each move gets an equal share of the budget.
pub(super) fn move_values(hex: &mut Hex, color: Color, context: &Context<'_>) -> MoveValues<Move> {
    let cells: Vec<Cell> = hex.board.empty_cells().collect();
    let budget = hex.proof_budget(context);
    hex.searcher.set_proof_root(&hex.board, color, context.settings, &budget.stop);
    let values = turn::solve_each(&cells, &budget, |cell, share| {
        let solution = solution_after(hex, color, cell, share, context);
        Some(game_value(&solution, color, 1))
    });
    MoveValues::all(values.into_iter().map(|(cell, value)| (Move::Stone(cell), value.unwrap_or(GameValue::UNKNOWN))))
}

/// Returns the solution of the position after a move.
fn solution_after(hex: &mut Hex, color: Color, cell: Cell, budget: &Budget, context: &Context<'_>) -> Solution {
    hex.board.play(color, cell);
    let solution = hex.solution(color.other(), budget, context);
    hex.board.undo();
    solution
}

pub(super) fn find_winning(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    require_open_game(hex)?;
    let mut budget = hex.proof_budget(context);
    let mut left: Vec<Cell> = hex.board.empty_cells().collect();
    let mut winning = Vec::new();
    hex.searcher.set_proof_root(&hex.board, color, context.settings, &budget.stop);
    while !left.is_empty() {
        let cell = left.remove(0);
        let solution = solution_after(hex, color, cell, &budget, context);
        budget = budget.after_nodes(solution.nodes);
        match solution.winner {
            Some(winner) if winner == color => winning.push(cell),
            // The refutation of this move also refutes every move outside its carrier.
            Some(_) => left.retain(|other| solution.carrier.contains(other)),
            None => {
                let so_far = if winning.is_empty() { "none".to_owned() } else { cell_names(hex.size, winning) };
                return Err(Failure::Interrupted(format!("not every move is solved; winning so far: {so_far}")));
            }
        }
    }
    Ok(cell_names(hex.size, winning))
}

pub(super) fn principal_variation(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color_or_turn(hex, args)?;
    if hex.winner().is_some() {
        return Ok(String::new());
    }
    let budget = hex.proof_budget(context);
    let solution = hex.solution(color, &budget, context);
    if solution.winner.is_none() {
        return Err(Failure::Interrupted("the position is not solved".into()));
    }
    let line = if solution.line.is_empty() { solution.best.into_iter().collect() } else { solution.line };
    Ok(cell_names(hex.size, line))
}

pub(super) fn clear_proofs(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    hex.searcher.forget_proofs();
    Ok(String::new())
}

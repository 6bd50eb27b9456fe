//! The commands of Chomp: its words, its pictures, its solver and player.

use super::board::{Square, apply_bite};
use super::{Chomp, notation, picture};
use crate::color::Color;
use crate::game::explanation::Sentence;
use crate::game::stream::SolverBudget;
use crate::game::turn::{self, GameResult, GameValue, MAX_LISTED, MoveValues, Solution, TurnGame, TurnPlayer, value_text};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;
use crate::search::Budget;

mod theory;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Chomp>] = &[
    turn::boardsize(
        "R C",
        "a whole bar of R rows and C columns: up to 15x15, 3x1000, or any of at most 170 million positions",
        "boardsize 5 7",
    ),
    turn::play("bites: 2,3 takes row 2, column 3 and all to the right and above; 1,1 is poisoned; or resign", "play b 2,3"),
    turn::position(
        "the position as one line, or sets it: RxC [ROWS [COLOR]], ROWS what is left of each row from the bottom",
        "position 3x4 4,4,2 w",
    ),
    turn::showboard("[plain|color] [values]", "the bar as text; with the plies that each bite leads to, odd where it loses"),
    turn::svg("[values]"),
    turn::puzzle::puzzle(),
    export::export(),
    turn::solve().with_summary(
        "who wins, in how many plies, and a best bite; for a complete bar also a check of the strategy-stealing argument",
    ),
    Command::new("winning", "", "all winning bites", theory::winning),
    Command::new(
        "lost_positions",
        "[N]",
        "the number of positions of the bar that the player to move loses, and the first N with their plies",
        theory::lost_positions,
    )
    .with_example("lost_positions 10"),
];

/// Bites of a line of best play that are listed.
const LONGEST_LINE: usize = 12;

fn out_of_budget() -> Failure {
    Failure::Interrupted("the bar is not solved yet".into())
}

/// Returns the value of a position or move: an even number of plies to the end is a win.
fn game_value(plies: u32) -> GameValue {
    GameValue::new(if plies.is_multiple_of(2) { GameResult::Win } else { GameResult::Loss }, Some(plies.into()))
}

impl Chomp {
    /// Returns what each bite leads to, in plies to the end.
    fn values(&mut self, budget: &Budget) -> Result<Vec<(Square, u32)>, Failure> {
        self.player.move_values(&self.board.rows, budget).ok_or_else(out_of_budget)
    }

    /// Returns the line of best play that begins with a bite.
    fn best_line(&mut self, bite: Square, budget: &Budget) -> String {
        let (mut line, mut rows, mut next) = (Vec::new(), self.board.rows.clone(), Some(bite));
        while let Some(bite) = next.filter(|_| line.len() < LONGEST_LINE) {
            line.push(notation::bite_name(bite));
            let Some(left) = apply_bite(&rows, bite) else { break };
            rows = left;
            next = self.player.solve(&rows, budget).and_then(|answer| answer.best);
        }
        line.join(" ")
    }
}

impl TurnGame for Chomp {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        match name {
            "values" => {
                let values = self.values(&context.open_budget())?;
                Ok(values.into_iter().map(|(bite, plies)| (bite, plies.to_string())).collect())
            }
            _ => Err(turn::unknown_overlay(name, "values")),
        }
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn reason_of_end(&self) -> String {
        "the other player took the poisoned square".to_owned()
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        let Ok(all) = self.values(&context.open_budget()) else { return Vec::new() };
        let winning: Vec<String> =
            all.iter().filter(|(_, plies)| plies.is_multiple_of(2)).map(|&(bite, _)| notation::bite_name(bite)).collect();
        let bites = match winning.is_empty() {
            true => "no bite wins".into(),
            false => Sentence::from(format!("winning bites: {}", winning.join(" "))).cells(winning),
        };
        [bites].into_iter().chain(turn::rank_moves(self, context)).chain(turn::describe_strategy(self, context)).collect()
    }
}

impl TurnPlayer for Chomp {
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Square> {
        // All the work is done at the first move.
        let budget = context.move_budget(&self.clock, color, 1);
        let bite = self.player.choose(&self.board, context.settings, &budget)?;
        let left = apply_bite(&self.board.rows, bite);
        if let Some(answer) = left.and_then(|left| self.player.solve(&left, &budget)) {
            context.report_reason(&value_text(&game_value(answer.plies + 1)));
        }
        Some(bite)
    }

    fn solve(&mut self, _: Color, context: &Context<'_>) -> Solution<Square> {
        let (rows, budget) = (&self.board.rows, context.open_budget());
        let Some(answer) = self.player.solve(rows, &budget) else { return Solution::new(GameValue::UNKNOWN, None, 0) };
        let note = theory::steal_strategy(&mut self.player, rows, &budget).unwrap_or_default();
        Solution { note, ..Solution::new(game_value(answer.plies), answer.best, answer.nodes) }
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Square>, Failure> {
        let all = self.values(&context.open_budget())?;
        let is_cut = all.len() > MAX_LISTED;
        let is_win = |plies: u32| plies.is_multiple_of(2);
        Ok(MoveValues {
            total: all.len() as u64,
            winning: Some(all.iter().filter(|&&(_, plies)| is_win(plies)).count() as u64),
            moves: all
                .into_iter()
                .filter(|&(_, plies)| !is_cut || is_win(plies))
                .map(|(bite, plies)| (bite, game_value(plies)))
                .collect(),
        })
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let SolverBudget { budget, .. } = &context.solver_budget();
        let nodes = self.player.solve(&self.board.rows, budget).ok_or_else(out_of_budget)?.nodes;
        let moves = self.values(budget)?.into_iter().map(|(bite, plies)| (bite, game_value(plies))).collect();
        turn::stream_solved(context, moves, nodes, notation::bite_name, |bite| self.best_line(bite, budget));
        Ok(())
    }
}

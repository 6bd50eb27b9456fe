//! The commands of Nim and its relatives: their words, their pictures, their solver and player.

use super::board::{Move, apply_move};
use super::notation::{heaps_text, move_name, rule_text};
use super::player::Value;
use super::rule::Rule;
use super::{Nim, picture};
use crate::color::{Color, Ending};
use crate::game::explanation::Sentence;
use crate::game::stream::SolverBudget;
use crate::game::turn::{self, GameResult, GameValue, MoveValues, Solution, TurnGame, TurnPlayer, value_text};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;
use crate::search::Budget;

mod theory;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Nim>] = &[
    turn::boardsize(
        "HEAP... [take=SET|octal=CODE|NAME] [misere=1]",
        "new heaps and their rule: take=1-3 or take=1,3,4; octal=0.77; NAME is nim, kayles, dawson-kayles, dawson-chess, \
         treblecross, grundy or wythoff",
        "boardsize 10 take=1-3",
    ),
    turn::play(
        "2-3 takes three from heap 2; 2-1:3+4 takes one and leaves two heaps; 1+2-3 takes from both; resign",
        "play b 1-1",
    ),
    turn::position("the position as one line, or sets it: HEAP... [RULE] [misere=1] [COLOR]", "position 3 5 7 w"),
    turn::showboard("[plain|color] [grundy]", "the heaps as text; with the Grundy value of each"),
    turn::svg("[grundy]"),
    Command::new(
        "grundy",
        "[HEAP...]",
        "the Grundy value of the position, or of other heaps by its rule, and of each heap",
        theory::grundy,
    ),
    Command::new("sequence", "FIRST [LAST]", "the Grundy values of the heaps from FIRST to LAST", theory::sequence)
        .with_example("sequence 0 20"),
    Command::new("period", "", "the proved period of the Grundy values, or the number of values without one", theory::period),
    Command::new(
        "strategy",
        "[1|2]",
        "the nim-sum of the Grundy values and the winning moves; with a player, those of all smaller positions",
        theory::strategy,
    ),
    Command::new("attractor", "1|2 [N]", "the positions from which a player wins, by rank, up to rank N", theory::attractor)
        .with_example("attractor 1"),
    turn::puzzle::puzzle(),
    export::export(),
];

/// Moves of a line of best play that are listed.
const LONGEST_LINE: usize = 12;

fn game_value(value: Value) -> GameValue {
    let result = value.wins.map(|wins| if wins { GameResult::Win } else { GameResult::Loss });
    GameValue { result, details: value.plies.map(|plies| ("plies", plies as i64)).into_iter().collect() }
}

impl Nim {
    /// Returns the line of best play that begins with a move.
    fn best_line(&mut self, mv: Move, budget: &Budget) -> String {
        let rule = self.board.rule.clone();
        let (mut line, mut heaps, mut next) = (Vec::new(), self.board.heaps.to_vec(), Some(mv));
        while let Some(mv) = next.filter(|_| line.len() < LONGEST_LINE && !budget.is_over()) {
            line.push(move_name(&heaps, mv));
            let Ok(left) = apply_move(&rule, &heaps, mv) else { break };
            heaps = left;
            next = self.player().solve(&heaps, budget).best;
        }
        line.join(" ")
    }
}

impl TurnGame for Nim {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = Vec<String>;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Vec<String>, Failure> {
        if name != "grundy" {
            return Err(turn::unknown_overlay(name, "grundy"));
        }
        let (budget, heaps) = (context.open_budget(), self.board.heaps.to_vec());
        if !self.board.rule.is_sum() {
            let heaps = heaps_text(&heaps);
            return Err(Failure::Other(format!("the heaps {heaps} of Wythoff's game have no values of their own")));
        }
        let grundy = self.player().grundy();
        let values = heaps.iter().map(|&heap| grundy.value(heap, &budget));
        Ok(values.map(|value| value.map_or_else(|| "grundy ?".to_owned(), |value| format!("grundy {value}"))).collect())
    }

    fn text(&self, overlay: Option<&Vec<String>>) -> Text {
        picture::text(&self.board, overlay.map_or(&[], Vec::as_slice))
    }

    fn caption(&self) -> String {
        let rule = match &self.board.rule {
            Rule::Any => "take any number from a heap".to_owned(),
            rule => rule_text(rule),
        };
        let end = if self.board.misere { "the last move loses" } else { "the last move wins" };
        format!("{rule}, {end}; {}", Ending::caption(self.board.ending(), self.board.to_move()))
    }

    fn reason_of_end(&self) -> String {
        let rule = if self.board.misere { "loses" } else { "wins" };
        format!("no move is left, and the last one {rule}")
    }

    fn svg(&self, overlay: Option<&Vec<String>>) -> Svg {
        picture::svg(&self.board, overlay.map_or(&[], Vec::as_slice))
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        theory::strategy_terms(self, &context.open_budget())
    }
}

impl TurnPlayer for Nim {
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Move> {
        // Most moves take more than one token.
        let moves = self.board.heaps.len() as u32 * 2;
        let budget = context.move_budget(&self.clock, color, moves);
        let board = self.board.clone();
        let mv = self.player().choose(&board, context.settings, &budget)?;
        if let Ok(left) = apply_move(&board.rule, &board.heaps, mv) {
            let value = self.player().solve(&left, &budget).value;
            let plies = value.plies.map(|plies| plies + 1);
            context.report_reason(&value_text(&game_value(Value { wins: value.wins.map(|wins| !wins), plies })));
        }
        Some(mv)
    }

    fn solve(&mut self, _: Color, context: &Context<'_>) -> Solution<Move> {
        let heaps = self.board.heaps.to_vec();
        let answer = self.player().solve(&heaps, &context.open_budget());
        Solution::new(game_value(answer.value), answer.best, answer.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Move>, Failure> {
        let heaps = self.board.heaps.to_vec();
        let values = self.player().move_values(&heaps, &context.open_budget());
        let moves = values.moves.into_iter().map(|(mv, value)| (mv, game_value(value))).collect();
        Ok(MoveValues { moves, total: values.total, winning: values.winning })
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let heaps = self.board.heaps.to_vec();
        let SolverBudget { budget, .. } = &context.solver_budget();
        let answer = self.player().solve(&heaps, budget);
        let others = self.player().move_values(&heaps, budget).moves.into_iter().filter(|&(mv, _)| Some(mv) != answer.best);
        let moves = answer.best.map(|mv| (mv, answer.value)).into_iter().chain(others);
        let moves = moves.map(|(mv, value)| (mv, game_value(value))).collect();
        turn::stream_solved(context, moves, answer.nodes, |mv| move_name(&heaps, mv), |mv| self.best_line(mv, budget));
        Ok(())
    }
}

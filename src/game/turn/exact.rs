//! Players with an exact solver, and an evaluation for the shared search where the solver takes too long.

use super::{
    Answer, Choice, GameRecord, GameValue, MoveValues, PositionGame, RecordGame, Solution, TurnPlayer, TurnRules,
    analyze_with_proofs, candidates, rate_points, report_text, think, value_text,
};
use crate::color::{Color, Ending};
use crate::game::Context;
use crate::protocol::Failure;
use crate::search::{Budget, Position, Report, Watch};
use crate::settings::Settings;

/// A player that solves a position exactly if a share of the budget suffices, and searches it by alpha-beta otherwise.
pub trait ExactPlayer<P: PositionGame<Player = Self>> {
    /// The exact value of a position for the player to move.
    type Value: Copy;
    /// A position of the alpha-beta search.
    type SearchPosition: Position<Move = P::Move>;

    /// Share, 0 to 1, of the budget of a move that the exact solver may take.
    const EXACT_SHARE: f64;
    /// Upper limit of `hash_mb` for the search of a move.
    const MAX_SEARCH_MB: usize = usize::MAX;

    /// Returns a position for the search.
    fn search_position(position: &P) -> Self::SearchPosition;

    /// Returns how many units of a search value multiply the odds of a win by e.
    fn win_unit(position: &P) -> f64;

    /// Returns the number of empty cells, half of which each player fills: the moves left, for the clock.
    fn free_cells(position: &P) -> u32;

    /// Returns the value of a position, or of a move there, for the reply.
    fn game_value(position: &P, value: Self::Value) -> GameValue;

    /// Returns the value of a finished game for a player.
    fn value_of_end(_: &P, ending: Ending, player: Color) -> GameValue {
        GameValue::of_end(ending, player)
    }

    /// Solves a position that is not the end of a game.
    fn solve(&mut self, position: &P, settings: &Settings, budget: &Budget) -> Answer<Self::Value, P::Move>;

    /// Returns the value of each move to the player who makes it; `None` where its share of the budget ended first.
    fn values(&mut self, position: &P, settings: &Settings, budget: &Budget) -> Vec<(P::Move, Option<Self::Value>)>;

    /// Chooses a move. Below full strength only the search is used, and the level is its depth.
    fn choose(
        &mut self,
        position: &P,
        settings: &Settings,
        budget: &Budget,
        watch: Watch<'_, P::Move>,
    ) -> Choice<Self::Value, P::Move> {
        let mut nodes = 0;
        if settings.level >= Settings::FULL_LEVEL {
            let answer = self.solve(position, settings, &budget.part(Self::EXACT_SHARE));
            nodes = answer.nodes;
            if let Some(mv) = answer.best {
                return Choice { mv, nodes, value: answer.value, report: None };
            }
        }
        let settings = Settings { hash_mb: settings.hash_mb.min(Self::MAX_SEARCH_MB), ..settings.clone() };
        let report = think(Self::search_position(position), &settings, &budget.after_nodes(nodes), 1, watch);
        Choice { mv: report.best, nodes: nodes + report.nodes, value: None, report: Some(report) }
    }
}

impl<P: PositionGame<Player: ExactPlayer<P>>> TurnPlayer for RecordGame<P>
where
    Self: TurnRules<Board = GameRecord<P>>,
{
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<P::Move> {
        let position: &P = &self.board;
        let budget = context.move_budget(&self.clock, color, P::Player::free_cells(position) / 2 + 1);
        let rate = rate_points(1.0, P::Player::win_unit(position));
        let name = |mv| position.move_name(mv);
        let text = |report: &Report<P::Move>| report_text(report, name, &rate);
        let settings = context.settings;
        let choice = self.player.choose(position, settings, &budget, &mut context.show_progress(&budget, name, &rate));
        context.report_reason(&choice.reason(|&value| value_text(&P::Player::game_value(position, value)), text));
        Some(choice.mv)
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<P::Move> {
        if let Some(ending) = self.board.ending() {
            return Solution::new(P::Player::value_of_end(&self.board, ending, color), None, 0);
        }
        let answer = self.player.solve(&self.board, context.settings, &context.open_budget());
        Solution::new(game_value::<P>(&self.board, answer.value), answer.best, answer.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<P::Move>, Failure> {
        let values = self.player.values(&self.board, context.settings, &context.open_budget());
        Ok(MoveValues::all(values.into_iter().map(|(mv, value)| (mv, game_value::<P>(&self.board, value)))))
    }

    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        analyze_with_proofs(self, color, None, context, |game, context| {
            let position: &P = &game.board;
            let rate = rate_points(1.0, P::Player::win_unit(position));
            let lines = context.line_count();
            context.stream_search(
                |report| candidates(report, |mv| position.move_name(mv), &rate),
                |settings, budget, watch| think(P::Player::search_position(position), settings, budget, lines, watch),
            );
        });
        Ok(())
    }
}

fn game_value<P: PositionGame<Player: ExactPlayer<P>>>(
    position: &P,
    value: Option<<P::Player as ExactPlayer<P>>::Value>,
) -> GameValue {
    value.map_or(GameValue::UNKNOWN, |value| P::Player::game_value(position, value))
}
